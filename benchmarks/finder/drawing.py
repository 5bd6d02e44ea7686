"""Pictures of boards drawn in the plane of the board, some fifty times faster than they are traced.

A disc at any height is seen as a circle in that plane, moved away from the eye and enlarged, so a
piece is a pile of circles. What is drawn is then seen through a camera.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.finder.drawn_set import Drawn, colors
from vision.pose import Picture

Floats = npt.NDArray[np.float32]
Place = npt.NDArray[np.float64]

SCALE = 80
"""Pixels a cell."""
MARGIN = 2.0
"""Cells around the board."""
SLICE = 0.03
"""Of the side of a piece, in cells as seen."""


class Drawing:
    """One board; `picture` is what the camera sees."""

    def __init__(self, drawn: Drawn, seed: int) -> None:
        self.drawn = drawn
        self._rng = np.random.default_rng(seed)
        self._wide = int((drawn.board_size + 2 * MARGIN) * SCALE)
        self._eye = drawn.camera.eye

    def picture(self) -> Picture:
        canvas = self._ground()
        self._squares(canvas)
        self._paper(canvas)
        canvas *= self._shade()[..., None]
        eye = self._eye[:2]
        far_first = sorted(self.drawn.pieces, key=lambda p: -np.hypot(*(np.array(p[:2]) - eye)))
        for x, y, white, king in far_first:
            self._piece(canvas, np.array([x, y]), white=white, king=king)
        canvas *= self._uneven()[..., None]
        plain = np.clip(cv2.GaussianBlur(canvas, (0, 0), 0.6) * 255, 0, 255).astype(np.uint8)
        camera = self.drawn.camera
        to_board = np.array(
            [
                [1 / SCALE, 0, 0.5 / SCALE - MARGIN],
                [0, 1 / SCALE, 0.5 / SCALE - MARGIN],
                [0, 0, 1],
            ]
        )
        seen = cv2.warpPerspective(
            plain,
            camera.homography() @ to_board,
            (camera.width, camera.height),
            flags=cv2.INTER_AREA,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(seen, np.uint8)

    def seen_at(self, place: Place, height: float) -> tuple[Place, float]:
        """Where in the plane a point (2,) above it is seen, and how much larger things are."""
        share = height / (self._eye[2] - height)
        return place + (place - self._eye[:2]) * share, 1 + share

    def stack(self, *, king: bool) -> int:
        """Of how many discs a piece is made."""
        return 2 if king and self.drawn.form.stacked else 1

    def _cells(self, part: Place) -> tuple[int, int, int, int]:
        """Rows and columns of pixels of a rectangle of the board (x0, y0, x1, y1)."""
        x0, y0, x1, y1 = np.round((part + MARGIN) * SCALE).astype(int).clip(0, self._wide)
        return int(y0), int(y1), int(x0), int(x1)

    def _ground(self) -> Floats:
        board, n = self.drawn.board, self.drawn.board_size
        ground, border = colors(self.drawn.ground, board.border_color)
        canvas = np.empty((self._wide, self._wide, 3), np.float32)
        canvas[:] = ground * (1 + self._grain(0.15)[..., None])
        if board.border:
            rim = np.array([-board.border, -board.border, n + board.border, n + board.border])
            y0, y1, x0, x1 = self._cells(rim)
            canvas[y0:y1, x0:x1] = border * (1 + self._grain(board.grain)[y0:y1, x0:x1, None])
        return canvas

    def _squares(self, canvas: Floats) -> None:
        board, n = self.drawn.board, self.drawn.board_size
        light, dark, line = colors(board.light, board.dark, board.lines_color)
        grain = self._grain(board.grain)[..., None]
        for row in range(n):
            for column in range(n):
                played = (row + column) % 2 == self.drawn.parity
                color = light if played == board.played_light else dark
                color = color * self._rng.normal(1, 0.02)
                y0, y1, x0, x1 = self._cells(np.array([column, row, column + 1, row + 1.0]))
                cell = canvas[y0:y1, x0:x1]
                cell[:] = color * (1 + grain[y0:y1, x0:x1])
                thick = int(board.lines * SCALE)
                if thick:
                    cell[:thick], cell[:, :thick] = line, line
                if played and board.numbers:
                    mask = _printed(str((row * n + column) // 2 + 1), cell.shape[:2])
                    cell += mask[..., None] * ((light if color.mean() < 0.4 else dark) - cell)

    def _grain(self, amount: float) -> Floats:
        """Streaks as of wood."""
        noise = self._rng.standard_normal((self._wide, self._wide // 8), np.float32)
        noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), 1.2), np.float32)
        streaks = cv2.resize(noise, (self._wide, self._wide), interpolation=cv2.INTER_LINEAR)
        return np.asarray(amount * 1.5 * streaks, np.float32)

    def _paper(self, canvas: Floats) -> None:
        """A label, a card or a printed marker on a square, flat."""
        for row, column in self.drawn.flat:
            side, blocks = self._rng.uniform(0.4, 1.0), int(self._rng.integers(1, 8))
            ink = self._rng.random((blocks, blocks, 1)) < 0.5
            two = self._rng.random((2, 3)) ** 0.6
            print_ = np.pad(np.where(ink, two[0], two[1]), ((1, 1), (1, 1), (0, 0)), mode="edge")
            wide = int(side * SCALE)
            label = cv2.resize(print_.astype(np.float32), (wide, wide), interpolation=0)
            turn = cv2.getRotationMatrix2D((wide / 2, wide / 2), self._rng.uniform(-30, 30), 1)
            turn[:, 2] += (SCALE - wide) / 2
            here = cv2.warpAffine(
                np.dstack([label, np.ones_like(label[..., 0])]), turn, [SCALE] * 2
            )
            y0, y1, x0, x1 = self._cells(np.array([column, row, column + 1, row + 1.0]))
            cell, mask = canvas[y0:y1, x0:x1], here[..., 3:]
            cell[:] = cell * (1 - mask) + here[..., :3] * mask

    def _shade(self) -> Floats:
        """The shadows that the pieces cast on the board."""
        lamp, form = self.drawn.lamp, self.drawn.form
        shade = np.zeros((self._wide, self._wide), np.float32)
        near = np.zeros_like(shade)
        for x, y, _, king in self.drawn.pieces:
            height = form.height * self.stack(king=king)
            foot = (np.array([x, y]) + MARGIN) * SCALE
            for part in np.linspace(0, 1, 8):
                shift = np.array(lamp.along) * min(lamp.cotangent * height, 1.6) * part
                _disc(shade, foot + shift * SCALE, form.radius * SCALE)
            _disc(near, foot, (form.radius + 0.04) * SCALE)
        soft = cv2.GaussianBlur(shade, (0, 0), max(0.5, lamp.soft * SCALE * (0.3 + form.height)))
        around = cv2.GaussianBlur(near, (0, 0), 0.07 * SCALE)
        return np.asarray((1 - lamp.deep * soft) * (1 - 0.3 * around), np.float32)

    def _piece(self, canvas: Floats, place: Place, *, white: bool, king: bool) -> None:
        form = self.drawn.form
        color = colors(form.white if white else form.black)[0] * self._rng.normal(1, 0.03)
        for level in range(self.stack(king=king)):
            if level:
                place = place + self._rng.normal(0, 0.025, 2)
            self._side(canvas, place, level * form.height, color)
        top, larger = self.seen_at(place, self.stack(king=king) * form.height)
        self._top(canvas, top, (form.radius - form.bevel) * larger, color, marked=king)

    def _side(self, canvas: Floats, place: Place, foot: float, color: Floats) -> None:
        form, lamp = self.drawn.form, self.drawn.lamp
        ends = [self.seen_at(place, foot + z)[0] for z in (0.0, form.height)]
        seen = float(np.hypot(*(ends[1] - ends[0])))
        count = int(np.clip(seen / SLICE, 2, 24))
        for part in np.linspace(0, 1, count):
            middle, larger = self.seen_at(place, foot + part * form.height)
            edge = max(0.0, 1 - min(part, 1 - part) * form.height / max(form.bevel, 1e-6))
            radius = (form.radius - form.bevel * edge) * larger
            wave = 0.5 - 0.5 * np.cos(2 * np.pi * part * form.grooves)
            dark = form.side * (1 - form.deep * wave) * (1 - 0.4 * edge * (part < 0.5))
            slice_ = Round.of(middle, radius)
            towards = -(slice_.x * lamp.along[0] + slice_.y * lamp.along[1]) / radius
            gain = dark * (1 - 0.5 * lamp.deep + 0.5 * lamp.deep * towards)
            slice_.paint(canvas, color * gain[..., None])

    def _top(
        self, canvas: Floats, middle: Place, radius: float, color: Floats, *, marked: bool
    ) -> None:
        form, lamp = self.drawn.form, self.drawn.lamp
        top = Round.of(middle, radius)
        x, y = top.x, top.y
        away = np.hypot(x, y) / radius
        gain = 1 + form.rings * np.sin(2 * np.pi * form.ring_count * away)
        gain = gain + form.inner * (away < 0.55)
        gain = gain - lamp.shine * (x * lamp.along[0] + y * lamp.along[1]) / radius
        paint = color * gain[..., None] + 0.15 * lamp.shine
        if marked and not form.stacked:
            spokes = 1 + 0.3 * np.sign(np.sin(5 * np.arctan2(y, x)))
            sign = np.clip((form.mark_radius / spokes - away) * 12, 0, 1)[..., None]
            paint = paint * (1 - sign) + colors(form.mark)[0] * sign
        top.paint(canvas, paint)

    def _uneven(self) -> Floats:
        """Light that differs from place to place."""
        rough = self._rng.normal(1, 0.12, (4, 4)).astype(np.float32)
        return np.asarray(cv2.resize(rough, (self._wide, self._wide), interpolation=2), np.float32)


def _printed(text: str, size: tuple[int, ...]) -> Floats:
    """A number in the corner of a square, 0 to 1."""
    mask = np.zeros(size, np.uint8)
    place = size[1] // 12, size[0] // 4
    cv2.putText(mask, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.3, 255, 1, cv2.LINE_AA)
    return np.asarray(mask / 255, np.float32)


def _disc(mask: Floats, middle: Place, radius: float) -> None:
    """A filled circle; in pixels, to a sixteenth."""
    x, y = (round(float(v) * 16) for v in middle)
    cv2.circle(mask, (x, y), round(radius * 16), 1.0, -1, cv2.LINE_AA, 4)


@dataclass(frozen=True, eq=False, slots=True)
class Round:
    """The pixels around a circle of the board: the first (left, upper), `x` and `y` in cells from
    its middle, and how much of each pixel is `inside`."""

    left: int
    upper: int
    x: Floats
    y: Floats
    inside: Floats

    @classmethod
    def of(cls, middle: Place, radius: float) -> Round:
        left, upper = (int(v) for v in np.floor((middle + MARGIN - radius) * SCALE) - 1)
        at = np.arange(int(2 * radius * SCALE) + 4, dtype=np.float32) + 0.5
        x = ((left + at) / SCALE - MARGIN - float(middle[0]))[None, :].astype(np.float32)
        y = ((upper + at) / SCALE - MARGIN - float(middle[1]))[:, None].astype(np.float32)
        inside = np.clip((radius - np.hypot(x, y)) * SCALE + 0.5, 0, 1).astype(np.float32)
        return cls(left, upper, x, y, inside)

    def paint(self, canvas: Floats, paint: Floats) -> None:
        """Lay paint (h, w, 3) over the canvas."""
        tall, wide = canvas.shape[:2]
        side = len(self.inside)
        y0, x0 = max(self.upper, 0), max(self.left, 0)
        y1, x1 = min(self.upper + side, tall), min(self.left + side, wide)
        if y0 < y1 and x0 < x1:
            here = slice(y0 - self.upper, y1 - self.upper), slice(x0 - self.left, x1 - self.left)
            part = canvas[y0:y1, x0:x1]
            part += self.inside[here][..., None] * (paint[here] - part)
