"""Ways to a board: a link carries bytes and knows nothing of what they mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable


class Link(Protocol):
    """One connection to one board. `read` is called from one thread, all else from another."""

    @property
    def name(self) -> str:
        """What people call this connection: a port, an address."""

    def open(self) -> None:
        """Connect. Raises LinkError, with the reason, where that is impossible."""

    def read(self, timeout_s: float) -> bytes:
        """The bytes that have come, at once when there are any; b"" when none came in `timeout_s`.

        Raises LinkError when the link is gone, also when `close` is called meanwhile.
        """

    def write(self, data: bytes) -> None:
        """Send all of `data`. Raises LinkError when it is gone or takes no bytes for seconds."""

    def close(self) -> None:
        """Give the connection back; ends a `read` in progress. Closing twice is no error."""


LinkFactory = Callable[[], Link]
"""A link for the next attempt. One that takes long may be `Cancellable`."""


@runtime_checkable
class Cancellable(Protocol):
    """A search that another thread can end, for good."""

    def cancel(self) -> None:
        """Have the search in progress, and every later one, raise LinkError at once."""
