"""The menu of questions at the board that is played on: what `Asking` replies is told and done."""

from __future__ import annotations

import time
from collections.abc import Callable

from board_io.events import BoardButton
from companion.asking import Asking, Facts, Reply
from companion.own_words import texted
from companion.room import Wanted
from companion.session import Session, Told
from companion.sitting import Sitting
from rules.snapshot import Snapshot


class BoardMenu:
    """`grants` does what people want of it, as if they had asked on the page. A guest that has the
    board has buttons of its own."""

    def __init__(self, sitting: Sitting, grants: Callable[[Wanted], None]) -> None:
        self._sitting = sitting
        self._grants = grants
        self._asking = Asking()

    def press(self, session: Session, button: BoardButton, now: float) -> bool:
        """A button was pressed; whether it was for the menu."""
        reply = self._asking.press(button, _facts(session, now), now)
        return self._do(session, reply)

    def confirmed(self, now: float) -> None:
        """*Confirm* was pressed and meant no more than a question."""
        self._asking.confirmed(now)

    def hold(self, button: BoardButton) -> None:
        """A button was held and let go."""
        session, now = self._sitting.session, time.monotonic()
        if session is not None and self._sitting.guest is None and button is BoardButton.CONFIRM:
            self._do(session, self._asking.hold(_facts(session, now), now))

    def is_asked(self, snapshot: Snapshot) -> bool:
        """Whether the board shows no more than a piece that is lifted to ask where it stood."""
        session = self._sitting.session
        if session is None or self._sitting.guest is not None:
            return False
        return self._do(
            session, self._asking.touches(snapshot.turned() if session.turned else snapshot)
        )

    @property
    def next_time(self) -> float | None:
        """When a menu that nobody uses closes."""
        return self._asking.next_deadline

    def advance(self, session: Session, now: float) -> None:
        """Close it, where its time has come."""
        self._do(session, self._asking.advance(now))

    def tell(self, session: Session, *keys: str) -> None:
        """Say this in place of what the menu said before."""
        at = self._sitting.reach(time.monotonic())
        self._sitting.note([Told(at, (), (texted(*keys),), session.game)])

    def _do(self, session: Session, reply: Reply | None) -> bool:
        if reply is None:
            return False
        if reply.said:
            self.tell(session, *reply.said)
        if reply.wanted is not None:
            self._grants(reply.wanted)
        return True


def _facts(session: Session, now: float) -> Facts:
    return Facts(
        session.game,
        by_ear=session.announcer.by_ear,
        is_disputed=session.is_disputed,
        has_clock=session.clock_face(now) is not None,
    )
