"""The firmware running on this machine, behind a pseudo-terminal and among its small files."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from firmware_protocol.codec import Decoder, Received, encode
from firmware_protocol.layout import Message
from firmware_protocol.messages import Ack, Nak
from hardware import SIMULATED_BOARD

HEAP = "190k"
"""What a Pico W has left for a program."""
M = TypeVar("M", bound=Message)


def micropython() -> list[str]:
    beside = Path(sys.executable).with_name("micropython")
    command = str(beside) if beside.exists() else shutil.which("micropython")
    if command is None:
        pytest.skip("the micropython command is absent (pip install 'dambord[micropython]')")
    return [command, "-X", f"heapsize={HEAP}"]


class RunningBoard:
    """The firmware behind a pseudo-terminal, and the small files that are its world."""

    def __init__(self, command: list[str], folder: Path) -> None:
        import pty
        import tty

        self.folder = folder
        self.started = time.monotonic()
        self._decoder = Decoder()
        self._seq = 0
        self.events: list[Received] = []
        master, self.line = pty.openpty()
        tty.setraw(self.line)
        self.process = subprocess.Popen(
            [*command, str(SIMULATED_BOARD)],
            stdin=master, stdout=master,
            env={**os.environ, "DAMBORD_SIM_DIR": str(folder)},
        )  # fmt: skip
        os.close(master)

    def stop(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self.line)
        self.process.kill()
        self.process.wait()

    # The wire

    def send(self, data: bytes) -> None:
        os.write(self.line, data)

    def receive(self, until: float) -> list[Received]:
        """What comes in one reading; nothing after the moment `until`."""
        if not select.select([self.line], [], [], max(0.0, until - time.monotonic()))[0]:
            return []
        items = self._decoder.feed(os.read(self.line, 4096))
        got = [item for item in items if isinstance(item, Received)]
        assert len(got) == len(items), items
        self.events += [item for item in got if 0xC0 <= getattr(item.message, "TYPE", 0) < 0xF0]
        return got

    def ask(self, message: Message, timeout_s: float = 20.0) -> Any:
        """The answer to a request, which is asked again like a host does."""
        self._seq = self._seq % 255 + 1
        wire = encode(message, self._seq)
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            self.send(wire)
            again = min(end, time.monotonic() + 1.0)
            while time.monotonic() < again:
                for item in self.receive(again):
                    if item.seq == self._seq and item not in self.events:
                        return item.message
        raise AssertionError(f"no answer to {message}")

    def do(self, message: Message) -> None:
        """A request that must be acknowledged."""
        assert self.ask(message) == Ack(message.TYPE)

    def refused(self, message: Message) -> int:
        """The reason of a request that must not be done."""
        answer = self.ask(message)
        assert isinstance(answer, Nak), answer
        assert answer.request == message.TYPE
        return answer.reason

    def wait_for(self, kind: type[M], timeout_s: float = 20.0) -> M:
        """The next event of a kind that was not waited for before."""
        end = time.monotonic() + timeout_s
        while True:
            for item in self.events:
                if isinstance(item.message, kind):
                    self.events.remove(item)
                    return item.message
            assert time.monotonic() < end, f"no {kind.__name__}"
            self.receive(end)

    def listen(self, seconds: float) -> list[Message]:
        """Every event of a time, all that were waiting included."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.receive(end)
        events, self.events = self.events, []
        return [item.message for item in events if isinstance(item.message, Message)]

    # The world

    def place(self, text: str) -> None:
        self.put("magnets", text)

    def put(self, name: str, text: str) -> None:
        new = self.folder / (name + ".test")
        new.write_text(text)
        os.replace(new, self.folder / name)

    def lit(self) -> dict[int, str]:
        """Square -> RRGGBB of every light that is on now."""
        path = self.folder / "leds"
        colors = path.read_text().split()[1:] if path.exists() else []
        return {n: color for n, color in enumerate(colors, start=1) if color != "000000"}

    def wait_lit(self, wanted: Callable[[dict[int, str]], bool], timeout_s: float = 20.0) -> None:
        end = time.monotonic() + timeout_s
        while not wanted(self.lit()):
            assert time.monotonic() < end, self.lit()
            self.receive(time.monotonic() + 0.01)


Starter = Callable[..., RunningBoard]
