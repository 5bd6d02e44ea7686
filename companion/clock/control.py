"""How much time the players have, and how that is written.

    15            fifteen minutes for the whole game (sudden death)
    15+5          and five seconds more for every move made (Fischer)
    5d3           each move the first three seconds cost nothing (delay)
    5b3           what a move took is given back, three seconds at most (Bronstein)
    50/120,60     fifty moves in two hours, then one hour for the rest
    50/120,25/60,0+20
                  ... then 25 moves in an hour, then 20 seconds a move

Times are in minutes, or with a letter: 2h, 90m, 30s. Bonuses are in seconds, or 1m. Where the last
period asks for a number of moves too, it comes again and again.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.errors import InputError


class Bonus(enum.StrEnum):
    """What a move is worth: FISCHER adds to the clock, DELAY lets it wait before it runs,
    BRONSTEIN gives back what the move took, the bonus at most."""

    FISCHER = "+"
    DELAY = "d"
    BRONSTEIN = "b"


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of the game: so many seconds for so many moves of a player (None: for the rest)."""

    time_s: float
    moves: int | None = None
    bonus_s: float = 0.0
    bonus: Bonus = Bonus.FISCHER

    @property
    def added_s(self) -> float:
        """What the clock gets before each move of this period."""
        return self.bonus_s if self.bonus is Bonus.FISCHER else 0.0

    @property
    def free_s(self) -> float:
        """What a move may take without costing time."""
        return 0.0 if self.bonus is Bonus.FISCHER else self.bonus_s

    @property
    def waits_s(self) -> float:
        """How long the clock waits in each move before it runs."""
        return self.bonus_s if self.bonus is Bonus.DELAY else 0.0

    @property
    def text(self) -> str:
        """As it is written; `parse_control` reads it."""
        moves = f"{self.moves}/" if self.moves else ""
        bonus = f"{self.bonus.value}{self.bonus_s:g}" if self.bonus_s else ""
        return f"{moves}{_minutes(self.time_s)}{bonus}"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The periods of a game, the same for both players."""

    periods: tuple[Period, ...]

    def period(self, number: int) -> Period:
        """The period with this number, from 0; the last one comes again where it counts moves."""
        return self.periods[min(number, len(self.periods) - 1)]

    @property
    def text(self) -> str:
        """As it is written; `parse_control` reads it."""
        return ",".join(period.text for period in self.periods)

    @property
    def pdn(self) -> str:
        """The tag TimeControl: periods in seconds, as in PGN (7200 for 50 moves: 50/7200)."""
        return ":".join(_pdn(period) for period in self.periods)


NO_CLOCK = "none"

PRESETS: Mapping[str, str] = MappingProxyType(
    {
        "kndb": "80+60",  # the national competition and most Dutch opens
        "classic": "50/120,25/60,0+20",  # the Dutch championships until 2011
        "club": "50/120,60",  # two hours for fifty moves, one hour more
        "worldcup": "45/90,30+30",  # opens of the FMJD
        "fmjd-rapid": "20+5",  # rapid games of title matches
        "rapid": "15+5",
        "blitz": "5+3",  # world championships of blitz
        "snel": "5+5",  # Dutch "sneldammen"
        "tiebreak": "5+2",  # barrages
        "school": "15",
    }
)
"""Rates that are played at, by name."""

_LONGEST_S = 24 * 3600.0
_MOST_BONUS_S = 3600.0
_UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0}
_PERIOD = re.compile(
    r"(?:(\d{1,3})/)?(\d{1,5}(?:\.\d{1,3})?)([hms]?)(?:([+db])(\d{1,4}(?:\.\d{1,3})?)([ms]?))?",
    re.ASCII,
)


def parse_control(text: str) -> TimeControl | None:
    """The time control that a text or the name of a preset means; None for a game without a clock.
    Raises InputError, one line."""
    written = "".join(text.lower().split())
    if written in ("", NO_CLOCK):
        return None
    parts = PRESETS.get(written, written).split(",")
    periods = [_period(part, text) for part in parts]
    if len(periods) > 1 and any(period.moves is None for period in periods[:-1]):
        raise _fault(text, "each part but the last needs its number of moves, as in 50/120,60")
    if periods[0].time_s + periods[0].free_s <= 0 or len(periods) > 9:
        raise _fault(text, "it must begin with some time, as in 15+5")
    if periods[-1].moves is not None and not periods[-1].time_s + periods[-1].bonus_s:
        raise _fault(text, "its last part gives no time, as 60 or 0+20 would")
    return TimeControl(tuple(periods))


def _period(part: str, text: str) -> Period:
    match = _PERIOD.fullmatch(part)
    if match is None:
        raise _fault(text, "write minutes and seconds a move, as in 15+5, 50/120,60 or 5d3")
    moves, time, unit, kind, bonus, bonus_unit = match.groups()
    time_s = float(time) * _UNITS[unit or "m"]
    bonus_s = float(bonus) * _UNITS[bonus_unit or "s"] if bonus else 0.0
    if time_s > _LONGEST_S or bonus_s > _MOST_BONUS_S:
        raise _fault(text, "a period lasts 24 hours at most, a bonus one hour")
    if moves is not None and int(moves) == 0:
        raise _fault(text, "a period of no moves is none; leave 0/ out")
    return Period(time_s, int(moves) if moves else None, bonus_s, Bonus(kind or "+"))


def _fault(text: str, why: str) -> InputError:
    names = ", ".join(PRESETS)
    return InputError(f"{text[:40]!r} is no clock: {why}; or give a name ({names}) or {NO_CLOCK}")


def _minutes(seconds: float) -> str:
    """Minutes where they come out even, else seconds."""
    return f"{seconds / 60:g}" if seconds % 60 == 0 else f"{seconds:g}s"


def _pdn(period: Period) -> str:
    moves = f"{period.moves}/" if period.moves else ""
    bonus = f"+{period.bonus_s:g}" if period.bonus_s else ""
    return f"{moves}{period.time_s:g}{bonus}"
