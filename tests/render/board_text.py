"""Table and board of a scene, in the language of POV-Ray."""

from __future__ import annotations

from collections.abc import Iterable

from tests.render.scene import (
    Board,
    Ground,
    Material,
    Rgb,
    Scene,
)
from tests.render.words import finish, interior, plain, shade, srgb, wood


def ground(scene: Scene) -> Iterable[str]:
    color, turn = scene.ground_color, scene.ground_turn
    fill = scene.light.fill
    coat = finish(0.25, fill)
    match scene.ground:
        case Ground.WOOD:
            paint = wood(color, 0.16, 1.3, turn)
        case Ground.PLANKS:
            cells = "[0 rgb 0.75] [1 rgb 1]"
            paint = (
                f"pigment {{ average pigment_map {{ [1 {wood(color, 0.2, 0.6, 0)[9:-1]}] "
                f"[0.4 cells color_map {{ {cells} }} scale <19, 2.3, 9>] }} rotate z*{turn:.1f} }}"
            )
        case Ground.PLAIN:
            paint = plain(color)
        case Ground.CLOTH:
            paint = plain(color) + " normal { quilted 0.25 scale 0.12 turbulence 0.1 }"
            coat = finish(0.0, fill)
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
    yield f"plane {{ z, {floor:.4f} texture {{ {paint} {coat} }} }}"


def board_parts(scene: Scene) -> Iterable[str]:
    board, n, fill = scene.board, scene.board_size, scene.light.fill
    coat = finish(board.gloss, fill)
    rough = _folds(board)
    squares = _squares(scene, f"{rough} {coat}")
    b, t = board.border, board.thickness
    if b > 0:
        paint = _material(board, board.border_color, 20.0)
        yield (
            f"box {{ <{-b}, {-b}, {-t}>, <{n + b}, {n + b}, -0.0006> "
            f"texture {{ {paint} {rough} {coat} }} {interior(board.gloss)} }}"
        )
    yield f"box {{ <0, 0, {-t}>, <{n}, {n}, 0> {squares} {interior(board.gloss)} }}"
    if board.edge > 0 and b > 0:
        yield from _frame(n, board.edge, shade(board.dark, 0.5), coat)
    if board.lines > 0:
        yield from _grid(n, board.lines, board.lines_color, coat)
    if board.numbers and b > 0.3:
        yield from _numbers(scene, coat)


def _squares(scene: Scene, surface: str) -> str:
    board = scene.board
    light = f"texture {{ {_material(board, board.light, 0.0)} {surface} }}"
    dark = f"texture {{ {_material(board, board.dark, 90.0)} {surface} }}"
    played, other = (light, dark) if board.played_light else (dark, light)
    first, second = (played, other) if scene.parity == 0 else (other, played)
    return f"texture {{ checker {first} {second} translate -0.5*z }}"


def _material(board: Board, color: Rgb, turn: float) -> str:
    if board.material is not Material.WOOD:
        return plain(color)
    return (
        f"pigment {{ average pigment_map {{ [1 {wood(color, board.grain, 0.35, turn)[9:-1]}] "
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


def _frame(n: int, width: float, color: Rgb, coat: str) -> Iterable[str]:
    yield (
        f"difference {{ box {{ <{-width}, {-width}, -0.01>, <{n + width}, {n + width}, -0.0002> }} "
        f"box {{ <0, 0, -1>, <{n}, {n}, 1> }} texture {{ {plain(color)} {coat} }} }}"
    )


def _grid(n: int, width: float, color: Rgb, coat: str) -> Iterable[str]:
    w = width / 2
    bars = [f"box {{ <{k - w}, {-w}, 0>, <{k + w}, {n + w}, 0.0004> }}" for k in range(n + 1)]
    bars += [f"box {{ <{-w}, {k - w}, 0>, <{n + w}, {k + w}, 0.0004> }}" for k in range(n + 1)]
    yield f"union {{ {' '.join(bars)} texture {{ {plain(color)} {coat} }} }}"


def _numbers(scene: Scene, coat: str) -> Iterable[str]:
    board, n = scene.board, scene.board_size
    size = min(0.45, board.border * 0.6)
    bright = sum(board.border_color) / 3 > 0.45
    color = shade(board.dark, 0.4) if bright else (0.9, 0.88, 0.8)
    lie = f"texture {{ {plain(color)} {coat} }}"
    first = n * n // 2 - n // 2 + 1
    played = [(n - 1 + k) % 2 == scene.parity for k in range(n)]
    last_row = [str(first + k // 2) if played[k] else "" for k in range(n)]
    for k in range(n):
        marks = (
            (str(k + 1), k + 0.35, -0.18),
            (last_row[k], k + 0.3, n + board.border * 0.75),
            (chr(65 + k), -board.border * 0.8, k + 0.65),
            (str(n - k), n + board.border * 0.2, k + 0.65),
        )
        for text, x, y in marks:
            if not text:
                continue
            yield (
                f'text {{ ttf "cyrvetic.ttf" "{text}" 0.01, 0 scale <{size}, {-size}, 1> '
                f"translate <{x:.3f}, {y:.3f}, -0.0051> {lie} }}"
            )
