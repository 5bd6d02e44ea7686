from __future__ import annotations

import contextlib
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_io.errors import LinkFault, TraceError
from board_io.events import (
    BatteryLevel,
    BoardButton,
    BoardEvent,
    BoardMessage,
    ButtonPressed,
    LinkDown,
    LinkUp,
    Notice,
    SnapshotSeen,
)
from board_io.sensing import snapshot_of
from board_io.trace import TraceHeader, TraceWriter, format_header, parse_trace, read_trace
from board_io.trace_board import TraceBoard, TraceRecorder
from board_io.trace_event import (
    BatteryRead,
    ButtonPushed,
    Commanded,
    FlagFell,
    FullReport,
    Happened,
    Incident,
    LinkBack,
    LinkCut,
    SquareChanged,
    TraceEvent,
    format_event,
    format_snapshot,
    parse_event,
    parse_snapshot,
)
from rules.piece import BLACK_KING, BLACK_MAN, WHITE_KING, WHITE_MAN, Color
from rules.snapshot import Reading, SensorKind, Snapshot

HEADER = TraceHeader(SensorKind.COLOR, "W:W31:B20")
START = snapshot_of({31: WHITE_MAN, 20: BLACK_MAN}, 50, SensorKind.COLOR)

readings = st.sampled_from(Reading)
boards = st.lists(readings, min_size=50, max_size=50).map(tuple)
snapshots = st.builds(Snapshot, boards, st.frozensets(st.integers(1, 50)))
t_ms = st.integers(0, 10**9)
trace_events: st.SearchStrategy[TraceEvent] = st.one_of(
    st.builds(SquareChanged, t_ms, st.integers(1, 50), readings, st.booleans()),
    st.builds(FullReport, t_ms, st.none() | snapshots),
    st.builds(LinkBack, t_ms, st.none() | snapshots),
    st.builds(LinkCut, t_ms, st.sampled_from(LinkFault)),
    st.builds(FlagFell, t_ms, st.sampled_from(Color)),
    st.builds(BatteryRead, t_ms, st.none() | st.integers(0, 100)),
    st.builds(ButtonPushed, t_ms, st.sampled_from(BoardButton)),
    st.builds(
        Commanded, t_ms, st.text(min_size=1), st.none() | st.text() | st.integers() | st.booleans()
    ),
    st.builds(Happened, t_ms, st.sampled_from(Incident)),
)


def written(events: list[TraceEvent], header: TraceHeader = HEADER) -> str:
    file = io.StringIO()
    writer = TraceWriter(file, header)
    for event in events:
        writer.write(event)
    return file.getvalue()


def lines_of(text: str) -> list[str]:
    return text.splitlines(keepends=True)


@given(trace_events)
def test_every_event_survives_json(event: TraceEvent) -> None:
    assert parse_event(json.loads(json.dumps(format_event(event)))) == event


@given(st.lists(trace_events, max_size=20))
def test_a_trace_reads_back_as_written(events: list[TraceEvent]) -> None:
    ordered = sorted(events, key=lambda event: event.t_ms)
    trace = parse_trace(io.StringIO(written(ordered)))
    assert (trace.header, trace.events, trace.torn) == (HEADER, tuple(ordered), False)


@given(st.lists(trace_events, min_size=1, max_size=5), st.data())
def test_a_torn_last_line_is_left_out(events: list[TraceEvent], data: st.DataObject) -> None:
    ordered = sorted(events, key=lambda event: event.t_ms)
    text = written(ordered)
    last = lines_of(text)[-1]
    cut = data.draw(st.integers(2, len(last)))
    trace = parse_trace(io.StringIO(text[:-cut]))
    assert trace.events == tuple(ordered[:-1])
    assert trace.torn == (cut < len(last))


def test_a_last_line_without_line_end_counts_when_it_is_whole() -> None:
    text = written([LinkCut(1), LinkBack(2)]).rstrip("\n")
    trace = parse_trace(io.StringIO(text))
    assert (trace.events, trace.torn) == ((LinkCut(1), LinkBack(2)), False)


@given(boards)
def test_a_board_reads_back_from_its_letters(board: tuple[Reading, ...]) -> None:
    assert parse_snapshot(format_snapshot(Snapshot(board))) == Snapshot(board)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{}", "t_ms must be"),
        ("[1]", "not a JSON object"),
        ("nonsense", "not a JSON object"),
        ("[" * 3000, "not a JSON object"),
        (" " * 5000 + "{}", "longer than"),
        ('{"t_ms":1}', "needs a square or a kind"),
        ('{"t_ms":-1,"square":1,"state":"empty"}', "t_ms must be"),
        ('{"t_ms":1.5,"square":1,"state":"empty"}', "t_ms must be"),
        ('{"t_ms":true,"square":1,"state":"empty"}', "t_ms must be"),
        ('{"t_ms":1,"square":0,"state":"empty"}', "square must be"),
        ('{"t_ms":1,"square":"a","state":"empty"}', "square must be"),
        ('{"t_ms":1,"square":1,"state":"red"}', "unknown state 'red'"),
        ('{"t_ms":1,"square":1,"state":[]}', "unknown state []"),
        ('{"t_ms":1,"square":1,"state":"empty","hidden":1}', "hidden must be"),
        ('{"t_ms":1,"kind":"earthquake"}', "unknown kind 'earthquake'"),
        ('{"t_ms":1,"kind":["snapshot"]}', "unknown kind"),
        ('{"t_ms":1,"kind":"snapshot","board":"xx"}', "unknown letter 'x' for square 1"),
        ('{"t_ms":1,"kind":"snapshot","board":7}', "board must be a text"),
        ('{"t_ms":1,"kind":"snapshot","board":"..","unseen":[0]}', "unseen must be a list"),
        ('{"t_ms":1,"kind":"snapshot","board":"..","unseen":[3]}', "unseen must be a list"),
        ('{"t_ms":1,"kind":"snapshot","board":"..","unseen":[true]}', "unseen must be a list"),
        ('{"t_ms":1,"kind":"link_up","board":"..","unseen":2}', "unseen must be a list"),
        ('{"t_ms":1,"kind":"clock_flag","side":"X"}', "side must be W or B"),
        ('{"t_ms":1,"kind":"battery","percent":101}', "percent must be"),
        ('{"t_ms":1,"kind":"link_down","reason":"magic"}', "unknown reason 'magic'"),
        ('{"t_ms":1,"kind":"button","button":1}', "unknown button 1"),
        ('{"t_ms":1,"kind":"command"}', "a command needs a name"),
        ('{"t_ms":1,"kind":"command","name":"x","value":[]}', "a command's value"),
    ],
)
def test_a_bad_line_is_named_by_its_number(line: str, complaint: str) -> None:
    text = written([LinkCut(0)]) + line + "\n"
    with pytest.raises(TraceError) as caught:
        parse_trace(io.StringIO(text), source="game.trace")
    assert str(caught.value).startswith("game.trace line 3: ")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_time_may_not_go_back() -> None:
    with pytest.raises(TraceError, match="line 3: t_ms goes back to 4"):
        parse_trace(io.StringIO(written([LinkCut(5), LinkBack(4)])))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "pdn"}, "no trace header"),
        ({"version": 3}, "trace version 3; this program reads 1 and 2"),
        ({"camera": "yes"}, "camera must be true or false"),
        ({"sensor": "smell"}, "sensor must be one of occupancy, colour, colour_kings"),
        ({"sensor": []}, "sensor must be one of"),
        ({"squares": 0}, "squares must be"),
        ({"fen": None}, "fen and variant must be texts"),
    ],
)
def test_a_bad_header_is_refused(change: dict[str, object], complaint: str) -> None:
    text = json.dumps(format_header(HEADER) | change) + "\n"
    with pytest.raises(TraceError, match=f"line 1: .*{complaint}"):
        parse_trace(io.StringIO(text))


def test_an_empty_file_is_no_trace() -> None:
    with pytest.raises(TraceError, match="line 1: not a JSON object"):
        parse_trace(io.StringIO(""))


@given(st.binary(max_size=200))
def test_any_bytes_give_a_trace_or_a_trace_error(tail: bytes) -> None:
    text = written([]) + tail.decode("utf-8", errors="replace")
    with contextlib.suppress(TraceError):
        parse_trace(io.StringIO(text))


def test_a_file_of_another_program_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(bytes(range(256)) * 10)
    with pytest.raises(TraceError, match=r"photo\.jpg line 1: "):
        read_trace(path)


def test_what_a_board_reported_is_replayed_exactly(tmp_path: Path) -> None:
    board = TraceBoard(START, SensorKind.COLOR)
    lifted = START.with_changes([(31, Reading.EMPTY)])
    moved = lifted.with_changes([(27, Reading.WHITE), (20, Reading.EMPTY)])
    events: list[BoardEvent] = [
        LinkUp(0.0, START, board.info),
        SnapshotSeen(0.25, lifted),
        SnapshotSeen(0.5, moved),
        SnapshotSeen(0.5, moved),
        ButtonPressed(0.75, BoardButton.CONFIRM),
        LinkDown(1.0, LinkFault.SILENT),
        LinkUp(2.0, START, board.info),
        SnapshotSeen(2.125, lifted),
        BatteryLevel(3.0, 40),
    ]
    path = tmp_path / "game.trace"
    with path.open("w", encoding="utf-8") as file:
        recorder = TraceRecorder(TraceWriter(file, HEADER))
        for event in events:
            recorder.record(event)
        recorder.record(BoardMessage(3.5, Notice.BOARD_ERROR))
        recorder.command("result", "2-0", now=4.0)
    trace = read_trace(path)
    assert trace.events[-1] == Commanded(4000, "result", "2-0")
    heard = [board.apply(event) for event in trace.events]
    assert heard == [*events, None]


def test_what_a_hand_hides_from_a_camera_is_replayed_exactly(tmp_path: Path) -> None:
    board = TraceBoard(START, SensorKind.COLOR)
    covered = Snapshot(START.readings, frozenset({31, 32}))
    lifted = covered.with_changes([(31, Reading.EMPTY)])
    in_view = Snapshot(lifted.readings)
    events: list[BoardEvent] = [
        LinkUp(0.0, covered, board.info),
        SnapshotSeen(0.25, START),
        SnapshotSeen(0.5, covered),
        SnapshotSeen(0.75, lifted),
        SnapshotSeen(1.0, in_view),
    ]
    path = tmp_path / "game.trace"
    with path.open("w", encoding="utf-8") as file:
        recorder = TraceRecorder(TraceWriter(file, replace(HEADER, camera=True)))
        for event in events:
            recorder.record(event)
    trace = read_trace(path)
    assert trace.header.camera
    assert [board.apply(event) for event in trace.events] == events


def test_a_trace_of_the_first_version_is_read_as_it_was_meant() -> None:
    header = format_header(HEADER) | {"version": 1}
    lifted = {"t_ms": 90, "square": 31, "state": "empty", "hidden": True}
    report = {"t_ms": 200, "kind": "snapshot", "board": "." * 50}
    lines = [json.dumps(line) + "\n" for line in (header, lifted, report)]
    trace = parse_trace(lines)
    assert trace.header == HEADER
    assert not trace.header.camera
    empty = Snapshot((Reading.EMPTY,) * 50)
    assert trace.events == (
        SquareChanged(90, 31, Reading.EMPTY, hidden=True),
        FullReport(200, empty),
    )


def test_t_ms_counts_from_the_first_event_and_never_goes_back() -> None:
    file = io.StringIO()
    recorder = TraceRecorder(TraceWriter(file, HEADER))
    for time in (100.0, 100.5, 100.4):
        recorder.record(ButtonPressed(time, BoardButton.OTHER))
    trace = parse_trace(io.StringIO(file.getvalue()))
    assert [event.t_ms for event in trace.events] == [0, 500, 500]


def test_hidden_changes_are_seen_only_with_the_next_full_report() -> None:
    board = TraceBoard(START, SensorKind.COLOR, origin=10.0)
    assert board.first() == LinkUp(10.0, START, board.info)
    assert board.apply(SquareChanged(0, 31, Reading.EMPTY, hidden=True)) is None
    placed = START.with_changes([(27, Reading.WHITE)])
    assert board.apply(SquareChanged(100, 27, Reading.WHITE)) == SnapshotSeen(10.1, placed)
    truth = placed.with_changes([(31, Reading.EMPTY)])
    assert board.apply(FullReport(5000)) == SnapshotSeen(15.0, truth)


def test_nothing_is_heard_while_the_link_is_down() -> None:
    board = TraceBoard(START, SensorKind.COLOR)
    assert board.apply(LinkCut(0)) == LinkDown(0.0, LinkFault.UNPLUGGED)
    for event in (
        SquareChanged(1, 31, Reading.EMPTY),
        FullReport(2),
        LinkCut(3),
        ButtonPushed(4, BoardButton.OTHER),
        BatteryRead(5, 3),
    ):
        assert board.apply(event) is None
    empty = START.with_changes([(31, Reading.EMPTY)])
    assert board.apply(LinkBack(6)) == LinkUp(0.006, empty, board.info)


def test_a_host_without_power_sees_the_board_again_when_it_is_back() -> None:
    board = TraceBoard(START, SensorKind.COLOR)
    assert board.apply(Happened(0, Incident.POWER_OFF)) == LinkDown(0.0, LinkFault.CLOSED)
    board.apply(SquareChanged(1, 31, Reading.EMPTY, hidden=True))
    back = board.apply(Happened(1000, Incident.POWER_ON))
    assert isinstance(back, LinkUp)
    assert back.snapshot[31] is Reading.EMPTY


@pytest.mark.parametrize(
    ("event", "complaint"),
    [
        (SquareChanged(0, 51, Reading.EMPTY), "no square 51 on a board of 50"),
        (FullReport(0, Snapshot.of(32, {})), "board of 32 squares, not 50"),
    ],
)
def test_events_of_another_board_are_refused(event: TraceEvent, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        TraceBoard(START, SensorKind.COLOR).apply(event)


@pytest.mark.parametrize(
    ("sensor", "seen"),
    [
        (SensorKind.OCCUPANCY, ["occupied"] * 4),
        (SensorKind.COLOR, ["white", "white", "black", "black"]),
        (SensorKind.COLOR_KINGS, ["white_man", "white_king", "black_man", "black_king"]),
    ],
)
def test_each_sensor_shows_what_it_can(sensor: SensorKind, seen: list[str]) -> None:
    pieces = {1: WHITE_MAN, 2: WHITE_KING, 3: BLACK_MAN, 4: BLACK_KING}
    snapshot = snapshot_of(pieces, 5, sensor)
    assert [reading.value for _, reading in snapshot] == [*seen, "empty"]


def test_white_on_a_board_that_tells_kings_is_a_white_man() -> None:
    board = TraceBoard(START, SensorKind.COLOR_KINGS)
    event = board.apply(SquareChanged(0, 5, Reading.WHITE))
    assert isinstance(event, SnapshotSeen)
    assert event.snapshot[5] is Reading.WHITE_MAN


SCENARIOS = Path(__file__).parents[3] / "shared" / "cases" / "scenarios.json"


@pytest.mark.skipif(not SCENARIOS.exists(), reason="the scenario collection is not beside the repo")
def test_the_scenario_vocabulary_is_ours() -> None:
    for scenario in json.loads(SCENARIOS.read_text(encoding="utf-8"))["scenarios"]:
        board = TraceBoard(Snapshot.of(50, {}), SensorKind(scenario["sensor"]))
        for fields in scenario["events"]:
            board.apply(parse_event(fields))
