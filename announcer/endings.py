"""The end of a game, and the counters that lead to a draw."""

from __future__ import annotations

from announcer.announcement import Announcement, Form, Kind, Subject, Topic, Values
from rules.counters import ENDGAME_PLIES, DrawCounters
from rules.game import Game, Outcome, Termination

RESULT = Topic(Subject.GAME, "result")
COUNTER = Topic(Subject.COUNTER)

# Moves of both players that are left when a count is told: some to try, and one.
_TOLD_AT = {Form.KINGS: (5, 1), Form.SIXTEEN: (4, 1), Form.FIVE: (2, 1)}
_ENDGAME_FORM = {
    Termination.ONE_V_THREE_16: Form.SIXTEEN,
    Termination.ONE_V_TWO_5: Form.FIVE,
    Termination.ENDGAME: Form.FIVE,
}
# The counts of other games end in the words of those of international draughts.
_END_FORM = {Termination.NO_PROGRESS: Form.KINGS_25, Termination.ENDGAME: Form.ONE_V_TWO_5}

_WON_BY = (
    Termination.NO_MOVES,
    Termination.NO_PIECES,
    Termination.RESIGNED,
    Termination.FLAG,
    Termination.FIRST_KING,
)


def game_over(outcome: Outcome, counters: DrawCounters) -> Announcement:
    """The result and how it came about. `values.color` is the winner; `values.limit` how many
    moves, or how often, make it a draw."""
    limit = _limit(outcome.termination, counters)
    values = Values(color=outcome.winner, limit=limit)
    return Announcement(Kind.GAME_OVER, RESULT, _end_form(outcome, limit), values=values)


def _limit(termination: Termination, counters: DrawCounters) -> int | None:
    if termination is Termination.THREEFOLD:
        return counters.repetitions_limit
    plies: int | None = None
    if termination in (Termination.KINGS_25, Termination.NO_PROGRESS):
        plies = counters.kings_only_limit
    elif termination in _ENDGAME_FORM:
        plies = counters.endgame_limit or ENDGAME_PLIES.get(termination)
    return plies // 2 if plies else None


def _end_form(outcome: Outcome, limit: int | None) -> Form:
    """The sentence of the termination; the general one where that does not fit the winner, or
    would have to tell a limit that is not known."""
    won = outcome.winner is not None
    if not won and outcome.termination in _END_FORM and limit is None:
        return Form.DRAWN
    if outcome.termination is Termination.ENTERED or won != (outcome.termination in _WON_BY):
        return Form.WON if won else Form.DRAWN
    return _END_FORM.get(outcome.termination) or Form(outcome.termination.value)


def draw_counter(game: Game) -> Announcement | None:
    """What is to be told of the counters after the last ply: rarely anything."""
    counters = game.counters
    for form, plies, limit in _counts(counters):
        played, half = divmod(plies, 2)
        if not half and limit // 2 - played in _TOLD_AT[form]:
            values = Values(count=played, limit=limit // 2)
            return Announcement(Kind.DRAW_COUNTER, COUNTER, form, values=values)
    limit = counters.repetitions_limit
    if counters.repetitions == limit - 1:
        values = Values(count=counters.repetitions, limit=limit)
        return Announcement(Kind.DRAW_COUNTER, COUNTER, Form.REPETITION, values=values)
    return None


def _counts(counters: DrawCounters) -> list[tuple[Form, int, int]]:
    """Each running count: its form, the plies played and the plies that make the draw; the one
    that ends first comes first."""
    counts = []
    if counters.kings_only_limit:
        counts.append((Form.KINGS, counters.kings_only, counters.kings_only_limit))
    if counters.endgame in _ENDGAME_FORM:
        form = _ENDGAME_FORM[counters.endgame]
        counts.append((form, counters.endgame_plies, counters.endgame_limit))
    return sorted(counts, key=lambda count: count[2] - count[1])
