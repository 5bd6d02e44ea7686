"""What waits to be said: in order, once, and only while it is still true.

A pure queue: the time is handed in. Whoever speaks calls `next` when the voice is free, `finished`
or `interrupted` when it stops, and cuts the voice off when `interrupts` turns true.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from announcer.announcement import Announcement, Subject, Topic, Urgency

LIFETIME: Mapping[Subject, float] = MappingProxyType(
    {
        Subject.MOVE: 15.0,
        Subject.DUTY: 8.0,
        Subject.TURN: 5.0,
        Subject.REMARK: 6.0,
        Subject.COUNTER: 12.0,
        Subject.SET_UP: 10.0,
        Subject.CROWN: 10.0,
        Subject.REMINDER: 10.0,
    }
)
"""Seconds after which what was not said yet is stale: hints soon, moves where they are played much
faster than they can be said. What is not in the list never is."""

# A hint makes no sense any more once this has happened.
_OUSTS: Mapping[Subject, frozenset[Subject]] = MappingProxyType(
    {Subject.FOUL: frozenset((Subject.DUTY, Subject.TURN))}
)
# Who asks anew does not wait for the rest of the answer before.
_ASKED = (Subject.ANSWER, Subject.MENU)
# Cut off half-way, these are said again from the start: nobody should miss them.
_SAID_AGAIN = frozenset((Subject.MOVE, Subject.ENGINE, Subject.GAME))


@dataclass(frozen=True, slots=True)
class _Waiting:
    announcement: Announcement
    since: float


class SpeechQueue:
    """Announcements that wait for the voice. One per topic: a later one takes its place."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []
        self._current: Announcement | None = None
        self._current_is_stale = False

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def current(self) -> Announcement | None:
        """What is being said now."""
        return self._current

    @property
    def interrupts(self) -> bool:
        """Whether the voice should be cut off: something urgent waits, or something waits while
        what is being said is no longer true."""
        if self._current is None or not self._waiting:
            return False
        if self._current_is_stale:
            return True
        urgent = any(w.announcement.urgency is Urgency.URGENT for w in self._waiting)
        return urgent and self._current.urgency is not Urgency.URGENT

    def put(self, announcements: Iterable[Announcement], now: float) -> None:
        """Queue what is to be said at `now` (seconds, monotonic); withdrawals drop what waits."""
        announcements = tuple(announcements)
        if any(one.topic.subject in _ASKED for one in announcements):
            self._drop_answers()
        for announcement in announcements:
            self._put(announcement, now)

    def next(self, now: float) -> Announcement | None:
        """What to say now: the first that is urgent, otherwise the first. None: nothing."""
        self._drop_stale(now)
        self._current, self._current_is_stale = None, False
        if not self._waiting:
            return None
        urgent = (w for w in self._waiting if w.announcement.urgency is Urgency.URGENT)
        chosen = next(urgent, self._waiting[0])
        self._waiting.remove(chosen)
        self._current = chosen.announcement
        return self._current

    def finished(self) -> None:
        """What was being said has been said."""
        self._current = None

    def interrupted(self, now: float) -> None:
        """What was being said was cut off: a move or a result is said again later."""
        cut, self._current = self._current, None
        if cut is not None and cut.topic.subject in _SAID_AGAIN and not self._current_is_stale:
            self._waiting.insert(0, _Waiting(cut, now))

    def _put(self, announcement: Announcement, now: float) -> None:
        ousted = _OUSTS.get(announcement.topic.subject, frozenset())
        self._waiting = [w for w in self._waiting if w.announcement.topic.subject not in ousted]
        if self._current is not None and self._current.topic == announcement.topic:
            self._current_is_stale = True
        place = self._place_of(announcement.topic)
        if announcement.is_silent:
            del self._waiting[place : place + 1]
        else:
            self._waiting[place : place + 1] = [_Waiting(announcement, now)]

    def _drop_answers(self) -> None:
        self._waiting = [w for w in self._waiting if w.announcement.topic.subject not in _ASKED]
        if self._current is not None and self._current.topic.subject in _ASKED:
            self._current_is_stale = True

    def _place_of(self, topic: Topic) -> int:
        """Where this topic waits; the end of the queue where it does not."""
        topics = (w.announcement.topic for w in self._waiting)
        return next((place for place, t in enumerate(topics) if t == topic), len(self._waiting))

    def _drop_stale(self, now: float) -> None:
        self._waiting = [w for w in self._waiting if now - w.since <= _lifetime(w.announcement)]


def _lifetime(announcement: Announcement) -> float:
    return LIFETIME.get(announcement.topic.subject, math.inf)
