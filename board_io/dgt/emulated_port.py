"""An emulated DGT board on a pseudo-terminal, in real time; where there are pseudo-terminals."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Mapping
from pathlib import Path
from shutil import rmtree

from board_io.dgt.driver import BAUD
from board_io.dgt.emulator import EmulatedDgt
from board_io.errors import SimulatorError
from board_io.link import Link
from board_io.link.serial_link import SerialLink
from rules.piece import Piece

_TICK_S = 0.002


class EmulatedPort:
    """`port` is a serial port with `board` behind it. Use it as a context manager.

    Raises SimulatorError on a system without pseudo-terminals.
    """

    def __init__(self, board: EmulatedDgt) -> None:
        if sys.platform == "win32":
            raise SimulatorError("this system has no pseudo-terminals for an emulated board")
        self._board = board
        self._lock = threading.Lock()
        self._folder = Path(tempfile.mkdtemp(prefix="dambord-"))
        self._remove = weakref.finalize(self, rmtree, self._folder, ignore_errors=True)
        self.port = str(self._folder / "port")
        self._ends: tuple[int, int] | None = None
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="emulated board", daemon=True)

    def __enter__(self) -> EmulatedPort:
        self.plug()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped = True
        self._thread.join()
        self.unplug()
        self._remove()

    def link(self) -> Link:
        """A new link to this board, not open yet."""
        return SerialLink(self.port, baud=BAUD)

    def change(self, pieces: Mapping[int, Piece | None]) -> None:
        """Place and lift (None) at this moment."""
        with self._lock:
            for square, piece in pieces.items():
                self._board.put(square, piece)

    def plug(self) -> None:
        """Put the cable in. The board has power all the time."""
        import pty
        import tty

        with self._lock:
            far, near = pty.openpty()
            tty.setraw(near)
            self._ends = far, near
            Path(self.port).symlink_to(os.ttyname(near))

    def unplug(self) -> None:
        """Pull the cable out; what the board says is lost."""
        with self._lock:
            Path(self.port).unlink(missing_ok=True)
            ends, self._ends = self._ends, None
            for end in ends or ():
                os.close(end)

    def _run(self) -> None:
        while not self._stopped:
            with self._lock, contextlib.suppress(OSError):  # the host has closed its end
                self._move()
            time.sleep(_TICK_S)

    def _move(self) -> None:
        now = time.monotonic()
        far = self._ends[0] if self._ends else None
        if far is not None and select.select([far], [], [], 0)[0]:
            self._board.receive(os.read(far, 256))
        self._board.advance(now)
        if (data := self._board.take_output(now)) and far is not None:
            os.write(far, data)
