"""The measures of board and case in mm, the layers from the top, and the field of a magnet."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

SQUARE = 40.0
FIELD = 10 * SQUARE
BORDER = 30.0
OUTER = FIELD + 2 * BORDER
LIGHT_OFFSET = 15.0  # of a light from the middle of its square, to the right and up
LIGHT_HOLE = 5.0
SENSOR_HOLE = 5.0
PIECE = 33.0
BUTTON_HOLE = 12.0
BUTTON_FROM_TOP = (260.0, 180.0, 400.0, 60.0, 300.0, 220.0)
"""Of the middle of each button from the upper edge of the case, in the order of pins.BUTTONS."""
USB_FROM_LEFT, USB_WIDTH = 230.0, 14.0


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of the case: what it is, of what, and how thick (mm)."""

    name: str
    material: str
    thickness: float
    counts: bool = False


LAYERS = (
    Layer("playing surface", "printed foil or paper, laminated", 0.5, True),
    Layer("top plate", "3 mm plywood or opal acrylic, holes of 5 mm for the lights", 3.0, True),
    Layer("sensor plate", "3 mm hardboard; sensors lie flush in holes of 5 mm", 3.0),
    Layer("space", "spacers of 25 mm: wires, Pico, chips", 25.0),
    Layer("bottom", "3 mm plywood, screwed on", 3.0),
)
SENSOR_DEPTH, AIR, PIECE_BOTTOM = 0.5, 0.2, 0.8
"""From the sensor's face to its heart; unevenness; what is left of the piece below its magnet."""
REMANENCE_MT = 1200.0  # N35
SENSITIVITY_MV = 9.2  # a 49E at 3.3 V, per mT
FULL_SCALE_MV, FULL_SCALE = 3300.0, 65535


def height() -> float:
    """Of the whole case."""
    return sum(layer.thickness for layer in LAYERS)


def gap() -> float:
    """Between the magnet and the heart of the sensor, for a piece that stands on its square."""
    above = sum(layer.thickness for layer in LAYERS if layer.counts)
    return above + SENSOR_DEPTH + AIR + PIECE_BOTTOM


def field_mt(diameter: float, thickness: float, distance: float) -> float:
    """On the axis of a disc magnet (mm), at a distance from its face."""
    radius = diameter / 2
    far, near = thickness + distance, distance
    shape = far / hypot(radius, far) - near / hypot(radius, near)
    return REMANENCE_MT / 2 * shape


def counts(field: float) -> int:
    """What the board measures of it, in 16-bit counts."""
    return round(field * SENSITIVITY_MV / FULL_SCALE_MV * FULL_SCALE)
