"""What can go wrong between the program and a board, by whose fault it is.

BoardIoError
├── LinkError            the way to the board; carries a LinkFault that says which way it failed
│   ├── PortAbsentError      the named port does not exist (lists the ports that do)
│   ├── PortForbiddenError   the system does not let this user open it (names group and command)
│   ├── RadioError           Bluetooth of this computer is absent, off or not permitted
│   └── SeveralBoardsError   more than one board is in range and none was named
├── RefusedError         the board says no to a request; names the reason
├── TraceError           a trace file holds something that is no trace; names file and line
├── BridgeError          a board cannot be offered to a phone app from this computer
└── SimulatorError       the simulated board could not be started on this machine
"""

from __future__ import annotations

import enum
from collections.abc import Sequence


class LinkFault(enum.Enum):
    """Why there is no working link; the program turns it into a sentence in the user's language."""

    ABSENT = "absent"  # the port or the address does not exist (any more)
    FORBIDDEN = "forbidden"  # it exists, but this user may not open it
    BUSY = "busy"  # another program holds it
    REFUSED = "refused"  # it could not be opened for another reason
    UNPLUGGED = "unplugged"  # it was open and went away
    STALLED = "stalled"  # it no longer takes bytes
    UNANSWERED = "unanswered"  # it is open and nothing there speaks the protocol
    SILENT = "silent"  # the board spoke and then stopped
    RESTARTED = "restarted"  # the board came back with another boot id
    CLOSED = "closed"  # we closed it ourselves
    NO_RADIO = "no_radio"  # this computer has no Bluetooth, or nothing that serves it
    RADIO_OFF = "radio_off"  # its Bluetooth is switched off or not ready yet
    SEVERAL = "several"  # more than one board could be meant
    UNSEEN = "unseen"  # a camera is there, but no board is in its picture
    DARK = "dark"  # its picture is too dark


class BoardIoError(Exception):
    """Base of all errors of this package."""


class LinkError(BoardIoError):
    """The link could not be opened or is gone; a new `open` may succeed later."""

    def __init__(self, fault: LinkFault, detail: str) -> None:
        super().__init__(detail)
        self.fault = fault

    @property
    def detail(self) -> str:
        """One line in English for logs; people get a sentence made from `fault`."""
        return str(self)


class PortAbsentError(LinkError):
    """There is no such serial port."""

    def __init__(self, port: str, found: Sequence[str]) -> None:
        there = ", ".join(found) if found else "none"
        super().__init__(LinkFault.ABSENT, f"no port {port}; ports found: {there}")
        self.port = port
        self.found = tuple(found)


class PortForbiddenError(LinkError):
    """This user may not open the port; `group` and `command` are None where groups do not exist."""

    def __init__(self, port: str, group: str | None, command: str | None) -> None:
        remedy = f"it belongs to group {group}; run: {command}" if command else "ask for access"
        super().__init__(LinkFault.FORBIDDEN, f"no permission for {port}: {remedy}")
        self.port = port
        self.group = group
        self.command = command


class RadioError(LinkError):
    """Bluetooth of this computer cannot be used; `remedy` says what to do about it."""

    def __init__(self, fault: LinkFault, what: str, remedy: str) -> None:
        super().__init__(fault, f"{what}; {remedy}")
        self.remedy = remedy


class SeveralBoardsError(LinkError):
    """More than one board could be meant."""

    def __init__(self, names: Sequence[str]) -> None:
        listed = ", ".join(names)
        super().__init__(LinkFault.SEVERAL, f"in range: {listed}; name one: --board ble:NAME")
        self.names = tuple(names)


class RefusedError(BoardIoError):
    """The board will not do what was asked; `reason` is the name of its reason."""

    def __init__(self, asked: str, reason: str) -> None:
        super().__init__(f"the board refuses {asked}: {reason}")
        self.reason = reason


class TraceError(BoardIoError):
    """A trace that cannot be read; the message is one line with file and line number."""

    def __init__(self, source: str, line: int, what: str) -> None:
        super().__init__(f"{source} line {line}: {what}")
        self.source = source
        self.line = line


class BridgeError(BoardIoError):
    """A board cannot be offered to a phone app from this computer; the message says what to do."""


class SimulatorError(BoardIoError):
    """The simulated board could not be started; the message says what is missing."""


class UnknownProfileError(BoardIoError):
    """No simulated player has this name; the message lists the names."""
