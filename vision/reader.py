"""What stands on the squares of a board whose pose is known.

    picture, pose -> cells from above -> features -> likelihoods of empty, white, black, man, king

Without calibration the squares of the picture are compared with each other; calibrated on a
position, with what its squares looked like.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.appearance import EMPTY, KINDS, UNKNOWN, Appearance, Fit, Kinds
from vision.content import BoardReading, Content
from vision.errors import SightError
from vision.features import USUAL, square_features
from vision.guess import first_guess
from vision.pose import BoardPose, Picture
from vision.rectify import rectify
from vision.viewpoint import viewpoint

Floats = npt.NDArray[np.float64]
Contents = npt.NDArray[np.intp]
"""(n, n): a `Content` for each cell."""
Mask = npt.NDArray[np.bool_]

STRANGE = 6.0
"""So many times farther than usual from all that is known: something hides the square."""


class Reader:
    """Reads the squares of one set; what it has learned of it is `appearance`."""

    def __init__(self, appearance: Appearance | None = None) -> None:
        self.appearance = appearance

    def read(self, picture: Picture, pose: BoardPose) -> BoardReading:
        """The squares of a picture; as a first guess where nothing is known of the set."""
        features = _features(picture, pose)
        if self.appearance is None:
            return _reading(pose, *_guessed(features))
        fit = self.appearance.fitted(features)
        return _reading(pose, fit.log_likelihood(features), _hidden(fit, features))

    def guess(self, picture: Picture, pose: BoardPose) -> BoardReading:
        """The squares of a picture, whatever was learned before."""
        return _reading(pose, *_guessed(_features(picture, pose)))

    def calibrate(self, picture: Picture, pose: BoardPose, cells: Contents) -> None:
        """Learn the set from a picture of a position that is known, anew. Raises SightError where
        it does not show two pieces of both colours and two empty squares."""
        features = _features(picture, pose)
        found = Appearance.of(features, kinds_of(cells[pose.played]), USUAL)
        if found is None:
            raise SightError(
                "the position has too few pieces to learn from; show at least two of each side"
            )
        self.appearance = found

    def learn(self, picture: Picture, pose: BoardPose, cells: Contents, known: Mask) -> None:
        """Learn from the cells (n, n) of which the content is known for sure."""
        if self.appearance is None:
            return
        features = _features(picture, pose)
        kinds = np.where(known, kinds_of(cells), UNKNOWN)[pose.played]
        self.appearance = self.appearance.with_squares(features, kinds)


def kinds_of(cells: Contents) -> Kinds:
    """Contents as empty, white and black."""
    return np.asarray((cells + 1) // 2)


def _features(picture: Picture, pose: BoardPose) -> Floats:
    height, width = picture.shape[:2]
    view = viewpoint(pose, (width, height))
    return square_features(rectify(picture, pose), pose, view).astype(np.float64)


def _guessed(features: Floats) -> tuple[Floats, Floats]:
    """(m, 3) log-likelihoods and (m,) hidden, from one picture alone."""
    kinds = first_guess(features)
    appearance = Appearance.of(features, kinds, USUAL)
    if appearance is None:
        present = [kind for kind in range(KINDS) if (kinds == kind).any()]
        likelihood = np.full((len(kinds), KINDS), -6.0)
        likelihood[:, present] = -3.0
        likelihood[np.arange(len(kinds)), kinds] = 0.0
        return likelihood, np.zeros(len(kinds))
    fit = appearance.fitted(features)
    return fit.log_likelihood(features), _hidden(fit, features)


def _hidden(fit: Fit, features: Floats) -> Floats:
    """(m,): how sure it is that a square shows none of what is known."""
    far = fit.distances(features).min(axis=1) / features.shape[1]
    return np.asarray(1 / (1 + np.exp(-2 * (far - STRANGE))))


def _reading(pose: BoardPose, kinds: Floats, hidden: Floats) -> BoardReading:
    """A reading from likelihoods (m, 3) of kinds."""
    n = pose.board_size
    contents = np.zeros((n, n, len(Content)))
    contents[pose.played] = kinds[:, _KIND_OF]
    covered = np.zeros((n, n))
    covered[pose.played] = hidden
    return BoardReading(pose, contents, covered, roles_told=False)


_KIND_OF = [EMPTY, 1, 1, 2, 2]
