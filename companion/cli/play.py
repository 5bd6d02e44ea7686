"""`dambord play`: follow a game on a board."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.choices import (
    BOARD_KINDS,
    CHESS_BOARDS,
    CLOCK_HANDS,
    HOUSE_RULES,
    SENTENCES,
    SQUARE_SPEECH,
    VARIANTS,
)
from companion.cli.shape import (
    Parsers,
    add_settings,
    house_rules,
    position_of,
    settings_of,
    verb_parser,
)

if TYPE_CHECKING:
    from companion.play import PageWishes
    from companion.settings import Settings

_BOARDS = (
    "sim, auto, serial, serial:PORT, ble, ble:NAME, dgt, dgt:PORT, cpp, cpp:NAME, "
    "tcp:HOST:PORT, trace:FILE, "
    "camera, camera:NUMBER, camera:NAME, camera:URL, camera:FILM "
    f"or a chess board: {', '.join(CHESS_BOARDS)}; default: sim"
)


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers, "play", "follow a game on a board", "dambord play --board auto", _play
    )
    add_board(parser)
    parser.add_argument(
        "--variant",
        choices=VARIANTS,
        metavar="GAME",
        help=f"{', '.join(VARIANTS)}; default: international",
    )
    parser.add_argument(
        "--house",
        type=house_rules,
        metavar="RULE,…",
        help=f"house rules: {', '.join(HOUSE_RULES)}",
    )
    parser.add_argument("--white", metavar="NAME", help="who plays white")
    parser.add_argument("--black", metavar="NAME", help="who plays black")
    parser.add_argument(
        "--clock",
        type=_clock,
        metavar="TIME",
        help="15+5: minutes, and seconds a move; 5d3 with delay, 5b3 Bronstein, 50/120,60 fifty "
        "moves in two hours, then one hour; or kndb, classic, club, worldcup, fmjd-rapid, rapid, "
        "blitz, snel, tiebreak, school; default: none",
    )
    parser.add_argument(
        "--clock-hand", choices=CLOCK_HANDS, help="what stops a clock; default: moves"
    )
    parser.add_argument(
        "--clock-warns", action="store_const", const=True, help="say when time is short"
    )
    parser.add_argument(
        "--no-clock-words",
        dest="clock_words",
        action="store_const",
        const=False,
        help="show nothing but times on a clock beside the board",
    )
    parser.add_argument("--new", action="store_true", help="do not resume an unfinished game")
    parser.add_argument("--fen", help="begin from this position")
    parser.add_argument("--trace", metavar="FILE", type=Path, help="record what the board reports")
    parser.add_argument(
        "--wire", metavar="FILE", type=Path, help="record the bytes to and from the board"
    )


def add_board(parser: argparse.ArgumentParser) -> None:
    """What is asked of a board with its page and voice, whatever is done on it."""
    parser.add_argument("--board", type=_board, help=_BOARDS)
    add_settings(parser)
    parser.add_argument(
        "--by-ear",
        action="store_const",
        const=True,
        help="somebody plays without seeing: everything is spoken, nothing is left to the lights",
    )
    parser.add_argument(
        "--square-speech", choices=SQUARE_SPEECH, help="how squares are spoken; default: numbers"
    )
    parser.add_argument("--sentences", choices=SENTENCES, help="what is spoken; default: full")
    parser.add_argument(
        "--speech-rate",
        type=_rate,
        metavar="PERCENT",
        help="how fast it is spoken, 50 to 300; default: 100",
    )
    parser.add_argument("--no-speech", action="store_true", help="say nothing, show everything")
    parser.add_argument("--db", dest="database", metavar="FILE", help="the database of games")
    parser.add_argument("--no-web", action="store_true", help="no page beside the board")
    parser.add_argument("--port", type=_port, help="the port of the page; default: 10100")
    parser.add_argument(
        "--listen",
        metavar="ADDRESS",
        nargs="?",
        const="0.0.0.0",
        help="let the local network see the page; those with the PIN can play",
    )
    parser.add_argument("--open", action="store_true", help="show the page in the browser")


def _board(text: str) -> str:
    if text.partition(":")[0] not in BOARD_KINDS:
        raise argparse.ArgumentTypeError(f"no board is called {text!r}; use one of {_BOARDS}")
    return text


def _clock(text: str) -> str:
    from companion.clock.control import parse_control
    from companion.errors import InputError

    try:
        parse_control(text)
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text


def _rate(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 50 <= int(text[:4]) <= 300):
        raise argparse.ArgumentTypeError(f"{text!r} is no speed; use 50 to 300 percent")
    return int(text)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:6]) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is no port; use 0 (any) to 65535")
    return int(text)


def _play(given: argparse.Namespace) -> int:
    from companion.play import Wishes, play

    settings = settings_of(given)
    start = position_of(given.fen, settings.game) if given.fen else None
    wishes = Wishes(
        start=start,
        new=given.new or start is not None,
        chosen=given.variant is not None or given.house is not None,
        trace=given.trace,
        wire=given.wire,
        page=page_wishes(given, settings),
    )
    return play(settings, wishes, speech=settings.speech and not given.no_speech)


def page_wishes(given: argparse.Namespace, settings: Settings) -> PageWishes | None:
    """Where the page is to be had. The usual port may be taken: then any will do; one that was
    asked for is the one, or none."""
    from companion.play import PageWishes
    from companion.settings import Settings

    port = None if settings.port == Settings().port and given.port is None else settings.port
    return None if given.no_web else PageWishes(settings.listen, port, given.open)
