"""The newest frame of a live source: a thread reads, and opens the source again when it is gone."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

from vision.errors import SourceError
from vision.sources import Capture, Frame

SETTLES_AFTER = 30
"""So many frames after it was opened a camera has found its exposure."""
RETRY_S = (0.5, 1.0, 2.0, 4.0)
"""Between attempts to open a source; the last for ever."""


class NewestFrame:
    """Reads a source for as long as it runs and keeps one frame: the newest."""

    def __init__(self, open_source: Callable[[], Capture]) -> None:
        self._open = open_source
        self._news: Frame | SourceError | None = None
        self._hold = False
        self._held = False
        self._changed = threading.Condition()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="frames", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Let go of the source; a read that hangs is not waited for."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join(timeout=1.0)

    def hold_exposure(self, *, held: bool) -> None:
        """Hold the exposure as soon as the camera has found it, also when it is opened again."""
        self._hold = held

    @property
    def exposure_is_held(self) -> bool:
        """False too where the camera refuses."""
        return self._held

    def wait(self, timeout: float) -> Frame | SourceError | None:
        """What came since the last call: a frame, or why there is none; None after `timeout`."""
        with self._changed:
            self._changed.wait_for(lambda: self._news is not None, timeout)
            news, self._news = self._news, None
            return news

    def _run(self) -> None:
        failures = 0
        while not self._stopped.is_set():
            try:
                with contextlib.closing(self._open()) as capture:
                    for frame in self._frames(capture):
                        self._tell(frame)
                        failures = 0
            except SourceError as error:
                self._held = False
                self._tell(error)
            self._stopped.wait(RETRY_S[min(failures, len(RETRY_S) - 1)])
            failures += 1

    def _frames(self, capture: Capture) -> Iterator[Frame | None]:
        """Frame after frame; in between, the exposure is held or let go as is wished."""
        held, count = False, 0
        while not self._stopped.is_set():
            yield capture.read()
            count += 1
            if self._hold != held and (held or count >= SETTLES_AFTER):
                held = self._held = capture.hold_exposure(held=self._hold)
                self._hold = held  # a camera that refuses is asked once

    def _tell(self, news: Frame | SourceError | None) -> None:
        with self._changed:
            self._news = news
            self._changed.notify_all()
