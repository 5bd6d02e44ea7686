"""Setting up and trying a board of our own, step by step with the person who built it."""

from __future__ import annotations

import enum
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from board_io.errors import LinkError, LinkFault
from board_io.workbench import Workbench
from firmware_protocol.codes import (
    ButtonCode,
    CalibrationStep,
    Content,
    RestartMode,
    SelfTestStep,
    SensorCode,
    SettingKey,
    State,
)
from firmware_protocol.layout import Message
from firmware_protocol.messages import (
    Button,
    Calibrate,
    Calibrated,
    Calibration,
    Change,
    GetSnapshot,
    Heartbeat,
    ReadCalibration,
    ReadSetting,
    Restart,
    SelfTest,
    Setting,
    SnapshotReport,
    SquareLevels,
    WriteSetting,
)

LEARN_S = 10.0
IDLE_S = 60.0
"""A test in which nothing happens for so long is over."""
LEAST_SPAN = 2500  # the firmware takes no less
WEAK_SPAN = 4000  # a piece that stands a little aside may be lost
LEVELS_PER_ANSWER = 39
EMPTY_LOW, EMPTY_HIGH = 20000, 45000
NO_PIECE = (Content.EMPTY, Content.UNKNOWN)


class Task(enum.Enum):
    """What the person is asked to put on the board."""

    EMPTY = "empty"
    START = "start"
    MIDDLE = "middle"

    def pieces(self, squares: int) -> dict[int, Content]:
        """Square -> colour. MIDDLE: the ten front white men stand two rows further on."""
        if self is Task.EMPTY:
            return {}
        side = 2 * squares // 5
        gap = squares - 2 * side
        black = range(1, side + 1)
        white = list(range(side + gap + 1, squares + 1))
        if self is Task.MIDDLE:
            white = [n - gap if n <= side + 2 * gap else n for n in white]
        return dict.fromkeys(black, Content.BLACK) | dict.fromkeys(white, Content.WHITE)


class Person(Protocol):
    """Whoever stands at the board."""

    def prepare(self, task: Task) -> None:
        """Ask for this and come back when it is done."""

    def again(self, task: Task, squares: Sequence[int]) -> bool:
        """These squares gave no usable level. Whether to try once more."""

    def try_sensors(self) -> None:
        """The board now shows every piece that it sees."""

    def hears(self, heard: Seen | Pressed) -> None:
        """What the board has just seen."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A square showed a piece; `missing` are those that never did."""

    square: int
    content: Content
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button on the board went down."""

    button: ButtonCode


@dataclass(frozen=True, slots=True)
class Level:
    """What was learnt of a square, in 16-bit counts."""

    square: int
    empty: int
    span: int
    now: int

    @property
    def moved(self) -> int:
        """How far the level now is from that of the empty square."""
        return self.now - self.empty


@dataclass(frozen=True, slots=True)
class Result:
    """What calibrating came to. `failed`: no usable level; `weak`: works, but with little to
    spare; `wrong_way`: the magnet of the piece that stood there is the wrong way up."""

    levels: tuple[Level, ...]
    failed: tuple[int, ...]
    weak: tuple[int, ...]
    wrong_way: tuple[int, ...]
    white_raises: bool

    @property
    def fine(self) -> bool:
        return not self.failed and not self.wrong_way


def needs_calibration(bench: Workbench) -> bool:
    """Whether this board measures fields at all; one of switches does not."""
    return bench.board is not None and bench.board.sensor is SensorCode.COLOR


def calibrate(bench: Workbench, person: Person) -> Result:
    """Learn the levels of all squares: without pieces, with the start position, with the middle
    filled. What was learnt is kept on the board after each step. Raises LinkError, RefusedError.
    """
    assert bench.board is not None
    squares = bench.board.squares
    failed = set(_learn(bench, person, Task.EMPTY, squares))
    start = _learn_pieces(bench, person, Task.START, squares, failed)
    white_raises = _set_pole(bench, start, squares)
    middle = _learn_pieces(bench, person, Task.MIDDLE, squares, failed)
    wrong = _wrong_way(start, Task.START, squares, white_raises)
    wrong |= _wrong_way(middle, Task.MIDDLE, squares, white_raises)
    levels = read_levels(bench)
    weak = {level.square for level in levels if level.span < WEAK_SPAN} - failed
    return Result(
        levels,
        tuple(sorted(failed)),
        tuple(sorted(weak)),
        tuple(sorted(wrong - failed)),
        white_raises,
    )


def read_levels(bench: Workbench) -> tuple[Level, ...]:
    """The levels of all squares, as kept on the board, and what it measures now."""
    assert bench.board is not None
    levels: list[Level] = []
    for first in range(1, bench.board.squares + 1, LEVELS_PER_ANSWER):
        count = min(LEVELS_PER_ANSWER, bench.board.squares + 1 - first)
        answer = bench.ask(ReadCalibration(first, count), Calibration)
        levels += [_level(first + n, entry) for n, entry in enumerate(answer.squares)]
    return tuple(levels)


def read_settings(bench: Workbench) -> dict[str, int]:
    """Everything that can be set, by its name in small letters."""
    return {key.name.lower(): bench.ask(ReadSetting(key), Setting).value for key in SettingKey}


def try_board(bench: Workbench, person: Person, step: SelfTestStep) -> tuple[int, ...]:
    """Let the board try its lights and sensors; the squares that never showed a piece.

    Ends when every square was seen, when the board ends it (confirm held), when nothing has
    happened for a minute, or with Ctrl-C.
    """
    assert bench.board is not None
    bench.forget_events()
    missing = set(range(1, bench.board.squares + 1)) - set(_standing(bench))
    bench.do(SelfTest(step))
    person.try_sensors()
    try:
        for heard in _heard(bench):
            if isinstance(heard, Change) and heard.content not in NO_PIECE:
                missing.discard(heard.square)
                person.hears(Seen(heard.square, heard.content, tuple(sorted(missing))))
            elif isinstance(heard, Button) and heard.pressed:
                person.hears(Pressed(heard.button))
    except KeyboardInterrupt:
        pass  # a way to say "enough": what was not seen is told all the same
    finally:
        bench.do(SelfTest(SelfTestStep.STOP))
    return tuple(sorted(missing))


def _heard(bench: Workbench) -> Iterator[Message]:
    """What the board tells while its test goes on."""
    begun = False
    quiet = 0
    for message in bench.events(3600.0):
        if not isinstance(message, Heartbeat):
            quiet = 0
            yield message
            continue
        testing = bool(message.state & State.TESTING)
        quiet += 1
        if (begun and not testing) or quiet > IDLE_S:
            return
        begun = begun or testing


def _standing(bench: Workbench) -> list[int]:
    contents = bench.ask(GetSnapshot(), SnapshotReport).contents
    return [n for n, content in enumerate(contents, start=1) if content not in NO_PIECE]


def _learn(bench: Workbench, person: Person, task: Task, squares: int) -> list[int]:
    """One step; the squares that should have given a level and did not."""
    while True:
        person.prepare(task)
        step = CalibrationStep.PIECES if task.pieces(squares) else CalibrationStep.EMPTY_BOARD
        bench.forget_events()
        bench.do(Calibrate(step))
        bench.wait_for(Calibrated, LEARN_S)
        failed = [level.square for level in read_levels(bench) if not _usable(level, task, squares)]
        if not failed or not person.again(task, failed):
            return failed


def _usable(level: Level, task: Task, squares: int) -> bool:
    pieces = task.pieces(squares)
    if not pieces:
        return EMPTY_LOW < level.empty < EMPTY_HIGH and abs(level.moved) < LEAST_SPAN
    return level.square not in pieces or abs(level.moved) >= LEAST_SPAN


def _learn_pieces(
    bench: Workbench, person: Person, task: Task, squares: int, failed: set[int]
) -> dict[int, Level]:
    """The levels of the squares that had a piece; adds to `failed`."""
    failed |= set(_learn(bench, person, task, squares))
    pieces = task.pieces(squares)
    return {level.square: level for level in read_levels(bench) if level.square in pieces}


def _set_pole(bench: Workbench, start: dict[int, Level], squares: int) -> bool:
    """Tell the board which way white pulls, as most pieces have it."""
    votes = 0
    for square, content in Task.START.pieces(squares).items():
        up = 1 if start[square].moved > 0 else -1
        votes += up if content is Content.WHITE else -up
    white_raises = votes > 0
    bench.do(WriteSetting(SettingKey.WHITE_POLE, int(white_raises)))
    return white_raises


def _wrong_way(levels: dict[int, Level], task: Task, squares: int, white_raises: bool) -> set[int]:
    return {
        square
        for square, content in task.pieces(squares).items()
        if abs(levels[square].moved) >= LEAST_SPAN
        and (levels[square].moved > 0) != (white_raises == (content is Content.WHITE))
    }


def _level(square: int, entry: SquareLevels) -> Level:
    return Level(square, entry.empty, entry.span, entry.level)


def change_setting(bench: Workbench, key: SettingKey, value: int) -> None:
    """Set one thing. What is built in counts from the next start, so the board starts anew.

    Raises RefusedError where the board does not take the value.
    """
    bench.do(WriteSetting(key, value))
    if key in (SettingKey.SENSOR, SettingKey.LIGHTS, SettingKey.SUPPLY_MA):
        bench.do(Restart(RestartMode.FIRMWARE))
        _come_back(bench)


def _come_back(bench: Workbench) -> None:
    """Greet the board after a restart, in which a USB port may go away for a while."""
    for _ in range(20):
        try:
            bench.open()
        except LinkError as error:
            if error.fault not in (LinkFault.ABSENT, LinkFault.UNPLUGGED, LinkFault.UNANSWERED):
                raise
            time.sleep(0.5)
        else:
            return
    raise LinkError(LinkFault.UNANSWERED, "the board does not come back after its restart")
