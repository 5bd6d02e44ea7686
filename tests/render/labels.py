"""The truth about a picture: corners, rows and all that can be known of it, exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tests.render.scene import Scene
from vision.pose import BoardPose, Side

Points = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Label:
    """`corners` (4, 2) and `squares` as seen in the picture, top left first; `white`: the side
    along which white's first row lies; `elevation` of the camera in degrees."""

    corners: Points
    squares: tuple[str, ...]
    parity: int
    white: Side
    elevation: float
    image_size: tuple[int, int]
    notes: str = ""

    @property
    def board_size(self) -> int:
        return len(self.squares)

    @property
    def pose(self) -> BoardPose:
        return BoardPose(self.corners, self.board_size, self.parity)

    def to_json(self, file: str) -> dict[str, object]:
        """In the form of a collection of labelled photographs."""
        return {
            "file": file,
            "board_size": self.board_size,
            "image_size": list(self.image_size),
            "corners": [[round(float(v), 3) for v in corner] for corner in self.corners],
            "squares": list(self.squares),
            "kings_labelled": True,
            "parity": self.parity,
            "white": self.white.name.lower(),
            "elevation": round(self.elevation, 2),
            "notes": self.notes,
        }


def label_of(scene: Scene, hidden: npt.NDArray[np.bool_] | None = None) -> Label:
    """What the picture of this scene shows; `hidden` (n, n): cells of the world that a hand
    hides, `?` in the rows."""
    cells = scene.cells()
    if hidden is not None:
        grid = np.where(hidden, "?", np.array([list(row) for row in cells]))
        cells = tuple("".join(row) for row in grid)
    return seen_label(scene, world_corners(scene), cells)


def world_corners(scene: Scene) -> Points:
    """(4, 2): the pixels of the world's corners (0, 0), (n, 0), (n, n), (0, n)."""
    n = float(scene.board_size)
    return scene.camera.project([[0.0, 0.0], [n, 0.0], [n, n], [0.0, n]])


def seen_label(scene: Scene, corners: Points, cells: tuple[str, ...]) -> Label:
    """World corners and rows put in the order in which they are seen."""
    turns = first_corner(corners)
    return Label(
        corners=np.roll(corners, -turns, axis=0),
        squares=turned(cells, turns),
        parity=(scene.parity + turns) % 2,
        white=Side((Side.BOTTOM - turns) % 4),
        elevation=scene.camera.elevation,
        image_size=(scene.camera.width, scene.camera.height),
        notes=scene.notes,
    )


def first_corner(corners: Points) -> int:
    """The index of the corner that is seen as the top left one."""
    across = corners - np.roll(corners, -2, axis=0)
    return int(across.sum(axis=1).argmin())


def turned(cells: tuple[str, ...], turns: int) -> tuple[str, ...]:
    """Rows of cells as seen when the corner with this index is the first."""
    grid = np.rot90(np.array([list(row) for row in cells]), turns)
    return tuple("".join(row) for row in grid)
