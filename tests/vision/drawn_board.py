"""Drawn pictures with a known truth: boards seen from anywhere, and things that are no board."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.pose import BoardPose, Picture

Colors = tuple[tuple[int, int, int], tuple[int, int, int]]
FIELD = 48
WOOD: Colors = ((60, 90, 130), (150, 190, 215))
GREEN_RED: Colors = ((40, 110, 45), (60, 50, 175))
"""Equally light: the colours alone differ."""
GREY: Colors = ((70, 70, 70), (200, 200, 200))


@dataclass(frozen=True)
class Drawing:
    """A picture and what is true of it."""

    picture: Picture
    pose: BoardPose


def chequer(columns: int, rows: int, colors: Colors = WOOD) -> Picture:
    """Fields seen straight from above, a dark one at the upper left."""
    y, x = np.indices((rows * FIELD, columns * FIELD)) // FIELD
    dark, light = (np.array(color, np.uint8) for color in colors)
    return np.where(((x + y) % 2 == 0)[..., None], dark, light)


def with_discs(board: Picture, cells: list[tuple[int, int, bool]]) -> Picture:
    """Discs drawn on cells (row, column, white or not)."""
    drawn = board.copy()
    for row, column, white in cells:
        middle = (column * FIELD + FIELD // 2, row * FIELD + FIELD // 2)
        color = (225, 235, 240) if white else (35, 30, 30)
        cv2.circle(drawn, middle, int(FIELD * 0.4), color, -1, cv2.LINE_AA)
        cv2.circle(drawn, middle, int(FIELD * 0.28), (128, 128, 128), 2, cv2.LINE_AA)
    return drawn


def framed(board: Picture, width: int, color: tuple[int, int, int] = (45, 60, 80)) -> Picture:
    """A rim around a board."""
    return np.asarray(
        cv2.copyMakeBorder(board, *[width] * 4, cv2.BORDER_CONSTANT, value=color), np.uint8
    )


@dataclass(frozen=True)
class View:
    """How a flat thing is seen: degrees of turn and of elevation, its part of the height of the
    picture, and where its middle lies (parts of the picture)."""

    turn: float = 0.0
    elevation: float = 60.0
    part: float = 0.7
    x: float = 0.5
    y: float = 0.5
    width: int = 1280
    height: int = 720

    def homography(self, flat: Picture) -> npt.NDArray[np.float64]:
        """(3, 3): pixels of the flat thing to pixels of the picture; a camera four of its sides
        away."""
        tall, wide = flat.shape[:2]
        turn, tilt = np.radians(self.turn), np.radians(90 - self.elevation)
        side = max(tall, wide)
        to_plane = np.array([[1, 0, (1 - wide) / 2], [0, 1, (1 - tall) / 2], [0, 0, side]]) / side
        turned = np.array(
            [[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]]
        )
        away = 4.0
        seen = np.array([[away, 0, 0], [0, away * np.cos(tilt), 0], [0, -np.sin(tilt), away]])
        size = self.part * self.height
        to_picture = np.array(
            [[size, 0, self.x * self.width], [0, size, self.y * self.height], [0, 0, 1]]
        )
        return np.asarray(to_picture @ seen @ turned @ to_plane)


def photographed(
    flat: Picture, view: View, rng: np.random.Generator, *, noise: float = 3.0, blur: float = 0.8
) -> Picture:
    """The flat thing on a table, in uneven light, a little blurred and noisy."""
    size = (view.width, view.height)
    table = cv2.resize(
        rng.uniform(70, 170, (5, 7, 3)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC
    )
    matrix = view.homography(flat)
    seen = cv2.warpPerspective(flat, matrix, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(flat.shape[:2], 255, np.uint8), matrix, size)
    picture = np.where((mask > 127)[..., None], seen, table).astype(np.float32)
    picture = cv2.GaussianBlur(picture, (0, 0), blur) + rng.normal(0, noise, picture.shape)
    light = np.linspace(*rng.uniform(0.7, 1.05, 2), view.width)[None, :, None]
    return np.clip(picture * light, 0, 255).astype(np.uint8)


def drawing(
    board_size: int,
    view: View,
    seed: int,
    *,
    colors: Colors = WOOD,
    rim: int = 30,
    discs: list[tuple[int, int, bool]] | None = None,
) -> Drawing:
    """A board in a picture; cells with an odd sum are light and hold no discs by default."""
    rng = np.random.default_rng(seed)
    board = framed(with_discs(chequer(board_size, board_size, colors), discs or []), rim)
    side = board_size * FIELD
    ends = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float64) + rim - 0.5
    corners = cv2.perspectiveTransform(ends[None], view.homography(board))[0]
    first = int((corners - np.roll(corners, 2, axis=0)).sum(axis=1).argmin())
    dark = first % 2 if board_size % 2 == 0 else 0
    on_light = any((row + column) % 2 for row, column, _ in discs or [])
    pose = BoardPose(np.roll(corners, -first, axis=0), board_size, dark ^ on_light)
    return Drawing(photographed(board, view, rng), pose)


def start_position(board_size: int, *, light: bool = False) -> list[tuple[int, int, bool]]:
    """The discs of a game that begins, on the dark fields or the light ones."""
    free = (board_size // 2 - 1, board_size // 2)
    return [
        (row, column, row > free[1])
        for row in range(board_size)
        for column in range(board_size)
        if row not in free and (row + column) % 2 == int(light)
    ]
