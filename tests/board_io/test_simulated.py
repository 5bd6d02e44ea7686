"""The ordinary driver on the real firmware, run by each interpreter and over each kind of link."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from board_io.driver import BoardDriver
from board_io.errors import LinkError, LinkFault, SimulatorError
from board_io.events import (
    BatteryLevel,
    BoardButton,
    ButtonPressed,
    LinkDown,
    LinkUp,
    Searching,
    SnapshotSeen,
)
from board_io.sensing import snapshot_of
from board_io.simulated import SimulatedBoard
from firmware_protocol.codes import LedColor
from firmware_protocol.messages import Light
from rules.piece import BLACK_KING, BLACK_MAN, WHITE_MAN, Piece
from rules.snapshot import SensorKind, Snapshot

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")

PIECES = {31: WHITE_MAN, 32: WHITE_MAN, 20: BLACK_MAN, 5: BLACK_KING}
Listen = Callable[[BoardDriver], Any]
Settle = Callable[[Callable[[], bool]], None]


def seen(pieces: dict[int, Piece], sensor: SensorKind = SensorKind.COLOR) -> Snapshot:
    return snapshot_of(pieces, 50, sensor)


@pytest.fixture(params=["micropython", "cpython", "tcp"])
def board(request: pytest.FixtureRequest) -> Iterator[SimulatedBoard]:
    """A board with PIECES on it, not switched on yet."""
    if request.param == "micropython":
        command = request.getfixturevalue("micropython_command")
        board = SimulatedBoard(interpreter=command)
    else:
        board = SimulatedBoard(interpreter=sys.executable, tcp=request.param == "tcp")
    board.set_position(PIECES)
    yield board
    board.stop()


def test_the_board_is_there_at_once_with_all_its_pieces(
    board: SimulatedBoard, listen: Listen
) -> None:
    board.start()
    driver = BoardDriver(board.link)
    assert driver.board is None
    up = listen(driver).next(LinkUp)
    assert up.snapshot == seen(PIECES)
    assert (up.board.squares, up.board.sensor, up.board.has_leds) == (50, SensorKind.COLOR, True)
    assert driver.board == up.board


def test_every_change_is_seen_soon_and_in_order(board: SimulatedBoard, listen: Listen) -> None:
    board.start()
    listener = listen(BoardDriver(board.link))
    listener.next(LinkUp)
    board.lift(31)
    lifted = listener.next(SnapshotSeen, within_s=1.0)
    time.sleep(0.3)
    board.put(27, WHITE_MAN)
    placed = listener.next(SnapshotSeen, within_s=1.0)
    assert lifted.snapshot == seen({n: p for n, p in PIECES.items() if n != 31})
    assert placed.snapshot == seen({27 if n == 31 else n: p for n, p in PIECES.items()})
    assert 0.2 < placed.time - lifted.time < 1.0
    assert placed.time <= time.monotonic()


def test_the_lights_that_are_asked_for_are_lit(
    board: SimulatedBoard, listen: Listen, settle: Settle
) -> None:
    board.start()
    driver = BoardDriver(board.link)
    listen(driver).next(LinkUp)
    driver.set_leds([Light(n, LedColor.GREEN) for n in range(1, 51)])
    settle(lambda: set(board.lights) == set(range(1, 51)))
    driver.set_leds([Light(7, LedColor.RED), Light(33, LedColor.BLUE)])
    settle(lambda: set(board.lights) == {7, 33})
    red, green, blue = board.lights[7]
    assert red > 0 == green == blue
    driver.set_leds([])
    settle(lambda: not board.lights)


@pytest.mark.parametrize(("rows", "per_row"), [(8, 4), (8, 8), (12, 6)])
def test_a_board_of_another_shape_shows_and_lights_every_square(
    rows: int, per_row: int, micropython_command: str, listen: Listen, settle: Settle
) -> None:
    squares = rows * per_row
    pieces = {n: (WHITE_MAN, BLACK_MAN)[n % 2] for n in range(1, squares + 1) if n % 5}
    board = SimulatedBoard(rows=rows, per_row=per_row, interpreter=micropython_command)
    board.set_position(pieces)
    with board:
        driver = BoardDriver(board.link)
        listener = listen(driver)
        up = listener.next(LinkUp)
        assert up.board.squares == squares
        assert up.snapshot == snapshot_of(pieces, squares, SensorKind.COLOR)
        driver.set_leds([Light(n, LedColor.GREEN) for n in range(1, squares + 1)])
        settle(lambda: set(board.lights) == set(range(1, squares + 1)))
        board.change({squares: None, 1: None})
        without = {n: p for n, p in pieces.items() if n not in (1, squares)}
        shown = listener.next(SnapshotSeen, within_s=1.0).snapshot
        if shown != snapshot_of(without, squares, SensorKind.COLOR):
            shown = listener.next(SnapshotSeen, within_s=1.0).snapshot
        assert shown == snapshot_of(without, squares, SensorKind.COLOR)


def test_unplugged_and_plugged_in_again_the_board_tells_what_it_shows_now(
    board: SimulatedBoard, listen: Listen, settle: Settle
) -> None:
    board.start()
    driver = BoardDriver(board.link)
    listener = listen(driver)
    first = listener.next(LinkUp)
    driver.set_leds([Light(7, LedColor.RED)])
    settle(lambda: set(board.lights) == {7})
    board.unplug()
    assert listener.next(LinkDown, within_s=2.0).reason is LinkFault.UNPLUGGED
    assert listener.next(Searching, within_s=2.0).reason is LinkFault.ABSENT
    assert driver.board is None
    board.lift(31)
    board.replug()
    again = listener.next(LinkUp, within_s=5.0)
    assert again.snapshot == seen({n: p for n, p in PIECES.items() if n != 31})
    assert again.board.boot_id != first.board.boot_id
    settle(lambda: set(board.lights) == {7})


def test_a_board_switched_on_after_the_program_is_found(
    board: SimulatedBoard, listen: Listen
) -> None:
    listener = listen(BoardDriver(board.link))
    assert listener.next(Searching).reason is LinkFault.ABSENT
    time.sleep(1.0)
    board.start()
    assert listener.next(LinkUp, within_s=5.0).snapshot == seen(PIECES)
    told = [event for event in listener.heard if isinstance(event, Searching)]
    assert len(told) <= 2


def test_a_full_report_comes_when_asked_for(board: SimulatedBoard, listen: Listen) -> None:
    board.start()
    driver = BoardDriver(board.link)
    listener = listen(driver)
    listener.next(LinkUp)
    driver.request_snapshot()
    assert listener.next(SnapshotSeen, within_s=1.0).snapshot == seen(PIECES)


@pytest.fixture
def default_board() -> Iterator[SimulatedBoard]:
    with SimulatedBoard() as board:
        yield board


def test_buttons_are_heard_when_they_go_down(default_board: SimulatedBoard, listen: Listen) -> None:
    listener = listen(BoardDriver(default_board.link))
    listener.next(LinkUp)
    default_board.hold(BoardButton.TAKE_BACK)
    assert listener.next(ButtonPressed, within_s=1.0).button is BoardButton.TAKE_BACK
    default_board.hold()
    default_board.hold(BoardButton.CONFIRM)
    assert listener.next(ButtonPressed, within_s=1.0).button is BoardButton.CONFIRM


def test_the_battery_is_told(listen: Listen) -> None:
    with SimulatedBoard() as board:
        board.set_battery(3700)
        level = listen(BoardDriver(board.link)).next(BatteryLevel)
        assert level.percent is not None
        assert 0 < level.percent < 100


def test_an_occupancy_board_tells_no_colours(listen: Listen) -> None:
    with SimulatedBoard(SensorKind.OCCUPANCY) as board:
        board.set_position(PIECES)
        listener = listen(BoardDriver(board.link))
        up = listener.next(LinkUp)
        assert up.board.sensor is SensorKind.OCCUPANCY
        if up.snapshot != seen(PIECES, SensorKind.OCCUPANCY):
            listener.snapshot(seen(PIECES, SensorKind.OCCUPANCY))


def test_several_pieces_may_move_at_the_same_moment(
    default_board: SimulatedBoard, listen: Listen
) -> None:
    default_board.set_position(PIECES)
    listener = listen(BoardDriver(default_board.link))
    listener.next(LinkUp)
    default_board.change({31: None, 20: None, 15: WHITE_MAN})
    listener.snapshot(seen({32: WHITE_MAN, 5: BLACK_KING, 15: WHITE_MAN}))


def test_an_idle_board_costs_next_to_nothing(default_board: SimulatedBoard, listen: Listen) -> None:
    listen(BoardDriver(default_board.link)).next(LinkUp)
    begun = time.process_time()
    time.sleep(2.0)
    assert time.process_time() - begun < 0.04, "2 % of a core is too much for waiting"


def test_stopping_leaves_nothing_behind(listen: Listen) -> None:
    board = SimulatedBoard()
    board.start()
    folder, port = Path(board.port).parent, os.path.realpath(board.port)
    driver = BoardDriver(board.link)
    listen(driver).next(LinkUp)
    driver.stop()
    driver.stop()
    board.stop()
    board.stop()
    assert not folder.exists()
    assert not os.path.exists(port)


ABANDONED = """
import sys
from board_io.simulated import SimulatedBoard
board = SimulatedBoard(tcp=sys.argv[1] == "tcp")
board.start()
print(board._process.pid, board._folder, flush=True)
sys.stdin.read()
"""


def runs(pid: int) -> bool:
    """Whether this process lives; an ended one that nobody has buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("kind", ["pty", "tcp"])
def test_a_program_that_is_killed_leaves_no_board_running(kind: str, settle: Settle) -> None:
    command = [sys.executable, "-c", ABANDONED, kind]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        pid, folder = program.stdout.readline().decode().split()
        assert runs(int(pid))
        program.kill()
    settle(lambda: not runs(int(pid)))
    shutil.rmtree(folder)


def test_a_driver_that_was_never_started_stops() -> None:
    BoardDriver(SimulatedBoard(tcp=True).link).stop()


def test_a_missing_interpreter_is_told_in_one_line() -> None:
    board = SimulatedBoard(interpreter="/no/such/python")
    with pytest.raises(SimulatorError, match="/no/such/python does not start"):
        board.start()
    board.stop()


def test_an_interpreter_that_ends_at_once_is_told(tmp_path: Path, settle: Settle) -> None:
    command = tmp_path / "broken"
    command.write_text("#!/bin/sh\necho out of order >&2\nexit 3\n")
    command.chmod(0o755)
    with (
        pytest.raises(SimulatorError, match="out of order"),
        SimulatedBoard(interpreter=str(command), tcp=True),
    ):
        pass
    board = SimulatedBoard(interpreter=str(command))
    board.start()

    def reason() -> str:
        try:
            board.link()
        except LinkError as error:
            return str(error)
        return ""

    settle(lambda: "out of order" in reason())
    board.stop()


def test_no_firmware_senses_kings() -> None:
    with pytest.raises(SimulatorError, match="take colour or occupancy"):
        SimulatedBoard(SensorKind.COLOR_KINGS)


def test_a_square_that_is_not_there_is_refused(default_board: SimulatedBoard) -> None:
    with pytest.raises(ValueError, match="no square 51"):
        default_board.put(51, WHITE_MAN)
