"""What is told of the clocks: how much time is left, and that they stand still or go on."""

from __future__ import annotations

from announcer.announcement import Announcement, Form, Kind, Subject, Topic, Urgency, Values
from rules.piece import Color

_COARSE = 5
"""Minutes beside hours and seconds beside minutes are told in steps of five, rounded down."""
_EXACT_MINUTES = 10
"""From so many minutes on no seconds are told."""


def time_left(color: Color, seconds: float) -> Announcement:
    """How much time a side has, as people say it: somebody asked."""
    form, count, limit = _words_for(int(seconds))
    values = Values(color=color, count=count, limit=limit)
    return Announcement(Kind.TIME_LEFT, _topic(color), form, values=values)


def time_low(color: Color, seconds: int) -> Announcement:
    """A side has so few seconds left."""
    values = Values(color=color, count=seconds)
    topic = _topic(color)
    return Announcement(Kind.TIME_LOW, topic, values=values, urgency=Urgency.WARNING)


def clock_paused() -> Announcement:
    """Both clocks stand still."""
    return Announcement(Kind.CLOCK_PAUSED, Topic(Subject.CLOCK), urgency=Urgency.WARNING)


def clock_runs(color: Color) -> Announcement:
    """The clock of this side runs, after a pause or at the beginning."""
    values = Values(color=color)
    return Announcement(Kind.CLOCK_RUNS, Topic(Subject.CLOCK), values=values)


def _topic(color: Color) -> Topic:
    return Topic(Subject.CLOCK, color.value)


def _words_for(seconds: int) -> tuple[Form, int, int | None]:
    hours, minutes = divmod(seconds // 60, 60)
    if hours:
        rest = minutes - minutes % _COARSE
        return (Form.HOURS_MINUTES, hours, rest) if rest else (Form.HOURS, hours, None)
    if not minutes:
        return Form.SECONDS, seconds, None
    rest = seconds % 60 - seconds % _COARSE if minutes < _EXACT_MINUTES else 0
    return (Form.MINUTES_SECONDS, minutes, rest) if rest else (Form.MINUTES, minutes, None)
