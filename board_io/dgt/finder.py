"""Finding the serial port that a DGT board is on.

Nothing in the USB ids says it, so each port is asked for its version, one byte, once. A Bluetooth
board has to be paired first; its port is then called rfcomm.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from board_io.dgt.driver import BAUD
from board_io.discovery import SerialPort, serial_ports
from board_io.errors import LinkError, LinkFault
from board_io.link import Link
from board_io.link.serial_link import SerialLink
from firmware_protocol.dgt.commands import Command
from firmware_protocol.dgt.decoder import DgtDecoder
from firmware_protocol.dgt.messages import Version

ANSWER_S = 1.0


def open_port(port: str) -> Link:
    """A link, not open, to a DGT board on this port."""
    return SerialLink(port, baud=BAUD)


def is_bluetooth(port: str) -> bool:
    """Whether a port of this name is a Bluetooth board's."""
    return "rfcomm" in port or "Bluetooth" in port


def is_dgt_board(link: Link, answer_s: float = ANSWER_S) -> bool:
    """Open `link`, ask for the version once, and tell whether a DGT board answers; closes it again.

    Raises LinkError where the link cannot be opened or fails.
    """
    link.open()
    try:
        link.write(Command.VERSION.wire)
        return _hears_version(link, time.monotonic() + answer_s)
    finally:
        link.close()


class DgtFinder:
    """A link factory that goes to whichever port has a DGT board; remembers strangers."""

    def __init__(
        self,
        ports: Callable[[], Sequence[SerialPort]] = serial_ports,
        make_link: Callable[[str], Link] = open_port,
        answer_s: float = ANSWER_S,
    ) -> None:
        self._ports = ports
        self._make_link = make_link
        self._answer_s = answer_s
        self._strangers: set[str] = set()
        self._asked: Link | None = None
        self._cancelled = False

    def __call__(self) -> Link:
        """A link, not open, to the first port with a board on it. Raises LinkError if none has."""
        ports = [p.device for p in self._ports() if p.usb_id or is_bluetooth(p.device)]
        self._strangers &= set(ports)
        obstacle: LinkError | None = None
        for port in ports:
            if port in self._strangers:
                continue
            try:
                if self._is_board(port):
                    return self._make_link(port)
                self._strangers.add(port)
            except LinkError as error:
                obstacle = obstacle or error
        text = f"no DGT board on any serial port; ports found: {', '.join(ports) or 'none'}"
        raise obstacle or LinkError(LinkFault.ABSENT, text)

    def cancel(self) -> None:
        """End a search in progress, for good."""
        self._cancelled = True
        if (asked := self._asked) is not None:
            asked.close()

    def _is_board(self, port: str) -> bool:
        self._asked = link = self._make_link(port)
        if self._cancelled:
            raise LinkError(LinkFault.CLOSED, "given up")
        return is_dgt_board(link, self._answer_s)


def _hears_version(link: Link, deadline: float) -> bool:
    decoder = DgtDecoder()
    while (left := deadline - time.monotonic()) > 0:
        if any(isinstance(said, Version) for said in decoder.feed(link.read(left))):
            return True
    return False
