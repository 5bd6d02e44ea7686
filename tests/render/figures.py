"""Hands, arms and heads for films, in the language of POV-Ray; lengths in squares.

A figure belongs to a player who sits at the near side (+y): the fingertips are at the origin, the
arm goes off towards the player. For the player opposite it is turned round.
"""

from __future__ import annotations

import enum
import random
from dataclasses import dataclass

from tests.render.scene import Reach, Rgb


class Seat(enum.IntEnum):
    """Where the player sits: degrees by which a figure is turned."""

    NEAR = 0
    FAR = 180


@dataclass(frozen=True, slots=True)
class Person:
    """`bulk`: 1 for a grown-up's hand on squares of 40 mm. `bare`: squares of bare forearm."""

    skin: Rgb
    sleeve: Rgb
    striped: bool
    bare: float
    hair: Rgb
    bulk: float


_SKINS = ((0.87, 0.67, 0.54), (0.78, 0.55, 0.41), (0.55, 0.36, 0.24), (0.36, 0.22, 0.15))
_SLEEVES = (
    (0.12, 0.15, 0.3),
    (0.6, 0.6, 0.62),
    (0.5, 0.1, 0.1),
    (0.1, 0.1, 0.1),
    (0.85, 0.85, 0.8),
    (0.15, 0.35, 0.2),
)
_HAIRS = ((0.1, 0.08, 0.06), (0.3, 0.2, 0.12), (0.65, 0.5, 0.3), (0.55, 0.55, 0.55))


def random_person(rng: random.Random) -> Person:
    return Person(
        skin=rng.choice(_SKINS),
        sleeve=rng.choice(_SLEEVES),
        striped=rng.random() < 0.4,
        bare=rng.choice((0.3, 0.8, 5.0)),
        hair=rng.choice(_HAIRS),
        bulk=rng.uniform(0.85, 1.2),
    )


def person_at(seed: int, seat: Seat) -> Person:
    """The player of this seat in the scene of this seed."""
    return random_person(random.Random(seed * 2 + (seat is Seat.FAR)))


def reach_text(seed: int, reach: Reach) -> str:
    """A hand that reaches over the board of this scene."""
    seat = Seat.FAR if reach.far else Seat.NEAR
    place = f"<{reach.x:.3f}, {reach.y:.3f}, 0>"
    return hand_text(person_at(seed, seat), seat, reach.left, place)


def hand_text(person: Person, seat: Seat, left: bool, place: str) -> str:
    """A hand that holds something between thumb and fingers, with its arm."""
    flesh = " ".join(_flesh())
    b = person.bulk
    mirror = "scale <-1, 1, 1>" if left else ""
    return (
        f"union {{ blob {{ threshold 0.5 {flesh} texture {{ {_skin(person.skin)} }} }} "
        f"{_sleeve(person)} scale {b:.3f} {mirror} rotate z*{int(seat)} translate {place} }}\n"
    )


def head_text(person: Person, seat: Seat, place: str) -> str:
    """A head that leans over the board, seen from above: hair, ears, shoulders behind it."""
    hair = ", ".join(f"{c:.3f}" for c in person.hair)
    dark = ", ".join(f"{c * 0.5:.3f}" for c in person.hair)
    skin = f"texture {{ {_skin(person.skin)} }}"
    return (
        "union { sphere { 0, 1 scale <2.1, 2.6, 2.6> texture { pigment { bozo color_map { "
        f"[0 srgb <{dark}>] [1 srgb <{hair}>] }} scale <0.08, 0.9, 0.5> turbulence 0.4 }} "
        "normal { wrinkles 0.7 scale <0.1, 0.8, 0.4> } finish { diffuse 0.7 specular 0.15 } } } "
        f"sphere {{ <2.0, 0.4, -0.6>, 0.55 {skin} }} sphere {{ <-2.0, 0.4, -0.6>, 0.55 {skin} }} "
        f"sphere {{ <0, -1.4, -1.2>, 1.5 {skin} }} "
        f"cylinder {{ <-3.6, 4.5, -2.5>, <3.6, 4.5, -2.5>, 1.9 {_cloth(person)} }} "
        f"cylinder {{ <0, 4.5, -2.5>, <0, 14, -5>, 4 {_cloth(person)} }} "
        f"rotate z*{int(seat)} translate {place} }}\n"
    )


def _flesh() -> list[str]:
    """Bones as cylinders of a blob: tip, middle joint, knuckle for each finger, then palm."""
    wrist = (0.35, 4.3, 1.9)
    fingers = (
        ((0.22, -0.02, 0.3), (0.1, 0.75, 1.35), (-0.1, 2.2, 1.75), 0.3),
        ((0.5, 0.12, 0.32), (0.55, 0.85, 1.5), (0.45, 2.2, 1.85), 0.31),
        ((0.9, 0.65, 0.6), (1.05, 1.1, 1.5), (0.95, 2.3, 1.75), 0.29),
        ((1.25, 1.2, 0.85), (1.45, 1.5, 1.4), (1.35, 2.5, 1.6), 0.25),
    )
    bones = []
    for tip, middle, knuckle, thick in fingers:
        bones += [_bone(tip, middle, thick), _bone(middle, knuckle, thick * 1.1)]
        bones.append(_bone(knuckle, wrist, 0.48))
    thumb = ((-0.32, 0.1, 0.28), (-0.75, 1.0, 0.95), (-0.3, 2.9, 1.45))
    bones += [_bone(thumb[0], thumb[1], 0.33), _bone(thumb[1], thumb[2], 0.42)]
    bones.append(_bone(thumb[2], wrist, 0.5))
    bones.append(_bone(wrist, (1.3, 11.5, 3.6), 0.72))
    return bones


def _bone(a: tuple[float, float, float], b: tuple[float, float, float], thick: float) -> str:
    ends = ", ".join(f"<{x:.2f}, {y:.2f}, {z:.2f}>" for x, y, z in (a, b))
    return f"cylinder {{ {ends}, {thick / 0.54:.3f}, 1 }}"


def _sleeve(person: Person) -> str:
    y = 4.6 + person.bare
    share = (y - 4.3) / 7.2
    x, z = 0.35 + 0.95 * share, 1.9 + 1.7 * share
    return (
        f"union {{ cone {{ <{x:.2f}, {y:.2f}, {z:.2f}>, 1.1, <3.2, 26, 7>, 1.9 open }} "
        f"torus {{ 1.06, 0.09 translate <{x:.2f}, {y:.2f}, {z:.2f}> }} {_cloth(person)} }}"
    )


def _skin(color: Rgb) -> str:
    r, g, b = color
    return (
        f"pigment {{ bozo color_map {{ [0 srgb <{r:.3f}, {g * 0.94:.3f}, {b * 0.92:.3f}>] "
        f"[1 srgb <{r * 0.93:.3f}, {g * 0.92:.3f}, {b * 0.92:.3f}>] }} scale 0.5 }} "
        "normal { bumps 0.12 scale 0.07 } finish { ambient 0.12 diffuse 0.75 specular 0.12 "
        "roughness 0.06 }"
    )


def _cloth(person: Person) -> str:
    r, g, b = person.sleeve
    pigment = f"pigment {{ srgb <{r:.3f}, {g:.3f}, {b:.3f}> }}"
    if person.striped:
        pigment = (
            f"pigment {{ gradient x color_map {{ [0 srgb <{r:.3f}, {g:.3f}, {b:.3f}>] "
            f"[0.6 srgb <{r:.3f}, {g:.3f}, {b:.3f}>] [0.6 srgb <{1 - r:.3f}, {1 - g:.3f}, "
            f"{1 - b:.3f}>] }} scale 0.5 }}"
        )
    return (
        f"texture {{ {pigment} normal {{ wrinkles 0.8 scale 1.1 }} "
        "finish { ambient 0.12 diffuse 0.75 } }"
    )
