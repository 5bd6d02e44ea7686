"""A conversation with a board that took place before, heard again from what the board said."""

from __future__ import annotations

from board_io.cpp.central import CppSession
from board_io.events import BoardEvent


class OverheardSession(CppSession):
    """The game went as the board told it: whatever legal move it tells is agreed to."""

    def receive(self, data: bytes, now: float) -> list[BoardEvent]:
        events = super().receive(data, now)
        while (move := self.move_told) is not None:
            self.follow(self.game.play(move), now)
            events += self.advance(now)
        return events
