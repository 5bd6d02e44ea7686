"""What comes from a phone app that a board is offered to, and from the way to it; one frozen record
for each kind."""

from __future__ import annotations

from dataclasses import dataclass

from board_io.errors import LinkFault


@dataclass(frozen=True, slots=True)
class AppJoined:
    """An app listens."""


@dataclass(frozen=True, slots=True)
class AppLeft:
    """No app listens any more."""


@dataclass(frozen=True, slots=True)
class FromApp:
    """A message of the app, with its end."""

    data: bytes


@dataclass(frozen=True, slots=True)
class AppTrouble:
    """The board cannot be offered now; told again only when the reason changes."""

    fault: LinkFault
    detail: str


AppItem = AppJoined | AppLeft | FromApp | AppTrouble
