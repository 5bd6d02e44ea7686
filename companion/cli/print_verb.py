"""`dambord print`: markers and boards on paper, by which a camera knows a board at once."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.cli.shape import EXIT_FINE, Parsers, add_settings, settings_of, verb_parser

_PAPERS = ("A4", "A3", "A2")
_SIZES = (8, 10, 12)


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers,
        "print",
        "markers to lay around a board, or a whole board, to print (SVG)",
        "dambord print board --size 10 --paper A2 --out board.svg",
        None,
    )
    sheets = parser.add_subparsers(dest="sheet", metavar="SHEET", required=True)
    markers = verb_parser(
        sheets,
        "markers",
        "four markers to cut out and lay at the corners of a board",
        "dambord print markers --size 10 --out markers.svg",
        _markers,
    )
    board = verb_parser(
        sheets,
        "board",
        "a board with markers in its border; A2 is large enough for bottle caps",
        "dambord print board --size 10 --paper A2 --out board.svg",
        _board,
    )
    board.add_argument("--paper", choices=_PAPERS, default="A3", help="default: A3")
    for sheet in (markers, board):
        sheet.add_argument(
            "--size", type=int, choices=_SIZES, default=10, help="squares of a side; default: 10"
        )
        sheet.add_argument("--out", metavar="FILE", type=Path, help="default: standard output")
        add_settings(sheet)


def _markers(given: argparse.Namespace) -> int:
    from companion.texts import load_texts
    from vision.sheets import marker_sheet

    texts = load_texts(settings_of(given).language)
    title = texts("print.title", size=given.size)
    return _write(given.out, marker_sheet(given.size, title, texts.lines("print.lay")))


def _board(given: argparse.Namespace) -> int:
    from rules.geometry import geometry
    from vision.sheets import printable_board

    return _write(given.out, printable_board(geometry(given.size, given.size), given.paper))


def _write(path: Path | None, svg: str) -> int:
    from companion.errors import InputError

    if path is None:
        sys.stdout.write(svg)
        return EXIT_FINE
    try:
        path.write_text(svg, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}; choose another") from error
    return EXIT_FINE
