"""Random positions, many kings among them, in these rules and in other libraries, each in an
environment of its own. `KNOWN` says where they differ, who is right, and why; a comparison fails
for every difference that no entry explains."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.environments import PeerError, interpreter, run
from rules.names import lettered
from rules.piece import Color, Piece, Role
from rules.position import Position
from rules.variant import Variant
from rules.variants import variant_named

# One worker asks them all: two would make the same environment at the same time.
pytestmark = pytest.mark.xdist_group("peers")

HERE = Path(__file__).parent
Answer = frozenset[tuple[int, int, tuple[int, ...]]]
Explains = Callable[[Position, Answer, Answer | str], bool]


def scattered(variant: Variant, chooser: random.Random) -> Position:
    """Pieces anywhere, few or many of them kings."""
    most = 22 if variant.squares == 50 else 14
    share = chooser.random()
    pieces: dict[int, Piece] = {}
    for square in chooser.sample(range(1, variant.squares + 1), chooser.randint(2, most)):
        color = chooser.choice(list(Color))
        king = chooser.random() < share or variant.promotes_on(color, square)
        pieces[square] = Piece(color, Role.KING if king else Role.MAN)
    return Position.of(variant, chooser.choice(list(Color)), pieces)


def played(variant: Variant, chooser: random.Random) -> Position:
    """A position from a game of random moves."""
    position = Position.start(variant)
    for _ in range(chooser.randint(4, 70)):
        moves = sorted(position.legal_moves(), key=lambda move: (move.start, move.end))
        if not moves:
            break
        position = position.play(chooser.choice(moves))
    # As it is set up: what happened before is not known to the other library.
    return Position.of(variant, position.turn, position.pieces())


def positions(variant: Variant, count: int) -> list[Position]:
    """Half of them scattered, half played; the same each time."""
    chooser = random.Random(20)
    ways = (scattered, played)
    return [ways[number % 2](variant, chooser) for number in range(count)]


def moves_of(position: Position) -> Answer:
    return frozenset(
        (move.start, move.end, tuple(sorted(move.captured))) for move in position.legal_moves()
    )


def written(position: Position) -> str:
    """The FEN as the others read it: squares of Turkish draughts go by letters."""
    if position.variant.name != "turkish":
        return position.fen
    board = position.variant.geometry
    return re.sub(r"\d+", lambda found: lettered(board, int(found[0])), position.fen)


def ask(library: str, variant: Variant, asked: list[Position]) -> list[Answer | str]:
    """The moves that another library finds, or its error. Skips where it cannot be installed."""
    try:
        python = Path(sys.executable) if library == "dame-rs" else interpreter(library)
        task = {"variant": variant.name, "fens": [written(position) for position in asked]}
        printed = run([str(python), str(HERE / "answer.py"), library], json.dumps(task), 300)
    except PeerError as error:
        pytest.skip(f"{library} cannot be asked: {error}")
    return [
        found if isinstance(found, str) else frozenset((a, b, tuple(c)) for a, b, c in found)
        for found in json.loads(printed)
    ]


@dataclass(frozen=True)
class KnownDifference:
    """`explains` says whether a difference (position, our answer, theirs) is this one."""

    library: str
    variants: tuple[str, ...]
    what: str
    right: str
    why: str
    explains: Explains


def _refused(_position: Position, _ours: Answer, theirs: Answer | str) -> bool:
    return isinstance(theirs, str)


def _captures_left_open(_position: Position, ours: Answer, theirs: Answer | str) -> bool:
    captures = {move for move in theirs if move[2]}
    return bool(captures) and captures == ours


def _passes_pieces(position: Position, ours: Answer, theirs: Answer | str) -> bool:
    if isinstance(theirs, str) or ours - theirs:
        return False
    standing = set(position.squares())
    between = position.variant.geometry.between
    return all(not taken and standing & set(between(a, b)) for a, b, taken in theirs - ours)


def _captures_missed(position: Position, ours: Answer, theirs: Answer | str) -> bool:
    kings = set(position.squares(position.turn, Role.KING))
    missed = ours - theirs if isinstance(theirs, frozenset) else ()
    return bool(missed) and theirs <= ours and all(start in kings for start, _, _ in missed)


KNOWN = (
    KnownDifference(
        "py-draughts",
        ("american",),
        "lists quiet moves beside captures",
        "ours",
        "WCDF 1.20: a capture that can be made must be made; there it is optional on purpose",
        _captures_left_open,
    ),
    KnownDifference(
        "pydraughts",
        ("turkish",),
        "lets a king slide over pieces",
        "ours",
        "a king passes empty squares only; captures, which it gets right, agree in all positions",
        _passes_pieces,
    ),
    KnownDifference(
        "pydraughts",
        ("frisian",),
        "overlooks long captures by kings of the same value",
        "ours",
        "every one of them is a capture of the highest value; py-draughts finds them as well",
        _captures_missed,
    ),
    KnownDifference(
        "dame-rs",
        ("international",),
        "refuses a position in which a side has no pieces or too many",
        "neither",
        "such a position cannot come about in a game; these rules judge any board that is seen",
        _refused,
    ),
)


COMPARED = [
    ("dame-rs", "international", 2000),
    ("py-draughts", "international", 2000),
    ("py-draughts", "frisian", 2000),
    ("py-draughts", "russian", 2000),
    ("py-draughts", "brazilian", 2000),
    ("py-draughts", "american", 500),
    ("pydraughts", "italian", 2000),
    ("pydraughts", "american", 2000),
    ("pydraughts", "turkish", 300),
    ("pydraughts", "frisian", 60),  # it takes a tenth of a second for each
]


@pytest.mark.slow
@pytest.mark.parametrize(("library", "name", "count"), COMPARED)
def test_another_library_finds_the_same_moves(library: str, name: str, count: int) -> None:
    variant = variant_named(name)
    asked = positions(variant, count)
    known = [k for k in KNOWN if k.library == library and name in k.variants]
    unexplained = []
    agreed = 0
    for position, theirs in zip(asked, ask(library, variant, asked), strict=True):
        ours = moves_of(position)
        if ours == theirs:
            agreed += 1
        elif not any(difference.explains(position, ours, theirs) for difference in known):
            unexplained.append((position.fen, sorted(ours), theirs))
    assert unexplained == []
    assert agreed >= count // 2


def test_the_positions_hold_many_kings_and_many_captures() -> None:
    for name in ("international", "frisian", "russian", "italian"):
        found = positions(variant_named(name), 200)
        kings = [len(position.squares(role=Role.KING)) for position in found]
        captures = [p for p in found if p.legal_moves() and p.legal_moves()[0].is_capture]
        assert sum(count >= 3 for count in kings) > 60
        assert len(captures) > 60
        assert len(set(found)) > 190
