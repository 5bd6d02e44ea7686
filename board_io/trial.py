"""Trying one board: what it is, how it feels, and how long a test frame takes there and back."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass

from board_io.board_reports import board_error, board_info
from board_io.discovery import ANSWER_S
from board_io.errors import LinkError, LinkFault
from board_io.events import BoardInfo
from board_io.link import Link
from firmware_protocol.codec import Decoder, Received, encode
from firmware_protocol.codes import PROTOCOL_MAJOR, PROTOCOL_MINOR, State
from firmware_protocol.layout import Message
from firmware_protocol.messages import (
    ErrorReport,
    Heartbeat,
    Hello,
    HelloAnswer,
    Ping,
    Pong,
    Unknown,
)

ECHOES = 20
ECHO_S = 2.0  # a test frame that takes longer is lost
BEAT_S = 1.5  # a board tells how it feels once a second
TEST_FRAME = bytes(range(12))  # with it a frame is 17 bytes, one piece on the smallest radio link


@dataclass(frozen=True, slots=True)
class Trial:
    """What a board told. `echo_ms` is the median in milliseconds, None where no echo came."""

    board: BoardInfo
    echo_ms: float | None
    echoes_lost: int
    state: State | None
    errors: tuple[str, ...]
    framing_errors: int


def try_board(link: Link, echoes: int = ECHOES, beat_s: float = BEAT_S) -> Trial:
    """Open the link, ask the board what it is and send it test frames; closes the link again.

    Raises LinkError where it cannot be opened, fails, or nothing there answers HELLO.
    """
    link.open()
    try:
        return _Conversation(link).trial(echoes, beat_s)
    finally:
        link.close()


class _Conversation:
    def __init__(self, link: Link) -> None:
        self._link = link
        self._decoder = Decoder()
        self._state: State | None = None
        self._errors: list[str] = []
        self._seq = 0

    def trial(self, echoes: int, beat_s: float) -> Trial:
        hello = self._hello()
        before = self._decoder.errors  # the rest of a frame may have come first
        times = [self._echo() for _ in range(echoes)]
        self._await_beat(time.monotonic() + beat_s)
        came = [seconds for seconds in times if seconds is not None]
        return Trial(
            board=board_info(hello),
            echo_ms=statistics.median(came) * 1000 if came else None,
            echoes_lost=len(times) - len(came),
            state=self._state,
            errors=tuple(self._errors),
            framing_errors=self._decoder.errors - before,
        )

    def _hello(self) -> HelloAnswer:
        self._say(Hello(PROTOCOL_MAJOR, PROTOCOL_MINOR), b"\0")
        for received in self._heard(time.monotonic() + ANSWER_S):
            if isinstance(received.message, HelloAnswer):
                return received.message
        raise LinkError(LinkFault.UNANSWERED, f"what is on {self._link.name} is no dambord")

    def _echo(self) -> float | None:
        """Seconds until the test frame came back unharmed, None where it did not."""
        begun = time.monotonic()
        self._say(Ping(TEST_FRAME))
        for received in self._heard(begun + ECHO_S):
            if received.seq == self._seq and received.message == Pong(TEST_FRAME):
                return time.monotonic() - begun
        return None

    def _await_beat(self, deadline: float) -> None:
        if self._state is None:
            for _ in self._heard(deadline):
                if self._state is not None:
                    return

    def _say(self, message: Message, before: bytes = b"") -> None:
        self._seq = self._seq % 255 + 1
        self._link.write(before + encode(message, self._seq))

    def _heard(self, deadline: float) -> Iterator[Received]:
        while (left := deadline - time.monotonic()) > 0:
            for item in self._decoder.feed(self._link.read(left)):
                if isinstance(item, Received):
                    self._note(item.message)
                    yield item

    def _note(self, message: Message | Unknown) -> None:
        match message:
            case Heartbeat(state=state):
                self._state = state
            case ErrorReport():
                self._errors.append(board_error(message, 0.0).detail)
