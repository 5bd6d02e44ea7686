"""What can go wrong in the rules, by whose fault it is."""

from __future__ import annotations


class RulesError(Exception):
    """Base of all errors of this package; the message is one line and says what to do."""


class UnknownVariantError(RulesError):
    """No variant has that name."""


class UnknownHouseRuleError(RulesError):
    """No house rule has that name."""


class SquareError(RulesError):
    """A square number that the board does not have."""


class HuffError(RulesError):
    """A piece that may not be taken for a missed capture."""


class FenError(RulesError):
    """A FEN text that does not describe a position; the message says what and where."""


class NotationError(RulesError):
    """A move text that cannot be played; see the subclasses."""


class MalformedMoveError(NotationError):
    """The text is not a move at all."""


class IllegalMoveError(NotationError):
    """The text is a move, but not one of the legal moves of the position."""


class AmbiguousMoveError(NotationError):
    """The text fits more than one legal move: name the squares in between."""
