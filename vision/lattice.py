"""X-corners joined to lattices: which of them are the nodes of one chequered plane.

A lattice begins as four corners around one field, of alternating polarity: where a corner has
light in a quadrant, its neighbour has dark. It grows node by node where its homography predicts a
corner, so that gaps under pieces are crossed and the pattern of a carpet is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import Floats, XCorners

Nodes = npt.NDArray[np.int64]
"""(k, 2): column, row; any origin."""

LEAST_NODES = 9
MOST_LATTICES = 3
MOST_SEEDS = 60
TOLERANCE = 0.22
"""Of a corner from its predicted place, in fields; a tenth once the lattice is large."""
REACH = 2
"""Over how many nodes without a corner a lattice grows."""


@dataclass(frozen=True, eq=False, slots=True)
class Lattice:
    """`nodes` of a chequered plane and their `corners` (index); `homography` (3, 3) from columns
    and rows to pixels; at nodes where column + row is even, the field to the right and below is
    light."""

    nodes: Nodes
    corners: npt.NDArray[np.int64]
    homography: Floats

    def __len__(self) -> int:
        return len(self.nodes)


def find_lattices(corners: XCorners) -> Iterator[Lattice]:
    """The chequered planes of a picture, beginning at the strongest corners; no corner is in two
    of them."""
    free = np.ones(len(corners), bool)
    tried = found = 0
    for first in range(len(corners)):
        if tried == MOST_SEEDS or found == MOST_LATTICES:
            break
        if not free[first]:
            continue
        tried += 1
        lattice = next(_lattices_from(first, corners, free), None)
        if lattice is not None:
            found += 1
            free[lattice.corners] = False
            yield lattice


def _lattices_from(first: int, corners: XCorners, free: npt.NDArray[np.bool_]) -> Iterator[Lattice]:
    for seed in _seeds(first, corners, free):
        lattice = _grown(seed, corners, free)
        if len(lattice) >= LEAST_NODES:
            yield lattice


def _seeds(
    first: int, corners: XCorners, free: npt.NDArray[np.bool_]
) -> Iterator[dict[tuple[int, int], int]]:
    """Four corners around a light or a dark field, of which `first` is one."""
    away = corners.points - corners.points[first]
    distance = np.linalg.norm(away, axis=1)
    near = np.argsort(distance)[1:25]
    near = near[free[near]]
    angle = np.arctan2(away[near, 1], away[near, 0])
    sides = []
    for edge in range(2):
        # along one edge of a corner the other kind of edge of its neighbour comes back
        along = _apart(angle, corners.edges[first, edge])
        back = _apart(angle, corners.edges[near, 1 - edge])
        fits = near[(along < 0.2) & (back < 0.25)]
        sides.append(fits[:4])
    for right in sides[0]:
        for down in sides[1]:
            expected = corners.points[right] + corners.points[down] - corners.points[first]
            gap = np.linalg.norm(corners.points - expected, axis=1)
            gap[~free] = np.inf
            step = min(distance[right], distance[down])
            for last in np.argsort(gap)[:2]:
                if gap[last] < 0.45 * step and last not in (first, right, down):
                    if _apart(corners.edges[last], corners.edges[first]).max() < 0.6:
                        yield {
                            (0, 0): first,
                            (1, 0): int(right),
                            (0, 1): int(down),
                            (1, 1): int(last),
                        }
                    break


def _apart(angle: Floats, other: Floats | float) -> Floats:
    """The difference of two undirected angles, 0..pi/2."""
    difference = np.abs(angle - other) % np.pi
    return np.asarray(np.minimum(difference, np.pi - difference))


def _grown(
    seed: dict[tuple[int, int], int], corners: XCorners, free: npt.NDArray[np.bool_]
) -> Lattice:
    """The seed grown until no corner lies where one is expected; what does not fit left out."""
    members = dict(seed)
    right, down = (corners.points[seed[at]] - corners.points[seed[0, 0]] for at in ((1, 0), (0, 1)))
    light = corners.light[seed[0, 0]]
    inside = np.linalg.solve(np.stack([right, down], axis=1), light)
    even_light = bool(inside[0] * inside[1] > 0)
    for _ in range(40):
        nodes = np.array(list(members), np.int64)
        homography = fit(nodes, corners.points[list(members.values())])
        added = _added(members, nodes, homography, corners, free, even_light)
        if not added:
            pruned = _pruned(members, homography, corners)
            if len(pruned) == len(members) or len(pruned) < 4:
                break
            members = pruned
            continue
        members.update(added)
    nodes = np.array(list(members), np.int64)
    if not even_light:
        nodes[:, 0] += 1
    used = np.array(list(members.values()), np.int64)
    return Lattice(nodes, used, fit(nodes, corners.points[used]))


def fit(nodes: npt.ArrayLike, points: Floats) -> Floats:
    """The homography (3, 3) of least squares from nodes to points; a parallelogram for few."""
    nodes = np.asarray(nodes, np.float64)
    if len(nodes) >= 6:
        homography, _ = cv2.findHomography(nodes, points, 0)
        if homography is not None:
            return np.asarray(homography, np.float64)
    ones = np.concatenate([nodes, np.ones((len(nodes), 1))], axis=1)
    affine, *_ = np.linalg.lstsq(ones, points, rcond=None)
    return np.vstack([affine.T, [0, 0, 1]])


def project(homography: Floats, points: npt.ArrayLike) -> Floats:
    """Points (..., 2) moved by a homography; NaN behind the horizon."""
    flat = np.asarray(points, np.float64)
    moved = flat @ homography[:, :2].T + homography[:, 2]
    scale = moved[..., 2:] * np.sign(homography[2, 2])
    return np.asarray(
        np.where(
            scale > 1e-9, moved[..., :2] / np.where(moved[..., 2:] == 0, 1, moved[..., 2:]), np.nan
        )
    )


def steps(homography: Floats, nodes: npt.ArrayLike) -> tuple[Floats, Floats]:
    """At each node (k, 2) the vectors of one field to the right and one down, in pixels."""
    at = np.asarray(nodes, np.float64)
    ends = project(homography, at[:, None] + _HALVES)
    return ends[:, 0] - ends[:, 1], ends[:, 2] - ends[:, 3]


_HALVES = np.array([[0.5, 0], [-0.5, 0], [0, 0.5], [0, -0.5]])


def _added(
    members: dict[tuple[int, int], int],
    nodes: Nodes,
    homography: Floats,
    corners: XCorners,
    free: npt.NDArray[np.bool_],
    even_light: bool,
) -> dict[tuple[int, int], int]:
    reach = REACH if len(members) >= 16 else 1
    frontier = _frontier(nodes, reach)
    expected = project(homography, frontier)
    right, down = steps(homography, frontier)
    size = np.minimum(np.linalg.norm(right, axis=1), np.linalg.norm(down, axis=1))
    taken = ~free
    taken[list(members.values())] = True
    left = np.nonzero(~taken)[0]
    if not len(left):
        return {}
    across = expected[:, :1] - corners.points[left, 0]
    along = expected[:, 1:] - corners.points[left, 1]
    gap = np.nan_to_num(across * across + along * along, nan=np.inf)
    closest = gap.argmin(axis=1)
    distance = np.sqrt(gap[np.arange(len(frontier)), closest])
    nearest = left[closest]
    tolerance = TOLERANCE if len(members) < 16 else TOLERANCE / 2
    close = (distance < tolerance * size) & (size > 4)
    added: dict[tuple[int, int], int] = {}
    used: set[int] = set()
    for index in np.nonzero(close)[0][np.argsort(distance[close])]:
        corner = int(nearest[index])
        if corner in used:
            continue
        basis = np.stack([right[index], down[index]], axis=1)
        inside = np.linalg.solve(basis, corners.light[corner])
        node = (int(frontier[index, 0]), int(frontier[index, 1]))
        if (inside[0] * inside[1] > 0) == (even_light == (sum(node) % 2 == 0)):
            added[node] = corner
            used.add(corner)
    return added


def _frontier(nodes: Nodes, reach: int) -> Nodes:
    """All nodes at most `reach` steps from a member that are no members."""
    low = nodes.min(axis=0) - reach
    mask = np.zeros(nodes.max(axis=0) - low + reach + 1, np.uint8)
    mask[tuple((nodes - low).T)] = 1
    grown = cv2.dilate(mask, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    return np.asarray(np.argwhere((grown > 0) & (mask == 0)) + low, np.int64)


def _pruned(
    members: dict[tuple[int, int], int], homography: Floats, corners: XCorners
) -> dict[tuple[int, int], int]:
    nodes = np.array(list(members), np.int64)
    used = np.array(list(members.values()), np.int64)
    off = np.linalg.norm(project(homography, nodes) - corners.points[used], axis=1)
    right, down = steps(homography, nodes)
    size = np.minimum(np.linalg.norm(right, axis=1), np.linalg.norm(down, axis=1))
    good = off < max(0.08, 3 * float(np.median(off / size))) * size
    return {
        node: corner for (node, corner), fine in zip(members.items(), good, strict=True) if fine
    }
