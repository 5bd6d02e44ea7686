"""The ways to chess boards: by which name they are known on Bluetooth, or how their port is set.

Many of them carry bytes by the service that a hundred other devices have, so a board is known by
its name and by nothing else, and nothing is said to a device of another name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from board_io.errors import LinkError, LinkFault
from board_io.link import Link
from board_io.link.ble_link import NORDIC_UART, BleLink, GattPipe
from board_io.link.hid_link import HidLink, nodes_of
from board_io.link.radio import Nearby, Radio, computer_radio
from board_io.link.serial_link import SerialLink
from board_io.radio_search import RadioSearch

SCAN_S = 3.0
BAUD = 38_400

_MILLENNIUM = GattPipe(
    "49535343-fe7d-4ae5-8fa9-9fafd205e455",
    "49535343-8841-43f4-a8d4-ecbe34729bb3",
    "49535343-1e4d-4bd9-ba61-23c647249616",
)
_CHESSNUT = GattPipe(
    "1b7e8271-2877-41c3-b46e-cf057c562023",
    "1b7e8272-2877-41c3-b46e-cf057c562023",
    "1b7e8273-2877-41c3-b46e-cf057c562023",
    also_to_host=(
        ("1b7e8261-2877-41c3-b46e-cf057c562023", "1b7e8262-2877-41c3-b46e-cf057c562023"),
    ),
)


@dataclass(frozen=True, slots=True)
class OnRadio:
    """Boards with one of these in their name, in small letters, and the pipe that they have."""

    names: tuple[str, ...]
    pipe: GattPipe


ON_RADIO = {
    "chessnut": OnRadio(("chessnut", "smart chess"), _CHESSNUT),
    "ichessone": OnRadio(("ichessone",), NORDIC_UART),
    "pegasus": OnRadio(("pegasus",), NORDIC_UART),
    "squareoff": OnRadio(("square off", "squareoff"), NORDIC_UART),
    "millennium": OnRadio(("millennium chess",), _MILLENNIUM),
}
ON_SERIAL = ("millennium", "certabo", "tabutronic")


@dataclass(frozen=True, slots=True)
class OnHid:
    """How boards on USB that are no serial port are known, and how long they rest between two
    messages, in seconds."""

    vendor: int
    products: range
    usage_page: int
    gap_s: float


ON_HID = {"chessnut": OnHid(0x2D80, range(0x8000, 0x8700), 0xFF00, 0.2)}


def open_port(port: str) -> Link:
    """A link, not open, to a board on this serial port. Some start anew when DTR is high."""
    return SerialLink(port, baud=BAUD, dtr=False)


def open_node(family: str, node: str) -> Link:
    """A link, not open, to a board that is this human interface device."""
    known = ON_HID[family]
    return HidLink(node, known.vendor, gap_s=known.gap_s)


def find_node(family: str, nodes: Callable[[int, range, int], Iterable[str]] = nodes_of) -> Link:
    """A link, not open, to the one board of a family on USB.

    Raises LinkError: none is plugged in, or several are.
    """
    known = ON_HID[family]
    found = list(nodes(known.vendor, known.products, known.usage_page))
    if not found:
        text = f"no {family} board on USB (looked for on Linux only); plug it in and switch it on"
        raise LinkError(LinkFault.ABSENT, text)
    if len(found) > 1:
        text = f"on USB: {', '.join(found)}; name one: --board {family}:{found[0]}"
        raise LinkError(LinkFault.SEVERAL, text)
    return open_node(family, found[0])


class NamedFinder:
    """A link factory that gives an open link to the one board of a family, or to that called `name`
    (its whole name or its address). The board that was found once stays the one that is looked for.
    """

    def __init__(
        self,
        family: str,
        name: str = "",
        radio: Callable[[], Radio] = computer_radio,
        *,
        scan_s: float = SCAN_S,
    ) -> None:
        self._family = family
        self._way = ON_RADIO[family]
        self._name = name.strip().casefold()
        self._radio = radio
        self._scan_s = scan_s
        self._search = RadioSearch()

    def __call__(self) -> Link:
        """An open link to the board.

        Raises LinkError: none is in range, several are, Bluetooth cannot be used.
        """
        radio = self._radio()
        near = self._pick(self._search.wait(radio, radio.scan(self._scan_s, self._is_named)))
        link = BleLink(radio, near, self._way.pipe)
        self._search.wait(radio, link.connect())
        self._name = near.address.casefold()
        return link

    def cancel(self) -> None:
        """End a search in progress, for good."""
        self._search.end()

    def _pick(self, heard: Sequence[Nearby]) -> Nearby:
        boards = [near for near in heard if self._is_wanted(near)]
        if not boards:
            text = f"no {self._family} board in range of Bluetooth; switch it on and end other apps"
            raise LinkError(LinkFault.ABSENT, text)
        if len(boards) > 1:
            names = ", ".join(f"{near.name} ({near.address})" for near in boards)
            text = f"in range: {names}; name one: --board {self._family}:ADDRESS"
            raise LinkError(LinkFault.SEVERAL, text)
        return boards[0]

    def _is_named(self, near: Nearby) -> bool:
        """Whether nothing else need be heard once this one is."""
        return self._name != "" and self._is_wanted(near)

    def _is_wanted(self, near: Nearby) -> bool:
        name = near.name.casefold()
        if self._name:
            return self._name in (name, near.address.casefold())
        return any(part in name for part in self._way.names)
