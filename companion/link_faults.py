"""The last fault of a link to a board, kept for `doctor`: which, when, on what kind of board.

Neither names nor addresses are kept: what `doctor` tells may be sent to anybody.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from board_io.errors import LinkFault
from board_io.events import BoardEvent, LinkDown, Searching
from companion.database import Database
from companion.errors import StoreError


@dataclass(frozen=True, slots=True)
class KeptFault:
    """`board` is the kind, as in `--board`."""

    board: str
    fault: LinkFault
    at: datetime


def last_fault(database: Database) -> KeptFault | None:
    """The newest of all boards; None where none ever failed. Raises StoreError."""
    rows = database.rows("SELECT board, fault, at FROM link_faults ORDER BY at DESC LIMIT 1")
    if not rows:
        return None
    board, fault, at = rows[0]
    try:
        return KeptFault(board, LinkFault(fault), datetime.fromisoformat(at))
    except ValueError:  # of another version of this program
        return None


def keeping_faults(
    post: Callable[[BoardEvent], None],
    database: Database,
    board: str,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Callable[[BoardEvent], None]:
    """Posts every event on and keeps the faults among them. One that cannot be kept is not: the
    game goes before."""

    def hear(event: BoardEvent) -> None:
        post(event)
        if isinstance(event, LinkDown | Searching) and event.reason is not LinkFault.CLOSED:
            with contextlib.suppress(StoreError):
                database.execute(
                    "INSERT INTO link_faults VALUES (?, ?, ?)"
                    " ON CONFLICT (board) DO UPDATE SET fault = excluded.fault, at = excluded.at",
                    (board, event.reason.value, now().isoformat()),
                )

    return hear
