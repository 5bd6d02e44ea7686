"""What the squares show in a lesson, in the meanings of `announcer.lights`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from announcer.announcement import Announcement
from announcer.lights import LightPattern, Meaning, meanings_of
from companion.lessons.texts import Told
from rules.move import Move
from rules.ruling import Attempt


def pattern(meanings: Mapping[int, Meaning]) -> LightPattern:
    return {square: meaning.value for square, meaning in sorted(meanings.items())}


def way(move: Move) -> dict[int, Meaning]:
    """A move to be made: the piece, where it goes, what it takes."""
    route = move.route
    shown = dict.fromkeys(route.captured, Meaning.TAKE_OFF)
    shown |= dict.fromkeys(route.path[1:], Meaning.GOES_HERE)
    return shown | {move.start: Meaning.MUST_MOVE}


def undo(move: Move) -> dict[int, Meaning]:
    """A move to be taken back: from where it came to where it went, and what it took."""
    shown = dict.fromkeys(move.captured, Meaning.GOES_HERE)
    return shown | {move.end: Meaning.WRONG, move.start: Meaning.GOES_HERE}


def undo_attempt(attempt: Attempt) -> dict[int, Meaning]:
    """A wrong try to be taken back."""
    shown = dict.fromkeys(attempt.removed, Meaning.GOES_HERE)
    if attempt.end is not None:
        shown[attempt.end] = Meaning.WRONG
    if attempt.start is not None:
        shown[attempt.start] = Meaning.GOES_HERE
    return shown


def look(squares: Iterable[int]) -> dict[int, Meaning]:
    return dict.fromkeys(squares, Meaning.LOOK)


def of_told(told: Iterable[Told]) -> dict[int, Meaning]:
    """The lights that belong to sentences of games."""
    shown: dict[int, Meaning] = {}
    for one in told:
        if isinstance(one, Announcement):
            shown |= meanings_of(one)
    return shown
