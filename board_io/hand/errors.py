"""What can go wrong with the hands.

BoardIoError
├── UnknownProfileError   the caller named a profile that does not exist
└── AbsurdGestureError    our own fault: a gesture that no hand can make
"""

from __future__ import annotations

from board_io.errors import BoardIoError


class UnknownProfileError(BoardIoError):
    """There is no hand profile of this name; the message lists those there are."""


class AbsurdGestureError(BoardIoError):
    """A gesture would lift from an empty square or put a piece on another one."""
