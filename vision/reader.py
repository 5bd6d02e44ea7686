"""What stands on the squares of a board whose pose is known.

    picture, pose -> cells from above -> network, features -> likelihood of each content

Without calibration the squares of the picture are compared with each other; calibrated on a
position, with what its squares looked like.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.appearance import BLACK, EMPTY, KINDS, UNKNOWN, WHITE, Appearance, Fit, Kinds
from vision.calibration import Calibration
from vision.content import BoardReading, Content
from vision.errors import SightError
from vision.features import light_around, square_features
from vision.finder import SIDE, Finding, shared_finder
from vision.flanks import Flanks, flanks_of
from vision.guess import first_guess
from vision.kings import Height, Sides, king_lead, stack_lead, told_by
from vision.pose import BoardPose, Picture
from vision.rectify import rectify
from vision.signs import Signs
from vision.surroundings import squares_of
from vision.tops import Tops, tops_of
from vision.viewpoint import viewpoint

Floats = npt.NDArray[np.float64]
Contents = npt.NDArray[np.intp]
"""(n, n): a `Content` for each cell."""
Mask = npt.NDArray[np.bool_]

STRANGE = 6.0
"""So many times farther than usual from all that is known: something hides the square."""
_ODDS_SHARE = 0.5
"""So much the network itself says counts where a square looks like nothing that is known."""
_MAN_FIRST = 1.0
"""Where nothing tells, a piece is rather a man."""
_PIECE = 1e-3
"""Where a piece is less likely nothing is asked of its role."""


class Reader:
    """Reads the squares of one set; what it has learned of it is `calibration`."""

    def __init__(self, calibration: Calibration | None = None) -> None:
        self.calibration = calibration

    def read(self, picture: Picture, pose: BoardPose) -> BoardReading:
        """The squares of a picture; as a first guess where nothing is known of the set."""
        look = look_at(picture, pose)
        return _reading(pose, look, self.calibration or guessed(look))

    def guess(self, picture: Picture, pose: BoardPose) -> BoardReading:
        """The squares of a picture, whatever was learned before."""
        look = look_at(picture, pose)
        return _reading(pose, look, guessed(look))

    def calibrate(self, picture: Picture, pose: BoardPose, cells: Contents) -> None:
        """Learn the set anew from a picture of a position that is known; more pictures of it go to
        `learn`. Raises SightError where it does not show two pieces of both colours and two empty
        squares."""
        look = look_at(picture, pose)
        contents = cells[pose.played]
        appearance = Appearance.of(look.features, kinds_of(contents))
        if appearance is None:
            raise SightError(
                "the position has too few pieces to learn from; show at least two of each side"
            )
        self.calibration = _with_roles(Calibration(appearance), look, contents)

    def learn(self, picture: Picture, pose: BoardPose, cells: Contents, known: Mask) -> None:
        """Learn from the cells (n, n) of which the content is known for sure."""
        if self.calibration is None:
            return
        look = look_at(picture, pose)
        contents = np.where(known, cells, UNKNOWN)[pose.played]
        appearance = self.calibration.appearance.with_squares(look.features, kinds_of(contents))
        self.calibration = _with_roles(
            replace(self.calibration, appearance=appearance), look, contents
        )


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """What is seen of the m squares: `features` (m, FEATURES), the `tops` of what stands there,
    what the network `found`, and of what stands there the `sides` and the `flanks` (m, 3)."""

    features: Floats
    tops: Tops
    found: Finding
    sides: Sides
    flanks: Floats


def look_at(picture: Picture, pose: BoardPose) -> Look:
    """The squares in the order of `pose.played`."""
    height, width = picture.shape[:2]
    board = rectify(picture, pose)
    squares, lean = squares_of(board, pose, viewpoint(pose, (width, height)), SIDE)
    found = shared_finder().find(squares, lean)
    tops = tops_of(squares, found)
    light = light_around(board, pose)
    features = square_features(light, tops, found)
    length = np.linalg.norm(lean, axis=1)
    sides = Sides(found.side, length, found.double, found.error)
    flanks = flanks_of(squares, lean, found) - light
    return Look(features, tops, found, sides, flanks)


def kinds_of(contents: Contents) -> Kinds:
    """Contents as empty, white and black; what is unknown stays so."""
    return np.asarray(np.where(contents < 0, UNKNOWN, (contents + 1) // 2))


def guessed(look: Look) -> Calibration | Kinds:
    """What one picture alone tells of its set; its kinds where it shows too few pieces."""
    kinds = first_guess(look.features, look.tops.bright)
    seen = np.where(look.found.covered < 0, kinds, UNKNOWN)
    appearance = Appearance.of(look.features, seen)
    return kinds if appearance is None else Calibration(appearance)


def _with_roles(calibration: Calibration, look: Look, contents: Contents) -> Calibration:
    heights, signs = list(calibration.heights), list(calibration.signs)
    for side, man in enumerate(_MEN):
        at = np.flatnonzero((contents == man) | (contents == man + 1))
        king = contents[at] == man + 1
        heights[side] = heights[side].with_pieces(look.sides.at(at), king)
        signs[side] = signs[side].with_tops(look.tops.sign[at], king)
    at = np.flatnonzero(contents > Content.EMPTY)
    flanks = calibration.flanks.with_pieces(
        look.flanks[at], look.found.side[at], contents[at] < Content.BLACK_MAN
    )
    return replace(
        calibration, heights=(heights[0], heights[1]), signs=(signs[0], signs[1]), flanks=flanks
    )


_MEN = (Content.WHITE_MAN, Content.BLACK_MAN)
"""Kings come next to them."""


def _reading(pose: BoardPose, look: Look, known: Calibration | Kinds) -> BoardReading:
    visible = 1 / (1 + np.exp(look.found.covered))
    if isinstance(known, Calibration):
        fit = known.appearance.fitted(
            look.features, lambda: first_guess(look.features, look.tops.bright), visible
        )
        kinds, strange = fit.log_likelihood(look.features), _strange(fit, look.features)
        kinds[:, EMPTY] -= _ODDS_SHARE * look.found.standing
        heights, signs, flanks = known.heights, known.signs, known.flanks
    else:
        kinds, strange = np.full((len(known), KINDS), -4.0), np.zeros(len(known))
        kinds[np.arange(len(known)), known] = 0.0
        heights, signs, flanks = (Height(), Height()), (Signs(), Signs()), Flanks()
    lead = flanks.white_lead(look.flanks, look.found.side, _pieces(kinds, visible))
    kinds[:, WHITE] += np.minimum(lead, 0)
    kinds[:, BLACK] -= np.maximum(lead, 0)
    contents = np.empty((len(kinds), len(Content)))
    contents[:, Content.EMPTY] = kinds[:, EMPTY]
    leads = _king_leads(look, heights, signs, _pieces(kinds, visible))
    for kind, man, lead in zip((WHITE, BLACK), _MEN, leads, strict=True):
        lead = lead - _MAN_FIRST
        contents[:, man] = kinds[:, kind] - np.logaddexp(0, lead)
        contents[:, man + 1] = kinds[:, kind] - np.logaddexp(0, -lead)
    hidden = 1 - (1 - strange) * visible
    return BoardReading(pose, _on_board(pose, contents), _on_board(pose, hidden[:, None])[..., 0])


def _pieces(kinds: Floats, visible: Floats) -> tuple[Floats, Floats]:
    """(m,) and (m,): how likely a white and a black piece is seen there."""
    weight = np.exp(kinds - kinds.max(axis=1, keepdims=True))
    weight *= (visible / weight.sum(axis=1))[:, None]
    return weight[:, WHITE], weight[:, BLACK]


def _king_leads(
    look: Look,
    heights: tuple[Height, Height],
    signs: tuple[Signs, Signs],
    pieces: tuple[Floats, Floats],
) -> Iterator[Floats]:
    """Of white and of black, (m,): by how much a king is likelier than a man of the colour that
    stands there with probability `pieces` (m,)."""
    there = np.flatnonzero(pieces[0] + pieces[1] > _PIECE)
    sides = look.sides.at(there)
    told = [
        told_by(height, sides, piece[there]) for height, piece in zip(heights, pieces, strict=True)
    ]
    for height, sign, piece, other in zip(heights, signs, pieces, told[::-1], strict=True):
        by_stack = np.zeros(len(piece))
        by_stack[there] = stack_lead(height, sides, piece[there], other)
        yield king_lead(height.stacked, by_stack, sign.lead(look.tops.sign, piece))


def _strange(fit: Fit, features: Floats) -> Floats:
    """(m,): how sure it is that a square shows none of what is known."""
    far = fit.distances(features).min(axis=1) / features.shape[1]
    return np.asarray(1 / (1 + np.exp(-2 * (far - STRANGE))))


def _on_board(pose: BoardPose, values: Floats) -> Floats:
    """(n, n, k): values (m, k) of the squares at their cells, 0 elsewhere."""
    n = pose.board_size
    whole = np.zeros((n, n, values.shape[1]))
    whole[pose.played] = values
    return whole
