"""Finding a board that speaks the Chess Peripheral Protocol by Bluetooth.

The service says whom to ask; a board is what answers a question. A device that does not answer
hears that one question and no more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from board_io.cpp.ble_link import CppLink
from board_io.discovery import LISTEN_S, Patience
from board_io.errors import LinkError, LinkFault
from board_io.link import Link
from board_io.link.radio import Nearby, Radio, computer_radio
from board_io.link.serial_link import SerialLink
from board_io.radio_search import RadioSearch
from firmware_protocol.cpp.commands import Nok, Ok, Variant
from firmware_protocol.cpp.decoder import CppDecoder, line
from firmware_protocol.cpp.names import SERVICE, VariantName

SCAN_S = 3.0
ANSWER_S = 2.5
BAUD = 115_200


def open_port(port: str) -> Link:
    """A link, not open, to a board on a serial port, where each message is a line."""
    return SerialLink(port, baud=BAUD)


def answers(link: Link, timeout_s: float = ANSWER_S, patience: Patience | None = None) -> bool:
    """Ask one question over an open link, and tell whether it is answered.

    Raises LinkError where the link fails or the patience ends.
    """
    link.write(line(Variant(VariantName.STANDARD)))
    decoder = CppDecoder()
    deadline = time.monotonic() + timeout_s
    while (left := deadline - time.monotonic()) > 0:
        if patience is not None:
            patience.check()
        heard = decoder.feed(link.read(min(left, LISTEN_S)))
        if any(isinstance(said, Ok | Nok) for said in heard):
            return True
    return False


class CppFinder:
    """A link factory that gives an open link to the board called `name` (its whole name or its
    address), or to the only one that is not `passed_over`. The board that was found once stays the
    one that is looked for."""

    def __init__(
        self,
        name: str = "",
        radio: Callable[[], Radio] = computer_radio,
        *,
        passed_over: Callable[[Nearby], bool] = lambda _: False,
        scan_s: float = SCAN_S,
        answer_s: float = ANSWER_S,
    ) -> None:
        self._name = name.strip().casefold()
        self._radio = radio
        self._passed_over = passed_over
        self._scan_s = scan_s
        self._answer_s = answer_s
        self._strangers: set[str] = set()
        self._search = RadioSearch()

    def __call__(self) -> Link:
        """An open link to the board.

        Raises LinkError: none is in range or answers, several are, Bluetooth cannot be used.
        """
        radio = self._radio()
        heard = self._search.wait(radio, radio.scan(self._scan_s, self._is_named))
        link = self._only(radio, [near for near in heard if self._is_candidate(near)])
        self._name = link.device.address.casefold()
        return link

    def cancel(self) -> None:
        """End a search in progress, for good."""
        self._search.end()

    def _only(self, radio: Radio, candidates: Sequence[Nearby]) -> CppLink:
        links: list[CppLink] = []
        obstacle: LinkError | None = None
        for near in candidates:
            try:
                links.append(self._ask(radio, near))
            except LinkError as error:
                obstacle = obstacle or error
        if len(links) == 1:
            return links[0]
        for link in links:
            link.close()
        if links:
            names = ", ".join(f"{link.name} ({link.device.address})" for link in links)
            text = f"in range: {names}; name one: --board cpp:ADDRESS"
            raise LinkError(LinkFault.SEVERAL, text)
        nothing = "no board that speaks the Chess Peripheral Protocol in range of Bluetooth"
        raise obstacle or LinkError(LinkFault.ABSENT, nothing)

    def _ask(self, radio: Radio, near: Nearby) -> CppLink:
        """An open link to this device if it is a board. Raises LinkError if not."""
        link = CppLink(radio, near)
        self._search.wait(radio, link.connect())
        try:
            if answers(link, self._answer_s, self._search.patience):
                return link
        except LinkError:
            link.close()
            raise
        link.close()
        self._strangers.add(near.address)
        text = f"{link.name} does not speak the Chess Peripheral Protocol"
        raise LinkError(LinkFault.UNANSWERED, text)

    def _is_named(self, near: Nearby) -> bool:
        """Whether nothing else need be heard once this one is."""
        return self._name != "" and self._name in (
            near.name.casefold(), near.address.casefold(),
        )  # fmt: skip

    def _is_candidate(self, near: Nearby) -> bool:
        if self._name:
            return self._is_named(near)
        is_stranger = near.address in self._strangers
        return SERVICE in near.services and not is_stranger and not self._passed_over(near)
