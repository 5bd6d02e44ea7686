"""Films of whole games on a rendered board, frame by frame, each with the truth about it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from board_io.hand.performance import Performance
from board_io.hand.player import perform
from board_io.hand.profiles import HandProfile, Span, profile_named
from rules.game import Game
from tests.render.conditions import Conditions, Habits
from tests.render.cover import HIDDEN
from tests.render.idle import resting
from tests.render.labels import Label, first_corner, seen_label
from tests.render.plates import Plates
from tests.render.script import scripted
from tests.render.sensor import compressed
from tests.render.tracks import Script
from tests.render.view import Busy, Covered, Picture, Sight, View
from vision.pose import Side, cells_of

LEAD_S = 2.0  # before the first move
_CARRIED_S = 0.5  # how long the camera is under way to another place


@dataclass(frozen=True, eq=False)
class Truth:
    """`label.squares`: what stands on the board, hands or not; `cover` (n, n): how much of each
    cell as seen is hidden by hands, heads and pieces in the air. `done`: plies carried out,
    `seen`: of those, the plies whose squares have all been in view since. `nudged`: board or camera
    is being moved just now."""

    label: Label
    cover: Covered
    done: int
    seen: int
    nudged: bool

    @property
    def hidden(self) -> npt.NDArray[np.bool_]:
        """(n, n): the cells that cannot be read."""
        return np.asarray(self.cover > HIDDEN)


@dataclass(frozen=True, eq=False)
class Frame:
    """`time` in seconds since the first frame."""

    index: int
    time: float
    picture: Picture
    truth: Truth


def film(game: Game, plates: Plates, habits: Habits, seed: int) -> Iterator[Frame]:
    """The game, played on the board of these plates by people with these habits."""
    yield from Film([plates], performed(game, habits, seed), habits, seed).frames()


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
    """One game under the camera; the same arguments give the same film. More than one set of
    plates: the camera is carried to another place, from which the same board is seen."""

    def __init__(
        self, plates: Sequence[Plates], performance: Performance, habits: Habits, seed: int
    ) -> None:
        self.scene = plates[0].scene
        self.performance, self.habits = performance, habits
        self.script = _script(plates[0], performance, habits, random.Random(seed))
        self._conditions = Conditions(habits, self.script.end, self.scene.camera.width, seed)
        self._views = [View(one, self._conditions, habits.noise, seed) for one in plates]
        self._state = dict(self.script.start)
        self._version = 0  # how many changes have been made to the state
        self._seen = 0

    def frames(self) -> Iterator[Frame]:
        for index in range(int(self.script.end * self.habits.fps)):
            time = index / self.habits.fps
            self._advance(time)
            yield self._frame(index, time)

    @property
    def carried(self) -> tuple[float, ...]:
        """The moments at which the camera has come to another place."""
        parts = len(self._views)
        return tuple(self.script.end * part / parts for part in range(1, parts))

    def _advance(self, time: float) -> None:
        changes = self.script.changes
        while self._version < len(changes) and changes[self._version].time <= time:
            change = changes[self._version]
            self._version += 1
            self._state.pop(change.cell, None)
            if change.put is not None:
                self._state[change.cell] = change.put

    def _frame(self, index: int, time: float) -> Frame:
        view = self._views[sum(moment <= time for moment in self.carried)]
        sight = view.sight(time, index, self._state, self._version, self._busy(time))
        if any(moment - _CARRIED_S < time <= moment + _CARRIED_S for moment in self.carried):
            sight = _carried(sight)
        picture = sight.picture
        if self.habits.quality:
            picture = compressed(picture, self.habits.quality)
        return Frame(index, time, picture, self._truth(time, view, sight))

    def _busy(self, time: float) -> Iterator[Busy]:
        for track in self.script.tracks:
            if (found := track.at(time)) is not None:
                yield Busy(track.figure, *found)

    # What is true.

    def _truth(self, time: float, view: View, sight: Sight) -> Truth:
        label = seen_label(view.plates.scene, sight.corners, self._rows())
        done = sum(moment <= time for moment in self.script.done)
        self._seen = self._newly_seen(done, sight.covered)
        cover = np.ascontiguousarray(np.rot90(sight.covered, first_corner(sight.corners)))
        moments = (*self._conditions.times, *self.carried)
        nudged = any(-_CARRIED_S <= time - moment < 1.5 for moment in moments)
        return Truth(label, cover, done, self._seen, nudged)

    def _rows(self) -> tuple[str, ...]:
        n = self.scene.board_size
        rows = [["."] * n for _ in range(n)]
        for (row, column), put in self._state.items():
            if row >= 0:
                rows[row][column] = put.letter
        return tuple("".join(row) for row in rows)

    def _newly_seen(self, done: int, covered: Covered) -> int:
        """How many plies have been in view; one after the other."""
        plies, seen = self.performance.plies, self._seen
        cells = cells_of(self.performance.start.variant.geometry, Side.BOTTOM)
        while seen < done:
            move = plies[seen].ply.move
            assert move is not None  # hands play known moves
            touched = [cells[n] for n in (move.start, move.end, *move.captured)]
            if any(covered[cell] > HIDDEN for cell in touched):
                break
            seen += 1
        return seen


def _script(plates: Plates, performance: Performance, habits: Habits, rng: random.Random) -> Script:
    scene = plates.scene
    script = scripted(performance, plates.places, scene.discs.height, LEAD_S, rng)
    idle = resting(scene.board_size, script.tracks, habits.resting, script.end, rng)
    return replace(script, tracks=(*script.tracks, *idle))


def _carried(sight: Sight) -> Sight:
    """As seen by a camera that is being carried: smeared, nothing can be read."""
    smeared = np.asarray(cv2.blur(sight.picture, (81, 31)), np.uint8)
    return Sight(smeared, sight.corners, np.ones_like(sight.covered))
