"""Legal moves, against given cases and known node counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.errors import UnknownVariantError
from rules.fen import parse_fen
from rules.perft import perft
from rules.position import Position
from rules.variants import variant_named

DATA = Path(__file__).parent.parent / "data"
QUICK_NODES = 40_000
SLOW_NODES = 700_000

Summary = tuple[str, frozenset[int], bool, int]


def _known(name: str) -> bool:
    try:
        return bool(variant_named(name))
    except UnknownVariantError:
        return False


def _cases() -> list[dict]:
    cases = json.loads((DATA / "rules.json").read_text(encoding="utf-8"))["cases"]
    return [c for c in cases if c["question"] == "legal" and _known(c["variant"])]


def _perfts() -> list:
    rows = json.loads((DATA / "perft.json").read_text(encoding="utf-8"))
    found = []
    for row in rows:
        if row["nodes"] > SLOW_NODES or not _known(row["variant"]):
            continue
        marks = [pytest.mark.slow] if row["nodes"] > QUICK_NODES else []
        name = f"{row['variant']}-{row['fen'][:12]}-{row['count']}-{row['depth']}"
        found.append(pytest.param(row, id=name, marks=marks))
    return found


def _summaries(position: Position) -> list[Summary]:
    return [
        (move.short, frozenset(move.captured), move.promotes, len(move.routes))
        for move in position.legal_moves()
    ]


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["id"])
def test_the_legal_moves_are_those_of_the_case(case: dict) -> None:
    position = parse_fen(case["fen"], variant_named(case["variant"]))
    wanted = [
        (
            move["notation"],
            frozenset(move["captures"]),
            move.get("promotes", False),
            move.get("n_routes", 1),
        )
        for move in case["moves"]
    ]
    assert sorted(_summaries(position), key=str) == sorted(wanted, key=str)


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["id"])
def test_the_route_and_the_orders_of_the_case_are_among_the_routes(case: dict) -> None:
    position = parse_fen(case["fen"], variant_named(case["variant"]))
    routes = {(r.path, r.captured) for move in position.legal_moves() for r in move.routes}
    orders = {captured for _, captured in routes}
    for move in case["moves"]:
        assert (tuple(move["route"]), tuple(move["captures"])) in routes
        assert {tuple(order) for order in move.get("capture_orders", [])} <= orders


@pytest.mark.parametrize("row", _perfts())
def test_the_number_of_lines_of_play_is_the_known_one(row: dict) -> None:
    position = parse_fen(row["fen"], variant_named(row["variant"]))
    counted = perft(position, row["depth"])
    assert (counted.routes if row["count"] == "routes" else counted.moves) == row["nodes"]
