"""The simulated board: the real firmware in a process of its own, with magnets to move.

The firmware talks through a pseudo-terminal that the ordinary serial driver opens, or over TCP
where there are none. It runs under MicroPython's unix port where that is installed, else under
CPython. Its magnets, buttons and lights are small files; see hardware/firmware/README.md.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Mapping
from pathlib import Path

from board_io.errors import LinkError, LinkFault, SimulatorError
from board_io.events import BoardButton
from board_io.link import Link
from board_io.link.serial_link import SerialLink
from board_io.link.tcp_link import TcpLink
from hardware import SIMULATED_BOARD
from rules.piece import Color, Piece
from rules.snapshot import SensorKind

HAS_PTY = sys.platform != "win32"
ADDRESS_WAIT_S = 10.0
_SENSOR_SETTING = {SensorKind.OCCUPANCY: 1, SensorKind.COLOR: 2}
_BUTTONS = (
    BoardButton.CONFIRM,
    BoardButton.TAKE_BACK,
    BoardButton.WHITE_CLOCK,
    BoardButton.BLACK_CLOCK,
    BoardButton.NEW_GAME,
    BoardButton.DRAW,
)
Rgb = tuple[int, int, int]


def micropython() -> str | None:
    """The MicroPython command beside this interpreter or on the path, None where there is none."""
    beside = Path(sys.executable).parent / "micropython"
    return str(beside) if beside.exists() else shutil.which("micropython")


class SimulatedBoard:
    """A board without hardware. `link` gives what a BoardDriver needs: `BoardDriver(board.link)`.

    It has `rows` of `per_row` squares that are played on. With `radio` it also has a radio, which
    the program that listens at this "host:port" carries; see hardware/firmware/README.md.
    `interpreter` is the command that runs the firmware, by default MicroPython if there is one.
    Use it as a context manager, or call `stop` at the end.
    """

    def __init__(
        self,
        sensor: SensorKind = SensorKind.COLOR,
        *,
        rows: int = 10,
        per_row: int = 5,
        interpreter: str | None = None,
        tcp: bool = not HAS_PTY,
        radio: str = "",
    ) -> None:
        if sensor not in _SENSOR_SETTING:
            raise SimulatorError(f"no firmware senses {sensor.value}; take colour or occupancy")
        python = sys.executable
        self._interpreter = interpreter or (python if tcp else micropython() or python)
        self._tcp = tcp
        if not SIMULATED_BOARD.is_file():
            raise SimulatorError(f"no firmware at {SIMULATED_BOARD}; install dambord again")
        self._magnets = ["."] * (rows * per_row)
        self._shape = f"{rows}x{per_row}"
        self._radio = radio
        self._held: set[BoardButton] = set()
        self._process: subprocess.Popen[bytes] | None = None
        self._slave: int | None = None
        self._folder = Path(tempfile.mkdtemp(prefix="dambord-"))
        self._remove = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._write("board.json", f'{{"sensor": {_SENSOR_SETTING[sensor]}}}')
        self._write_magnets()

    def __enter__(self) -> SimulatedBoard:
        try:
            self.start()
        except SimulatorError:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the firmware, unless it runs. Raises SimulatorError where it cannot run at all."""
        if self._process is not None:
            return
        try:
            if self._tcp:
                self._start_on_tcp()
            else:
                self._start_on_pty()
        except OSError as error:
            self.unplug()
            raise SimulatorError(f"{self._interpreter} does not start: {error}") from error
        except SimulatorError:
            self.unplug()
            raise

    def stop(self) -> None:
        """End the firmware and remove its files. Stopping twice is no error."""
        self.unplug()
        self._remove()

    def unplug(self) -> None:
        """Pull the cable: the board loses its power, and the port is gone."""
        (self._folder / "port").unlink(missing_ok=True)
        (self._folder / "address").unlink(missing_ok=True)
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            if process.stdin is not None:
                process.stdin.close()
        if self._slave is not None:
            os.close(self._slave)
            self._slave = None

    def replug(self) -> None:
        """Put the cable back: the board starts anew under the same name, with another boot id."""
        self.unplug()
        self.start()

    @property
    def port(self) -> str:
        """The serial port; the same after `replug`. With TCP: host:port, another each time."""
        return self._address() if self._tcp else str(self._folder / "port")

    def link(self) -> Link:
        """A new link to this board, not open yet. Raises LinkError while it is not plugged in."""
        if self._process is not None and self._process.poll() is not None:
            raise LinkError(LinkFault.REFUSED, f"the firmware has ended: {self._last_words()}")
        if not self._tcp:
            return SerialLink(self.port)
        host, _, port = self._address().rpartition(":")
        return TcpLink(host, int(port))

    def put(self, square: int, piece: Piece) -> None:
        """Place a piece; a board of magnets sees its colour at most."""
        self._set({square: piece})

    def lift(self, square: int) -> None:
        """Take whatever stands there away."""
        self._set({square: None})

    def change(self, pieces: Mapping[int, Piece | None]) -> None:
        """Place and lift (None) several at the same moment."""
        self._set(pieces)

    def set_position(self, pieces: Mapping[int, Piece]) -> None:
        """Have these pieces on the board and no others."""
        self._set({n: pieces.get(n) for n in range(1, len(self._magnets) + 1)})

    def hold(self, *buttons: BoardButton) -> None:
        """Hold these buttons down and let go of all others."""
        self._held = set(buttons)
        self._write("buttons", "".join("1" if b in self._held else "." for b in _BUTTONS))

    def set_battery(self, millivolts: int) -> None:
        """Run on a battery of this voltage."""
        self._write("battery", str(millivolts))

    @property
    def lights(self) -> dict[int, Rgb]:
        """The squares that are lit at this moment and their colours, as sent to the LEDs."""
        try:
            words = (self._folder / "leds").read_text(encoding="ascii").split()
        except OSError:
            return {}
        colors = (tuple(bytes.fromhex(word)) for word in words[1:])
        return {n: (r, g, b) for n, (r, g, b) in enumerate(colors, start=1) if r or g or b}

    def _set(self, pieces: Mapping[int, Piece | None]) -> None:
        for square, piece in pieces.items():
            if not 1 <= square <= len(self._magnets):
                raise ValueError(f"no square {square} on a board of {len(self._magnets)}")
            self._magnets[square - 1] = _magnet(piece)
        self._write_magnets()

    def _write_magnets(self) -> None:
        self._write("magnets", "".join(self._magnets))

    def _write(self, name: str, text: str) -> None:
        """Replace a file as a whole, so that the firmware never reads half of it."""
        new = self._folder / f"{name}.new"
        new.write_text(text, encoding="ascii")
        for _ in range(100):
            with contextlib.suppress(PermissionError):  # Windows: the firmware is reading it now
                new.replace(self._folder / name)
                return
            time.sleep(0.005)
        raise SimulatorError(f"{self._folder / name} cannot be written")

    def _start_on_pty(self) -> None:
        import pty
        import tty

        master, self._slave = pty.openpty()
        try:
            tty.setraw(self._slave)
            (self._folder / "port").symlink_to(os.ttyname(self._slave))
            self._spawn(master, master)
        finally:
            os.close(master)

    def _start_on_tcp(self) -> None:
        self._spawn(subprocess.PIPE, DAMBORD_SIM_TCP="127.0.0.1:0")
        deadline = time.monotonic() + ADDRESS_WAIT_S
        while not (self._folder / "address").exists():
            if self._process is None or self._process.poll() is not None:
                raise SimulatorError(f"the firmware does not start: {self._last_words()}")
            if time.monotonic() > deadline:
                raise SimulatorError("the firmware does not listen")
            time.sleep(0.01)

    # Whichever link is used, the firmware ends when its stdin does, so even a program that is
    # killed leaves no board behind.
    def _spawn(self, stdin: int, stdout: int = subprocess.DEVNULL, **settings: str) -> None:
        where = {
            "DAMBORD_SIM_DIR": str(self._folder),
            "DAMBORD_SIM_SHAPE": self._shape,
            "DAMBORD_SIM_RADIO": self._radio,
        }
        environment = os.environ | where | settings
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._interpreter, str(SIMULATED_BOARD)],
                stdin=stdin,
                stdout=stdout,
                stderr=log,
                env=environment,
                start_new_session=True,  # Ctrl-C is for the program; the board is ended by it
            )

    def _address(self) -> str:
        try:
            return (self._folder / "address").read_text(encoding="ascii").strip()
        except OSError:
            raise LinkError(LinkFault.ABSENT, "the simulated board is not plugged in") from None

    def _last_words(self) -> str:
        lines = (self._folder / "log").read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "without a word"


def _magnet(piece: Piece | None) -> str:
    if piece is None:
        return "."
    return "w" if piece.color is Color.WHITE else "b"
