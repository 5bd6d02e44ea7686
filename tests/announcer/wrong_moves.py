"""The wrong moves of `tests/data/wrong_moves.toml`, each with the violation that the rules find."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from announcer.announcement import Kind
from reconciler.irregular import CODES
from reconciler.transition import Violation, ViolationCode
from rules.fen import parse_fen
from rules.game import Game
from rules.judge import judge
from rules.notation import parse_move
from rules.ruling import Attempt
from rules.variants import variant_named

_FILE = Path(__file__).parent.parent / "data" / "wrong_moves.toml"
_ALWAYS = (
    *(Kind.WRONG_PIECE_REMOVED, Kind.WRONG_HUFF, Kind.PIECE_MISSING, Kind.EXTRA_PIECE),
    *(Kind.UNKNOWN_POSITION, Kind.CAPTURED_PIECE_LEFT, Kind.KING_NOT_CROWNED),
    Kind.ENGINE_MOVE_MISMATCH,
)


@dataclass(frozen=True)
class WrongMove:
    """`piece` is what a sentence has to name (man, king, piece), `right` the squares it names where
    help is given. `always`: told at every level, because the board is wrong."""

    id: str
    game: Game
    violation: Violation
    kind: Kind
    piece: str
    right: tuple[int, ...]

    @property
    def always(self) -> bool:
        return self.kind in _ALWAYS


def _read() -> Iterator[WrongMove]:
    for row in tomllib.loads(_FILE.read_text(encoding="utf-8"))["wrong"]:
        game = Game(parse_fen(row["fen"], variant_named(row.get("game", "international"))))
        for move in row.get("played", ()):
            game = game.play(parse_move(game.position, move))
        violation = _violation(row, game)
        right = tuple(row["right"])
        yield WrongMove(row["id"], game, violation, Kind(row["kind"]), row["piece"], right)


def _violation(row: dict[str, Any], game: Game) -> Violation:
    if "code" in row:
        return Violation(ViolationCode(row["code"]), _squares(row, "squares"))
    attempt = Attempt(
        row["from"],
        row.get("to"),
        _squares(row, "removed"),
        on_light=bool(row.get("light")),
        uncrowned=_squares(row, "uncrowned"),
    )
    ruling = judge(game.position, attempt)
    assert ruling.reason is not None, row["id"]
    return Violation(CODES[ruling.reason], ruling.squares, ruling)


def _squares(row: dict[str, Any], key: str) -> tuple[int, ...]:
    return tuple(row.get(key, ()))


WRONG_MOVES = tuple(_read())
