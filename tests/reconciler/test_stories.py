"""Stories: what a board showed, second by second, and what the reconciler said.

Each file in stories/ is one story. `board` names the sensor, `variant` the game (international),
`fen` the position; a line `at MS: 32- 28w` says which squares changed (- empty, + occupied, w b W B
pieces, W and B kings), `snapshot`, `link down`, `link up`, `play on` and `finish` stand for
themselves, `lost 32-` is a change whose report never arrives. A line `tell MS..MS: ...` is what
must be told in that window; whatever is told besides fails the story. `moves` is what was recorded
after `before`, `record` all of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from reconciler.reconciler import Reconciler
from reconciler.transition import (
    BoardTurned,
    LinkLost,
    LinkRestored,
    MoveCorrected,
    MovePlayed,
    MovesTakenBack,
    NewGameOffered,
    NewGameStarted,
    Noted,
    OrderUnknown,
    PieceHuffed,
    SetupComplete,
    SetupNeeded,
    SnapshotWanted,
    Transition,
    ViolationFound,
    ViolationMended,
)
from rules.fen import parse_fen
from rules.game import Game, Outcome, Termination
from rules.notation import parse_move
from rules.piece import Color, Piece
from rules.position import Position
from rules.snapshot import Reading, SensorKind, Snapshot
from rules.variants import variant_named

STORIES = sorted((Path(__file__).parent / "stories").glob("*.txt"))


@dataclass
class Story:
    """One file, taken apart."""

    title: str = ""
    sensor: SensorKind = SensorKind.OCCUPANCY
    start: Position = field(default_factory=Position.start)
    before: list[str] = field(default_factory=list)
    board: Snapshot | None = None
    events: list[tuple[float, str]] = field(default_factory=list)
    tells: list[tuple[float, float, str]] = field(default_factory=list)
    record: list[str] = field(default_factory=list)


def read_story(text: str) -> Story:
    story = Story()
    for line in text.splitlines():
        head, _, rest = (part.strip() for part in line.partition(":"))
        if line.startswith("#"):
            story.title = story.title or line.lstrip("# ")
        elif head == "board":
            story.sensor = SensorKind(rest)
        elif head == "variant":
            story.start = Position.start(variant_named(rest))
        elif head == "fen":
            story.start = parse_fen(rest, story.start.variant)
        elif head == "before":
            story.before = rest.split()
        elif head == "shows":
            story.board = raw_board(rest, story.sensor, story.start.variant.squares)
        elif head.startswith("at "):
            story.events.append((float(head[3:]) / 1000, rest))
        elif head.startswith("tell "):
            first, _, last = head[5:].partition("..")
            story.tells.append((float(first) / 1000, float(last or first) / 1000, rest))
        elif head == "moves":
            story.record = story.before + rest.split()
        elif head == "record":
            story.record = rest.split()
        elif line.strip():
            raise ValueError(line)
    return story


def raw_board(text: str, sensor: SensorKind, size: int) -> Snapshot:
    """Any board, legal or not: `w 1-20 b 31,50`."""
    readings: dict[int, Reading] = {}
    words = text.split()
    for letter, squares in zip(words[::2], words[1::2], strict=True):
        for part in squares.split(","):
            first, _, last = part.partition("-")
            for square in range(int(first), int(last or first) + 1):
                readings[square] = LETTERS[letter][sensor]
    return Snapshot.of(size, readings)


def reading(piece: Piece, sensor: SensorKind) -> Reading:
    if sensor is SensorKind.OCCUPANCY:
        return Reading.OCCUPIED
    color = "white" if piece.color is Color.WHITE else "black"
    return Reading(color if sensor is SensorKind.COLOR else f"{color}_{piece.role.value}")


def shown(position: Position, sensor: SensorKind) -> Snapshot:
    pieces = {square: reading(p, sensor) for square, p in position.pieces().items()}
    return Snapshot.of(position.variant.squares, pieces)


LETTERS = {
    "-": dict.fromkeys(SensorKind, Reading.EMPTY),
    "+": dict.fromkeys(SensorKind, Reading.OCCUPIED),
    "w": {SensorKind.COLOR: Reading.WHITE, SensorKind.COLOR_KINGS: Reading.WHITE_MAN},
    "b": {SensorKind.COLOR: Reading.BLACK, SensorKind.COLOR_KINGS: Reading.BLACK_MAN},
    "W": {SensorKind.COLOR_KINGS: Reading.WHITE_KING},
    "B": {SensorKind.COLOR_KINGS: Reading.BLACK_KING},
}


class Telling:
    """Plays a story to a reconciler and keeps what it tells."""

    def __init__(self, story: Story) -> None:
        game = Game(story.start)
        for text in story.before:
            game = game.play(parse_move(game.position, text))
        self.sensor = story.sensor
        self.reconciler = Reconciler(game, story.sensor)
        self.seen = self.physical = story.board or shown(game.position, story.sensor)
        self.told: list[Transition] = list(self.reconciler.observe(self.seen, -5.0))

    def until(self, now: float) -> None:
        while (due := self.reconciler.next_deadline) is not None and due <= now:
            self.told += self.reconciler.advance(due)

    def event(self, now: float, what: str) -> None:
        if what == "snapshot":
            self.seen = self.physical
            self.told += self.reconciler.observe(self.seen, now)
        elif what == "link down":
            self.told += self.reconciler.link_lost(now)
        elif what == "link up":
            self.seen = self.physical
            self.told += self.reconciler.link_restored(self.seen, now)
        elif what == "play on":
            self.told += self.reconciler.play_on(now)
        elif what == "finish":
            self.told += self.reconciler.finish(Outcome(None, Termination.AGREED), now)
        elif what.startswith("require "):
            move = parse_move(self.reconciler.game.position, what[8:])
            self.reconciler.require(move)
        else:
            self.changes(now, what)

    def changes(self, now: float, what: str) -> None:
        lost = what.startswith("lost ")
        changes = []
        for square, letter in re.findall(r"(\d+)([-+wbWB])", what):
            changes.append((int(square), LETTERS[letter][self.sensor]))
        self.physical = self.physical.with_changes(changes)
        if not lost:
            self.seen = self.seen.with_changes(changes)
            self.told += self.reconciler.observe(self.seen, now)


def in_words(transition: Transition) -> str:
    match transition:
        case MovePlayed(ply=ply) if ply.irregular is not None:
            return f"irregular {ply.move} {ply.irregular.value}"
        case MovePlayed(ply=ply):
            return f"move {ply.move}"
        case MoveCorrected(old=old, ply=ply):
            return f"correct {old.move} to {ply.move}"
        case MovesTakenBack(plies=plies):
            return "take back " + " ".join(str(ply.move or "huff") for ply in plies)
        case PieceHuffed(square=square):
            return f"huffed {square}"
        case ViolationFound(violation=v):
            return f"wrong {v.code.value} {' '.join(map(str, v.squares))}"
        case ViolationMended(violation=v):
            return f"mended {v.code.value}"
        case Noted(code=code, squares=squares):
            return f"note {code.value} {' '.join(map(str, squares))}"
        case OrderUnknown(candidates=candidates):
            return f"order unknown {len(candidates)}"
        case SetupNeeded(missing=missing, extra=extra):
            put = " ".join(str(square) for square, _ in missing)
            return f"set up put {put or '-'} clear {' '.join(map(str, extra)) or '-'}"
        case SetupComplete():
            return "set up complete"
        case BoardTurned():
            return "turned"
        case NewGameOffered():
            return "new game offered"
        case NewGameStarted():
            return "new game started"
        case SnapshotWanted():
            return "ask board"
        case LinkLost():
            return "link lost"
        case LinkRestored():
            return "link back"
    raise AssertionError(transition)


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_the_board_shows_and_the_reconciler_tells(path: Path) -> None:
    story = read_story(path.read_text(encoding="utf-8"))
    telling = Telling(story)
    for time, what in story.events:
        telling.until(time - 1e-6)
        telling.event(time, what)
    telling.until(story.events[-1][0] + 10.0)
    told = [(t.time, in_words(t)) for t in telling.told if not isinstance(t, SnapshotWanted)]
    shown_as = "\n".join(f"{time * 1000:8.0f} {words}" for time, words in told)
    assert [words for _, words in told] == [words for _, _, words in story.tells], shown_as
    for (time, words), (first, last, _) in zip(told, story.tells, strict=True):
        assert first - 1e-3 <= time <= last + 1e-3, f"{words} at {time * 1000:.0f} ms\n{shown_as}"
    played = [ply.move.short if ply.move else "?" for ply in telling.reconciler.game.plies]
    assert played == story.record


def test_every_story_has_a_title_and_something_to_tell() -> None:
    assert STORIES
    for path in STORIES:
        story = read_story(path.read_text(encoding="utf-8"))
        assert story.title
        assert story.events
