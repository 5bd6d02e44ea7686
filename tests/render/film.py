"""Films of whole games on a rendered board, frame by frame, each with the truth about it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from board_io.hand.performance import Performance
from board_io.hand.player import perform
from board_io.hand.profiles import HandProfile, Span, profile_named
from rules.game import Game
from tests.render.compose import Composer, Light
from tests.render.conditions import Conditions, Habits
from tests.render.labels import Label, first_corner, seen_label
from tests.render.plates import MARGIN, Plates
from tests.render.script import Script, resting, scripted
from tests.render.sensor import compressed, from_light
from vision.pose import Side, cells_of

Picture = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
_HIDDEN = 0.12  # of a cell: more is hidden by a hand
_LEAD_S = 2.0


@dataclass(frozen=True, eq=False)
class Truth:
    """`label.squares`: what stands on the board, hands or not; `cover` (n, n): how much of each
    cell as seen is hidden by hands, heads and pieces in the air. `done`: plies carried out,
    `seen`: of those, the plies whose squares have all been in view since. `nudged`: board or camera
    is being moved just now."""

    label: Label
    cover: npt.NDArray[np.float32]
    done: int
    seen: int
    nudged: bool

    @property
    def hidden(self) -> npt.NDArray[np.bool_]:
        """(n, n): the cells that cannot be read."""
        return np.asarray(self.cover > _HIDDEN)


@dataclass(frozen=True, eq=False)
class Frame:
    """`time` in seconds since the first frame."""

    index: int
    time: float
    picture: Picture
    truth: Truth


def film(game: Game, plates: Plates, habits: Habits, seed: int) -> Iterator[Frame]:
    """The game, played on the board of these plates by people with these habits."""
    yield from Film(plates, performed(game, habits, seed), habits, seed).frames()


def performed(game: Game, habits: Habits, seed: int) -> Performance:
    """How the hands play it, without the tricks that only sensors play."""
    return perform(game, seen_profile(habits.profile), seed, habits.violations)


def seen_profile(name: str) -> HandProfile:
    """The habits of these people, without what only sensors do; they think less long."""
    profile = profile_named(name)
    thinking = profile.thinking
    return replace(
        profile,
        thinking=Span(max(900, thinking.low // 2), max(1500, thinking.high // 2)),
        flicker=0.0,
        long_flicker=0.0,
        lost=0.0,
        off_centre=0.0,
    )


class Film:
    """One game under the camera. `script`: all that happens; the same arguments give the same."""

    def __init__(self, plates: Plates, performance: Performance, habits: Habits, seed: int) -> None:
        rng = random.Random(seed)
        scene = plates.scene
        self.plates, self.performance, self.habits = plates, performance, habits
        self._scene = scene
        self.script = _with_rest(
            scripted(performance, plates.places, scene.discs.height, _LEAD_S, rng),
            scene.board_size,
            habits.resting,
            rng,
        )
        self.conditions = Conditions(habits, self.script.end, scene.camera.width, seed)
        self._composer = Composer(plates)
        self._noise = _Noise(scene.camera.height, scene.camera.width, habits.noise, seed)
        self._lamp = _glow(self._composer.shape, self.conditions.spot)
        self._state = dict(self.script.start)
        self._next_change = 0
        self._seen = 0
        self._still: tuple[object, Light] | None = None

    def frames(self) -> Iterator[Frame]:
        for index in range(int(self.script.end * self.habits.fps)):
            time = index / self.habits.fps
            self._advance(time)
            yield self._frame(index, time)

    # What stands.

    def _advance(self, time: float) -> None:
        changes = self.script.changes
        while self._next_change < len(changes) and changes[self._next_change].time <= time:
            change = changes[self._next_change]
            self._next_change += 1
            self._state.pop(change.cell, None)
            if change.put is not None:
                self._state[change.cell] = change.put

    def _rows(self) -> tuple[str, ...]:
        n = self._scene.board_size
        rows = [["."] * n for _ in range(n)]
        for (row, column), put in self._state.items():
            if row >= 0:
                rows[row][column] = put.letter
        return tuple("".join(row) for row in rows)

    # What is seen.

    def _frame(self, index: int, time: float) -> Frame:
        motion = self.conditions.board(time)
        light = self._static(motion).copy()
        cover = np.zeros(light.shape[:2], np.float32)
        self._draw_hands(light, cover, time, motion)
        size = self._scene.camera.width, self._scene.camera.height
        to_frame = self.conditions.camera(time, size) @ self._crop()
        light = np.asarray(cv2.warpPerspective(light, to_frame, size), np.float32)
        picture = self._developed(light, time, index)
        board = self._composer.board_motion(motion)
        return Frame(index, time, picture, self._truth(time, to_frame @ board, cover, board))

    def _static(self, motion: tuple[float, float, float]) -> Light:
        """The board without hands; made anew only where something changed."""
        key = (self._next_change, motion)
        if self._still is None or self._still[0] != key:
            light = self._composer.board(self._state)
            if motion != (0.0, 0.0, 0.0):
                light = self._composer.moved_board(light, motion)
            self._still = key, light
        return self._still[1]

    def _draw_hands(
        self, light: Light, cover: Light, time: float, motion: tuple[float, float, float]
    ) -> None:
        height = self._scene.discs.height
        for track in self.script.tracks:
            found = track.at(time)
            if found is None:
                continue
            (x, y, z), holds = found
            x, y = x + motion[0], y + motion[1]
            if holds:
                grip = height * (2 if holds in "WB" else 1) - 0.2
                place = (x, y, max(0.0, z - max(0.0, grip)))
                self._composer.piece(light, cover, holds, place)
            self._composer.figure(light, cover, track.figure, (x, y, z))

    def _crop(self) -> Points:
        camera = self._scene.camera
        dx, dy = (float(np.ceil(MARGIN * side)) for side in (camera.width, camera.height))
        return np.array([[1, 0, -dx], [0, 1, -dy], [0, 0, 1.0]])

    def _developed(self, light: Light, time: float, index: int) -> Picture:
        light = light * np.asarray(self.conditions.gain(time), np.float32)
        if lit := self.conditions.lamp(time):
            size = light.shape[1], light.shape[0]
            light *= 1 + lit * cv2.resize(self._lamp, size)
        picture = self._noise.on(from_light(light), index)
        return compressed(picture, self.habits.quality) if self.habits.quality else picture

    # What is true.

    def _truth(self, time: float, to_frame: Points, cover: Light, board: Points) -> Truth:
        n = float(self._scene.board_size)
        world = np.array([[[0.0, 0.0]], [[n, 0.0]], [[n, n]], [[0.0, n]]])
        plate = self._composer.camera.project(world)
        corners = np.asarray(cv2.perspectiveTransform(plate, to_frame)[:, 0], np.float64)
        label = seen_label(self._scene, corners, self._rows())
        covered = self._covered(cover, board)
        done = sum(t <= time for t in self.script.done)
        self._seen = self._newly_seen(done, covered)
        as_seen = np.ascontiguousarray(np.rot90(covered, first_corner(corners)))
        nudged = any(0 <= time - t < 1.5 for t in self.conditions.times)
        return Truth(label, as_seen, done, self._seen, nudged)

    def _covered(self, cover: Light, board: Points) -> npt.NDArray[np.float32]:
        """(n, n) of the world: the largest share hidden of the cell or of the piece on it."""
        n, fine = self._scene.board_size, 6
        shares = []
        for z in (0.0, self._scene.discs.height):
            rim = [[0.0, 0.0, z], [n, 0.0, z], [n, n, z], [0.0, n, z]]
            seen = cv2.perspectiveTransform(self._composer.camera.project(rim)[:, None], board)
            flat = np.array([[0, 0], [n, 0], [n, n], [0, n]], np.float32) * fine - 0.5
            matrix = cv2.getPerspectiveTransform(seen[:, 0].astype(np.float32), flat)
            fitted = cv2.warpPerspective(cover, matrix, (n * fine, n * fine))
            shares.append(fitted.reshape(n, fine, n, fine).mean(axis=(1, 3)))
        return np.asarray(np.maximum(*shares), np.float32)

    def _newly_seen(self, done: int, covered: npt.NDArray[np.float32]) -> int:
        """How many plies have been in view; one after the other."""
        plies, seen = self.performance.plies, self._seen
        cells = cells_of(self.performance.start.variant.geometry, Side.BOTTOM)
        while seen < done:
            move = plies[seen].ply.move
            assert move is not None  # hands play known moves
            touched = [cells[n] for n in (move.start, move.end, *move.captured)]
            if any(covered[cell] > _HIDDEN for cell in touched):
                break
            seen += 1
        return seen


def _with_rest(script: Script, n: int, per_minute: float, rng: random.Random) -> Script:
    idle = resting(n, script.tracks, per_minute, script.end, rng)
    return replace(script, tracks=(*script.tracks, *idle))


def _glow(shape: tuple[int, int], spot: tuple[float, float]) -> Light:
    """(h, w, 3): how much light a lamp adds, warm, round its spot."""
    y, x = np.mgrid[0 : 1 : shape[0] * 1j, 0 : 1 : shape[1] * 1j]
    near = np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / 0.12)
    return np.asarray(near[..., None] * (0.25, 0.42, 0.55), np.float32)


class _Noise:
    """Noise of a sensor, cut from one large piece: another part for each frame."""

    def __init__(self, height: int, width: int, amount: float, seed: int) -> None:
        rng = np.random.default_rng(seed)
        grains = rng.standard_normal((height + 97, width + 89, 3), np.float32) * amount
        self._grains = np.asarray(grains, np.int16)
        self._size = height, width

    def on(self, picture: Picture, index: int) -> Picture:
        y, x = index * 31 % 97, index * 53 % 89
        part = self._grains[y : y + self._size[0], x : x + self._size[1]]
        return np.asarray(np.clip(picture + part, 0, 255), np.uint8)
