"""Rulings, against the cases of wrong play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.errors import SquareError
from rules.fen import parse_fen
from rules.judge import judge
from rules.position import Position
from rules.ruling import Attempt, Reason, Ruling, Severity
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


def rule(fen: str, start: int | None, end: int | None, *removed: int, **more: object) -> Ruling:
    return judge(parse_fen(fen), Attempt(start, end, removed, **more))


@pytest.mark.parametrize(
    ("ruling", "reason", "squares", "article"),
    [
        (rule("W:W27,48:B22", 48, 42), "must_capture", (27, 22, 18), "KNDB, slaan is verplicht"),
        (rule("W:W31,40:B27,34", 40, 35), "must_capture", (31, 27, 22, 40, 34, 29), None),
        (rule("W:W38:B33,24", 38, 29, 33), "must_capture_more", (38, 29, 20), "KNDB, doorslaan"),
        (rule("W:W38,26:B33,24,21", 26, 17, 21), "must_capture_more", (38, 29, 20), None),
        (rule("W:W38,26:B33,24,21", 26, 17), "must_capture_more", (38, 29, 20), "KNDB, meerslag"),
        (rule("W:W28:B1", 28, 32), "backward_move", (28, 32), "KNDB, zet van een schijf"),
        (rule("W:WK46:B6", 46, 22), "bad_geometry", (46, 22), "KNDB, zet van een dam"),
        (rule("W:W38:B33,24,1", 38, 20, 33, 1), "wrong_removal", (1, 24), "FMJD 5.4.12"),
        (rule("W:W38:B33,24", 38, 20, 33), "wrong_removal", (24,), "FMJD 5.4.11"),
        (rule("W:W38,50:B33,24", 38, 20, 33, 24, 50), "wrong_removal", (50,), "FMJD 5.4.14"),
        (rule("W:W28:B1", None, None, 1), "wrong_removal", (1,), "FMJD 5.4.7"),
        (rule("W:W28:B1", None, None), "pass", (), "KNDB, passen bestaat niet"),
        (rule("W:W28:B1", 28, 28), "pass", (), None),
        (rule("W:W28:B1", 28, None), "wrong_removal", (28,), None),
        (rule("W:W28:B1", 28, None, on_light=True), "light_square", (28,), "FMJD 5.3"),
        (rule("W:WK2:B26", 2, 7, uncrowned=(2,)), "moved_uncrowned_king", (2,), "KNDB 3.5"),
        (rule("W:W38:B33", 38, 33, 33), "occupied", (38, 33), None),
        (rule("W:W28:B1", 28, 22, 1), "wrong_removal", (1,), None),
        (rule("W:W28,K5:B1,2", 5, 32), "king_path_blocked", (5, 32), None),
        (
            rule("W:WK24:B29,43,39", 24, 30),
            "must_capture",
            (24, 29, 39, 33, 44, 43, 38, 49, 50),
            None,
        ),
        (rule("W:W38:B33,24", 38, 29), "must_capture_more", (38, 29, 20), "KNDB, doorslaan"),
        (rule("W:W48:B42,32", 48, 28, 32, 42), "removal_order", (42, 32), "FMJD 4.5"),
    ],
)
def test_the_squares_and_the_article_explain_the_ruling(
    ruling: Ruling, reason: str, squares: tuple[int, ...], article: str | None
) -> None:
    assert (ruling.reason, ruling.squares) == (reason, squares)
    assert article is None or ruling.article == article


def test_a_capture_in_a_circle_is_legal_when_the_pieces_are_off_and_unfinished_before() -> None:
    circle = "W:W47:B31,32,41,42"
    assert rule(circle, 47, 47, 41, 31, 32, 42).legal
    begun = rule(circle, 47, 47)
    assert (begun.reason, set(begun.squares)) == (Reason.WRONG_REMOVAL, {31, 32, 41, 42})


def test_jumping_twice_is_found_from_the_pieces_taken_when_the_way_was_not_seen() -> None:
    ruling = rule("W:W38:B13,14,23,24,33,43", 38, 49, 13, 14, 23, 24, 33, 43)
    assert ruling.reason is Reason.JUMPED_TWICE


def test_an_order_that_belongs_to_another_route_is_noted_when_the_way_was_seen() -> None:
    circle = "W:W47:B31,32,41,42"
    other_way = (42, 32, 31, 41)
    assert rule(circle, 47, 47, *other_way).reason is None
    seen = rule(circle, 47, 47, *other_way, route=(47, 36, 27, 38, 47))
    assert (seen.legal, seen.reason) == (True, Reason.REMOVAL_ORDER)


def test_squares_off_the_board_are_refused() -> None:
    for attempt in (Attempt(0, 5), Attempt(5, 51), Attempt(31, 27, (60,))):
        with pytest.raises(SquareError):
            judge(Position.start(), attempt)


def in_variant(name: str, fen: str, start: int, end: int, *removed: int, **more: object) -> Ruling:
    return judge(parse_fen(fen, variant_named(name)), Attempt(start, end, removed, **more))


@pytest.mark.parametrize(
    ("ruling", "reason", "article"),
    [
        # Russian: any capture, but to its end.
        (in_variant("russian", "W:W26:B22,14", 26, 17, 22), "must_capture_more", "doorslaan"),
        (in_variant("russian", "W:W22,20:B18,10,16", 20, 11, 16), None, ""),
        # Italian: with the king first; a man may not take a king.
        (in_variant("italian", "W:WK23,30:B19,26", 30, 21, 26), "must_capture_more", "FID 6.8"),
        (in_variant("italian", "W:W31:BK27", 31, 22, 27), "bad_geometry", "slaan met een schijf"),
        (in_variant("american", "W:W14:B18", 14, 23, 18), "backward_move", "zet van een schijf"),
        # Frisian: a column is a line for captures, not for moves.
        (in_variant("frisian", "W:W38:B28", 38, 18, 28), None, ""),
        (in_variant("frisian", "W:W38:B1", 38, 28), "bad_geometry", "zet van een schijf"),
        (in_variant("frisian", "W:W38:B33,23,K32", 38, 27, 32), "must_capture_more", "meerslag"),
        # Turkish: never diagonally, never backward.
        (in_variant("turkish", "W:We3:Ba8", 45, 36), "bad_geometry", "zet van een schijf"),
        (in_variant("turkish", "W:We3:Ba8", 45, 53), "backward_move", "zet van een schijf"),
        (in_variant("turkish", "W:We3,a1:Be4", 57, 49), "must_capture", "slaan is verplicht"),
        # Where pieces leave at once nothing is removed too early.
        (in_variant("turkish", "W:We3:Be4,e6", 45, 13, 37, 21, removed_early=(37,)), None, ""),
        (in_variant("killer", "W:WK46:BK28", 46, 10, 28), "bad_geometry", "slaan met een dam"),
        (in_variant("international+no_forced", "W:W27,48:B22", 48, 42), None, ""),
        (in_variant("international+men_forward", "W:W22:B28", 22, 33, 28), "backward_move", ""),
    ],
)
def test_every_variant_is_judged_by_its_own_rules(
    ruling: Ruling, reason: str | None, article: str
) -> None:
    assert ruling.reason == reason
    assert ruling.legal is (reason is None)
    assert article in ruling.article


def test_a_legal_move_by_another_piece_than_the_touched_one_is_a_note() -> None:
    start = Position.start()
    seen = judge(start, Attempt(33, 28, touched=(42, 32, 33)))
    assert (seen.legal, seen.reason, seen.squares) == (True, None, (32,))
    assert "aanraken" in seen.article
    assert judge(start, Attempt(32, 28, touched=(42, 32))).article == ""


def test_a_capture_may_end_where_a_captured_piece_stood_when_pieces_leave_at_once() -> None:
    turkish = variant_named("turkish")
    fen = "W:WK1,K2,K3,K4,K5,24,25,27,28,29,30,K31,32,33,35,36,37,48:B11,23,26,47,K59"
    position = parse_fen(fen, turkish)
    ends = [move for move in position.legal_moves() if move.end in move.captured]
    assert ends
    for move in ends:
        ruling = judge(position, Attempt(move.start, move.end, move.captured))
        assert (ruling.legal, ruling.move) == (True, move)
