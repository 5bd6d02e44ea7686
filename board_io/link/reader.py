"""The one thread that waits for a link's bytes and posts them to the link's owner."""

from __future__ import annotations

import threading
from collections.abc import Callable

from board_io.errors import LinkError
from board_io.link import Link

WAIT_S = 1.0  # how long one read waits; `close` ends it sooner


class LinkReader:
    """Reads `link` until it fails; calls `received` and at the end `lost`, both in its thread."""

    def __init__(
        self,
        link: Link,
        received: Callable[[bytes], None],
        lost: Callable[[LinkError], None],
    ) -> None:
        self._link = link
        self._received = received
        self._lost = lost
        self._thread = threading.Thread(target=self._run, name=f"read {link.name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Close the link and wait for the thread to end."""
        self._link.close()
        self._thread.join()

    def _run(self) -> None:
        try:
            while True:
                if data := self._link.read(WAIT_S):
                    self._received(data)
        except LinkError as error:
            self._lost(error)
