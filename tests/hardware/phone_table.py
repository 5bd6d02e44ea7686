"""Hands at a board, the firmware's part for phone apps behind it, and an app that keeps the rules:
all in one program and in made-up time."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from board_io.cpp.games import Begun, Complete, name_of, placement_of, understand
from board_io.hand.performance import Performance
from firmware_protocol.codes import Content
from firmware_protocol.cpp.moves import parse_uci
from hardware import FIRMWARE
from rules.game import Game
from rules.piece import Color, Piece
from rules.snapshot import SensorKind

PARTS = ("cpp", "cpp_round", "gesture", "jumps", "grid", "lights", "pins", "protocol")
TURN_MS = 50
REST_MS = 4000


@contextmanager
def firmware_part() -> Iterator[ModuleType]:
    """The module `cpp` of the firmware, as CPython runs it; gone again at the end."""
    sys.path.insert(0, str(FIRMWARE))
    try:
        yield importlib.import_module("cpp")
    finally:
        sys.path.remove(str(FIRMWARE))
        for part in PARTS:
            sys.modules.pop(part, None)


class PhoneTable:
    """`game` as the app has it; `refused` counts the moves that it refused."""

    def __init__(self, part: ModuleType, start: Game, sensor: SensorKind) -> None:
        variant = start.variant
        self.game, self.refused, self.said = start, 0, list[str]()
        self._sensor, self._begun = sensor, tuple[int, ...]()
        height = variant.geometry.height
        self._board: Any = part.Peripheral(self._hear, height, variant.squares // height)
        self._contents = bytearray(variant.squares)
        self._now = 0
        self._answers: list[str] = []
        for square, piece in start.position.pieces().items():
            self._put(square, piece)
        self._turn()
        name = name_of(variant)
        for message in (f"set_variant {name}", f"begin {placement_of(start.position).fen}"):
            self._board.hear(message.encode())

    def watch(self, performance: Performance) -> None:
        """Everything that the hands do, and a rest."""
        for touch in performance.touches:
            self._wait_until(touch.t_ms)
            self._put(touch.square, touch.piece)
            self._turn()
        self._wait_until(self._now + REST_MS)

    def _wait_until(self, t_ms: int) -> None:
        while self._now + TURN_MS < t_ms:
            self._now += TURN_MS
            self._turn()
        self._now = max(self._now, t_ms)

    def _put(self, square: int, piece: Piece | None) -> None:
        content = Content.EMPTY
        if piece is not None and self._sensor is SensorKind.OCCUPANCY:
            content = Content.OCCUPIED
        elif piece is not None:
            content = Content.WHITE if piece.color is Color.WHITE else Content.BLACK
        self._contents[square - 1] = content

    def _turn(self) -> None:
        self._board.turn(self._contents, self._now)
        answers, self._answers = self._answers, []
        for answer in answers:
            self._board.hear(answer.encode())

    def _hear(self, message: str) -> None:
        self.said.append(message)
        word, _, rest = message.partition(" ")
        if word != "move":
            return
        meant = understand(parse_uci(rest), self.game.position, self._begun)
        self._begun = ()
        if isinstance(meant, Complete):
            self.game = self.game.play(meant.move)
        elif isinstance(meant, Begun):
            self._begun = meant.path
        else:
            self.refused += 1
        is_right = isinstance(meant, (Complete, Begun))
        self._answers.append("ok" if is_right else "nok")
