"""Rulings, against the cases of wrong play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.fen import parse_fen
from rules.judge import judge
from rules.ruling import Attempt, Reason, Severity
from rules.variants import VARIANTS, variant_named

DATA = Path(__file__).parent.parent / "data"
NOTES = (Reason.REMOVAL_ORDER, Reason.REMOVED_TOO_EARLY)


def _cases() -> list[dict]:
    cases = json.loads((DATA / "rules.json").read_text(encoding="utf-8"))["cases"]
    return [c for c in cases if c["question"] == "illegal_reason" and c["variant"] in VARIANTS]


def _attempt(case: dict) -> Attempt:
    seen = case["attempt"]
    on_light = str(seen["to"]).startswith("light")
    return Attempt(
        start=seen["from"],
        end=None if on_light else seen["to"],
        removed=tuple(seen["removed"]),
        route=tuple(seen.get("route", ())),
        removed_early=_early(seen.get("events", [])),
        on_light=on_light,
        uncrowned=tuple(case.get("uncrowned", ())),
    )


def _early(events: list[str]) -> tuple[int, ...]:
    """Squares emptied before the piece was put down for the last time."""
    landed = max((i for i, event in enumerate(events) if event.startswith("place")), default=0)
    return tuple(int(e.split()[1]) for e in events[:landed] if e.startswith("remove"))


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["id"])
def test_the_reason_is_that_of_the_case(case: dict) -> None:
    position = parse_fen(case["fen"], variant_named(case["variant"]))
    ruling = judge(position, _attempt(case))
    assert ruling.reason == Reason(case["reason"])
    assert sorted(move.short for move in ruling.legal_moves) == sorted(case["legal"])
    assert ruling.article
    assert ruling.severity is (Severity.NOTE if ruling.reason in NOTES else Severity.FOUL)
    assert ruling.legal is (ruling.reason in NOTES)
