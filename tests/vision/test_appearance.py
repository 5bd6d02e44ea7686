from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from vision.appearance import BLACK, EMPTY, WHITE, Appearance, Kinds
from vision.features import USUAL

Floats = npt.NDArray[np.float64]

MEANS = np.array(
    [[0.0, 0.0, 0.0, 0.0, -5.0], [0.5, 0.2, -0.2, 0.05, 5.0], [-0.6, 0.2, -0.2, 0.05, 5.0]]
)


def squares(kinds: Kinds, brighter: float = 0.0, seed: int = 4) -> Floats:
    """Features of squares of these kinds (m,), whose pieces are so much brighter than usual."""
    rng = np.random.default_rng(seed)
    seen = MEANS[kinds] + 0.3 * USUAL * rng.normal(0, 1, (len(kinds), len(USUAL)))
    seen[kinds > EMPTY, 0] += brighter
    return np.asarray(seen)


def kinds(**counts: int) -> Kinds:
    named = {"empty": EMPTY, "white": WHITE, "black": BLACK}
    return np.concatenate([np.full(count, named[name]) for name, count in counts.items()])


def read(picture: Floats) -> Kinds:
    """As a set that was shown in its start position reads it, without any first guess."""
    start = kinds(empty=10, white=20, black=20)
    known = Appearance.of(squares(start), start)
    assert known is not None
    # a first guess that knows of two colours only
    dark = picture[:, 0] < np.median(picture[picture[:, 4] > 0][:, 0])
    guess = np.where(picture[:, 4] < 0, EMPTY, np.where(dark, BLACK, WHITE))
    fit = known.fitted(picture, lambda: guess, np.ones(len(picture)))
    return np.asarray(fit.log_likelihood(picture).argmax(axis=1))


@pytest.mark.parametrize("brighter", [-0.2, 0.0, 0.2])
@pytest.mark.parametrize(
    "true",
    [
        kinds(empty=30, white=10, black=10),
        kinds(empty=40, white=2, black=8),
        kinds(empty=40, white=10),
        kinds(empty=40, black=10),
    ],
)
def test_a_set_is_known_again_in_another_light(true: Kinds, brighter: float) -> None:
    for seed in range(5, 10):
        assert (read(squares(true, brighter, seed)) == true).all()


def test_a_set_needs_two_squares_of_every_kind() -> None:
    start = kinds(empty=10, white=20, black=1)
    assert Appearance.of(squares(start), start) is None
