"""A scene in the language of POV-Ray 3.7, and the pictures that it makes of it."""

from __future__ import annotations

import math
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from tests.render.camera import Camera
from tests.render.scene import (
    Board,
    Crown,
    Discs,
    Ground,
    LightKind,
    Material,
    Rgb,
    Scene,
    Standing,
    Thing,
    ThingKind,
)

Picture = npt.NDArray[np.uint8]
POVRAY = shutil.which("povray")

_HEAD = """#version 3.7;
global_settings { assumed_gamma 1.0 max_trace_level 6 ambient_light rgb 1 }
"""
_ROOM = "background { srgb <0.35, 0.36, 0.38> }"


def render(text: str, camera: Camera, *, smooth: bool = True, alpha: bool = False) -> Picture:
    """The picture (h, w, 3 or 4 with `alpha`) of a scene text, through the lens of the camera."""
    straight = camera.pinhole()
    return camera.bend(_traced(text + camera_text(straight), straight, smooth, alpha))


def _traced(text: str, camera: Camera, smooth: bool, alpha: bool) -> Picture:
    if POVRAY is None:
        raise FileNotFoundError("povray is not installed: apt install povray")
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "scene.pov"), Path(folder, "scene.png")
        source.write_text(text)
        options = [f"+I{source}", f"+O{made}", f"+W{camera.width}", f"+H{camera.height}"]
        options += ["+A0.1", "+AM2", "+R2", "-J"] if smooth else ["-A"]
        options += ["+FN8", "-D", "+WT1", "-GA", "+UA" if alpha else "-UA"]
        done = subprocess.run([POVRAY, *options], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError("povray failed:\n" + _complaint(done.stderr))
        picture = cv2.imread(str(made), cv2.IMREAD_UNCHANGED if alpha else cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def _complaint(output: str) -> str:
    """The lines that say what is wrong, without the list of authors."""
    lines = output.splitlines()
    first = next((k for k, line in enumerate(lines) if line.startswith("File '")), 0)
    return "\n".join(lines[first : first + 12])


def scene_text(scene: Scene, pieces: Iterable[Standing] | None = None) -> str:
    """All but the camera; `pieces` instead of those of the scene."""
    standing = scene.pieces if pieces is None else pieces
    parts = [_HEAD, _ROOM, *_lights(scene), *_ground(scene), *_board(scene)]
    parts += [_thing(scene, thing) for thing in scene.things]
    parts += [piece_text(scene.discs, piece) for piece in standing]
    return "\n".join(parts) + "\n"


def lights_text(scene: Scene) -> str:
    return "\n".join([_HEAD, *_lights(scene)]) + "\n"


def ground_text(scene: Scene) -> str:
    """The table and what lies on it, without a board."""
    return (
        "\n".join([_ROOM, *_ground(scene), *(_thing(scene, thing) for thing in scene.things)])
        + "\n"
    )


def camera_text(camera: Camera) -> str:
    right, down, forward = camera.axes()
    w, h = camera.width / camera.focal, camera.height / camera.focal
    return (
        f"camera {{ perspective location {_v(camera.eye)} direction {_v(forward)} "
        f"right {_v(right * w)} up {_v(-down * h)} }}\n"
    )


# Words of the language.


def _v(vector: Sequence[float] | npt.NDArray[np.float64]) -> str:
    return "<" + ", ".join(f"{x:.5f}" for x in vector) + ">"


def srgb(color: Rgb) -> str:
    return f"srgb {_v(color)}"


def shade(color: Rgb, factor: float) -> Rgb:
    r, g, b = (min(1.0, max(0.0, c * factor)) for c in color)
    return r, g, b


def _plain(color: Rgb) -> str:
    return f"pigment {{ {srgb(color)} }}"


def _wood(color: Rgb, grain: float, scale: float, turn: float) -> str:
    """Long grain along a line `turn` degrees from x."""
    a, b = shade(color, 1 + grain), shade(color, 1 - grain)
    return (
        f"pigment {{ wood turbulence 0.07 octaves 4 color_map {{ [0 {srgb(a)}] [0.7 {srgb(color)}]"
        f" [1 {srgb(b)}] }} scale {scale:.3f} rotate <0, 88, {turn:.1f}> "
        f"translate <{turn % 7:.2f}, 3.1, 0.37> }}"
    )


def _finish(gloss: float, fill: float) -> str:
    """`gloss` 0: paper, 1: varnish."""
    shine = 0.08 + 0.8 * gloss
    rough = 0.12 * (1 - gloss) + 0.006
    mirror = f"reflection {{ 0.0, {0.25 * gloss:.3f} fresnel on }}" if gloss > 0.3 else ""
    return (
        f"finish {{ ambient {fill * 0.35:.3f} diffuse {0.86 - 0.1 * gloss:.3f} "
        f"specular {shine * 0.35:.3f} roughness {rough:.4f} {mirror} }}"
    )


def _interior(gloss: float) -> str:
    return "interior { ior 1.5 }" if gloss > 0.3 else ""


# Light.


def _lights(scene: Scene) -> Iterable[str]:
    light, n = scene.light, scene.board_size
    middle = np.array([n / 2, n / 2, 0.0])
    key = light.power * (1 - light.fill)
    yield _sky(middle, light.power * light.fill, n)
    where = middle + _direction(light.turn, light.height) * 2.4 * n
    match light.kind:
        case LightKind.SOFT:
            yield _area(where, shade(light.color, key), 1.3 * n, 4)
        case LightKind.LOW_LAMP:
            near = middle + _direction(light.turn, light.height) * 1.4 * n
            yield _area(near, shade(light.color, key), 0.12 * n, 3)
        case LightKind.WINDOW:
            yield _area(where, shade(light.color, key), 0.9 * n, 4)
        case LightKind.CEILING:
            for step in (-1, 0, 1):
                spot = where + np.array([step * 0.8 * n, -step * 0.5 * n, 0.3 * step * n])
                yield _area(spot, shade(light.color, key / 3), 0.1 * n, 2)
        case LightKind.SUN_PATCH:
            yield _area(where, shade(light.color, key), 0.04 * n, 2)
            yield _window_frame(scene, where, middle)
    if light.glare > 0:
        yield _glare(scene, middle)


def _direction(turn: float, height: float) -> npt.NDArray[np.float64]:
    t, h = math.radians(turn), math.radians(height)
    return np.array([math.sin(t) * math.cos(h), math.cos(t) * math.cos(h), math.sin(h)])


def _area(
    where: npt.NDArray[np.float64],
    color: Rgb,
    size: float,
    samples: int,
) -> str:
    return (
        f"light_source {{ {_v(where)} rgb {_v(color)} area_light <{size:.2f}, 0, 0>, "
        f"<0, {size:.2f}, 0>, {samples}, {samples} adaptive 0 circular orient }}"
    )


def _sky(middle: npt.NDArray[np.float64], power: float, n: int) -> str:
    """Light from above that is nearly everywhere: soft shadows below the pieces."""
    where = middle + np.array([0.2 * n, -0.3 * n, 2.2 * n])
    return _area(where, (power, power, power), 3.2 * n, 5)


def _window_frame(scene: Scene, light: npt.NDArray[np.float64], middle: object) -> str:
    """A wall with a hole between light and board: a bright patch with hard edges."""
    n = scene.board_size
    towards = np.array([n * 0.4, n * 0.6, 0.0]) - light
    place = light + towards * 0.72
    turn = scene.light.turn
    hole = 0.16 * n
    return (
        f"difference {{ box {{ <{-3 * n}, -0.1, {-3 * n}>, <{3 * n}, 0.1, {3 * n}> }} "
        f"box {{ <{-hole}, -1, {-hole * 0.7}>, <-0.1, 1, {hole * 0.7}> }} "
        f"box {{ <0.1, -1, {-hole * 0.7}>, <{hole}, 1, {hole * 0.7}> }} "
        f"{_plain((0.5, 0.5, 0.5))} rotate z*{-turn:.1f} translate {_v(place)} no_image "
        "no_reflection }"
    )


def _glare(scene: Scene, middle: npt.NDArray[np.float64]) -> str:
    """A lamp where the board mirrors it into the camera; near the middle of the playing area."""
    n, light = scene.board_size, scene.light
    spot = middle + np.array([math.sin(light.turn), math.cos(light.turn * 1.7), 0]) * 0.25 * n
    eye = scene.camera.eye
    away = (spot - eye) * np.array([1, 1, -1])
    where = spot + away / np.linalg.norm(away) * 1.8 * n
    power = light.glare * 0.5
    return _area(where, (power, power, power), 0.15 * n, 2)


# The table.


def _ground(scene: Scene) -> Iterable[str]:
    color, turn = scene.ground_color, scene.ground_turn
    fill = scene.light.fill
    finish = _finish(0.25, fill)
    match scene.ground:
        case Ground.WOOD:
            paint = _wood(color, 0.16, 1.3, turn)
        case Ground.PLANKS:
            cells = "[0 rgb 0.75] [1 rgb 1]"
            paint = (
                f"pigment {{ average pigment_map {{ [1 {_wood(color, 0.2, 0.6, 0)[9:-1]}] "
                f"[0.4 cells color_map {{ {cells} }} scale <19, 2.3, 9>] }} rotate z*{turn:.1f} }}"
            )
        case Ground.PLAIN:
            paint = _plain(color)
        case Ground.CLOTH:
            paint = _plain(color) + " normal { quilted 0.25 scale 0.12 turbulence 0.1 }"
            finish = _finish(0.0, fill)
        case Ground.TILES:
            joint = shade(color, 0.72)
            paint = (
                f"pigment {{ brick {srgb(joint)} {srgb(color)} brick_size <5.1, 5.1, 3> "
                f"mortar 0.12 rotate z*{turn:.1f} translate <1.7, 0.4, -1> }}"
            )
        case Ground.STONE:
            paint = (
                f"pigment {{ granite color_map {{ [0 {srgb(shade(color, 0.75))}] "
                f"[1 {srgb(shade(color, 1.15))}] }} scale 1.7 }}"
            )
    floor = -scene.board.thickness
    yield f"plane {{ z, {floor:.4f} texture {{ {paint} {finish} }} }}"


# The board.


def _board(scene: Scene) -> Iterable[str]:
    board, n, fill = scene.board, scene.board_size, scene.light.fill
    finish = _finish(board.gloss, fill)
    rough = _folds(board)
    squares = _squares(scene, f"{rough} {finish}")
    b, t = board.border, board.thickness
    if b > 0:
        paint = _material(board, board.border_color, 20.0)
        yield (
            f"box {{ <{-b}, {-b}, {-t}>, <{n + b}, {n + b}, -0.0006> "
            f"texture {{ {paint} {rough} {finish} }} {_interior(board.gloss)} }}"
        )
    yield f"box {{ <0, 0, {-t}>, <{n}, {n}, 0> {squares} {_interior(board.gloss)} }}"
    if board.edge > 0 and b > 0:
        yield from _frame(n, board.edge, shade(board.dark, 0.5), finish)
    if board.lines > 0:
        yield from _grid(n, board.lines, board.lines_color, finish)
    if board.numbers and b > 0.3:
        yield from _numbers(scene, finish)


def _squares(scene: Scene, surface: str) -> str:
    board = scene.board
    light = f"texture {{ {_material(board, board.light, 0.0)} {surface} }}"
    dark = f"texture {{ {_material(board, board.dark, 90.0)} {surface} }}"
    played, other = (light, dark) if board.played_light else (dark, light)
    first, second = (played, other) if scene.parity == 0 else (other, played)
    return f"texture {{ checker {first} {second} translate -0.5*z }}"


def _material(board: Board, color: Rgb, turn: float) -> str:
    if board.material is not Material.WOOD:
        return _plain(color)
    return (
        f"pigment {{ average pigment_map {{ [1 {_wood(color, board.grain, 0.35, turn)[9:-1]}] "
        f"[0.12 cells color_map {{ [0 {srgb(shade(color, 0.5))}] [1 {srgb(shade(color, 1.6))}] }}"
        " translate -0.5*z ] } }"
    )


def _folds(board: Board) -> str:
    if board.folds > 0:
        return (
            f"normal {{ average normal_map {{ [1 wrinkles {board.folds:.2f} scale 6 ] "
            f"[1 gradient x {board.folds * 0.5:.2f} sine_wave scale 3.3 ] "
            f"[0.5 quilted {0.4 + board.folds:.2f} scale 0.06 ] }} }}"
        )
    if board.material is Material.PLASTIC:
        return "normal { bumps 0.03 scale 0.15 }"
    return ""


def _frame(n: int, width: float, color: Rgb, finish: str) -> Iterable[str]:
    yield (
        f"difference {{ box {{ <{-width}, {-width}, -0.01>, <{n + width}, {n + width}, -0.0002> }} "
        f"box {{ <0, 0, -1>, <{n}, {n}, 1> }} texture {{ {_plain(color)} {finish} }} }}"
    )


def _grid(n: int, width: float, color: Rgb, finish: str) -> Iterable[str]:
    w = width / 2
    bars = [f"box {{ <{k - w}, {-w}, 0>, <{k + w}, {n + w}, 0.0004> }}" for k in range(n + 1)]
    bars += [f"box {{ <{-w}, {k - w}, 0>, <{n + w}, {k + w}, 0.0004> }}" for k in range(n + 1)]
    yield f"union {{ {' '.join(bars)} texture {{ {_plain(color)} {finish} }} }}"


def _numbers(scene: Scene, finish: str) -> Iterable[str]:
    board, n = scene.board, scene.board_size
    size = min(0.45, board.border * 0.6)
    bright = sum(board.border_color) / 3 > 0.45
    color = shade(board.dark, 0.4) if bright else (0.9, 0.88, 0.8)
    lie = f"texture {{ {_plain(color)} {finish} }}"
    for k in range(n):
        marks = (
            (str(k + 1), k + 0.35, -0.18),
            (str(n * n // 2 - n // 2 + 1 + k // 2), k + 0.3, n + board.border * 0.75),
            (chr(65 + k), -board.border * 0.8, k + 0.65),
            (str(n - k), n + board.border * 0.2, k + 0.65),
        )
        for text, x, y in marks:
            yield (
                f'text {{ ttf "cyrvetic.ttf" "{text}" 0.01, 0 scale <{size}, {-size}, 1> '
                f"translate <{x:.3f}, {y:.3f}, -0.0051> {lie} }}"
            )


# Pieces and things.


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
    return f"union {{ {' '.join(parts)} rotate z*{turn:.2f} translate {_v(place)} }}"


def _disc(discs: Discs, color: Rgb, turn: float) -> str:
    r, h = discs.radius, discs.height
    e = min(0.035, h * 0.25)
    solid = (
        f"cylinder {{ 0, <0, 0, {h}>, {r - e} }} cylinder {{ <0, 0, {e}>, <0, 0, {h - e}>, {r} }} "
        f"torus {{ {r - e}, {e} rotate x*90 translate z*{e} }} "
        f"torus {{ {r - e}, {e} rotate x*90 translate z*{h - e} }}"
    )
    paint = _plain(color)
    if discs.wooden:
        paint = _wood(color, 0.12, 0.16, turn * 3.1)
    rings = ""
    if discs.rings > 0:
        rings = (
            f"normal {{ cylindrical {discs.rings * 0.5:.2f} sine_wave frequency 4 scale {r:.3f} "
            "rotate x*90 }"
        )
    finish = _finish(discs.gloss, 0.4)
    return f"union {{ {solid} texture {{ {paint} {rings} {finish} }} {_interior(discs.gloss)} }}"


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
        f"translate z*{h} texture {{ {_plain(mark)} {_finish(0.2, 0.4)} }} }}"
    )


def _thing(scene: Scene, thing: Thing) -> str:
    s, color = thing.size, thing.color
    floor = -scene.board.thickness
    finish = _finish(0.35, scene.light.fill)
    paint = f"texture {{ {_plain(color)} {finish} }}"
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
                f"texture {{ {_plain((0.03, 0.03, 0.04))} {_finish(0.9, 0.3)} }} "
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
                f"{_plain((0.2, 0.2, 0.4))} }}"
                for k in range(8)
            )
            return (
                f"union {{ box {{ <{-s}, {-1.4 * s}, 0>, <{s}, {1.4 * s}, 0.01> }} {lines} "
                f"texture {{ {_plain((0.88, 0.88, 0.85))} {_finish(0.0, 0.4)} }} {place} }}"
            )
        case ThingKind.BOX:
            return f"box {{ <{-s}, {-0.7 * s}, 0>, <{s}, {0.7 * s}, {0.6 * s}> {paint} {place} }}"
