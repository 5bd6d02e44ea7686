"""Finding the board: on which serial port it is, or on any of several ways.

Many boards share their USB bridge chip with printers and other boards, so the ids only say whom to
ask first: a board is what answers HELLO. Another device hears that one request and no more, until
it is plugged in again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from serial.tools import list_ports

from board_io.errors import LinkError, LinkFault
from board_io.link import Cancellable, Link
from board_io.link.serial_link import SerialLink
from firmware_protocol.codec import Decoder, Received, encode
from firmware_protocol.codes import PROTOCOL_MAJOR, PROTOCOL_MINOR
from firmware_protocol.messages import Heartbeat, Hello, HelloAnswer

OUR_USB_IDS = frozenset({(0x2E8A, 0x0005)})  # Raspberry Pi Pico running MicroPython
ANSWER_S = 2.5  # a board may sit in its boot loader for a second, then beats once a second
LISTEN_S = 0.2  # how soon an ended search is noticed


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A port of this system; `usb_id` is (vendor, product), None where it is no USB device."""

    device: str
    description: str
    usb_id: tuple[int, int] | None

    @property
    def likely(self) -> bool:
        """Whether it is the kind of device that our board is built on."""
        return self.usb_id in OUR_USB_IDS


def serial_ports() -> list[SerialPort]:
    """The ports that this system has now, those likely to be ours first."""
    ports = [
        SerialPort(p.device, p.description or "", None if p.vid is None else (p.vid, p.pid))
        for p in list_ports.comports()
    ]
    return sorted(ports, key=lambda port: (not port.likely, port.device))


class Patience:
    """Whether a search is still wanted; another thread may end it."""

    def __init__(self) -> None:
        self._ended = threading.Event()

    def end(self) -> None:
        self._ended.set()

    def check(self) -> None:
        """Raises LinkError once it has ended."""
        if self._ended.is_set():
            raise LinkError(LinkFault.CLOSED, "given up")


def is_board(link: Link, timeout_s: float = ANSWER_S, patience: Patience | None = None) -> bool:
    """Open `link`, say HELLO once, and tell whether one of our boards is there; closes it again.

    Raises LinkError where the link cannot be opened or fails.
    """
    link.open()
    try:
        return answers_hello(link, timeout_s, patience)
    finally:
        link.close()


def answers_hello(
    link: Link, timeout_s: float = ANSWER_S, patience: Patience | None = None
) -> bool:
    """Say HELLO once over an open link, and tell whether one of our boards is there.

    Raises LinkError where the link fails or the patience ends.
    """
    link.write(b"\0" + encode(Hello(PROTOCOL_MAJOR, PROTOCOL_MINOR), seq=1))
    decoder = Decoder()
    deadline = time.monotonic() + timeout_s
    while (left := deadline - time.monotonic()) > 0:
        if patience is not None:
            patience.check()
        for item in decoder.feed(link.read(min(left, LISTEN_S))):
            if isinstance(item, Received) and isinstance(item.message, (HelloAnswer, Heartbeat)):
                return True
    return False


class BoardFinder:
    """A link factory that goes to whichever USB serial port has a board; remembers strangers."""

    def __init__(
        self,
        ports: Callable[[], Sequence[SerialPort]] = serial_ports,
        make_link: Callable[[str], Link] = SerialLink,
        answer_s: float = ANSWER_S,
    ) -> None:
        self._ports = ports
        self._make_link = make_link
        self._answer_s = answer_s
        self._strangers: set[str] = set()
        self._patience = Patience()

    def __call__(self) -> Link:
        """A link, not open, to the first port with a board on it. Raises LinkError if none has."""
        ports = [port for port in self._ports() if port.usb_id is not None]
        self._strangers &= {port.device for port in ports}
        obstacle: LinkError | None = None
        for port in ports:
            if port.device in self._strangers:
                continue
            try:
                if self._is_board(port.device):
                    return self._make_link(port.device)
            except LinkError as error:
                obstacle = obstacle or error
                continue
            if not port.likely:
                self._strangers.add(port.device)
        raise obstacle or _nothing(ports)

    def cancel(self) -> None:
        """End a search in progress, for good."""
        self._patience.end()

    def _is_board(self, device: str) -> bool:
        self._patience.check()
        return is_board(self._make_link(device), self._answer_s, self._patience)


class FirstFound:
    """Asks one finder after the other; the first board that is found is the one."""

    def __init__(self, finders: Sequence[Callable[[], Link]]) -> None:
        self._finders = tuple(finders)

    def __call__(self) -> Link:
        """A link to a board. Raises LinkError, with all that is in the way, where there is none."""
        obstacles = []
        for find in self._finders:
            try:
                return find()
            except LinkError as error:
                obstacles.append(error)
        raise gathered(obstacles)

    def cancel(self) -> None:
        """End a search in progress; see `BoardDriver`."""
        for find in self._finders:
            if isinstance(find, Cancellable):
                find.cancel()


def gathered(obstacles: Sequence[LinkError]) -> LinkError:
    """One error of many; the first that says more than that nothing is there gives the fault."""
    nothing = (LinkFault.ABSENT, LinkFault.NO_RADIO)
    telling = [error.fault for error in obstacles if error.fault not in nothing]
    detail = "; ".join(error.detail for error in obstacles)
    return LinkError(telling[0] if telling else LinkFault.ABSENT, detail)


def _nothing(ports: Sequence[SerialPort]) -> LinkError:
    there = ", ".join(port.device for port in ports) or "none"
    return LinkError(LinkFault.ABSENT, f"no board on any USB serial port; ports found: {there}")
