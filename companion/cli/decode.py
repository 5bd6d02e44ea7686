"""`dambord decode`: what the bytes of a board say."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.shape import (
    EXIT_FINE,
    Parsers,
    UsageError,
    add_json,
    print_json,
    verb_parser,
)

if TYPE_CHECKING:
    from companion.decoding import Decoded


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers,
        "decode",
        "show what the bytes of a board say",
        'dambord decode --board dgt --hex "93 00 05 01 02"',
        _decode,
    )
    parser.add_argument(
        "--board", metavar="B", required=True, help="dambord, dgt, dgt-draughts, cpp, …"
    )
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--hex", metavar="BYTES", help='as in "86 00 43"; - reads them from stdin')
    source.add_argument(
        "--file", metavar="FILE", type=Path, help="raw bytes, or a log of `play --wire`"
    )
    parser.add_argument("--coding", metavar="C", help="of DGT draughts pieces: 2011 or pre-2011")
    add_json(parser)


def _decode(given: argparse.Namespace) -> int:
    from companion.decoding import CODINGS, board_names, decode, read_hex
    from companion.errors import InputError
    from firmware_protocol.dgt.pieces import Coding

    if given.board not in board_names():
        known = ", ".join(board_names())
        raise UsageError(f"no board is called {given.board!r}; use one of {known}")
    if given.coding not in (None, *CODINGS):
        raise UsageError(f"no coding is called {given.coding!r}; use {' or '.join(CODINGS)}")
    try:
        data = _bytes(given.file) if given.file else read_hex(_hex(given.hex))
    except InputError as error:
        raise UsageError(str(error)) from error
    decoded = decode(given.board, data, Coding(given.coding) if given.coding else None)
    if given.json:
        print_json(decoded.as_json())
    else:
        print(_lines(decoded))
        if data and decoded.is_strange:
            print("nothing here is a message of this board; is it another one (--board)?")
    return EXIT_FINE


def _hex(text: str) -> str:
    import sys

    return sys.stdin.read() if text == "-" else text


def _bytes(path: Path) -> bytes:
    """What the board said, from a log of both ways or from a file of nothing else."""
    from board_io.wire_log import Passed, is_wire_log, read_wire_log
    from companion.errors import InputError, why_unread
    from companion.given_files import read_whole

    try:
        data = read_whole(path)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {why_unread(error)}") from error
    if not is_wire_log(data):
        return data
    _, lines = read_wire_log(data.decode("utf-8", "replace"), str(path))
    said = (line for line in lines if isinstance(line, Passed) and line.from_board)
    return b"".join(line.data for line in said)


def _lines(decoded: Decoded) -> str:
    events = [
        event if isinstance(event, str) else json.dumps(event, ensure_ascii=False)
        for event in decoded.events
    ]
    errors, pending = decoded.framing_errors, decoded.pending_bytes
    rest = (
        f"{len(events)} events, {errors} framing errors, {pending} bytes of an unfinished message"
    )
    return "\n".join([*events, rest])
