"""`dambord bridge`: a phone app plays on the board."""

from __future__ import annotations

import argparse

from companion.choices import NOTATIONS, VARIANTS
from companion.cli.play import add_board, page_wishes
from companion.cli.shape import Parsers, settings_of, verb_parser

NAME = "Draughts"
_LONGEST_NAME = 20


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers,
        "bridge",
        "let a phone app play on the board, by Bluetooth (Chess Peripheral Protocol)",
        "dambord bridge --board auto",
        _bridge,
    )
    add_board(parser)
    parser.add_argument(
        "--name", type=_name, default=NAME, help=f"what to choose in the app; default: {NAME}"
    )
    parser.add_argument(
        "--squares",
        choices=NOTATIONS,
        default=NOTATIONS[0],
        help="how squares are told until the app has told some: letters as a3, numbers as 46",
    )
    parser.add_argument(
        "--variant",
        choices=VARIANTS,
        metavar="GAME",
        help="what is laid out until the app names a game; default: international",
    )


def _name(text: str) -> str:
    name = text.strip()
    if not name or not name.isprintable() or len(name.encode()) > _LONGEST_NAME:
        raise argparse.ArgumentTypeError(f"{text!r} is no name of 1 to {_LONGEST_NAME} letters")
    return name


def _bridge(given: argparse.Namespace) -> int:
    from board_io.cpp.bless_server import require_bless
    from companion.play import BridgeWish, Wishes, play
    from firmware_protocol.cpp.moves import Notation

    require_bless()
    settings = settings_of(given)
    wishes = Wishes(
        new=True,
        chosen=given.variant is not None,
        page=page_wishes(given, settings),
        bridge=BridgeWish(given.name, Notation(given.squares)),
    )
    return play(settings, wishes, speech=settings.speech and not given.no_speech)
