"""Conversations with boards by the name that people give them, for bytes heard now or before."""

from __future__ import annotations

from board_io.session import BoardSession
from companion.choices import CHESS_BOARDS
from rules.game import Game
from rules.position import Position


def sessions_of(spec: str, start: Position) -> list[BoardSession]:
    """New conversations with a board of this name, on which a game that begins so is played;
    several where the name leaves open what the board is."""
    from board_io.chess_boards.families import FAMILIES
    from board_io.chess_boards.session import ChessBoardSession
    from board_io.cpp.overheard import OverheardSession
    from board_io.dambord_session import DambordSession
    from board_io.dgt.session import DgtSession

    board, kind = start.variant.geometry, spec.partition(":")[0]
    if kind in CHESS_BOARDS:
        return [ChessBoardSession(FAMILIES[kind](), board)]
    if kind == "auto":
        return [DambordSession(), DgtSession(board=board), OverheardSession(Game(start))]
    if kind == "cpp":
        return [OverheardSession(Game(start))]
    return [DgtSession(board=board) if kind == "dgt" else DambordSession()]
