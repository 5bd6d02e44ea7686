"""What changes around a game: light, exposure, and the place of camera and board."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
Motion = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Habits:
    """How much happens in a film; what has no unit is a number of times per minute."""

    profile: str = "home"
    fps: float = 10.0
    lamp: float = 0.3  # a lamp goes on or off
    exposure: float = 0.6  # the camera chooses another exposure
    drift: float = 0.08  # how far daylight goes up and down
    board_nudges: float = 0.4
    camera_nudges: float = 0.4
    creep: float = 0.003  # of the camera, in widths of the picture per minute
    resting: float = 1.5  # hands that rest on the board, heads over it
    noise: float = 2.0
    quality: int = 0  # of JPEG, 0: none
    violations: float = 0.0


CALM = Habits(
    profile="careful",
    lamp=0.0,
    exposure=0.0,
    drift=0.0,
    board_nudges=0.0,
    camera_nudges=0.0,
    creep=0.0,
    resting=0.0,
)
ROUGH = Habits(
    profile="child",
    lamp=1.0,
    exposure=2.0,
    drift=0.15,
    board_nudges=1.5,
    camera_nudges=1.5,
    creep=0.01,
    resting=4.0,
    noise=4.0,
)


@dataclass(frozen=True, slots=True)
class Step:
    """Something that is `size` from `time` on, after `lasting` seconds of change."""

    time: float
    lasting: float
    size: tuple[float, ...]

    def share(self, time: float) -> float:
        return float(np.clip((time - self.time) / max(self.lasting, 1e-3), 0, 1))


class Conditions:
    """All of it as a function of time; everything follows from the seed."""

    def __init__(self, habits: Habits, end: float, width: int, seed: int) -> None:
        self._habits, self._width = habits, width
        rng = random.Random(seed)
        self._lamp = _steps(rng, habits.lamp, end, 0.15, lambda k: (float(k % 2),))
        self._exposure = _steps(
            rng, habits.exposure, end, 0.4, lambda _: (rng.uniform(0.7, 1.4), rng.gauss(0, 0.05))
        )
        self._board = _steps(rng, habits.board_nudges, end, 0.3, lambda _: _board_nudge(rng))
        self._camera = _steps(
            rng, habits.camera_nudges, end, 0.2, lambda _: _camera_nudge(rng, width)
        )
        self._phase = rng.uniform(0, 6)
        self._creep = rng.uniform(-1, 1), rng.uniform(-1, 1)
        self._spot = rng.uniform(0.2, 0.8), rng.uniform(0.2, 0.8)

    def gain(self, time: float) -> tuple[float, float, float]:
        """By which blue, green and red are multiplied."""
        level, warmth = 1.0, 0.0
        for step in self._exposure:
            share = step.share(time)
            level += (step.size[0] - level) * share
            warmth += (step.size[1] - warmth) * share
        level *= 1 + self._habits.drift * float(np.sin(time / 17 + self._phase))
        return level * (1 - warmth), level, level * (1 + warmth)

    def lamp(self, time: float) -> float:
        """0: off, 1: on."""
        lit = 0.0
        for step in self._lamp:
            lit += (step.size[0] - lit) * step.share(time)
        return lit

    @property
    def spot(self) -> tuple[float, float]:
        """Where the lamp shines, in shares of the picture."""
        return self._spot

    def board(self, time: float) -> Motion:
        """The board against where it lay at first: squares, squares, degrees."""
        x, y, turn = (
            sum(step.size[axis] * step.share(time) for step in self._board) for axis in range(3)
        )
        return float(np.clip(x, -0.6, 0.6)), float(np.clip(y, -0.6, 0.6)), turn

    def camera(self, time: float, size: tuple[int, int]) -> Points:
        """(3, 3): where a pixel of the undisturbed frame is seen now."""
        dx, dy, turn = (
            sum(step.size[axis] * step.share(time) for step in self._camera) for axis in range(3)
        )
        for step in self._camera:  # swings for a moment
            since = time - step.time
            if 0 <= since < 1.5:
                dx += 4 * float(np.exp(-4 * since) * np.sin(25 * since)) * self._width / 1000
        creep = self._habits.creep * self._width * time / 60
        dx, dy = (
            float(np.clip(d + creep * c, -0.045 * length, 0.045 * length))
            for d, c, length in zip((dx, dy), self._creep, size, strict=True)
        )
        return _turned(float(np.clip(turn, -2, 2)), dx, dy, size)

    @property
    def times(self) -> tuple[float, ...]:
        """When board or camera were nudged."""
        return tuple(sorted(step.time for step in (*self._board, *self._camera)))


def _steps(
    rng: random.Random,
    per_minute: float,
    end: float,
    lasting: float,
    size: Callable[[int], tuple[float, ...]],
) -> tuple[Step, ...]:
    found: list[Step] = []
    time = 3.0
    while per_minute > 0 and (time := time + rng.expovariate(per_minute / 60)) < end:
        found.append(Step(time, lasting, size(len(found) + 1)))
    return tuple(found)


def _board_nudge(rng: random.Random) -> tuple[float, ...]:
    return rng.gauss(0, 0.2), rng.gauss(0, 0.2), rng.gauss(0, 1.5)


def _camera_nudge(rng: random.Random, width: int) -> tuple[float, ...]:
    return rng.gauss(0, 0.012) * width, rng.gauss(0, 0.012) * width, rng.gauss(0, 0.7)


def _turned(degrees: float, dx: float, dy: float, size: tuple[int, int]) -> Points:
    """About the middle of the picture, then shifted."""
    a = np.radians(degrees)
    x, y = (size[0] - 1) / 2, (size[1] - 1) / 2
    c, s = float(np.cos(a)), float(np.sin(a))
    return np.array([[c, -s, x - c * x + s * y + dx], [s, c, y - s * x - c * y + dy], [0, 0, 1.0]])
