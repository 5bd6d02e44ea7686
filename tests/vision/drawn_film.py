"""Films of games drawn flat: a wooden board seen from above through a homography, discs, an arm
that moves them, drift of light and camera. Quick to make and exact, for tests of what follows a
board; how real boards look is tested on rendered and real pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from rules.move import Move
from rules.piece import Color, Piece, Role
from rules.position import Position
from vision.pose import Side, cells_of

CELL = 56
MARGIN = 2
"""Cells of table on each side of the board."""

_COLORS = {Color.WHITE: (170, 215, 235), Color.BLACK: (45, 40, 50)}

Image = npt.NDArray[np.uint8]
Point = tuple[float, float]  # column, row in cells


@dataclass(frozen=True, slots=True, eq=False)
class FilmFrame:
    """A picture, its time, the true corners, how many plies are played and the hand has left."""

    picture: Image
    time: float
    corners: npt.NDArray[np.float64]
    plies: int
    hand: bool


@dataclass
class Camera:
    """Where the corners of the board are in the picture; `nudge` moves them for good."""

    size: tuple[int, int] = (960, 720)
    corners: npt.NDArray[np.float64] = field(
        default_factory=lambda: np.array(
            [[250.0, 90.0], [715.0, 100.0], [860.0, 640.0], [90.0, 620.0]]
        )
    )
    light: float = 1.0

    def take(self, table: Image, board_size: int, rng: np.random.Generator) -> Image:
        low, high = MARGIN * CELL, (MARGIN + board_size) * CELL
        flat = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32) - 0.5
        view = cv2.getPerspectiveTransform(flat, self.corners.astype(np.float32))
        picture = cv2.warpPerspective(
            table, view, self.size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
        )
        noise = np.empty(picture.shape, np.int16)
        cv2.randn(noise, 0, 3)
        lit = cv2.convertScaleAbs(picture, alpha=self.light)
        return np.asarray(cv2.add(lit, noise, dtype=cv2.CV_8U), np.uint8)


class Table:
    """The board with its pieces, from above."""

    def __init__(self, position: Position, white: Side, seed: int) -> None:
        geometry = position.variant.geometry
        self.size = geometry.width
        self.cells = cells_of(geometry, white)
        rng = np.random.default_rng(seed)
        side = (self.size + 2 * MARGIN) * CELL
        self.empty = np.empty((side, side, 3), np.uint8)
        self.empty[:] = (70, 110, 95)
        low, high = MARGIN * CELL, (MARGIN + self.size) * CELL
        rim = CELL // 3
        self.empty[low - rim : high + rim, low - rim : high + rim] = (40, 70, 110)
        played = set(self.cells.values())
        for row in range(self.size):
            for column in range(self.size):
                top, left = low + row * CELL, low + column * CELL
                wood = (75, 115, 165) if (row, column) in played else (160, 205, 230)
                self.empty[top : top + CELL, left : left + CELL] = wood
        grain = cv2.GaussianBlur(rng.normal(0, 12, (side, side, 1)), (0, 0), 2.0, sigmaY=0.7)
        self.empty = np.clip(self.empty + 2 * grain[..., None], 0, 255).astype(np.uint8)

    def draw(self, pieces: dict[Point, Piece]) -> Image:
        table = self.empty.copy()
        for point, piece in pieces.items():
            self.disc(table, point, piece)
        return table

    def disc(self, table: Image, at: Point, piece: Piece) -> None:
        color = _COLORS[piece.color]
        x, y = self.pixel(at)
        for level in range(2 if piece.role is Role.KING else 1):
            y -= level * CELL // 6
            edge = tuple(int(c * 0.6) for c in color)
            cv2.circle(table, (x, y + CELL // 12), int(0.4 * CELL), edge, -1, cv2.LINE_AA)
            cv2.circle(table, (x, y), int(0.4 * CELL), color, -1, cv2.LINE_AA)
            cv2.circle(table, (x, y), int(0.27 * CELL), edge, 2, cv2.LINE_AA)

    def arm(self, table: Image, tip: Point, shoulder: Point) -> None:
        hand, far = self.pixel(tip), self.pixel(shoulder)
        wrist = tuple(int(h + (f - h) * 0.25) for h, f in zip(hand, far, strict=True))
        shade = table.copy()
        cv2.line(shade, (hand[0] + 12, hand[1] + 9), (far[0] + 12, far[1] + 9), (0, 0, 0), CELL)
        cv2.addWeighted(shade, 0.35, table, 0.65, 0, dst=table)
        cv2.line(table, wrist, far, (120, 60, 40), int(1.1 * CELL), cv2.LINE_AA)
        cv2.line(table, hand, wrist, (120, 150, 205), int(0.7 * CELL), cv2.LINE_AA)
        cv2.circle(table, hand, int(0.45 * CELL), (125, 155, 210), -1, cv2.LINE_AA)

    def pixel(self, at: Point) -> tuple[int, int]:
        return int((MARGIN + at[0]) * CELL), int((MARGIN + at[1]) * CELL)

    def middle(self, square: int) -> Point:
        row, column = self.cells[square]
        return column + 0.5, row + 0.5


class Film:
    """A game as it is filmed. `frames` gives picture after picture; `camera` may be changed between
    them."""

    def __init__(
        self, start: Position, moves: list[Move], *, white: Side = Side.BOTTOM, fps: float = 12.5,
        seed: int = 1, rest_s: float = 0.8,
    ) -> None:  # fmt: skip
        self.camera = Camera()
        self._table = Table(start, white, seed)
        self._position, self._moves = start, moves
        self._home = {Color.WHITE: white, Color.BLACK: Side((white + 2) % 4)}
        self._rng = np.random.default_rng(seed)
        self._fps, self._rest = fps, round(rest_s * fps)
        self._number = self._plies = 0
        self._pieces: dict[Point, Piece] = {}
        self.stand(dict(start.pieces()))

    def frames(self) -> Iterator[FilmFrame]:
        yield from self._still(2 * self._rest)
        for move in self._moves:
            yield from self.play(move)
            yield from self._still(self._rest)

    @property
    def time(self) -> float:
        """That of the next frame, in seconds."""
        return self._number / self._fps

    # What no game has: pieces that go where they should not, and a camera that sees nothing.

    def still(self, seconds: float) -> Iterator[FilmFrame]:
        """Nothing happens."""
        yield from self._still(round(seconds * self._fps))

    def covered(self, seconds: float) -> Iterator[FilmFrame]:
        """Something stands before the camera."""
        for frame in self.still(seconds):
            frame.picture[:] = 90
            yield frame

    def stand(self, pieces: dict[int, Piece]) -> None:
        """These pieces stand on the board now, all at once."""
        self._pieces = {self._table.middle(square): piece for square, piece in pieces.items()}

    def shift(self, square: int, column: float, row: float) -> None:
        """The piece of this square is pushed so far, in cells."""
        x, y = self._table.middle(square)
        self._pieces[x + column, y + row] = self._pieces.pop((x, y))

    def carry(self, start: int, end: int) -> Iterator[FilmFrame]:
        """A hand takes the piece of one square to another, whatever the rules say."""
        here, there = self._table.middle(start), self._table.middle(end)
        shoulder = self._shoulder(self._pieces[here].color)
        yield from self._reach(shoulder, here, shoulder, None)
        piece = self._pieces.pop(here)
        yield from self._reach(here, there, shoulder, piece)
        self._pieces[there] = piece
        yield from self._reach(there, shoulder, shoulder, None)

    def brush(self, square: int, pieces: dict[int, Piece]) -> Iterator[FilmFrame]:
        """A hand goes to this square and back; then these pieces stand on the board."""
        there, shoulder = self._table.middle(square), self._shoulder(Color.WHITE)
        yield from self._reach(shoulder, there, shoulder, None)
        self.stand(pieces)
        yield from self._reach(there, shoulder, shoulder, None)

    def play(self, move: Move) -> Iterator[FilmFrame]:
        """One more ply."""
        yield from self._play(move)
        self._position = self._position.play(move)
        self.stand(dict(self._position.pieces()))
        self._plies += 1

    def _still(self, count: int) -> Iterator[FilmFrame]:
        for _ in range(count):
            yield self._frame(None, None)

    def _play(self, move: Move) -> Iterator[FilmFrame]:
        mover = self._position.turn
        shoulder = self._shoulder(mover)
        piece = self._pieces[self._table.middle(move.start)]
        at = shoulder
        for number, square in enumerate(move.route.path):
            target = self._table.middle(square)
            yield from self._reach(at, target, shoulder, piece if number else None)
            if number == 0:
                del self._pieces[target]
            at = target
        self._pieces[at] = piece
        for square in move.captured:
            target = self._table.middle(square)
            yield from self._reach(at, target, shoulder, None)
            taken = self._pieces.pop(target)
            yield from self._reach(target, shoulder, shoulder, taken)
            at = shoulder
        yield from self._reach(at, shoulder, shoulder, None)

    def _shoulder(self, mover: Color) -> Point:
        n = self._table.size
        along = n * (0.3 + 0.4 * float(self._rng.random()))
        return {
            Side.BOTTOM: (along, n + 4.0),
            Side.TOP: (along, -4.0),
            Side.LEFT: (-4.0, along),
            Side.RIGHT: (n + 4.0, along),
        }[self._home[mover]]

    def _reach(
        self, start: Point, end: Point, shoulder: Point, held: Piece | None
    ) -> Iterator[FilmFrame]:
        way = np.subtract(end, start)
        steps = max(2, round(float(np.hypot(*way)) / 12 * self._fps))
        for step in range(1, steps + 1):
            x, y = np.add(start, way * step / steps)
            yield self._frame(((float(x), float(y)), shoulder), held)

    def _frame(self, arm: tuple[Point, Point] | None, held: Piece | None) -> FilmFrame:
        table = self._table.draw(self._pieces)
        if arm is not None:
            if held is not None:
                self._table.disc(table, arm[0], held)
            self._table.arm(table, *arm)
        picture = self.camera.take(table, self._table.size, self._rng)
        frame = FilmFrame(
            picture, self._number / self._fps, self.camera.corners.copy(), self._plies,
            arm is not None,
        )  # fmt: skip
        self._number += 1
        return frame


def random_moves(start: Position, count: int, seed: int) -> list[Move]:
    """A game of so many plies, or until it ends."""
    rng = np.random.default_rng(seed)
    moves: list[Move] = []
    position = start
    while len(moves) < count and (legal := position.legal_moves()):
        moves.append(legal[int(rng.integers(len(legal)))])
        position = position.play(moves[-1])
    return moves
