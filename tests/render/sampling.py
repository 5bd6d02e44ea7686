"""Scenes by chance: every seed is another board, set, table, light, camera and position."""

from __future__ import annotations

import colorsys
import math
import random
from dataclasses import replace

import numpy as np

from rules.piece import Color, Role
from rules.position import Position
from rules.variants import variant_named
from tests.render.camera import Camera
from tests.render.scene import (
    Board,
    Crown,
    Discs,
    Ground,
    Light,
    LightKind,
    Material,
    Rgb,
    Scene,
    Sensor,
    Standing,
    Thing,
    ThingKind,
)
from vision.pose import Side, cells_of

VARIANTS = {8: "russian", 10: "international", 12: "canadian"}
SIZES = ((960, 540), (1280, 720), (960, 720), (720, 960), (800, 600))
_WOODS: tuple[Rgb, ...] = (
    (0.90, 0.76, 0.55),
    (0.84, 0.66, 0.42),
    (0.72, 0.50, 0.30),
    (0.55, 0.34, 0.19),
    (0.40, 0.23, 0.13),
    (0.27, 0.15, 0.09),
)
_HUES: tuple[Rgb, ...] = (
    (0.75, 0.12, 0.12),
    (0.10, 0.42, 0.20),
    (0.12, 0.25, 0.60),
    (0.90, 0.72, 0.15),
    (0.45, 0.18, 0.50),
    (0.10, 0.50, 0.52),
    (0.85, 0.42, 0.12),
)


def random_scene(
    seed: int,
    *,
    board_size: int | None = None,
    size: tuple[int, int] | None = None,
    elevation: float | None = None,
) -> Scene:
    """The scene of this seed; what is given is not left to chance."""
    rng = random.Random(seed)
    n = board_size or rng.choices((8, 10, 12), (3, 6, 1))[0]
    board = random_board(rng)
    discs = random_discs(rng, board)
    parity = 1 if n != 8 or rng.random() < 0.85 else 0
    camera = random_camera(rng, n, board, size or rng.choice(SIZES), elevation)
    scene = Scene(
        seed=seed,
        board_size=n,
        parity=parity,
        board=board,
        discs=discs,
        ground=rng.choice(list(Ground)),
        ground_color=_ground_color(rng),
        ground_turn=rng.uniform(0, 180),
        light=random_light(rng),
        camera=camera,
        sensor=random_sensor(rng),
        notes=f"{board.material}, {discs.crown} kings",
    )
    pieces = standing(position_by_chance(rng, n, parity), parity, rng, rng.choice((0, 0.06, 0.13)))
    return replace(scene, pieces=pieces, things=random_things(rng, scene))


def film_scene(seed: int, size: tuple[int, int], board_size: int = 10) -> Scene:
    """A scene for a film: no piece yet, shadows that stay near the pieces, kings told by height
    or sticker, and a camera as on a stand."""
    rng = random.Random(seed)
    elevation = rng.uniform(38, 80)
    scene = random_scene(seed, board_size=board_size, size=size, elevation=elevation)
    camera = replace(scene.camera, k1=scene.camera.k1 * 0.5, k2=scene.camera.k2 * 0.5)
    camera = framed(camera, board_size, rng.uniform(0.7, 0.9), scene.board.border)
    light = replace(scene.light, height=max(scene.light.height, 38.0))
    things = tuple(thing for thing in scene.things if thing.kind is not ThingKind.DISC)
    return replace(scene, camera=camera, light=light, pieces=(), things=things)


def luma(color: Rgb) -> float:
    r, g, b = color
    return 0.299 * r + 0.587 * g + 0.114 * b


# The set.


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
        paler, deeper = sorted(rng.sample(range(len(_WOODS)), 2))
        if deeper - paler < 2:
            paler, deeper = 0, max(deeper, 3)
        return _WOODS[paler], _WOODS[deeper]
    kind = rng.random()
    if kind < 0.5:
        light = rng.choice(((0.93, 0.92, 0.88), (0.92, 0.85, 0.70), (0.80, 0.80, 0.78)))
        dark = rng.choice(((0.06, 0.06, 0.07), (0.30, 0.16, 0.10), (0.08, 0.28, 0.16)))
        return light, dark
    if kind < 0.75:
        return rng.choice(((0.93, 0.90, 0.80), (0.95, 0.78, 0.35))), rng.choice(_HUES[:3])
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
    r, g, b = rng.choice((light, dark, between, rng.choice(_WOODS)))
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
        return rng.choice(_WOODS[:2]), rng.choice((*_WOODS[3:], (0.1, 0.08, 0.07)))
    if rng.random() < 0.5:
        return (0.93, 0.9, 0.82), rng.choice(((0.05, 0.05, 0.06), (0.2, 0.1, 0.07)))
    first, second = rng.sample((*_HUES, (0.94, 0.93, 0.9), (0.06, 0.06, 0.06)), 2)
    return (first, second) if luma(first) > luma(second) else (second, first)


def _distance(one: Rgb, other: Rgb) -> float:
    return math.dist(one, other)


# Camera, light, table.


def random_camera(
    rng: random.Random,
    n: int,
    board: Board,
    size: tuple[int, int],
    elevation: float | None = None,
) -> Camera:
    """All corners of the playing area are in the frame, mostly the border too."""
    width, height = size
    focal = width / (2 * math.tan(math.radians(rng.uniform(45, 78)) / 2))
    strong = rng.random() < 0.4
    turns = rng.choice((0, 0, 90, 180, 270, None))
    camera = Camera(
        width=width,
        height=height,
        focal=focal,
        target=(n / 2 + rng.uniform(-0.6, 0.6), n / 2 + rng.uniform(-0.6, 0.6)),
        elevation=elevation or rng.choice((rng.uniform(25, 90), rng.uniform(40, 75), 89.0)),
        turn=rng.uniform(0, 360) if turns is None else turns + rng.gauss(0, 6),
        distance=10.0 * n,
        roll=rng.gauss(0, 2.5),
        k1=rng.uniform(-0.22, 0.03) if strong else 0.0,
        k2=rng.uniform(0.0, 0.04) if strong else 0.0,
    )
    filled = rng.uniform(0.55, 0.97)
    return framed(camera, n, filled, rng.choice((0.0, board.border)))


def framed(camera: Camera, n: int, filled: float, border: float = 0.0) -> Camera:
    """The camera so far away that the board spans this share of the picture."""
    low, high = -border, n + border
    rim = np.array([[low, low], [high, low], [high, high], [low, high]], np.float64)
    half = np.array([camera.width, camera.height]) / 2
    near, far = 1.0 * n, 30.0 * n
    for _ in range(40):
        middle = (near + far) / 2
        spread = np.abs(replace(camera, distance=middle).project(rim) - half + 0.5) / half
        near, far = (middle, far) if spread.max() > filled else (near, middle)
    return replace(camera, distance=far)


def random_light(rng: random.Random) -> Light:
    kind = rng.choice(list(LightKind))
    low = {LightKind.LOW_LAMP: (16, 35), LightKind.WINDOW: (20, 40), LightKind.SUN_PATCH: (30, 50)}
    warm, cool = (1.0, 0.86, 0.66), (0.86, 0.93, 1.0)
    colors = {LightKind.LOW_LAMP: warm, LightKind.WINDOW: cool}
    color = colors.get(kind, rng.choice(((1.0, 1.0, 1.0), warm, cool, (1.0, 0.75, 0.8))))
    return Light(
        kind=kind,
        turn=rng.uniform(0, 360),
        height=rng.uniform(*low.get(kind, (45, 80))),
        fill=rng.uniform(0.35, 0.7),
        color=color,
        glare=rng.choice((0.0, 0.0, 0.0, rng.uniform(0.5, 1.6))),
        power=rng.uniform(0.8, 1.15),
    )


def random_sensor(rng: random.Random) -> Sensor:
    return Sensor(
        exposure=rng.uniform(0.7, 1.15),
        contrast=rng.uniform(0.85, 1.12),
        warmth=rng.gauss(0, 0.3),
        vignette=rng.uniform(0, 0.4),
        blur=rng.choice((0.3, 0.6, 0.9, 1.4)),
        motion=rng.choice((0.0, 0.0, 0.0, 2.0)),
        noise=rng.choice((1.0, 2.5, 5.0)),
        quality=rng.choice((60, 75, 88, 95)),
    )


def _ground_color(rng: random.Random) -> Rgb:
    greys = ((0.8, 0.8, 0.78), (0.45, 0.46, 0.48), (0.15, 0.15, 0.16))
    return rng.choice((*_WOODS, *greys, (0.25, 0.4, 0.3), (0.7, 0.2, 0.2), (0.2, 0.3, 0.5)))


def random_things(rng: random.Random, scene: Scene) -> tuple[Thing, ...]:
    """Captured pieces, and clutter where it hides nothing of the playing area."""
    n, border = scene.board_size, scene.board.border
    found: list[Thing] = []
    for _ in range(rng.choice((0, 0, 4, 9))):
        along, away = rng.uniform(-0.5, n + 0.5), n + border + rng.uniform(0.6, 1.8)
        color = rng.choice((scene.discs.white, scene.discs.black))
        x, y = rng.choice(((along, away), (away, along), (n - away, along), (along, n - away)))
        if all(math.hypot(x - t.x, y - t.y) > 2.1 * scene.discs.radius for t in found):
            found.append(Thing(ThingKind.DISC, x, y, rng.uniform(0, 360), 1.0, color))
    for _ in range(rng.choice((0, 1, 2, 4))):
        angle, away = rng.uniform(0, 2 * math.pi), n * 0.72 + border + rng.uniform(1, 5)
        kind = rng.choice([k for k in ThingKind if k is not ThingKind.DISC])
        color = rng.choice((*_HUES, *_WOODS, (0.9, 0.9, 0.9), (0.1, 0.1, 0.1)))
        x, y = n / 2 + away * math.cos(angle), n / 2 + away * math.sin(angle)
        thing = Thing(kind, x, y, rng.uniform(0, 360), rng.uniform(0.8, 1.5), color)
        if not hides_board(scene, thing):
            found.append(thing)
    return tuple(found)


def hides_board(scene: Scene, thing: Thing) -> bool:
    """Whether the thing stands between the camera and the playing area."""
    reach = {ThingKind.MUG: 1.4, ThingKind.BOX: 1.2}.get(thing.kind, 2.0) * thing.size
    top = {ThingKind.MUG: 1.9, ThingKind.BOX: 0.6}.get(thing.kind, 0.2) * thing.size
    offsets = np.array([[a, b] for a in (-1, 0, 1) for b in (-1, 0, 1)]) * reach
    points = np.array([[thing.x + dx, thing.y + dy, top] for dx, dy in offsets])
    eye = scene.camera.eye
    if eye[2] <= top + 0.5:
        return True
    share = top / eye[2]
    shadow = points[:, :2] + (points[:, :2] - eye[:2]) * share / (1 - share)
    n, spare = scene.board_size, scene.board.border + 0.2
    both = np.concatenate([points[:, :2], shadow])
    low, high = both.min(axis=0), both.max(axis=0)
    return bool((low < n + spare).all() and (high > -spare).all())


# The position.


def position_by_chance(rng: random.Random, n: int, parity: int) -> Position:
    """The start, or what legal play with some luck makes of it; kings occur."""
    name = VARIANTS[n] if parity == 1 else "spanish"
    position = Position.start(variant_named(name))
    for _ in range(rng.choice((0, 0, 10, 25, 50, 80, 110))):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(rng.choice(moves))
    pieces = position.pieces()
    kings = rng.choice((0.0, 0.0, 0.1, 0.3))
    for square, piece in pieces.items():
        if rng.random() < kings:
            pieces[square] = replace(piece, role=Role.KING)
    return Position.of(position.variant, position.turn, pieces)


def standing(
    position: Position, parity: int, rng: random.Random, off_centre: float
) -> tuple[Standing, ...]:
    """The pieces where people put them: a bit off the middle."""
    cells = cells_of(position.variant.geometry, Side.BOTTOM)
    found = []
    for square, piece in position.pieces().items():
        row, column = cells[square]
        assert (row + column) % 2 == parity
        dx, dy = (max(-0.22, min(0.22, rng.gauss(0, off_centre))) for _ in range(2))
        letter = "w" if piece.color is Color.WHITE else "b"
        letter = letter.upper() if piece.role is Role.KING else letter
        found.append(Standing(column + 0.5 + dx, row + 0.5 + dy, rng.uniform(0, 360), letter))
    return tuple(found)
