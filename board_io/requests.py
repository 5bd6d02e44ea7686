"""Requests to the board: one open at a time, repeated until it is answered or given up.

Every request is safe to repeat: it asks, or it sets something to a value. An errand may take
several messages, which are sent one after the other. PROTOCOL.md, "Who speaks when".
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Iterable

from firmware_protocol.codec import Received, encode
from firmware_protocol.layout import Message
from firmware_protocol.messages import Ack, Nak

_ANSWER = 0x80  # the type of an answer is that of its request plus this


class Errand(enum.Enum):
    """What is asked, the most urgent first.

    The value is how long to wait (s) after each time of sending; after the last it is given up.
    """

    HELLO = (0.3, 0.3, 0.3, 0.6, 1.5)
    SNAPSHOT = (0.3, 0.3, 0.6, 1.2)
    LEDS = (0.3, 0.3, 0.6)
    PING = (1.0,)


class Requests:
    """The errands that wait, the one request that is open, and the bytes that are to be sent."""

    def __init__(self) -> None:
        self._errands: dict[Errand, deque[Message]] = {}
        self._open: Errand | None = None
        self._seq = 0
        self._times_sent = 0
        self._deadline = 0.0
        self._output = bytearray()

    def ask(self, errand: Errand, messages: Iterable[Message], now: float) -> None:
        """Begin an errand; one of the same kind that is not done yet is dropped."""
        self.drop(errand)
        self._errands[errand] = deque(messages)
        self._send_next(now)

    def asked(self, errand: Errand) -> bool:
        return errand in self._errands

    def drop(self, errand: Errand) -> None:
        """Ask this no more; a late answer to it is not taken for another's."""
        self._errands.pop(errand, None)
        if self._open is errand:
            self._open = None

    def answered(self, received: Received, now: float) -> Errand | None:
        """The errand that is done with this answer; None where it goes on or was not asked."""
        if self._open is None or not self._answers(received):
            return None
        errand, self._open = self._open, None
        self._errands[errand].popleft()
        done = not self._errands[errand]
        if done:
            del self._errands[errand]
        self._send_next(now)
        return errand if done else None

    def refused(self, received: Received, now: float) -> Errand | None:
        """The errand that ends because this NAK refuses its open request."""
        if self._open is None or received.seq != self._seq:
            return None
        errand = self._open
        self.drop(errand)
        self._send_next(now)
        return errand

    def advance(self, now: float) -> Errand | None:
        """Repeat the open request if that is due; returns its errand when it is given up."""
        if self._open is None or now < self._deadline:
            return None
        if self._times_sent < len(self._open.value):
            self._send(now)
            return None
        errand = self._open
        self.drop(errand)
        self._send_next(now)
        return errand

    @property
    def next_deadline(self) -> float | None:
        return None if self._open is None else self._deadline

    def take_output(self) -> bytes:
        """The bytes to be sent now; they are handed out once."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def clear(self) -> None:
        """Forget everything, for a link that is gone."""
        self._errands.clear()
        self._open = None
        self._output.clear()

    def _send_next(self, now: float) -> None:
        if self._open is None:
            self._open = next((errand for errand in Errand if errand in self._errands), None)
            if self._open is not None:
                self._seq = self._seq % 255 + 1
                self._times_sent = 0
                self._send(now)

    def _send(self, now: float) -> None:
        assert self._open is not None
        if self._times_sent or self._open is Errand.HELLO:
            self._output.append(0)  # ends whatever noise came before
        self._output += encode(self._errands[self._open][0], self._seq)
        self._deadline = now + self._open.value[self._times_sent]
        self._times_sent += 1

    def _answers(self, received: Received) -> bool:
        """A frame that was damaged and still looks whole hardly ever passes this as well."""
        if self._open is None or received.seq != self._seq:
            return False
        message, asked = received.message, self._errands[self._open][0].TYPE
        if isinstance(message, Ack):
            return message.request == asked
        if isinstance(message, Nak):
            return False
        return isinstance(message, Message) and asked + _ANSWER == message.TYPE
