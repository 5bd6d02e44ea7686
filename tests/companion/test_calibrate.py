"""`dambord calibrate` with the real firmware: learning, trying, setting, and what may be wrong."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence

import pytest

from board_io.errors import LinkError, RefusedError
from board_io.events import BoardButton
from board_io.simulated import SimulatedBoard
from board_io.workbench import Workbench
from companion.builder import Reader, listed
from companion.calibration import (
    Pressed,
    Result,
    Seen,
    Task,
    calibrate,
    change_setting,
    needs_calibration,
    read_levels,
    read_settings,
    try_board,
)
from companion.errors import InputError
from companion.main import main
from companion.texts import load_texts
from firmware_protocol.codes import ButtonCode, Content, SelfTestStep, SettingKey, State
from firmware_protocol.messages import GetSnapshot, Heartbeat, HelloAnswer, SnapshotReport
from rules.piece import BLACK_MAN, WHITE_MAN, Piece
from rules.snapshot import SensorKind

PIECES = {Content.WHITE: WHITE_MAN, Content.BLACK: BLACK_MAN}


class Builder:
    """Obeys; `swapped` stands in for magnets the other way up, `absent` for pieces that lack."""

    def __init__(
        self,
        board: SimulatedBoard,
        *,
        swapped: Sequence[int] = (),
        absent: Sequence[int] = (),
        patience: int = 0,
    ) -> None:
        self.board = board
        self.swapped, self.absent, self.patience = set(swapped), set(absent), patience
        self.heard: list[Seen | Pressed] = []
        self.asked: list[tuple[Task, tuple[int, ...]]] = []

    def prepare(self, task: Task) -> None:
        pieces: dict[int, Piece] = {}
        for square, content in task.pieces(50).items():
            if square not in self.absent:
                turned = square in self.swapped
                pieces[square] = PIECES[Content(5 - content) if turned else content]
        self.board.set_position(pieces)

    def again(self, task: Task, squares: Sequence[int]) -> bool:
        self.asked.append((task, tuple(squares)))
        self.patience -= 1
        if self.patience == 0:
            self.absent.clear()
        return self.patience >= 0

    def try_sensors(self) -> None:
        self.board.set_position({n: WHITE_MAN for n in range(1, 51) if n not in self.absent})
        self.board.hold(BoardButton.DRAW)

    def hears(self, heard: Seen | Pressed) -> None:
        self.heard.append(heard)
        if isinstance(heard, Pressed):
            self.board.set_position({})
            self.board.hold(BoardButton.CONFIRM)


@pytest.fixture
def board() -> Iterator[SimulatedBoard]:
    with SimulatedBoard() as board:
        yield board


def test_each_task_covers_what_the_others_leave() -> None:
    start, middle = Task.START.pieces(50), Task.MIDDLE.pieces(50)
    assert set(start) | set(middle) == set(range(1, 51))
    assert len(start) == len(middle) == 40
    assert start[20] is Content.BLACK
    assert start[31] is Content.WHITE
    assert middle[21] is Content.WHITE
    assert 31 not in middle


def test_all_squares_are_learnt_and_the_board_sees_what_stands_there(board: SimulatedBoard) -> None:
    with Workbench(board.link) as bench:
        assert needs_calibration(bench)
        result = calibrate(bench, Builder(board))
        assert result == Result(result.levels, (), (), (), white_raises=False)
        assert result.fine
        assert {level.span for level in result.levels} != {9000}
        assert all(level.span > 6000 for level in result.levels)
        contents = bench.ask(GetSnapshot(), SnapshotReport).contents
        wanted = Task.MIDDLE.pieces(50)
        assert contents == tuple(wanted.get(n, Content.EMPTY) for n in range(1, 51))
    board.replug()
    with Workbench(board.link) as bench:
        kept = [(level.empty, level.span) for level in read_levels(bench)]
        assert kept == [(level.empty, level.span) for level in result.levels]


def test_magnets_that_are_all_the_other_way_up_are_taken_as_they_are(board: SimulatedBoard) -> None:
    with Workbench(board.link) as bench:
        result = calibrate(bench, Builder(board, swapped=range(1, 51)))
        assert (result.white_raises, result.wrong_way) == (True, ())
        assert read_settings(bench)["white_pole"] == 1
        assert bench.ask(GetSnapshot(), SnapshotReport).contents[49] is Content.WHITE


def test_a_single_magnet_the_wrong_way_up_is_named(board: SimulatedBoard) -> None:
    with Workbench(board.link) as bench:
        result = calibrate(bench, Builder(board, swapped=(7, 35)))
    assert result.wrong_way == (7, 35)
    assert not result.white_raises
    assert not result.fine


def test_a_missing_piece_is_asked_for_again(board: SimulatedBoard) -> None:
    with Workbench(board.link) as bench:
        patient = Builder(board, absent=(8, 41), patience=1)
        assert calibrate(bench, patient).fine
        assert patient.asked == [(Task.START, (8, 41))]
        hasty = Builder(board, absent=(8,))
        assert calibrate(bench, hasty).failed == (8,)
        assert hasty.asked == [(Task.START, (8,)), (Task.MIDDLE, (8,))]


def test_the_board_tries_itself_and_names_what_was_never_seen(board: SimulatedBoard) -> None:
    with Workbench(board.link) as bench:
        builder = Builder(board, absent=(13, 50))
        assert try_board(bench, builder, SelfTestStep.SENSORS) == (13, 50)
        seen = [heard for heard in builder.heard if isinstance(heard, Seen)]
        assert {heard.square for heard in seen} == set(range(1, 51)) - {13, 50}
        assert seen[-1].missing == (13, 50)
        assert Pressed(ButtonCode.DRAW) in builder.heard


def test_enough_is_said_with_ctrl_c_and_the_board_stops_too(board: SimulatedBoard) -> None:
    class Hasty(Builder):
        def hears(self, heard: Seen | Pressed) -> None:
            if isinstance(heard, Seen) and heard.square == 10:
                raise KeyboardInterrupt

    with Workbench(board.link) as bench:
        missing = try_board(bench, Hasty(board), SelfTestStep.SENSORS)
        assert 10 not in missing
        assert set(range(40, 51)) <= set(missing)
        bench.forget_events()
        assert not bench.wait_for(Heartbeat, 3.0).state & State.TESTING


def test_with_nobody_at_the_keyboard_it_ends_with_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(InputError, match="terminal"):
        Reader(load_texts("en")).prepare(Task.EMPTY)


def test_what_is_built_in_counts_after_the_restart(board: SimulatedBoard) -> None:
    with Workbench(board.link) as bench:
        first = bench.board
        change_setting(bench, SettingKey.LIGHTS, 100)
        assert isinstance(bench.board, HelloAnswer)
        assert isinstance(first, HelloAnswer)
        assert bench.board.leds == 100
        assert bench.board.boot_id != first.boot_id
        with pytest.raises(RefusedError) as refusal:
            change_setting(bench, SettingKey.DEBOUNCE_MS, 1)
        assert refusal.value.reason == "BAD_VALUE"


def test_a_board_of_switches_has_nothing_to_calibrate() -> None:
    with SimulatedBoard(SensorKind.OCCUPANCY) as board, Workbench(board.link) as bench:
        assert not needs_calibration(bench)


def test_a_board_that_goes_away_is_an_error_of_the_link(board: SimulatedBoard) -> None:
    with Workbench(board.link) as bench:
        board.unplug()
        with pytest.raises(LinkError):
            read_levels(bench)


@pytest.mark.parametrize("language", ["nl", "en"])
def test_the_reader_has_words_for_everything(language: str) -> None:
    texts, said, answers = load_texts(language), [], ["", "s", ""]
    reader = Reader(texts, said.append, lambda text: said.append(text) or answers.pop(0))  # type: ignore[func-returns-value]
    reader.prepare(Task.EMPTY)
    assert not reader.again(Task.START, (3, 4))
    assert reader.again(Task.EMPTY, (5,))
    for button in ButtonCode:
        reader.hears(Pressed(button))
    for content in Content:
        if content not in (Content.EMPTY, Content.UNKNOWN):
            reader.hears(Seen(9, content, (1, 2)))
    assert "3, 4" in said[1]
    assert all(said)
    assert listed(range(1, 51)).endswith("12 ...")


def test_the_verb_calibrates_the_simulated_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--board", "sim", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["failed"] == result["wrong_way"] == []
    assert len(result["levels"]) == 50


def test_the_verb_tries_shows_and_sets(capsys: pytest.CaptureFixture[str]) -> None:
    sim = ["calibrate", "--board", "sim", "--language", "en"]
    assert main([*sim, "--test", "sensors"]) == 0
    assert capsys.readouterr().out.endswith("Every square was seen.\n")
    assert main([*sim, "--show", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["settings"]["supply_ma"] == 2000
    assert main([*sim, "--restart", "console"]) == 0
    assert "mpremote" in capsys.readouterr().out
    assert main([*sim, "--set", "supply_ma=900"]) == 0
    assert capsys.readouterr().out == "supply_ma is now 900.\n"


def test_the_verb_says_in_one_line_what_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    sim = ["calibrate", "--board", "sim"]
    for arguments, code, words in (
        ([*sim, "--set", "colour=blue"], 2, "is no setting"),
        ([*sim, "--set", "lights=51"], 1, "BAD_VALUE"),
        (["calibrate", "--board", "sofa"], 1, "no board is called"),
    ):
        assert main(arguments) == code
        error = capsys.readouterr().err
        assert words in error
        assert error.count("\n") == 1
