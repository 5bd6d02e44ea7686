"""Results as PDN writes them, and outcomes as the rules know them."""

from __future__ import annotations

from rules.game import Game, Outcome, Termination
from rules.piece import Color
from rules.traits import ScoreStyle
from rules.variant import Variant

UNFINISHED = "*"
_WINNERS: dict[str, Color | None] = {
    "2-0": Color.WHITE,
    "1-0": Color.WHITE,
    "0-2": Color.BLACK,
    "0-1": Color.BLACK,
    "1-1": None,
    "1/2-1/2": None,
    "½-½": None,
    "1+-1-": None,
    "1--1+": None,
}
# What servers write in the Termination tag.
_TERMINATIONS = {"Time forfeit": Termination.FLAG}


def says_nothing(result: str | None) -> bool:
    """Whether this result leaves the outcome open."""
    return result is None or result.strip() in ("", "?", UNFINISHED)


def same_result(one: str, other: str) -> bool:
    """Whether two results mean the same, in whichever style they are written."""
    one, other = _plain(one), _plain(other)
    if one in _WINNERS and other in _WINNERS:
        return _WINNERS[one] == _WINNERS[other]
    return one == other


def is_known(result: str) -> bool:
    """Whether this result says who won or that it was a draw."""
    return _plain(result) in _WINNERS


def is_termination(text: str) -> bool:
    """Whether a Termination tag of this value says why the game ended."""
    return _termination(text) is not None


def verdict(game: Game, result: str, termination: str | None) -> Outcome | None:
    """The outcome that people entered, for a known result. None where the position itself says
    the same and no reason is given: then the rules give the outcome."""
    winner = _WINNERS[_plain(result)]
    reason = _termination(termination)
    stands = game.outcome
    if reason is None and stands is not None and stands.winner is winner:
        return None
    return Outcome(winner, reason or Termination.ENTERED)


def result_text(variant: Variant, outcome: Outcome | None) -> str:
    """The result in the style of the variant; `*` while the game runs."""
    if outcome is None:
        return UNFINISHED
    if variant.score_style is ScoreStyle.TWO_POINTS:
        return outcome.text
    if outcome.winner is None:
        return "1/2-1/2"
    return "1-0" if outcome.winner is Color.WHITE else "0-1"


def _plain(result: str) -> str:
    return "".join(result.split())


def _termination(text: str | None) -> Termination | None:
    if text is None:
        return None
    try:
        return Termination(text)
    except ValueError:
        return _TERMINATIONS.get(text)
