"""Boards and discs by chance: materials and colours as people own them."""

from __future__ import annotations

import colorsys
import math
import random

from tests.render.scene import (
    Board,
    Crown,
    Discs,
    Material,
    Rgb,
)

WOODS: tuple[Rgb, ...] = (
    (0.90, 0.76, 0.55),
    (0.84, 0.66, 0.42),
    (0.72, 0.50, 0.30),
    (0.55, 0.34, 0.19),
    (0.40, 0.23, 0.13),
    (0.27, 0.15, 0.09),
)


HUES: tuple[Rgb, ...] = (
    (0.75, 0.12, 0.12),
    (0.10, 0.42, 0.20),
    (0.12, 0.25, 0.60),
    (0.90, 0.72, 0.15),
    (0.45, 0.18, 0.50),
    (0.10, 0.50, 0.52),
    (0.85, 0.42, 0.12),
)


def random_board(rng: random.Random) -> Board:
    material = rng.choices(list(Material), (4, 2, 2, 3))[0]
    light, dark = _square_colors(rng, material)
    border = rng.choice((0.0, 0.25, 0.5, 0.8, 1.1))
    wooden, cloth = material is Material.WOOD, material is Material.CLOTH
    return Board(
        material=material,
        light=light,
        dark=dark,
        played_light=rng.random() < 0.2,
        border=border,
        border_color=_border_color(rng, light, dark),
        edge=rng.choice((0.0, 0.03, 0.07)),
        numbers=rng.random() < 0.5,
        lines=rng.choice((0.0, 0.0, 0.02, 0.04)),
        lines_color=rng.choice((dark, (0.05, 0.05, 0.05), (0.85, 0.8, 0.7))),
        thickness=0.02 if material in (Material.CLOTH, Material.PRINT) else rng.uniform(0.15, 0.5),
        gloss=0.0 if cloth else rng.choice((0.05, 0.2, 0.4, 0.7 if wooden else 0.5)),
        folds=rng.uniform(0.15, 0.45) if cloth else 0.0,
        grain=rng.uniform(0.05, 0.22),
    )


def _square_colors(rng: random.Random, material: Material) -> tuple[Rgb, Rgb]:
    if material is Material.WOOD:
        paler, deeper = sorted(rng.sample(range(len(WOODS)), 2))
        if deeper - paler < 2:
            paler, deeper = 0, max(deeper, 3)
        return WOODS[paler], WOODS[deeper]
    kind = rng.random()
    if kind < 0.5:
        light = rng.choice(((0.93, 0.92, 0.88), (0.92, 0.85, 0.70), (0.80, 0.80, 0.78)))
        dark = rng.choice(((0.06, 0.06, 0.07), (0.30, 0.16, 0.10), (0.08, 0.28, 0.16)))
        return light, dark
    if kind < 0.75:
        return rng.choice(((0.93, 0.90, 0.80), (0.95, 0.78, 0.35))), rng.choice(HUES[:3])
    return _equal_grey(rng)


def _equal_grey(rng: random.Random) -> tuple[Rgb, Rgb]:
    """Two hues that a grey picture can hardly tell apart."""
    hue, apart = rng.random(), rng.uniform(0.28, 0.5)
    grey = rng.uniform(0.25, 0.45)
    first, second = (_at_luma(h % 1.0, grey) for h in (hue, hue + apart))
    return first, second


def _at_luma(hue: float, grey: float) -> Rgb:
    color = colorsys.hsv_to_rgb(hue, 0.85, 1.0)
    factor = grey / luma(color)
    if max(color) * factor > 1:
        white = (grey - luma(color)) / (1 - luma(color))
        r, g, b = (c + (1 - c) * white for c in color)
    else:
        r, g, b = (c * factor for c in color)
    return r, g, b


def _border_color(rng: random.Random, light: Rgb, dark: Rgb) -> Rgb:
    between = tuple((a + b) / 2 for a, b in zip(light, dark, strict=True))
    r, g, b = rng.choice((light, dark, between, rng.choice(WOODS)))
    return r, g, b


def random_discs(rng: random.Random, board: Board) -> Discs:
    """Any two colours that can be told apart, and from the squares at least by their rim."""
    while True:
        wooden = rng.random() < 0.5
        white, black = _disc_colors(rng, wooden)
        played = board.light if board.played_light else board.dark
        enough = min(_distance(white, black), _distance(white, played) + 0.05)
        if luma(white) - luma(black) > 0.07 and enough > 0.22 and _distance(black, played) > 0.1:
            break
    height = rng.choice((0.14, 0.2, 0.26, 0.33))
    return Discs(
        white=white,
        black=black,
        wooden=wooden,
        radius=rng.uniform(0.33, 0.44),
        height=height,
        rings=rng.choice((0.0, 0.3, 0.6)),
        gloss=rng.choice((0.05, 0.25, 0.5)),
        crown=Crown.STACK if rng.random() < 0.85 else Crown.STICKER,
    )


def _disc_colors(rng: random.Random, wooden: bool) -> tuple[Rgb, Rgb]:
    if wooden and rng.random() < 0.7:
        return rng.choice(WOODS[:2]), rng.choice((*WOODS[3:], (0.1, 0.08, 0.07)))
    if rng.random() < 0.5:
        return (0.93, 0.9, 0.82), rng.choice(((0.05, 0.05, 0.06), (0.2, 0.1, 0.07)))
    first, second = rng.sample((*HUES, (0.94, 0.93, 0.9), (0.06, 0.06, 0.06)), 2)
    return (first, second) if luma(first) > luma(second) else (second, first)


def _distance(one: Rgb, other: Rgb) -> float:
    return math.dist(one, other)


def luma(color: Rgb) -> float:
    r, g, b = color
    return 0.299 * r + 0.587 * g + 0.114 * b
