"""The choices that variants make, one enumeration per trait."""

from __future__ import annotations

import enum


class Obligation(enum.Enum):
    """Which captures may be chosen when there are several (articles: Topic.MAJORITY)."""

    ANY = "any"
    MOST = "most"
    MOST_THEN_KINGS = "most, then most kings taken"
    ITALIAN = "most, then with a king, then most kings taken, then a king taken earliest"
    KING_FIRST = "with a king before with a man"
    VALUE = "highest value, a king just under two men; then with a king"

    @property
    def wants_most(self) -> bool:
        """Whether the number of pieces comes first."""
        return self in (Obligation.MOST, Obligation.MOST_THEN_KINGS, Obligation.ITALIAN)

    @property
    def counts_kings(self) -> bool:
        """Whether captures of the same number can differ in rank."""
        return self not in (Obligation.ANY, Obligation.MOST)


class FarRow(enum.Enum):
    """What happens to a man that reaches the far row in the middle of a capture
    (articles: Topic.PROMOTION)."""

    STAYS_MAN = "goes on as a man"
    TURN_ENDS = "is crowned and the turn ends"
    BECOMES_KING = "is crowned and goes on as a king"


class Landing(enum.Enum):
    """Where a flying king may stop behind a piece that it jumped (articles: Topic.KING_CAPTURE)."""

    FREE = "on any empty square behind it"
    BEHIND_LAST_KING = "directly behind it where the last piece taken is a king"
    BEHIND = "directly behind it"


class Removal(enum.Enum):
    """When captured pieces leave the board (articles: Topic.REMOVAL_MOMENT)."""

    AFTER = "when the capture is finished; until then they block"
    AT_ONCE = "at once"
    AT_ONCE_NO_TURNING_BACK = "at once, and the next capture may not lead straight back"


class ScoreStyle(enum.Enum):
    """How a result is written."""

    TWO_POINTS = "2-0"
    ONE_POINT = "1-0"


class SquareNames(enum.Enum):
    """How a game writes its squares."""

    NUMBERS = "by number, row by row from the top as white sees it"
    NUMBERS_FROM_BELOW = "by number, row by row from the bottom as white sees it"
    LETTERS = "by column and row, a1 at the lower left as white sees it"
