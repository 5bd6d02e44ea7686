"""What an arbiter is asked at the table, as plain data: how a game stands, whether it is a draw,
what a touch, a half-made move or a claim comes to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.errors import InputError
from rules.conduct import (
    MOVES_BEFORE_AGREED_DRAW,
    bound_by_touch,
    completion,
    may_demand_take_back,
)
from rules.errors import RulesError
from rules.game import Game, Outcome, Ply, Termination
from rules.notation import parse_move
from rules.piece import Color
from rules.position import Position
from rules.ruling import Reason

AGREED = "agree_draw"
_ENDS = {"resign": Termination.RESIGNED, "flag": Termination.FLAG}


def played(position: Position, moves: Iterable[str]) -> Game:
    """The game from a position. Raises RulesError for a move that is not legal."""
    game = Game(position)
    for text in moves:
        game = game.play(parse_move(game.position, text))
    return game


def result(game: Game, event: str) -> dict[str, Any]:
    """How the game stands after an event: a move, resign:W, flag:B or agree_draw. Raises
    InputError, RulesError."""
    kind, _, side = event.partition(":")
    if event == AGREED:
        game = game.finish(Outcome(None, Termination.AGREED))
    elif kind in _ENDS:
        game = game.finish(Outcome(_side(side).other, _ENDS[kind]))
    elif event:
        game = game.play(parse_move(game.position, event))
    outcome = game.outcome
    if outcome is None:
        return {"over": False, "winner": None, "score": None, "termination": None}
    return {
        "over": True,
        "winner": outcome.winner.value.lower() if outcome.winner else None,
        "score": list(outcome.score),
        "termination": outcome.termination.value,
    }


def draws(game: Game, *, match: bool, played_each: int | None) -> dict[str, Any]:
    """When a count made the game a draw first, how far each count is now, and whether a draw may
    be agreed; `played_each`: so many moves were made by each before (None: those of the game)."""
    first = next(
        (
            (number, outcome.termination.value)
            for number in range(1, len(game.plies) + 1)
            if (outcome := Game(game.start, game.plies[:number]).outcome) and not outcome.winner
        ),
        (None, None),
    )
    each = len(game.plies) // 2 if played_each is None else played_each
    counts = game.counters.counts
    return {
        "first_draw_ply": first[0],
        "rule": first[1],
        "counts": [{"rule": c.rule.value, "played": c.played, "limit": c.limit} for c in counts],
        "allowed": game.variant.free_draw or not match or each >= MOVES_BEFORE_AGREED_DRAW,
    }


def conduct(position: Position, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to one question: {"events": ["lift 32", ...]}, {"touched": [32], "announced":
    true} or {"history": [...], "claim": "b_demands_takeback"}. Raises InputError."""
    try:
        if "events" in asked:
            return _completed(position, [str(event).split() for event in asked["events"]])
        if "touched" in asked:
            return _touched(position, [int(square) for square in asked["touched"]], asked)
        if "claim" in asked:
            return _claimed(position, asked["history"], str(asked["claim"]))
    except (KeyError, IndexError, TypeError, ValueError, RulesError) as error:
        raise InputError(f"the question does not fit its form: {error!r}") from error
    raise InputError("ask with events, with touched, or with history and claim")


def _completed(position: Position, events: list[list[str]]) -> dict[str, Any]:
    done = {what: [int(n) for act, n in events if act == what] for what in _ACTS}
    lifted, landings, removed = done["lift"], done["place"], done["remove"]
    state = completion(position, lifted[0], tuple(landings), frozenset(removed))
    return {"complete": state.complete, "missing_removals": list(state.missing)}


_ACTS = ("lift", "place", "remove")


def _touched(position: Position, squares: list[int], asked: Mapping[str, Any]) -> dict[str, Any]:
    excused = squares if asked.get("announced") or asked.get("accident") else ()
    bound = bound_by_touch(position, squares, excused)
    return {"must_move": None if bound is None else [bound]}


def _claimed(
    position: Position, history: Iterable[Mapping[str, Any]], claim: str
) -> dict[str, Any]:
    game = Game(position)
    for step in history:
        before, reason = game.position, step.get("illegal")
        removed = tuple(int(square) for square in step.get("removed", ()))
        after = before.after(int(step["from"]), int(step["to"]), removed)
        game = game.record(Ply(before, None, after, Reason(reason) if reason else None))
    side, _, what = claim.partition("_")
    if what not in ("accepts", "demands_takeback"):
        raise InputError(f"a claim is SIDE_accepts or SIDE_demands_takeback, not {claim[:40]!r}")
    accepted = what == "accepts" or may_demand_take_back(game, _side(side))
    if accepted and what == "demands_takeback":
        game = game.take_back()
    return {"accepted": accepted, "fen": game.position.fen}


def _side(text: str) -> Color:
    try:
        return Color(text[:1].upper())
    except ValueError:
        raise InputError(f"a side is W or B, not {text[:20]!r}") from None
