"""The Chess Peripheral Protocol as text: what is written is read, what is wrong is told."""

from __future__ import annotations

import string
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.decoding import decode as decode_hex
from firmware_protocol.cpp import commands
from firmware_protocol.cpp.codec import LONGEST, decode, encode
from firmware_protocol.cpp.commands import READERS
from firmware_protocol.cpp.decoder import CppDecoder, line
from firmware_protocol.cpp.moves import MOST_SQUARES, Notation, Uci, parse_uci
from firmware_protocol.cpp.options import OptionKind, OptionSpec
from firmware_protocol.cpp.placement import DRAUGHTS, EMPTY, SIZES, Placement, parse_placement
from firmware_protocol.cpp.shapes import Command, Named, Placed, Plain, Played, Spoken
from firmware_protocol.errors import BodyError, MessageError

START = "/".join(["1m1m1m1m1m", "m1m1m1m1m1"] * 2 + ["10", "10"] + ["1M1M1M1M1M", "M1M1M1M1M1"] * 2)

# -- every command there and back --------------------------------------------------------------

WORDS = st.text(string.ascii_lowercase + string.digits + "_?", min_size=1, max_size=40)
LINES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=60)
PLACEMENTS = st.sampled_from(SIZES).flatmap(
    lambda size: st.builds(
        Placement,
        st.lists(
            st.text(EMPTY * 4 + DRAUGHTS, min_size=size, max_size=size),
            min_size=size,
            max_size=size,
        ).map(tuple),
        st.sampled_from(["", "w", "b"]),
    )
)
LETTERED = st.builds("{}{}".format, st.sampled_from("abcdefghijkl"), st.integers(1, 12))
NUMBERED = st.integers(1, 99).map("{:02}".format)
UCIS = st.one_of(LETTERED, NUMBERED).flatmap(
    lambda first: st.builds(
        Uci,
        st.lists(NUMBERED if first.isdigit() else LETTERED, min_size=2, max_size=MOST_SQUARES).map(
            tuple
        ),
        st.booleans(),
    )
)
OPTIONS = st.one_of(
    st.builds(OptionSpec, WORDS, st.just(OptionKind.BOOL), st.sampled_from(["true", "false"])),
    st.builds(OptionSpec, WORDS, st.just(OptionKind.STR), WORDS),
    st.builds(OptionSpec, WORDS, st.just(OptionKind.INT), st.just("4"), st.just(("1", "9", "1"))),
    st.builds(OptionSpec, WORDS, st.just(OptionKind.ENUM), st.just("a"), st.just(("b", "a"))),
)
TIMES = st.integers(0, 10**9)


def made(kind: type[Command]) -> st.SearchStrategy[Command]:
    if issubclass(kind, Plain):
        return st.builds(kind)
    for shape, content in ((Named, WORDS), (Placed, PLACEMENTS), (Played, UCIS), (Spoken, LINES)):
        if issubclass(kind, shape):
            return st.builds(kind, content)
    of: dict[type[Command], st.SearchStrategy[Command]] = {
        commands.Time: st.builds(commands.Time, TIMES, TIMES),
        commands.Score: st.builds(commands.Score, WORDS, WORDS),
        commands.Option: st.builds(commands.Option, OPTIONS),
        commands.SetOption: st.builds(commands.SetOption, WORDS, WORDS),
    }
    return of[kind]


KINDS = [reader.__self__ for reader in READERS.values()]  # type: ignore[attr-defined]
COMMANDS = st.sampled_from(KINDS).flatmap(made)


@given(COMMANDS)
def test_what_is_written_is_read(command: Command) -> None:
    message = encode(command)
    assert decode(message) == command
    assert CppDecoder().feed(line(command)) == [command]
    assert decode_hex("cpp", message).events == (command.form(),)


@given(st.binary(max_size=600))
def test_nothing_that_comes_is_more_than_unknown_or_broken(message: bytes) -> None:
    try:
        command = decode(message)
    except BodyError:
        return
    assert decode(encode(command)) == command


@pytest.mark.parametrize(
    "text",
    [
        "begin",
        "begin 8/8/8",
        "begin 10/10/10/10/10/10/10/10/10/9",
        "state x7/8/8/8/8/8/8/8",
        "sync 1m1m1m1m1m",
        "move",
        "move a3",
        "move a0b1",
        "move z1z2",
        "move 322",
        "move a3" * (MOST_SQUARES + 1),
        "promote a3b",
        "time 1",
        "time 1 -1",
        "time 1 99999999999",
        "score 1700",
        "feature",
        "feature Two Words",
        "option brightness",
        "option brightness int",
        "option brightness int 4",
        "option brightness int 9 1 4 1",
        "option speed float nan 0 1",
        "option mode list a b",
        "option mode enum c a b",
        "set_option brightness",
    ],
)
def test_a_known_command_that_is_not_what_it_promises_is_broken(text: str) -> None:
    with pytest.raises(BodyError):
        decode(text.encode())
    assert decode_hex("cpp", text.encode()).framing_errors == 1


@pytest.mark.parametrize("text", ["", "castle e1g1", "moves a3b4", "begin_again", "OK", "\x1b[2J"])
def test_an_unknown_command_is_kept_and_cannot_move_the_cursor(text: str) -> None:
    command = decode(text.encode())
    assert isinstance(command, commands.Unknown)
    assert command.text.isprintable()


def test_a_message_that_is_too_long_is_neither_read_nor_written() -> None:
    with pytest.raises(BodyError):
        decode(b"msg " + b"x" * LONGEST)
    with pytest.raises(MessageError):
        encode(commands.Msg("x" * LONGEST))
    with pytest.raises(MessageError):
        encode(commands.Msg("two\nlines"))


# -- squares and pieces ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "squares", "notation", "promotes"),
    [
        ("a3b4", ("a3", "b4"), Notation.LETTERS, False),
        ("j10i9", ("j10", "i9"), Notation.LETTERS, False),
        ("a1b10", ("a1", "b10"), Notation.LETTERS, False),
        ("b2a1d", ("b2", "a1"), Notation.LETTERS, True),
        ("b2d1", ("b2", "d1"), Notation.LETTERS, False),
        ("c3e5g7", ("c3", "e5", "g7"), Notation.LETTERS, False),
        ("c3-e5", ("c3", "e5"), Notation.LETTERS, False),
        ("3228", ("32", "28"), Notation.NUMBERS, False),
        ("47362713", ("47", "36", "27", "13"), Notation.NUMBERS, False),
        ("0601d", ("06", "01"), Notation.NUMBERS, True),
        ("6x1", ("06", "01"), Notation.NUMBERS, False),
    ],
)
def test_both_ways_to_name_squares_are_understood(
    text: str, squares: tuple[str, ...], notation: Notation, promotes: bool
) -> None:
    uci = parse_uci(text)
    assert (uci.squares, uci.notation, uci.promotes) == (squares, notation, promotes)


def test_the_way_that_was_used_is_told() -> None:
    told = [decode_hex("cpp", text).events[0]["notation"] for text in (b"move a3b4", b"move 3228")]
    assert told == ["letters", "numbers"]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (START, {0: ".m.m.m.m.m", 4: "." * 10, 9: "M.M.M.M.M."}),
        (START.replace("10/10", "82/55"), {4: "." * 10, 5: "." * 10}),
        ("d7/8/8/8/8/8/8/7D w", {0: "d.......", 7: ".......D"}),
        ("uuuuuuuu/????????/8/8/8/8/8/UUUUUUUU", {0: "u" * 8, 1: "?" * 8, 7: "U" * 8}),
        ("rnbqkbnr/8/8/8/8/8/8/8 w KQkq - 0 1", {0: "rnbqkbnr"}),
    ],
)
def test_rows_are_read_from_the_top(text: str, rows: dict[int, str]) -> None:
    placement = parse_placement(text)
    assert {row: placement.rows[row] for row in rows} == rows


def test_an_empty_row_of_ten_is_written_as_ten() -> None:
    assert parse_placement(f"{START} w").fen == f"{START} w"


# -- a stream ----------------------------------------------------------------------------------


@given(st.lists(COMMANDS, max_size=5), st.lists(st.integers(0, 2000), max_size=8), st.booleans())
def test_lines_may_be_cut_anywhere(said: list[Command], cuts: list[int], more: bool) -> None:
    data = b"".join(map(line, said)) + b"mov" * more
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    decoder = CppDecoder()
    heard: list[Any] = []
    for start, end in pairwise(places):
        heard += decoder.feed(data[start:end])
    assert heard == said
    assert (decoder.pending, decoder.framing_errors) == (3 * more, 0)
    assert decoder.finish() == ([commands.Unknown("mov")] if more else [])


def test_a_line_without_an_end_is_given_up() -> None:
    decoder = CppDecoder()
    assert decoder.feed(b"x" * 10_000) == []
    assert (decoder.pending, decoder.framing_errors) == (0, 1)
    assert decoder.feed(b"\nok\r\n\0nok\n") == [commands.Ok(), commands.Nok()]
