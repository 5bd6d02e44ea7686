"""The coach levels that were chosen, player by player."""

from __future__ import annotations

from announcer.coach import Coach, Coaches
from companion.settings import Settings


def coaches_of(settings: Settings) -> Coaches:
    """How much is told to each player."""
    white = settings.coach_white or settings.coach
    black = settings.coach_black or settings.coach
    return Coaches(Coach[white.upper()], Coach[black.upper()])
