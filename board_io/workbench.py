"""A board of our own on the workbench: one request after the other, and waiting for the answer.

For setting up and trying a board, where nothing else goes on; games are followed by
`board_io.driver`.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import TypeVar

from board_io.errors import LinkError, LinkFault, RefusedError
from board_io.link import Link, LinkFactory
from firmware_protocol.codec import Decoder, Received, encode
from firmware_protocol.codes import PROTOCOL_MAJOR, PROTOCOL_MINOR
from firmware_protocol.layout import Message
from firmware_protocol.messages import Ack, Hello, HelloAnswer, Nak, Ping

ANSWER_S = 0.3
"""PROTOCOL.md: no answer within this time, and the same bytes are sent again."""
TIMES = 10
PING_S = 3.0
FIRST_EVENT = 0xC0
M = TypeVar("M", bound=Message)


class Workbench:
    """Use it as a context manager; entering opens the link and says HELLO.

    Every method raises LinkError where the link fails or the board falls silent, and RefusedError
    where it says no.
    """

    def __init__(self, links: LinkFactory, clock: Callable[[], float] = time.monotonic) -> None:
        self._links = links
        self._clock = clock
        self._link: Link | None = None
        self._decoder = Decoder()
        self._seq = 0
        self._events: deque[Message] = deque()
        self._last_sent = 0.0
        self.board: HelloAnswer | None = None

    def __enter__(self) -> Workbench:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def open(self) -> HelloAnswer:
        """Open the link (anew, after a restart) and greet the board."""
        self.close()
        link = self._links()
        link.open()
        self._link = link
        self._decoder.reset()
        self._events.clear()
        self.board = self.ask(Hello(PROTOCOL_MAJOR, PROTOCOL_MINOR), HelloAnswer)
        return self.board

    def close(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None

    def ask(self, request: Message, answer: type[M]) -> M:
        """The answer to a request, which is repeated until it comes."""
        self._seq = self._seq % 255 + 1
        wire = b"\0" + encode(request, self._seq)
        for _ in range(TIMES):
            self._write(wire)
            deadline = self._clock() + ANSWER_S
            while (left := deadline - self._clock()) > 0:
                for received in self._read(left):
                    message = received.message
                    if received.seq != self._seq:
                        continue
                    if isinstance(message, Nak):
                        raise RefusedError(type(request).__name__, message.reason.name)
                    if isinstance(message, answer):
                        return message
        raise LinkError(LinkFault.UNANSWERED, "the board does not answer")

    def do(self, request: Message) -> None:
        """A request that has no answer but "done"."""
        self.ask(request, Ack)

    def wait_for(self, kind: type[M], timeout_s: float) -> M:
        """The next event of a kind; events of other kinds are dropped."""
        for message in self.events(timeout_s):
            if isinstance(message, kind):
                return message
        raise LinkError(LinkFault.SILENT, f"the board tells no {kind.__name__}")

    def events(self, seconds: float) -> Iterator[Message]:
        """What the board tells of itself in a time; keeps the board's lights on meanwhile."""
        deadline = self._clock() + seconds
        while True:
            while self._events:
                yield self._events.popleft()
            now = self._clock()
            if now >= deadline:
                return
            if now - self._last_sent >= PING_S:
                self._write(encode(Ping(), 0))
            self._read(min(deadline - now, PING_S))

    def forget_events(self) -> None:
        """Drop what the board told until now."""
        for _ in self.events(0.05):
            pass

    def _write(self, data: bytes) -> None:
        self._open_link().write(data)
        self._last_sent = self._clock()

    def _read(self, timeout_s: float) -> list[Received]:
        """Answers that have come; events are put aside."""
        answers: list[Received] = []
        for item in self._decoder.feed(self._open_link().read(timeout_s)):
            if not isinstance(item, Received) or not isinstance(item.message, Message):
                continue
            if FIRST_EVENT <= item.message.TYPE < FIRST_EVENT + 0x30:
                self._events.append(item.message)
            else:
                answers.append(item)
        return answers

    def _open_link(self) -> Link:
        if self._link is None:
            raise LinkError(LinkFault.CLOSED, "the workbench is closed")
        return self._link
