"""Pieces, and things beside the board, in the language of POV-Ray."""

from __future__ import annotations

import math

from tests.render.scene import (
    Crown,
    Discs,
    Rgb,
    Scene,
    Standing,
    Thing,
    ThingKind,
)
from tests.render.words import finish, interior, plain, vector, wood


def piece_text(discs: Discs, piece: Standing) -> str:
    """One piece where it stands."""
    return pile_text(discs, piece.letter, (piece.x, piece.y, 0.0), piece.turn)


def pile_text(discs: Discs, letter: str, place: tuple[float, float, float], turn: float) -> str:
    """A man or king at any place."""
    color = discs.white if letter in "wW" else discs.black
    lowest = _disc(discs, color, turn)
    parts = [lowest]
    if letter in "WB":
        if discs.crown is Crown.STACK:
            dx, dy = stack_shift(turn)
            upper = _disc(discs, color, turn * 1.9 + 40)
            parts.append(f"object {{ {upper} translate <{dx:.4f}, {dy:.4f}, {discs.height}> }}")
        else:
            parts.append(_sticker(discs, color))
    return f"union {{ {' '.join(parts)} rotate z*{turn:.2f} translate {vector(place)} }}"


def _disc(discs: Discs, color: Rgb, turn: float) -> str:
    r, h = discs.radius, discs.height
    e = min(0.035, h * 0.25)
    solid = (
        f"cone {{ 0, {r - e}, <0, 0, {e}>, {r} }} cylinder {{ <0, 0, {e}>, <0, 0, {h - e}>, {r} }} "
        f"cone {{ <0, 0, {h - e}>, {r}, <0, 0, {h}>, {r - e} }}"
    )
    paint = plain(color)
    if discs.wooden:
        paint = wood(color, 0.12, 0.16, turn * 3.1)
    rings = ""
    if discs.rings > 0:
        rings = (
            f"normal {{ cylindrical {discs.rings * 0.5:.2f} sine_wave frequency 4 scale {r:.3f} "
            "rotate x*90 }"
        )
    coat = finish(discs.gloss, 0.4)
    return f"union {{ {solid} texture {{ {paint} {rings} {coat} }} {interior(discs.gloss)} }}"


def stack_shift(turn: float) -> tuple[float, float]:
    """How far the upper disc of a king lies off the lower one, before both are turned."""
    return 0.05 * math.sin(turn), 0.05 * math.cos(turn * 1.3)


def _sticker(discs: Discs, color: Rgb) -> str:
    r, h = discs.radius, discs.height
    bright = sum(color) / 3 > 0.45
    mark = (0.75, 0.12, 0.1) if bright else (0.95, 0.85, 0.4)
    star = " ".join(
        f"box {{ <-{r * 0.12:.3f}, 0, 0>, <{r * 0.12:.3f}, {r * 0.5:.3f}, 0.006> rotate z*{a} }}"
        for a in range(0, 360, 72)
    )
    return (
        f"union {{ {star} cylinder {{ 0, <0, 0, 0.006>, {r * 0.3:.3f} }} "
        f"translate z*{h} texture {{ {plain(mark)} {finish(0.2, 0.4)} }} }}"
    )


def thing_text(scene: Scene, thing: Thing) -> str:
    s, color = thing.size, thing.color
    floor = -scene.board.thickness
    coat = finish(0.35, scene.light.fill)
    paint = f"texture {{ {plain(color)} {coat} }}"
    place = f"rotate z*{thing.turn:.1f} translate <{thing.x:.3f}, {thing.y:.3f}, {floor:.4f}>"
    match thing.kind:
        case ThingKind.DISC:
            height = floor + thing.level * scene.discs.height
            letter = "w" if color == scene.discs.white else "b"
            return pile_text(scene.discs, letter, (thing.x, thing.y, height), thing.turn)
        case ThingKind.MUG:
            return (
                f"union {{ difference {{ cylinder {{ 0, <0, 0, {1.9 * s}>, {0.8 * s} }} "
                f"cylinder {{ <0, 0, 0.1>, <0, 0, {2 * s}>, {0.7 * s} }} }} "
                f"torus {{ {0.5 * s}, {0.12 * s} translate <{0.9 * s}, 0, {s}> }} "
                f"{paint} {place} }}"
            )
        case ThingKind.PHONE:
            return (
                f"union {{ box {{ <{-0.75 * s}, {-1.6 * s}, 0>, <{0.75 * s}, {1.6 * s}, 0.16> }} "
                f"box {{ <{-0.68 * s}, {-1.4 * s}, 0.1>, <{0.68 * s}, {1.4 * s}, 0.165> "
                f"texture {{ {plain((0.03, 0.03, 0.04))} {finish(0.9, 0.3)} }} "
                f"interior {{ ior 1.5 }} }} {paint} {place} }}"
            )
        case ThingKind.PEN:
            return (
                f"union {{ cylinder {{ <{-1.7 * s}, 0, 0.1>, <{1.5 * s}, 0, 0.1>, 0.1 }} "
                f"cone {{ <{1.5 * s}, 0, 0.1>, 0.1, <{1.9 * s}, 0, 0.1>, 0.02 }} {paint} {place} }}"
            )
        case ThingKind.SHEET:
            lines = " ".join(
                f"box {{ <{-s * 0.8}, {k * 0.35 * s - 1.2 * s}, 0.01>, "
                f"<{s * (0.8 - 0.13 * (k % 3))}, {k * 0.35 * s - 1.16 * s}, 0.013> "
                f"{plain((0.2, 0.2, 0.4))} }}"
                for k in range(8)
            )
            return (
                f"union {{ box {{ <{-s}, {-1.4 * s}, 0>, <{s}, {1.4 * s}, 0.01> }} {lines} "
                f"texture {{ {plain((0.88, 0.88, 0.85))} {finish(0.0, 0.4)} }} {place} }}"
            )
        case ThingKind.BOX:
            return f"box {{ <{-s}, {-0.7 * s}, 0>, <{s}, {0.7 * s}, {0.6 * s}> {paint} {place} }}"
