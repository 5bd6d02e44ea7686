"""What can be chosen by name; apart, so that the command line knows it without loading anything."""

from __future__ import annotations

LANGUAGES = ("nl", "en", "fr", "de", "fy", "pl", "ru")
CLOCK_HANDS = ("moves", "button")
SQUARE_SPEECH = ("numbers", "misheard", "digits")
SENTENCES = ("full", "short")
NOTATIONS = ("letters", "numbers")
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
BOARD_KINDS = (
    "sim",
    "auto",
    "serial",
    "ble",
    "dgt",
    "cpp",
    "tcp",
    "trace",
    "camera",
    *CHESS_BOARDS,
)
VARIANTS = (
    "international",
    "family8",
    "family8_flying",
    "american",
    "russian",
    "brazilian",
    "pool",
    "spanish",
    "italian",
    "czech",
    "turkish",
    "thai",
    "canadian",
    "frisian",
    "frysk",
    "killer",
    "breakthrough",
    "antidraughts",
)
HOUSE_RULES = ("huffing", "no_forced", "men_forward", "youngest_begins", "free_draw")
