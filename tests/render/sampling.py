"""Scenes by chance: every seed is another board, set, table, light, camera and position."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.render.sampled_position import position_by_chance, standing
from tests.render.sampled_set import random_board, random_discs
from tests.render.sampled_table import (
    framed,
    ground_color,
    hides_board,
    random_camera,
    random_hands,
    random_light,
    random_sensor,
    random_things,
)
from tests.render.scene import Ground, Scene, ThingKind

SIZES = ((960, 540), (1280, 720), (960, 720), (720, 960), (800, 600))


def random_scene(
    seed: int,
    *,
    board_size: int | None = None,
    size: tuple[int, int] | None = None,
    elevation: float | None = None,
    hands: bool = False,
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
        ground_color=ground_color(rng),
        ground_turn=rng.uniform(0, 180),
        light=random_light(rng),
        camera=camera,
        sensor=random_sensor(rng),
        notes=f"{board.material}, {discs.crown} kings",
    )
    pieces = standing(position_by_chance(rng, n, parity), parity, rng, rng.choice((0, 0.06, 0.13)))
    reaches = random_hands(random.Random(seed), n) if hands else ()
    return replace(scene, pieces=pieces, things=random_things(rng, scene), hands=reaches)


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


def seen_again(scene: Scene, place: int) -> Scene:
    """The same board from another place: on the other side of the table, higher or lower; the
    first place is that of the scene."""
    if place == 0:
        return scene
    rng = random.Random(scene.seed * 31 + place)
    camera = replace(
        scene.camera,
        turn=scene.camera.turn + rng.choice((80, 100, 170, 260)) + rng.uniform(-15, 15),
        elevation=rng.uniform(40, 75),
    )
    camera = framed(camera, scene.board_size, rng.uniform(0.7, 0.9), scene.board.border)
    seen = replace(scene, camera=camera)
    return replace(seen, things=tuple(t for t in scene.things if not hides_board(seen, t)))
