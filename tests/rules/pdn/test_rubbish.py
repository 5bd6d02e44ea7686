"""Files that are damaged, hostile or no PDN at all: nothing is raised, and other games are read."""

from __future__ import annotations

import io
import random
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.pdn import PdnError, PdnGame, read_pdn

OWN = (Path(__file__).parents[2] / "data" / "games" / "random.pdn").read_bytes()
GOOD = b'[Event "good"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n'
PIECES = [
    *(b'{ } ( ) [ ] / " \\ $ $7 ! ? * % ; . ... - x : 0 1'.split()),
    *(b"1. 32-28 28x19 2-0 1-1 *".split()),
    *(
        b'[Event "x"]|/FEN "W:W31:B1"/|/FEN|[%clk 0:01]|\n\n|\xff|\x00|a3b4|- -|[FEN "x"]'.split(
            b"|"
        )
    ),
]


def sound(games: list[PdnGame]) -> list[PdnGame]:
    """The games, looked at: every error is one line with a place."""
    for number, game in enumerate(games, start=1):
        assert game.number == number
        if game.error:
            assert isinstance(game.error, PdnError)
            assert "\n" not in str(game.error)
            assert game.error.line >= 1
            assert game.error.column >= 1
            assert game.error.game == number
        repr(game)
    return games


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    sound(list(read_pdn(data)))


@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    sound(list(read_pdn(text)))


@given(st.lists(st.sampled_from(PIECES), max_size=60), st.sampled_from([b"", b" "]))
def test_any_mixture_of_what_pdn_is_made_of(pieces: list[bytes], between: bytes) -> None:
    sound(list(read_pdn(between.join(pieces))))


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_a_good_game_after_rubbish_is_read(pieces: list[bytes]) -> None:
    last = sound(list(read_pdn(b" ".join(pieces) + b" } \n\n" + GOOD)))[-1]
    assert last.error is None
    assert last.game is not None
    assert len(last.game.plies) == 4


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_damaged_files(seed: int) -> None:
    rng = random.Random(seed)
    start = rng.randrange(len(OWN) - 1200)
    data = bytearray(OWN[start : start + 1200])
    for _ in range(rng.randrange(1, 8)):
        at = rng.randrange(len(data))
        change = rng.randrange(3)
        data[at : at + change % 2] = bytes([rng.randrange(256)]) if change else b""
    sound(list(read_pdn(bytes(data))))


def test_one_damaged_byte_spoils_one_game() -> None:
    whole = list(read_pdn(OWN))
    rng = random.Random(1)
    for _ in range(8):
        data = bytearray(OWN)
        at = rng.choice([n for n, byte in enumerate(OWN) if chr(byte).isdigit()])
        data[at] = ord("@")
        found = {
            game.tags["Round"]: game.game for game in read_pdn(bytes(data)) if "Round" in game.tags
        }
        kept = sum(found.get(game.tags["Round"]) == game.game for game in whole)
        assert kept >= len(whole) - 1


@pytest.mark.parametrize(
    "text",
    [
        "(" * 50_000,
        "1. 32-28 " + "(" * 50_000,
        "1. 32-28 " + "( 1. 33-28 " * 5_000 + ")" * 5_000,
        "{" * 50_000,
        "[" * 50_000,
        '[Event "' * 10_000,
        '"' * 50_000,
        "1" * 50_000,
        "1-" * 50_000,
        "1x1" * 50_000,
        "a1" * 50_000,
        "/FEN " * 10_000,
        '/FEN "' + "W" * 50_000 + '"/',
        '[FEN "W:W' + ",".join(["K1"] * 10_000) + '"]\n*',
        "1. 32-28 $" + "9" * 10_000,
        "1. 32-28 {irregular: pass; ways " + "1-2/ " * 10_000 + "}",
        "1. 32-28 {irregular: pass; ways " + "9" * 10_000 + "/}",
        "1. 32-28 {[%clk " + "9" * 10_000 + ":00:00]}",
        '[GameType "' + "9" * 10_000 + '"]\n1. 32-28',
        "!" * 50_000,
        "%" * 50_000,
        ";" * 50_000,
        "\n" * 50_000,
        "* " * 50_000,
    ],
    ids=lambda text: text[:20],
)
def test_hostile_texts_are_read_in_good_time(text: str) -> None:
    begun = time.process_time()
    games = sound(list(read_pdn(text + "\n\n" + GOOD.decode())))
    for game in games:
        for move in game.moves:
            assert move.clock is None
    assert time.process_time() - begun < 5  # seconds


class Stream(io.RawIOBase):
    """The same bytes again and again."""

    def __init__(self, block: bytes, times: int) -> None:
        self._block = block
        self._left = times

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not self._left:
            return b""
        self._left -= 1
        return self._block


@pytest.mark.slow
@pytest.mark.parametrize(
    ("block", "times"),
    [
        (b"\n".join([GOOD] * 30), 20),
        (b"1. 32-28 19-23 " * 4000, 2),
        (b"{" + b"word " * 12000, 6),
        (b"x" * 60000, 6),
        (b"(" * 5000, 12),
    ],
    ids=["games", "one game", "one comment", "rubbish", "brackets"],
)
def test_memory_does_not_grow_with_the_file(block: bytes, times: int) -> None:
    peaks = [peak(block, count) for count in (times, 3 * times)]
    assert peaks[1] < 1.3 * peaks[0] + 1_000_000  # bytes


def peak(block: bytes, times: int) -> int:
    """The most memory, in bytes, that reading so many blocks takes."""
    tracemalloc.start()
    try:
        for _ in read_pdn(Stream(block, times)):  # type: ignore[arg-type]
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
