"""The bytes between program and board, with their times: for who has to find out what went wrong.

One JSON object a line, the first of which (here in two) says what the file is:

    {"format": "dambord-wire", "version": 1, "board": "dgt", "variant": "international",
     "fen": "W:W31,32:B1,2"}
    {"t_ms": 0, "link": "/dev/ttyACM0"}
    {"t_ms": 3, "from": "host", "hex": "42"}
    {"t_ms": 115, "from": "board", "hex": "86 00 67 00 04"}
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, TextIO

from board_io.errors import TraceError
from board_io.link import Cancellable, Link, LinkFactory

FORMAT = "dambord-wire"
VERSION = 1


@dataclass(frozen=True, slots=True)
class WireHeader:
    """Which board it was, by the name that people give it, and the game at the first line."""

    board: str
    variant: str
    fen: str


class WireLog:
    """Writes what passes; t_ms counts from the first line. A disk that fails ends the log, not the
    game: `failed` says so then."""

    def __init__(
        self,
        stream: TextIO,
        header: WireHeader,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.failed = False
        self._stream = stream
        self._clock = clock
        self._origin = clock()
        self._lock = threading.Lock()  # reader and writer of a link are two threads
        self._write({"format": FORMAT, "version": VERSION} | asdict(header))

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


@dataclass(frozen=True, slots=True)
class Opened:
    """A link was opened at `t_ms`."""

    t_ms: int
    link: str


def is_wire_log(start: bytes) -> bool:
    """Whether a file that begins so is a log of bytes."""
    first = start.partition(b"\n")[0]
    with contextlib.suppress(ValueError):
        header = json.loads(first)
        return isinstance(header, dict) and header.get("format") == FORMAT
    return False


def read_wire_log(text: str, source: str) -> tuple[WireHeader, list[Passed | Opened]]:
    """What passed, in order; a last line that a power cut left unfinished is left out.

    Raises TraceError at a line that is none.
    """
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines.pop()
    read: list[Passed | Opened] = []
    header = WireHeader("", "", "")
    for number, line in enumerate(lines, start=1):
        try:
            fields = json.loads(line)
            if number == 1:
                header = WireHeader(*(str(fields[name]) for name in ("board", "variant", "fen")))
            else:
                read.append(_line(fields))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise TraceError(source, number, f"is no line of a log of bytes: {error}") from error
    return header, read


def _line(fields: dict[str, Any]) -> Passed | Opened:
    t_ms = int(fields["t_ms"])
    if "link" in fields:
        return Opened(t_ms, str(fields["link"]))
    return Passed(t_ms, fields["from"] == "board", bytes.fromhex(fields["hex"]))
