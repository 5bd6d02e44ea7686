"""Finding our board by Bluetooth.

Many devices carry bytes by the same service, so its id only says whom to ask: a board is what
answers HELLO. Another device hears that one request and no more. The board that was found once
stays the one that is looked for, so that a dropped link never leads to a neighbour's board.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from board_io.discovery import ANSWER_S, answers_hello
from board_io.errors import LinkError, LinkFault, SeveralBoardsError
from board_io.link import Link
from board_io.link.ble_link import NORDIC_UART, BleLink
from board_io.link.radio import Nearby, Radio, computer_radio
from board_io.radio_search import RadioSearch

BOARD_NAME = "dambord"
"""How the names of our boards begin, whatever the case of the letters."""
SCAN_S = 1.5  # a board tells of itself ten times a second
FAITH = 10  # searches after which a board that is gone may be another one


class BleFinder:
    """A link factory that gives an open link to the board called `name`, or to the only one.

    A name is all of it, its last word, what is behind "Dambord", or the address. Without a name
    those called dambord are asked first, then, each once, the others that carry bytes.
    """

    def __init__(
        self,
        name: str = "",
        radio: Callable[[], Radio] = computer_radio,
        *,
        scan_s: float = SCAN_S,
        answer_s: float = ANSWER_S,
    ) -> None:
        self._name = name.strip().casefold()
        self._radio = radio
        self._scan_s = scan_s
        self._answer_s = answer_s
        self._chosen: str | None = None
        self._missed = 0
        self._boards: dict[str, str] = {}
        self._strangers: set[str] = set()
        self._search = RadioSearch()

    def __call__(self) -> Link:
        """An open link to the board.

        Raises LinkError: none is in range or answers, several are, Bluetooth cannot be used.
        """
        radio = self._radio()
        heard = self._hear(radio)
        if self._chosen is not None:
            return self._same_again(radio, heard)
        link = self._pick(radio, [near for near in heard if self._is_candidate(near)])
        self._chosen, self._missed = link.device.address, 0
        return link

    def cancel(self) -> None:
        """End a search in progress, for good."""
        self._search.end()

    def _hear(self, radio: Radio) -> list[Nearby]:
        """What is in range, and what this system was left connected to, the wanted ones first."""
        heard = self._search.wait(radio, radio.scan(self._scan_s, self._is_wanted))
        if any(self._is_wanted(near) or is_ours(near) for near in heard):
            return sorted(heard, key=lambda near: not is_ours(near))
        left = self._search.wait(radio, radio.connected(NORDIC_UART.service))
        # A stranger that something else on this computer talks to is left alone.
        return [near for near in left if self._is_wanted(near) or is_ours(near)] + heard

    def _same_again(self, radio: Radio, heard: Sequence[Nearby]) -> BleLink:
        for near in heard:
            if near.address == self._chosen:
                self._missed = 0
                return self._open(radio, near)
        self._missed += 1
        if self._missed >= FAITH:
            self._chosen = None
        raise LinkError(LinkFault.ABSENT, "the board is out of range or switched off")

    def _pick(self, radio: Radio, candidates: Sequence[Nearby]) -> BleLink:
        """The one board among the candidates."""
        known = {near.address: near for near in candidates if near.address in self._boards}
        links, obstacle = self._ask_new(radio, candidates)
        self._boards = {a: self._boards[a] for a in known}
        self._boards |= {link.device.address: link.name for link in links}
        if len(self._boards) > 1:
            for link in links:
                link.close()
            raise SeveralBoardsError(_labels(self._boards))
        if links:
            return links[0]
        for near in known.values():
            return self._open(radio, near)
        raise obstacle or self._nothing()

    def _ask_new(
        self, radio: Radio, candidates: Sequence[Nearby]
    ) -> tuple[list[BleLink], LinkError | None]:
        """Open links to the boards that were not known yet; the first thing that went wrong."""
        links: list[BleLink] = []
        obstacle: LinkError | None = None
        found = False
        for ours, group in itertools.groupby(candidates, is_ours):
            for near in group:
                found = found or near.address in self._boards
                if not self._worth_asking(near, ours):
                    continue
                try:
                    links.append(self._ask(radio, near))
                except LinkError as error:
                    obstacle = obstacle or error
            if found or links:  # with a board at hand nobody bothers devices of other names
                break
        return links, obstacle

    def _worth_asking(self, near: Nearby, ours: bool) -> bool:
        if near.address in self._boards:
            return False
        return ours or self._name != "" or near.address not in self._strangers

    def _ask(self, radio: Radio, near: Nearby) -> BleLink:
        """An open link to this device if it is a board. Raises LinkError if not."""
        link = self._open(radio, near)
        try:
            if answers_hello(link, self._answer_s, self._search.patience):
                return link
        except LinkError:
            link.close()
            raise
        link.close()
        self._strangers.add(near.address)
        raise LinkError(LinkFault.UNANSWERED, f"{link.name} is no dambord")

    def _open(self, radio: Radio, near: Nearby) -> BleLink:
        link = BleLink(radio, near)
        self._search.wait(radio, link.connect())
        return link

    def _is_candidate(self, near: Nearby) -> bool:
        if self._name:
            return self._is_wanted(near)
        return is_ours(near) or NORDIC_UART.service in near.services

    def _is_wanted(self, near: Nearby) -> bool:
        """Whether nothing else need be heard once this one is."""
        if self._chosen is not None:
            return near.address == self._chosen
        name = near.name.casefold()
        return self._name != "" and self._name in (
            name, near.address.casefold(), name.rpartition(" ")[2], name.removeprefix(BOARD_NAME),
        )  # fmt: skip

    def _nothing(self) -> LinkError:
        wanted = f"no board called {self._name}" if self._name else "no board"
        return LinkError(LinkFault.ABSENT, f"{wanted} in range of Bluetooth")


def is_ours(near: Nearby) -> bool:
    """Whether it is called like one of our boards; its answer to HELLO is what counts."""
    return near.name.casefold().startswith(BOARD_NAME)


def _labels(boards: dict[str, str]) -> list[str]:
    """What tells these boards apart: their names, or the addresses of those named alike."""
    names = list(boards.values())
    return sorted(a if names.count(name) > 1 else name for a, name in boards.items())
