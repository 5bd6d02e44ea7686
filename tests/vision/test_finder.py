"""The network against boards that are drawn, none of which it was trained on."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from benchmarks.finder.squares import SIDE as WHOLE
from benchmarks.finder.squares import of_drawn
from vision.finder import SIDE, Finding, shared_finder

SEEDS = range(1100, 1106)
Floats = npt.NDArray[np.float64]


@cache
def found() -> tuple[Finding, Floats, Floats]:
    """What it finds on their squares, how these lean (m, 2), and the truth (m, 6)."""
    boards = [of_drawn(seed) for seed in SEEDS]
    squares, lean, truth = (
        np.concatenate([board[name] for board in boards]) for name in ("squares", "lean", "truth")
    )
    edge = (WHOLE - SIDE) // 2
    finding = shared_finder().find(squares[:, edge:-edge, edge:-edge], lean)
    return finding, lean, truth


def test_it_tells_where_pieces_stand() -> None:
    finding, _, truth = found()
    wrong = (finding.standing > 0) != (truth[:, 0] == 1)
    assert wrong.mean() < 0.01


def test_it_tells_where_the_tops_of_pieces_are_and_how_large() -> None:
    finding, _, truth = found()
    there = truth[:, 0] == 1
    off = np.linalg.norm(finding.top - truth[:, 1:3], axis=1)[there]
    assert np.median(off) < 0.05
    assert np.median(np.abs(finding.radius - truth[:, 3])[there]) < 0.03


def test_it_tells_how_much_of_a_side_is_seen_and_how_exactly() -> None:
    finding, lean, truth = found()
    there = truth[:, 0] == 1
    off = np.abs(finding.side - truth[:, 4] * np.linalg.norm(lean, axis=1))[there]
    assert np.median(off) < 0.04
    exact = finding.error[there] < np.median(finding.error[there])
    assert off[exact].mean() < 0.7 * off[~exact].mean()
