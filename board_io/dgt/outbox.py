"""What is to be said to a DGT board, at the pace that it can take.

A board holds ten bytes that it has not read yet, so commands are sent one by one with a pause. The
clock behind it acknowledges each message; the next one waits for that, and a lost one is repeated.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from firmware_protocol.dgt.clock import ClockAck
from firmware_protocol.dgt.commands import Command

GAP_S = 0.1
ACK_S = 2.0
CLOCK_TRIES = 3


@dataclass
class _ClockMessage:
    wire: bytes
    tries: int = 0
    due: float = 0.0

    @property
    def command(self) -> int:
        return self.wire[3]


class Outbox:
    """Commands to the board and messages to its clock that wait."""

    def __init__(self) -> None:
        self._commands: deque[bytes] = deque()
        self._clock: deque[_ClockMessage] = deque()
        self._free_at = 0.0
        self._output = bytearray()

    @property
    def next_deadline(self) -> float | None:
        """When `advance` has something to do."""
        times = [self._free_at] if self._commands else []
        if self._clock:
            times.append(max(self._clock[0].due, self._free_at))
        return min(times, default=None)

    def clear(self) -> None:
        """Forget everything, for a link that is gone."""
        self._commands.clear()
        self._clock.clear()
        self._output.clear()

    def ask(self, *commands: Command) -> None:
        """Send these, in order; one that waits already is not sent twice."""
        self._commands.extend(c.wire for c in commands if c.wire not in self._commands)

    def tell_clock(self, wire: bytes) -> None:
        """Send this to the clock after all that waits; a newer one of its kind replaces it."""
        waiting = [m for m in self._clock if m.tries or m.wire[3] != wire[3]]
        self._clock = deque([*waiting, _ClockMessage(wire)])

    def acknowledged(self, ack: ClockAck) -> None:
        """The clock has answered, well or not: what it was told is done."""
        if self._clock and self._clock[0].tries and ack.command == self._clock[0].command:
            self._clock.popleft()

    def advance(self, now: float) -> bool:
        """Send what is due. False: a message to the clock is given up."""
        heard = True
        if self._clock and self._clock[0].tries >= CLOCK_TRIES and now >= self._clock[0].due:
            self._clock.popleft()
            heard = False
        if now < self._free_at:
            return heard
        if self._commands:
            self._send(self._commands.popleft(), now)
        elif self._clock and now >= self._clock[0].due:
            message = self._clock[0]
            message.tries += 1
            message.due = now + ACK_S
            self._send(message.wire, now)
        return heard

    def take_output(self) -> bytes:
        """The bytes to be sent now; they are handed out once."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def _send(self, wire: bytes, now: float) -> None:
        self._output += wire
        self._free_at = now + GAP_S
