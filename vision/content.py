"""What stands on the cells of a board in one picture, as log-likelihoods."""

from __future__ import annotations

import enum
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rules.piece import Color, Role
from rules.snapshot import Reading
from vision.pose import BoardPose


class Content(enum.IntEnum):
    """The content of a square; the index of the last axis of a reading."""

    EMPTY = 0
    WHITE_MAN = 1
    WHITE_KING = 2
    BLACK_MAN = 3
    BLACK_KING = 4

    @property
    def color(self) -> Color | None:
        return None if self is Content.EMPTY else _COLORS[(self - 1) // 2]

    @property
    def role(self) -> Role | None:
        return None if self is Content.EMPTY else _ROLES[(self - 1) % 2]

    @property
    def letter(self) -> str:
        """As in a row string: `.` empty, `w` and `b` men, `W` and `B` kings."""
        return ".wWbB"[self]


_COLORS = (Color.WHITE, Color.BLACK)
_ROLES = (Role.MAN, Role.KING)
READINGS = (
    Reading.EMPTY,
    Reading.WHITE_MAN,
    Reading.WHITE_KING,
    Reading.BLACK_MAN,
    Reading.BLACK_KING,
)
"""The reading of each content, where its role can be told."""
ROLE_TOLD = 3.0
"""A role that is so much likelier than the other is told (natural logarithm), else it is open."""


@dataclass(frozen=True, eq=False)
class BoardReading:
    """One picture read.

    `log_likelihood` (n, n, 5): natural logarithm of how well each `Content` explains a cell, up to
    a constant per cell; cells that are no squares are not used. `hidden` (n, n): how sure it is,
    0 to 1, that a hand, an arm or glare hides the cell; what a hidden cell shows means nothing.
    """

    pose: BoardPose
    log_likelihood: npt.NDArray[np.float64]
    hidden: npt.NDArray[np.float64]

    def probability(self) -> npt.NDArray[np.float64]:
        """(n, n, 5): of each content, where all are equally likely beforehand."""
        shifted = self.log_likelihood - self.log_likelihood.max(axis=2, keepdims=True)
        weight = np.exp(shifted)
        return np.asarray(weight / weight.sum(axis=2, keepdims=True))

    def rows(self, *, sure: float = 0.5) -> tuple[str, ...]:
        """A string per row as seen: `.`, `w`, `W`, `b`, `B`; `?` where hidden or not `sure`."""
        return tuple(
            "".join(self.letter(row, column, sure) for column in range(self.pose.board_size))
            for row in range(self.pose.board_size)
        )

    def roles_open(self) -> list[tuple[int, int]]:
        """The cells (row, column) of pieces of which the picture does not tell whether they are men
        or kings; in `rows` they are what is likelier."""
        likely = self.log_likelihood
        best = likely.argmax(axis=2)
        other = best + np.where(best % 2 == 1, 1, -1)  # a king comes next to its man
        lead = np.take_along_axis(likely, np.stack([best, other], axis=2), axis=2)
        doubtful = (best != Content.EMPTY) & (lead[..., 0] - lead[..., 1] < ROLE_TOLD)
        shown = doubtful & self.pose.played & (self.hidden < 0.5)
        return [(int(row), int(column)) for row, column in np.argwhere(shown)]

    def letter(self, row: int, column: int, sure: float) -> str:
        """The character of one cell."""
        if not self.pose.played[row, column]:
            return "."
        probability = self.probability()[row, column]
        best = Content(int(probability.argmax()))
        same = [content for content in Content if content.color is best.color]
        if self.hidden[row, column] >= 0.5 or probability[same].sum() < sure:
            return "?"
        return best.letter
