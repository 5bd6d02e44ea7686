"""What is in a rendered picture: board, discs, things on the table, light, camera and sensor.

All lengths in squares, colours as sRGB 0 to 1. A scene is plain data: `to_json` and `from_json`
keep it beside its pictures.
"""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass

from tests.render.camera import Camera

Rgb = tuple[float, float, float]


class Material(enum.StrEnum):
    WOOD = "wood"
    PLASTIC = "plastic"
    CLOTH = "cloth"
    PRINT = "print"


class Crown(enum.StrEnum):
    """How a king is told from a man."""

    STACK = "stack"
    STICKER = "sticker"


class LightKind(enum.StrEnum):
    SOFT = "soft"
    LOW_LAMP = "low lamp"
    WINDOW = "window"
    CEILING = "ceiling spots"
    SUN_PATCH = "sun patch"


class Ground(enum.StrEnum):
    """What the board lies on."""

    WOOD = "wood"
    PLANKS = "planks"
    PLAIN = "plain"
    CLOTH = "cloth"
    TILES = "tiles"
    STONE = "stone"


class ThingKind(enum.StrEnum):
    DISC = "disc"
    MUG = "mug"
    PHONE = "phone"
    PEN = "pen"
    SHEET = "sheet"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class Board:
    material: Material
    light: Rgb
    dark: Rgb
    played_light: bool
    border: float
    border_color: Rgb
    edge: float  # a line between playing area and border
    numbers: bool
    lines: float  # between the squares; 0: none
    lines_color: Rgb
    thickness: float
    gloss: float
    folds: float
    grain: float


@dataclass(frozen=True, slots=True)
class Discs:
    white: Rgb
    black: Rgb
    wooden: bool
    radius: float
    height: float
    rings: float
    gloss: float
    crown: Crown


@dataclass(frozen=True, slots=True)
class Light:
    """`turn` and `height` in degrees say where the main light stands; `fill` is the share of the
    light that comes from everywhere."""

    kind: LightKind
    turn: float
    height: float
    fill: float
    color: Rgb
    glare: float
    power: float


@dataclass(frozen=True, slots=True)
class Thing:
    """Something beside the board. For a disc `color` is that of its side."""

    kind: ThingKind
    x: float
    y: float
    turn: float
    size: float
    color: Rgb
    level: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece on the board: its middle, its turn, and `w`, `W`, `b` or `B`."""

    x: float
    y: float
    turn: float
    letter: str


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand with its fingertips at (x, y): of the player at the far or the near side."""

    x: float
    y: float
    far: bool
    left: bool


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the camera makes of the light. `warmth`: white balance, 0 is neutral."""

    exposure: float
    contrast: float
    warmth: float
    vignette: float
    blur: float  # sigma in pixels at a width of 1000
    motion: float  # length in pixels at a width of 1000
    noise: float
    quality: int


@dataclass(frozen=True, slots=True)
class Scene:
    """Squares are the cells of the world with (row + column) % 2 == `parity`; white at the near
    side, that of the last row."""

    seed: int
    board_size: int
    parity: int
    board: Board
    discs: Discs
    ground: Ground
    ground_color: Rgb
    ground_turn: float
    light: Light
    camera: Camera
    sensor: Sensor
    pieces: tuple[Standing, ...] = ()
    things: tuple[Thing, ...] = ()
    hands: tuple[Reach, ...] = ()
    notes: str = ""

    def cells(self) -> tuple[str, ...]:
        """A string per row of the world: `.`, `w`, `W`, `b`, `B`."""
        n = self.board_size
        rows = [["."] * n for _ in range(n)]
        for piece in self.pieces:
            rows[int(piece.y)][int(piece.x)] = piece.letter
        return tuple("".join(row) for row in rows)

    def to_json(self) -> dict[str, object]:
        return asdict(self)

    @staticmethod
    def from_json(data: Mapping[str, object]) -> Scene:
        scene = _restored(Scene, data)
        assert isinstance(scene, Scene)
        return scene


def _restored(kind: object, value: object) -> object:
    """The value that `asdict` and JSON made plain, as the type says."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        assert isinstance(value, list | tuple)
        types_ = [arguments[0]] * len(value) if arguments[-1] is Ellipsis else arguments
        return tuple(_restored(t, v) for t, v in zip(types_, value, strict=True))
    if origin is types.UnionType:
        return None if value is None else _restored(arguments[0], value)
    if isinstance(kind, type) and is_dataclass(kind):
        assert isinstance(value, Mapping)
        hints = typing.get_type_hints(kind)
        given = [f.name for f in fields(kind) if f.name in value]
        return kind(**{name: _restored(hints[name], value[name]) for name in given})
    assert isinstance(kind, type)
    return kind(value)
