"""The bytes between program and board, with their times: for who has to find out what went wrong.

One JSON object a line, the first of which says what the file is:

    {"format": "dambord-wire", "version": 1}
    {"t_ms": 0, "link": "/dev/ttyACM0"}
    {"t_ms": 3, "from": "host", "hex": "42"}
    {"t_ms": 115, "from": "board", "hex": "86 00 67 00 04"}
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TextIO

from board_io.errors import TraceError
from board_io.link import Cancellable, Link, LinkFactory

FORMAT = "dambord-wire"
VERSION = 1


class WireLog:
    """Writes what passes; t_ms counts from the first line. A disk that fails ends the log, not the
    game: `failed` says so then."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.failed = False
        self._stream = stream
        self._clock = clock
        self._origin = clock()
        self._lock = threading.Lock()  # reader and writer of a link are two threads
        self._write({"format": FORMAT, "version": VERSION})

    def opened(self, link: str) -> None:
        """A link of this name was opened."""
        self._write({"t_ms": self._t_ms(), "link": link})

    def heard(self, data: bytes) -> None:
        """The board said this."""
        self._write({"t_ms": self._t_ms(), "from": "board", "hex": data.hex(" ")})

    def said(self, data: bytes) -> None:
        """The program said this."""
        self._write({"t_ms": self._t_ms(), "from": "host", "hex": data.hex(" ")})

    def _t_ms(self) -> int:
        return round((self._clock() - self._origin) * 1000)

    def _write(self, line: dict[str, Any]) -> None:
        with self._lock:
            if self.failed:
                return
            try:
                self._stream.write(json.dumps(line) + "\n")
                self._stream.flush()
            except (OSError, ValueError):  # ValueError: the file is closed
                self.failed = True


class LoggedLink:
    """A link whose bytes are written down."""

    def __init__(self, link: Link, log: WireLog) -> None:
        self._link = link
        self._log = log

    @property
    def name(self) -> str:
        return self._link.name

    def open(self) -> None:
        self._link.open()
        self._log.opened(self._link.name)

    def read(self, timeout_s: float) -> bytes:
        data = self._link.read(timeout_s)
        if data:
            self._log.heard(data)
        return data

    def write(self, data: bytes) -> None:
        self._log.said(data)
        self._link.write(data)

    def close(self) -> None:
        self._link.close()


class LoggedLinks:
    """A link factory whose links are written down; what finders say while they search is not."""

    def __init__(self, links: LinkFactory, log: WireLog) -> None:
        self._links = links
        self._log = log

    def __call__(self) -> Link:
        return LoggedLink(self._links(), self._log)

    def cancel(self) -> None:
        """End a search in progress, for good."""
        if isinstance(self._links, Cancellable):
            self._links.cancel()


@dataclass(frozen=True, slots=True)
class Passed:
    """Bytes that went one way at `t_ms`."""

    t_ms: int
    from_board: bool
    data: bytes


def is_wire_log(start: bytes) -> bool:
    """Whether a file that begins so is a log of bytes."""
    first = start.partition(b"\n")[0]
    with contextlib.suppress(ValueError):
        header = json.loads(first)
        return isinstance(header, dict) and header.get("format") == FORMAT
    return False


def read_wire_log(lines: Iterable[str], source: str) -> Iterator[Passed]:
    """What passed, in order; a last line that a power cut left unfinished is left out.

    Raises TraceError at a line that is none.
    """
    for number, line in enumerate(lines, start=1):
        if not line.endswith("\n"):
            return
        try:
            fields = json.loads(line)
            if "hex" in fields:
                sender, t_ms = fields["from"], int(fields["t_ms"])
                yield Passed(t_ms, sender == "board", bytes.fromhex(fields["hex"]))
        except (ValueError, TypeError, KeyError) as error:
            raise TraceError(source, number, f"is no line of bytes: {error}") from error
