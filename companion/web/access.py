"""Who may do more than look: people at this computer, and those who know the PIN."""

from __future__ import annotations

import ipaddress
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

PIN_FIGURES = 6
TRIES = 5
TRIES_OF_ALL = 30
FORGIVEN_AFTER_S = 60.0
KEYS_KEPT = 64


@dataclass
class Access:
    """The PIN of this run and the keys that were given for it."""

    pin: str = field(default_factory=lambda: f"{secrets.randbelow(10**PIN_FIGURES):0{PIN_FIGURES}}")
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._keys: list[str] = []
        self._wrong: list[tuple[float, str]] = []

    def may_touch(self, address: str, key: str) -> bool:
        """Whether whoever asks from this address with this key may move pieces."""
        known = any(secrets.compare_digest(key.encode(), one.encode()) for one in self._keys)
        return is_here(address) or known

    def key_for(self, pin: str, address: str) -> str | None:
        """A key for the right PIN; None for a wrong one, and for any after too many of those."""
        now = self.clock()
        self._wrong = [one for one in self._wrong if one[0] > now - FORGIVEN_AFTER_S]
        tries = sum(one == address for _, one in self._wrong)
        if tries >= TRIES or len(self._wrong) >= TRIES_OF_ALL:
            return None
        if not secrets.compare_digest(pin.encode(), self.pin.encode()):
            self._wrong.append((now, address))
            return None
        key = secrets.token_urlsafe(18)
        self._keys = [*self._keys[1 - KEYS_KEPT :], key]
        return key


def is_here(address: str) -> bool:
    """Whether this is the address of this computer itself."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
