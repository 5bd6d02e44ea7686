"""A reading drawn over its picture, for people who set up a camera; and as a diagram (SVG)."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

import cv2
import numpy as np
import numpy.typing as npt

from vision.content import BoardReading, Content
from vision.pose import BoardPose, Picture

Color = tuple[int, int, int]
Fixed = npt.NDArray[np.int32]
"""Pixels in fractions, as OpenCV draws them."""

_GRID: Color = (200, 160, 0)
_FRAME: Color = (0, 200, 255)
_SURE: Color = (60, 200, 60)
_UNSURE: Color = (40, 40, 230)
_WHITE: Color = (245, 245, 245)
_BLACK: Color = (25, 25, 25)
_SUBPIXEL = 4
"""Bits of a fraction of a pixel in drawing."""


def overlay(picture: Picture, reading: BoardReading) -> Picture:
    """A copy of the picture with the corners, the grid, and on each square a disc of the colour
    seen there, its rim from red (unsure) to green (sure); a cross where the square is hidden."""
    drawn = np.array(picture)
    pose = reading.pose
    thick = max(1, round(pose.square_side / 40))
    _draw_grid(drawn, pose, thick)
    sure = sureness(reading)
    for row, column in np.argwhere(pose.played):
        letter = reading.letter(int(row), int(column), 0.0)
        rim = _between(_UNSURE, _SURE, float(sure[row, column]))
        _draw_square(drawn, pose, (int(row), int(column)), letter, rim, thick)
    return drawn


def sureness(reading: BoardReading) -> npt.NDArray[np.float64]:
    """(n, n): 0 to 1, how sure the content of a cell is, men and kings taken together."""
    probability = reading.probability()
    colors = np.stack(
        [
            probability[..., Content.EMPTY],
            probability[..., Content.WHITE_MAN] + probability[..., Content.WHITE_KING],
            probability[..., Content.BLACK_MAN] + probability[..., Content.BLACK_KING],
        ]
    )
    return np.asarray(colors.max(axis=0) * (1 - reading.hidden))


def _draw_grid(drawn: Picture, pose: BoardPose, thick: int) -> None:
    n = float(pose.board_size)
    for at in range(1, pose.board_size):
        for ends in ([[at, 0], [at, n]], [[0, at], [n, at]]):
            _line(drawn, pose.to_pixels(np.array(ends, np.float64)), _GRID, 1)
    corners = pose.corners
    for first, second in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        _line(drawn, np.stack([first, second]), _FRAME, 2 * thick)
    _ellipse(drawn, corners[0] + np.array([[0, 0]]), _FRAME, 4 * thick)


def _draw_square(
    drawn: Picture, pose: BoardPose, cell: tuple[int, int], letter: str, rim: Color, thick: int
) -> None:
    row, column = cell
    middle = np.array([column + 0.5, row + 0.5])
    if letter == "?":
        for way in ((1, 1), (1, -1)):
            ends = middle + 0.25 * np.array([way, (-way[0], -way[1])])
            _line(drawn, pose.to_pixels(ends), _UNSURE, 2 * thick)
        return
    radius = 0.08 if letter == "." else 0.24
    _polygon(drawn, _circle(pose, middle, radius), rim, None, 3 * thick)
    if letter == ".":
        return
    fill = _WHITE if letter in "wW" else _BLACK
    _polygon(drawn, _circle(pose, middle, radius), rim, fill, 3 * thick)
    if letter in "WB":
        _polygon(drawn, _circle(pose, middle, radius / 2), _FRAME, None, 2 * thick)


def _circle(pose: BoardPose, middle: npt.NDArray[np.float64], radius: float) -> Fixed:
    """(24, 2): the outline of a circle on the board, in fractions of pixels for drawing."""
    angle = np.arange(24) * 2 * np.pi / 24
    around = middle + radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return _fixed(pose.to_pixels(around))


def _fixed(points: npt.NDArray[np.float64]) -> Fixed:
    far = np.clip(points, -20_000, 20_000)
    return np.asarray(np.rint(far * (1 << _SUBPIXEL)), np.int32)


def _line(drawn: Picture, ends: npt.NDArray[np.float64], color: Color, thick: int) -> None:
    (x1, y1), (x2, y2) = _fixed(ends).tolist()
    cv2.line(drawn, (x1, y1), (x2, y2), color, thick, cv2.LINE_AA, _SUBPIXEL)


def _ellipse(drawn: Picture, at: npt.NDArray[np.float64], color: Color, radius: int) -> None:
    ((x, y),) = _fixed(at).tolist()
    cv2.circle(drawn, (x, y), radius << _SUBPIXEL, color, -1, cv2.LINE_AA, _SUBPIXEL)


def _polygon(drawn: Picture, outline: Fixed, rim: Color, fill: Color | None, thick: int) -> None:
    if fill is not None:
        cv2.fillPoly(drawn, [outline], fill, cv2.LINE_AA, _SUBPIXEL)
    cv2.polylines(drawn, [outline], True, rim, thick, cv2.LINE_AA, _SUBPIXEL)


def _between(first: Color, second: Color, share: float) -> Color:
    b, g, r = (round(a + share * (z - a)) for a, z in zip(first, second, strict=True))
    return b, g, r


def diagram_svg(reading: BoardReading) -> str:
    """The reading as a drawing of its own, turned as in the picture; what is unsure is pale."""
    pose, n = reading.pose, reading.pose.board_size
    sure = sureness(reading)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n} {n}" role="img">',
        f'<rect width="{n}" height="{n}" fill="#f2e6cf"/>',
    ]
    for row, column in np.argwhere(pose.played).tolist():
        parts.append(f'<rect x="{column}" y="{row}" width="1" height="1" fill="#a9825a"/>')
        letter = reading.letter(row, column, 0.0)
        if letter != ".":
            parts.append(_symbol(letter, column + 0.5, row + 0.5, float(sure[row, column])))
    return "".join([*parts, "</svg>"])


def _symbol(letter: str, x: float, y: float, sure: float) -> str:
    if letter == "?":
        return (
            f'<text x="{x}" y="{y + 0.2:.2f}" font-size="0.6" text-anchor="middle"'
            f' fill="#c22">?</text>'
        )
    fill = "#fdfdf8" if letter in "wW" else "#1c1a18"
    opacity = quoteattr(f"{max(0.25, sure):.2f}")
    disc = (
        f'<circle cx="{x}" cy="{y}" r="0.38" fill="{fill}" stroke="#777" stroke-width="0.04"'
        f" opacity={opacity}/>"
    )
    if letter in "WB":
        disc += (
            f'<circle cx="{x}" cy="{y}" r="0.2" fill="none" stroke="#d9a400" stroke-width="0.07"/>'
        )
    return disc
