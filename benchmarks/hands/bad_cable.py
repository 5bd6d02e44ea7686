"""Any link with a bad cable in it: cut for a while, bytes damaged, what comes cut in pieces."""

from __future__ import annotations

import random
import threading
import time

from board_io.errors import LinkError, LinkFault
from board_io.link import Cancellable, Link, LinkFactory

LONGEST_PIECE = 40


class BadCable:
    """A link factory around another. One byte in `damage` is damaged, both ways (0: none)."""

    def __init__(self, links: LinkFactory, seed: int, damage: int = 0) -> None:
        self._links = links
        self._damage = damage
        self._rng = random.Random(seed)
        self._lock = threading.Lock()
        self._cut_until = 0.0
        self._open: _BadLink | None = None
        self.cuts = self.damaged = 0

    def __call__(self) -> Link:
        self.check()
        return _BadLink(self, self._links())

    def cancel(self) -> None:
        """End a search for the board."""
        if isinstance(self._links, Cancellable):
            self._links.cancel()

    def cut(self, seconds: float) -> None:
        """Pull the cable out for so long; the board keeps its power."""
        with self._lock:
            self._cut_until = time.monotonic() + seconds
            self.cuts += 1
            link, self._open = self._open, None
        if link is not None:
            link.break_off()

    def check(self) -> None:
        """Raises LinkError while the cable is out."""
        if time.monotonic() < self._cut_until:
            raise LinkError(LinkFault.ABSENT, "the cable is out")

    def carry(self, link: _BadLink) -> None:
        """This link is the one that is open now."""
        with self._lock:
            self._open = link

    def spoil(self, data: bytes) -> bytes:
        """The bytes as they come out at the other end."""
        if not self._damage:
            return data
        with self._lock:
            hit = [self._rng.randrange(self._damage) == 0 for _ in data]
            self.damaged += sum(hit)
            bits = [1 << self._rng.randrange(8) if bad else 0 for bad in hit]
        return bytes(byte ^ flip for byte, flip in zip(data, bits, strict=True))

    def piece(self, data: bytes) -> int:
        """How many of these bytes come in one go."""
        with self._lock:
            return self._rng.randint(1, min(len(data), LONGEST_PIECE))


class _BadLink:
    def __init__(self, cable: BadCable, inner: Link) -> None:
        self._cable = cable
        self._inner = inner
        self._waiting = b""
        self._is_broken = False

    @property
    def name(self) -> str:
        return self._inner.name

    def open(self) -> None:
        self._cable.check()
        self._inner.open()
        self._cable.carry(self)

    def read(self, timeout_s: float) -> bytes:
        if not self._waiting:
            try:
                self._waiting = self._cable.spoil(self._inner.read(timeout_s))
            except LinkError as error:
                raise self._as_pulled(error) from error
        if not self._waiting:
            return b""
        size = self._cable.piece(self._waiting)
        piece, self._waiting = self._waiting[:size], self._waiting[size:]
        return piece

    def write(self, data: bytes) -> None:
        try:
            self._inner.write(self._cable.spoil(data))
        except LinkError as error:
            raise self._as_pulled(error) from error

    def close(self) -> None:
        self._inner.close()

    def break_off(self) -> None:
        """The cable is pulled out: whatever is under way is lost."""
        self._is_broken = True
        self._inner.close()

    def _as_pulled(self, error: LinkError) -> LinkError:
        return LinkError(LinkFault.UNPLUGGED, "unplugged") if self._is_broken else error
