"""The app's end of a bridge: the service by which it is reached, and what it finds there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from board_io.cpp.peripheral import Peripheral
from companion.view import View
from firmware_protocol.cpp.moves import Notation
from rules.game import Game
from rules.variants import VARIANTS


class Service(Protocol):
    """Where apps find the board; see `board_io.cpp.app_service`."""

    def start(self) -> None: ...

    def say(self, lines: bytes) -> None: ...

    def stop(self) -> None: ...


@dataclass(frozen=True, slots=True)
class AppEnd:
    """`name` is what people choose in the app; `notation` how squares are written at first."""

    service: Service
    name: str
    notation: Notation = Notation.LETTERS

    def peripheral(self, game: Game, view: View) -> Peripheral:
        """The board as an app finds it."""
        return Peripheral(games_of(game, view), game.variant, self.notation)


def games_of(game: Game, view: View) -> tuple[str, ...]:
    """The games that fit the board as it is laid out."""
    squares = game.variant.squares
    return tuple(name for name in view.fitting if VARIANTS[name].squares == squares)
