"""Sets of board and pieces by chance, and how they stand: what `drawing` draws."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tests.render.camera import Camera
from tests.render.sampled_set import random_board, random_discs
from tests.render.sampled_table import ground_color, random_camera
from tests.render.scene import Board, Rgb

SIZES = ((640, 480), (800, 600), (960, 540), (1280, 720), (1280, 960), (1600, 1200))
FEATURELESS = 0.35
"""So many sets have tops that are plain."""
TALL = 0.08
"""So many have men that are higher than any stack of discs."""


@dataclass(frozen=True, slots=True)
class Form:
    """The pieces of a set, in cells. `bevel` is taken off both edges; `grooves` run around the
    side; `rings` on the top. A king is two discs, or one that is marked."""

    white: Rgb
    black: Rgb
    radius: float
    height: float
    bevel: float
    grooves: int
    deep: float
    rings: float
    ring_count: float
    inner: float
    side: float
    stacked: bool
    mark: Rgb
    mark_radius: float


@dataclass(frozen=True, slots=True)
class Lamp:
    """Where the light comes from (a unit vector along the board, and its steepness), how deep its
    shadows are, how soft, and how much everything shines."""

    along: tuple[float, float]
    cotangent: float
    deep: float
    soft: float
    shine: float


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board to draw. `pieces`: x, y, whether white, whether a king. `flat`: cells (row, column)
    on which a piece of paper lies."""

    board: Board
    board_size: int
    parity: int
    ground: Rgb
    form: Form
    lamp: Lamp
    camera: Camera
    pieces: tuple[tuple[float, float, bool, bool], ...]
    flat: tuple[tuple[int, int], ...]


def random_drawn(seed: int, tall: float = TALL) -> Drawn:
    """The board of this seed; `tall`: the share of sets with high men."""
    rng = random.Random(seed)
    n = rng.choices((8, 10, 12), (4, 6, 1))[0]
    board = random_board(rng)
    parity = rng.choices((1, 0), (4, 1))[0]
    elevation = rng.choice((rng.uniform(27, 55), rng.uniform(45, 75), rng.uniform(60, 90)))
    camera = random_camera(rng, n, board, rng.choice(SIZES), elevation)
    pieces, flat = _standing(rng, n, parity)
    return Drawn(
        board=board,
        board_size=n,
        parity=parity,
        ground=ground_color(rng),
        form=_form(rng, board, tall),
        lamp=_lamp(rng),
        camera=replace(camera, k1=0.0, k2=0.0),
        pieces=pieces,
        flat=flat,
    )


def _form(rng: random.Random, board: Board, share: float) -> Form:
    discs = random_discs(rng, board)
    tall = rng.random() < share
    height = rng.uniform(0.4, 1.0) if tall else rng.uniform(0.07, 0.38)
    radius = rng.uniform(0.25, 0.36) if tall else rng.uniform(0.29, 0.45)
    played = board.light if board.played_light else board.dark
    black = _near(rng, played) if rng.random() < 0.15 else discs.black
    plain = rng.random() < FEATURELESS
    return Form(
        white=discs.white,
        black=black,
        radius=radius,
        height=height,
        bevel=rng.choice((0.0, 0.02, 0.05)) * min(1.0, height / 0.2),
        grooves=rng.choice((0, 0, 0, 1, 1, 2, 3)),
        deep=rng.uniform(0.1, 0.5),
        rings=0.0 if plain else rng.uniform(0.05, 0.35),
        ring_count=rng.uniform(2.0, 7.0),
        inner=0.0 if rng.random() < 0.6 else rng.uniform(-0.4, 0.4),
        side=rng.uniform(0.55, 1.0),
        stacked=not tall and rng.random() < 0.85,
        mark=(rng.random(), rng.random(), rng.random()),
        mark_radius=rng.uniform(0.35, 0.75),
    )


def _near(rng: random.Random, color: Rgb) -> Rgb:
    """Nearly this colour: brown on brown, black on black."""
    step = rng.choice((-0.08, 0.08)) + rng.uniform(-0.04, 0.04)
    r, g, b = (min(0.97, max(0.02, part + step)) for part in color)
    return r, g, b


def _lamp(rng: random.Random) -> Lamp:
    angle = rng.uniform(0, 2 * np.pi)
    return Lamp(
        along=(float(np.cos(angle)), float(np.sin(angle))),
        cotangent=rng.choice((rng.uniform(0.0, 0.6), rng.uniform(0.4, 2.5))),
        deep=rng.uniform(0.1, 0.75),
        soft=rng.choice((0.02, 0.06, 0.15, 0.3)),
        shine=rng.choice((0.0, 0.0, rng.uniform(0.1, 0.6))),
    )


def _standing(
    rng: random.Random, n: int, parity: int
) -> tuple[tuple[tuple[float, float, bool, bool], ...], tuple[tuple[int, int], ...]]:
    """Pieces where people put them, crowded or few, and paper on some of the empty squares."""
    full, kings = rng.choice((0.15, 0.35, 0.6, 0.85)), rng.choice((0.0, 0.1, 0.35, 0.5))
    off, paper = rng.choice((0.03, 0.06, 0.12, 0.17)), rng.choice((0.0, 0.0, 0.08))
    pieces, flat = [], []
    for row in range(n):
        for column in range(n):
            if (row + column) % 2 != parity:
                continue
            if rng.random() < full:
                x, y = (at + 0.5 + max(-0.3, min(0.3, rng.gauss(0, off))) for at in (column, row))
                pieces.append((x, y, rng.random() < 0.5, rng.random() < kings))
            elif rng.random() < paper:
                flat.append((row, column))
    return tuple(pieces), tuple(flat)


def colors(*values: Rgb) -> npt.NDArray[np.float32]:
    """(k, 3): as blue, green, red."""
    return np.array([value[::-1] for value in values], np.float32)
