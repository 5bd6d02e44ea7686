"""The narrator: announcements in, spoken in the right order; the queue in front of the speaker."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable

from announcer.announcement import Announcement
from announcer.catalogue import Catalogue
from announcer.queue import SpeechQueue
from companion.speech.player import Ending
from companion.speech.speaker import Speaker
from rules.variant import Variant
from rules.variants import INTERNATIONAL


class Narrator:
    """Hands the speaker one sentence at a time, so that what is out of date never reaches it."""

    def __init__(
        self,
        catalogue: Catalogue,
        speaker: Speaker,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._catalogue = catalogue
        self._speaker = speaker
        self._clock = clock
        self._queue = SpeechQueue()
        self._lock = threading.RLock()
        self._speaker.on_done = self._done

    def tell(self, announcements: Iterable[Announcement], variant: Variant = INTERNATIONAL) -> None:
        """Say these, of a game of this variant, when their turn comes. Returns at once."""
        with self._lock:
            self._catalogue = self._catalogue.playing(variant)
            self._queue.put(announcements, self._clock())
            if self._queue.interrupts:
                self._speaker.stop()
            elif self._queue.current is None:
                self._say_next()

    def close(self) -> None:
        """Be silent for good."""
        self._speaker.close()

    def _done(self, ending: Ending) -> None:
        """In the speaker's thread."""
        with self._lock:
            if ending is Ending.CUT:
                self._queue.interrupted(self._clock())
            else:
                self._queue.finished()
            self._say_next()

    def _say_next(self) -> None:
        announcement = self._queue.next(self._clock())
        if announcement is not None:
            self._speaker.say(self._catalogue.spoken(announcement))
