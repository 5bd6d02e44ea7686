"""A game under a camera, recorded as a trace and replayed: the same decisions at the same times."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from announcer.announcer import Announcer
from announcer.coach import Coach
from board_io.events import LinkUp, SnapshotSeen
from board_io.trace import TraceHeader, TraceWriter
from board_io.trace_board import TraceBoard, TraceRecorder
from companion.boards import timing_of
from companion.replay import replay
from companion.scenario import Scenario, read_scenarios
from companion.session import Session
from companion.store import Store
from reconciler.timing import CAMERA, DEFAULT
from reconciler.transition import MovePlayed
from rules.game import Game
from rules.position import Position
from rules.snapshot import Reading, SensorKind, Snapshot

START = Position.start()
SHOWN = Snapshot(
    tuple(
        Reading.EMPTY if piece is None else Reading(piece.color.name.lower())
        for piece in (START.pieces().get(square) for square in range(1, 51))
    )
)
HAND_LEAVES_S = 4.0


def filmed() -> list[tuple[float, Snapshot]]:
    """32-28 played under a hand that stays over it for three seconds; then 19-23 at once."""
    lifted = SHOWN.with_changes([(32, Reading.EMPTY)])
    moved = lifted.with_changes([(28, Reading.WHITE)])
    answered = moved.with_changes([(19, Reading.EMPTY), (23, Reading.BLACK)])
    over = frozenset({28, 32, 33, 38})
    return [
        (0.5, replace(SHOWN, hidden=over)),
        (0.8, replace(lifted, hidden=over)),
        (1.0, replace(moved, hidden=over)),
        (HAND_LEAVES_S, moved),
        (6.0, replace(moved, hidden=frozenset({18, 19, 23}))),
        (6.6, answered),
    ]


def recorded(path: Path, *, camera: bool) -> Scenario:
    """What is read again from the trace of it."""
    board = TraceBoard(SHOWN, SensorKind.COLOR)
    header = TraceHeader(SensorKind.COLOR, START.fen, camera=camera)
    with path.open("w", encoding="utf-8") as file:
        recorder = TraceRecorder(TraceWriter(file, header))
        recorder.record(LinkUp(0.0, SHOWN, board.info))
        for time, snapshot in filmed():
            recorder.record(SnapshotSeen(time, snapshot))
    scenarios, errors = read_scenarios(path)
    assert not errors
    return scenarios[0]


def live() -> list[tuple[str, int]]:
    """Each move, and when it was decided, in milliseconds."""
    session = Session(
        Game(START), SensorKind.COLOR, Store(None), Announcer(Coach.HELP), timing=CAMERA
    )
    told = session.observe(SHOWN, 0.0)
    for time, snapshot in [*filmed(), (20.0, None)]:
        while (due := session.next_deadline) is not None and due <= time:
            told += session.advance(due)
        if snapshot is not None:
            told += session.observe(snapshot, time)
    played = [t for one in told for t in one.transitions if isinstance(t, MovePlayed)]
    return [(t.ply.move.short, round(1000 * t.time)) for t in played if t.ply.move]


def test_a_game_under_a_camera_is_decided_in_its_trace_as_it_was_live(tmp_path: Path) -> None:
    played = replay(recorded(tmp_path / "game.trace", camera=True))
    moves = [ply.move.short for ply in played.game.plies if ply.move]
    assert list(zip(moves, [d.t_ms for d in played.decided], strict=True)) == live()
    assert moves == ["32-28", "19-23"]
    assert played.decided[0].t_ms >= 1000 * HAND_LEAVES_S


def test_what_a_trace_shows_rests_as_long_as_the_board_did_that_was_recorded(
    tmp_path: Path,
) -> None:
    for camera, timing in ((True, CAMERA), (False, DEFAULT)):
        path = tmp_path / f"{camera}.trace"
        recorded(path, camera=camera)
        assert timing_of(f"trace:{path}") == timing
    assert timing_of("camera:phone") == CAMERA
    assert timing_of("sim") == DEFAULT
