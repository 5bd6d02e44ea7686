"""A connection of the server that cannot be used to starve the game: not too many, in all and of
one address, and none that keeps silent. What is over the limit is closed at once."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.web.access import is_here

MOST = 400
"""Connections in all; files and boards need the rest of what the system lets a program open."""
MOST_OF_ONE = 60
"""Connections of one address elsewhere: a classroom behind one router, and no more."""
PATIENCE_S = 10.0
"""A request must be there within this time."""


class Connection(H11Protocol):
    """One connection."""

    _silence: asyncio.TimerHandle | None = None
    _stuck: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._is_too_many():
            transport.abort()
            return
        self._silence = self.loop.call_later(PATIENCE_S, self._lose_patience)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._silence is not None:
            self._silence.cancel()
        super().connection_lost(exc)

    def _is_too_many(self) -> bool:
        if len(self.connections) > MOST:
            return True
        address = self.client[0] if self.client else ""
        if is_here(address):
            return False
        return sum(_client(one) == address for one in self.connections) > MOST_OF_ONE

    def _lose_patience(self) -> None:
        """Close it where it has not come on since this was asked last."""
        cycle = self.cycle
        waits = cycle is None or cycle.response_complete or cycle.more_body
        if waits and cycle is self._stuck:
            self.transport.abort()
            return
        self._stuck = cycle if waits else None
        self._silence = self.loop.call_later(PATIENCE_S, self._lose_patience)


def _client(connection: Any) -> str:
    client = getattr(connection, "client", None)
    return client[0] if client else ""
