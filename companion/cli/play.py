"""`dambord play`: follow a game on a board."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.choices import BOARD_KINDS
from companion.cli.shape import Parsers, add_settings, position_of, settings_of, verb_parser

_BOARDS = "sim, auto, serial, serial:PORT, ble, ble:NAME, tcp:HOST:PORT or trace:FILE; default: sim"


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers, "play", "follow a game on a board", "dambord play --board auto", _play
    )
    parser.add_argument("--board", type=_board, help=_BOARDS)
    add_settings(parser)
    parser.add_argument("--no-speech", action="store_true", help="say nothing, show everything")
    parser.add_argument("--white", metavar="NAME", help="who plays white")
    parser.add_argument("--black", metavar="NAME", help="who plays black")
    parser.add_argument("--new", action="store_true", help="do not resume an unfinished game")
    parser.add_argument("--fen", help="begin from this position")
    parser.add_argument("--db", dest="database", metavar="FILE", help="the database of games")
    parser.add_argument("--trace", metavar="FILE", type=Path, help="record what the board reports")


def _board(text: str) -> str:
    if text.partition(":")[0] not in BOARD_KINDS:
        raise argparse.ArgumentTypeError(f"no board is called {text!r}; use one of {_BOARDS}")
    return text


def _play(given: argparse.Namespace) -> int:
    from companion.play import Wishes, play

    start = position_of(given.fen, "international") if given.fen else None
    wishes = Wishes(start=start, new=given.new or start is not None, trace=given.trace)
    settings = settings_of(given)
    return play(settings, wishes, speech=settings.speech and not given.no_speech)
