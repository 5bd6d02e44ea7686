"""Photographs of a board: where it lies, what stands on it, and the position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.errors import InputError
from rules.errors import RulesError
from rules.fen import parse_fen
from rules.geometry import Geometry
from rules.piece import Color, Piece
from rules.position import Position
from rules.variants import variant_named
from vision.align import STATED, align
from vision.content import BoardReading, Content
from vision.locate import Sighting, locate
from vision.picture import Photograph, load_photograph
from vision.pose import Side
from vision.reader import Reader
from vision.seat import Seat, contents_of, seat_at

VARIANT_OF_SIZE = {8: "family8", 10: "international", 12: "canadian"}
_LAID_RIGHT = 1.5
"""Rows of advance that a board is worth that lies with its dark corner at the left hand."""
_SAME_SIDE = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """A photograph read. `sighting` None: there is no board on it."""

    file: str
    photograph: Photograph
    sighting: Sighting | None = None
    reading: BoardReading | None = None
    white: Side | None = None

    @property
    def fen(self) -> str | None:
        """The position as seen, white to move; None where it is none."""
        if self.reading is None or self.white is None:
            return None
        variant = variant_named(VARIANT_OF_SIZE[self.reading.pose.board_size])
        seat = seat_at(variant.geometry, self.reading.pose, self.white)
        try:
            return Position.of(variant, Color.WHITE, _pieces(self.reading, seat)).fen
        except RulesError:
            return None

    def as_json(self) -> dict[str, Any]:
        """The form in which `dambord photo --json` prints it: pixels of the whole photograph."""
        if self.sighting is None or self.reading is None:
            return {"file": self.file, "found": False, "confidence": 0.0}
        corners = self.photograph.in_full(self.sighting.pose.corners)
        return {
            "file": self.file,
            "found": True,
            "confidence": round(self.sighting.confidence, 4),
            "board_size": self.sighting.pose.board_size,
            "corners": [[round(float(v), 2) for v in corner] for corner in corners],
            "squares": list(self.reading.rows()),
            "roles_open": self.reading.roles_open(),
            "white": None if self.white is None else self.white.name.lower(),
            "fen": self.fen,
        }


class StillReader:
    """Reads photographs, after it was calibrated with what that taught."""

    def __init__(self) -> None:
        self._reader = Reader()
        self._white: Side | None = None

    def calibrate(self, file: Path, fen: str, variant: str = "") -> None:
        """Learn the set from a photograph of a position, "start" for the usual one; `variant` where
        the size of the board does not tell. Raises InputError where the photograph does not show
        it, PictureError and RulesError."""
        picture = load_photograph(file).pixels
        sighting = locate(picture)
        if sighting is None:
            raise InputError(f"{file} shows no board; take another photograph")
        kind = variant_named(variant or VARIANT_OF_SIZE[sighting.pose.board_size])
        position = Position.start(kind) if fen == "start" else parse_fen(fen, kind)
        if kind.geometry.width != sighting.pose.board_size:
            size = sighting.pose.board_size
            raise InputError(f"{file} shows a board of {size} x {size}; name its --variant")
        guess = Reader().read(picture, sighting.pose)
        aligned = align(picture, guess, kind.geometry, contents_of(position), STATED)
        if aligned is None:
            raise InputError(f"{file} does not show {position.fen}; check the position")
        self._reader, self._white = aligned.reader, aligned.seat.white

    def read(self, file: Path) -> Still:
        """Raises PictureError."""
        photograph = load_photograph(file)
        sighting = locate(photograph.pixels)
        if sighting is None:
            return Still(str(file), photograph)
        reading = self._reader.read(photograph.pixels, sighting.pose)
        return Still(str(file), photograph, sighting, reading, white_side(reading, self._white))


def white_side(reading: BoardReading, usual: Side | None = None) -> Side:
    """The side where white most likely sits: men go forward, so they stand nearer to their own
    side; `usual`: where white sat before."""
    geometry = variant_named(VARIANT_OF_SIZE[reading.pose.board_size]).geometry
    return max(Side, key=lambda side: _advance(reading, geometry, side, usual))


def _advance(reading: BoardReading, geometry: Geometry, side: Side, usual: Side | None) -> float:
    """How many rows the black pieces stand above the white ones, seen from this side."""
    seat = seat_at(geometry, reading.pose, side)
    pieces = _pieces(reading, seat)
    rows: Mapping[Color, list[int]] = {
        color: [geometry.row(square) for square, piece in pieces.items() if piece.color is color]
        for color in Color
    }
    middle = (geometry.height + 1) / 2
    white, black = (
        float(np.mean(rows[color])) if rows[color] else middle
        for color in (Color.WHITE, Color.BLACK)
    )
    bonus = (0.0 if seat.mirrored else _LAID_RIGHT) + (_SAME_SIDE if side is usual else 0.0)
    return white - black + bonus


def _pieces(reading: BoardReading, seat: Seat) -> dict[int, Piece]:
    best: npt.NDArray[np.intp] = reading.log_likelihood.argmax(axis=2)
    found = {}
    for index, (row, column) in enumerate(zip(seat.rows, seat.columns, strict=True)):
        content = Content(int(best[row, column]))
        if content.color is not None and content.role is not None:
            found[index + 1] = Piece(content.color, content.role)
    return found
