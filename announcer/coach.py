"""How much the companion says of its own accord."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from announcer.announcement import Kind
from rules.piece import Color


class Coach(enum.IntEnum):
    """OFF: moves, results and what stands wrong on the board. REFEREE: also what the rules forbid,
    without the way out. HELP: also that there is a capture to be made, and how to put things right.
    TEACH: also why. SHOW: also whose turn it is, and every step of a capture.

    No level gives away a move that is not obligatory.
    """

    OFF = 0
    REFEREE = 1
    HELP = 2
    TEACH = 3
    SHOW = 4


@dataclass(frozen=True, slots=True)
class Coaches:
    """The level for each player: a parent may play without help against a child that learns."""

    white: Coach = Coach.HELP
    black: Coach = Coach.HELP

    @classmethod
    def alike(cls, level: Coach) -> Coaches:
        """The same for both."""
        return cls(level, level)

    def of(self, color: Color | None) -> Coach:
        """The level for whom something concerns; None: both, so the one who wants to hear more."""
        if color is None:
            return max(self.white, self.black)
        return self.white if color is Color.WHITE else self.black

    def having(self, color: Color | None, level: Coach) -> Coaches:
        """The levels with this one for a player; None: for both."""
        return Coaches(
            self.white if color is Color.BLACK else level,
            self.black if color is Color.WHITE else level,
        )


_FOULS = (
    *(Kind.CAPTURE_OBLIGATORY, Kind.MAJORITY_CAPTURE, Kind.CAPTURE_UNFINISHED),
    *(Kind.OTHER_CAPTURE, Kind.WRONG_DIRECTION, Kind.NOT_YOUR_TURN),
    *(Kind.NO_PIECE, Kind.PASS, Kind.LIGHT_SQUARE, Kind.OCCUPIED),
    *(Kind.MAN_MOVE, Kind.KING_MOVE, Kind.SHORT_KING, Kind.KING_RUN, Kind.KING_LANDING),
    *(Kind.MAN_OVER_KING, Kind.BAD_GEOMETRY, Kind.MAN_NOT_FLYING, Kind.KING_PATH_BLOCKED),
    *(Kind.JUMPED_OWN, Kind.JUMPED_TWICE, Kind.MOVED_UNCROWNED_KING),
)
_FROM: Mapping[Kind, Coach] = MappingProxyType(
    {
        **dict.fromkeys(_FOULS, Coach.REFEREE),
        Kind.TOUCH_MOVE: Coach.REFEREE,
        Kind.DRAW_COUNTER: Coach.REFEREE,
        Kind.MUST_CAPTURE: Coach.HELP,
        Kind.WAY_TO_CAPTURE: Coach.HELP,
        Kind.MAY_HUFF: Coach.HELP,
        Kind.CAPTURE_GOES_ON: Coach.HELP,
        Kind.REMOVED_TOO_EARLY: Coach.TEACH,
        Kind.REMOVAL_ORDER: Coach.TEACH,
        Kind.PASSED_KING_ROW: Coach.TEACH,
        Kind.TURN: Coach.SHOW,
    }
)


def is_told(kind: Kind, coach: Coach) -> bool:
    """Whether a coach of this level tells announcements of this kind."""
    return coach >= _FROM.get(kind, Coach.OFF)
