"""What can be chosen by name; apart, so that the command line knows it without loading anything."""

from __future__ import annotations

LANGUAGES = ("nl", "en")
COACH_LEVELS = ("off", "referee", "help", "teach", "show")
CHESS_BOARDS = (
    "chessnut",
    "pegasus",
    "millennium",
    "certabo",
    "tabutronic",
    "squareoff",
    "ichessone",
)
BOARD_KINDS = ("sim", "auto", "serial", "ble", "dgt", "tcp", "trace", *CHESS_BOARDS)
