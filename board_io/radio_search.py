"""A search by Bluetooth that another thread may end."""

from __future__ import annotations

import concurrent.futures
import threading
from typing import Any, TypeVar

from board_io.discovery import Patience
from board_io.errors import LinkError
from board_io.link.radio import Radio, Work, outcome

T = TypeVar("T")


class RadioSearch:
    """Does one thing after the other on a radio, until it is ended. `patience` is for what waits
    in other ways meanwhile."""

    def __init__(self) -> None:
        self.patience = Patience()
        self._lock = threading.Lock()
        self._work: concurrent.futures.Future[Any] | None = None

    def wait(self, radio: Radio, work: Work[T]) -> T:
        """What comes of this work. Raises LinkError where it fails or the search was ended."""
        with self._lock:
            self._work = future = radio.start(work)
            try:
                self.patience.check()
            except LinkError:
                future.cancel()
        return outcome(future)

    def end(self) -> None:
        """End it for good, the work in progress too."""
        with self._lock:
            self.patience.end()
            if self._work is not None:
                self._work.cancel()
