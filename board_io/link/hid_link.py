"""A board that is a human interface device on USB, by the hidraw nodes of Linux.

https://docs.kernel.org/hid/hidraw.html: each read is one report, each write too, and the first byte
is the number of the report.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from board_io.errors import LinkError, LinkFault

SYSTEM = Path("/sys/class/hidraw")
DEVICES = Path("/dev")
_LONGEST = 4096  # of a report, as the kernel has it
_USB = 0x03
_IDS = re.compile(r"^HID_ID=([0-9A-F]{4}):([0-9A-F]{8}):([0-9A-F]{8})$", re.MULTILINE)


class HidLink:
    """One node, /dev/hidrawN, of a device of this vendor. Between two writes `gap_s` seconds pass,
    which some boards need."""

    def __init__(self, node: str, vendor: int, *, gap_s: float = 0.0) -> None:
        self._name = node
        self._vendor = vendor
        self._gap_s = gap_s
        self._may_write_at = 0.0
        self._node: int | None = None
        self._ended = threading.Event()
        self._reading = threading.Lock()

    @property
    def name(self) -> str:
        return self._name

    def open(self) -> None:
        try:
            self._node = os.open(self._name, os.O_RDWR | getattr(os, "O_NONBLOCK", 0))
        except FileNotFoundError:
            text = f"there is no {self._name}; plug the board in, or leave the node to be found"
            raise LinkError(LinkFault.ABSENT, text) from None
        except PermissionError:
            raise LinkError(LinkFault.FORBIDDEN, _forbidden(self._name, self._vendor)) from None
        except OSError as error:
            text = f"{self._name} cannot be opened: {error.strerror}"
            raise LinkError(LinkFault.REFUSED, text) from error
        self._ended.clear()

    def read(self, timeout_s: float) -> bytes:
        deadline = time.monotonic() + timeout_s
        with self._reading:
            while True:
                node = self._opened()
                left = max(0.0, deadline - time.monotonic())
                # In short turns, so that a close in another thread ends it.
                ready, _, _ = select.select([node], [], [], min(left, _TURN_S))
                if ready:
                    return self._report(node)
                if not left:
                    return b""

    def write(self, data: bytes) -> None:
        node = self._opened()
        self._ended.wait(max(0.0, self._may_write_at - time.monotonic()))
        try:
            os.write(node, data)
        except BlockingIOError as error:
            raise LinkError(LinkFault.STALLED, f"{self._name} takes no bytes") from error
        except OSError as error:
            raise self._gone(error) from error
        self._may_write_at = time.monotonic() + self._gap_s

    def close(self) -> None:
        self._ended.set()
        with self._reading:
            node, self._node = self._node, None
            if node is not None:
                with contextlib.suppress(OSError):
                    os.close(node)

    def _report(self, node: int) -> bytes:
        try:
            report = os.read(node, _LONGEST)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise self._gone(error) from error
        if not report:
            raise LinkError(LinkFault.UNPLUGGED, f"{self._name} is gone")
        return report

    def _opened(self) -> int:
        if self._node is None or self._ended.is_set():
            raise LinkError(LinkFault.CLOSED, f"{self._name} is closed")
        return self._node

    def _gone(self, error: OSError) -> LinkError:
        return LinkError(LinkFault.UNPLUGGED, f"{self._name} is gone: {error.strerror}")


_TURN_S = 0.1


def nodes_of(
    vendor: int, products: range, usage_page: int, system: Path = SYSTEM, devices: Path = DEVICES
) -> Iterator[str]:
    """The nodes of the USB devices of this vendor with one of these product numbers, whose reports
    begin with this usage page; `system` is where the kernel tells of them. Opens none of them."""
    for entry in sorted(system.glob("hidraw*")):
        try:
            told = (entry / "device" / "uevent").read_text(encoding="ascii", errors="replace")
            described = (entry / "device" / "report_descriptor").read_bytes()
        except OSError:
            continue  # unplugged meanwhile
        found = _IDS.search(told)
        if found is None:
            continue
        bus, its_vendor, product = (int(part, 16) for part in found.groups())
        page = bytes([0x06]) + usage_page.to_bytes(2, "little")
        is_wanted = (bus, its_vendor) == (_USB, vendor) and product in products
        if is_wanted and described.startswith(page):
            yield str(devices / entry.name)


def _forbidden(node: str, vendor: int) -> str:
    rule = f'KERNEL=="hidraw*", ATTRS{{idVendor}}=="{vendor:04x}", TAG+="uaccess"'
    file = "/etc/udev/rules.d/70-dambord-hid.rules"
    return f"no permission for {node}; run: echo '{rule}' | sudo tee {file}; then plug it in again"
