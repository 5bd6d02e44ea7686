"""A camera as a board of the live program: its events, and what the page shows of it."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from board_io.errors import LinkFault
from board_io.events import LinkDown, LinkUp, Searching, SnapshotSeen
from companion.boards import open_board
from companion.web.camera_page import corners_of
from rules.piece import Color
from rules.position import Position
from rules.snapshot import SensorKind
from tests.vision.drawn_film import Film, random_moves
from tests.vision.phone import phone_there

START = Position.start()
SQUARE = [[10, 10], [90, 12], [95, 90], [5, 85]]


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / "game.avi"
    drawn = Film(START, random_moves(START, 1, seed=13), seed=13, rest_s=0.8)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, drawn.camera.size)
    for frame in drawn.frames():
        writer.write(frame.picture)
    writer.release()
    return path


def test_a_film_is_a_board_that_is_linked_shows_the_game_and_ends(film: Path) -> None:
    events: queue.SimpleQueue[Any] = queue.SimpleQueue()
    board = open_board(f"camera:{film}", START, events.put)
    board.start()
    heard = []
    while not isinstance(event := events.get(timeout=60), LinkDown):
        heard.append(event)
    board.stop()
    assert event.reason is LinkFault.CLOSED
    up = next(one for one in heard if isinstance(one, LinkUp))
    assert (up.board.squares, up.board.sensor) == (50, SensorKind.COLOR)
    assert up.snapshot[31].color is Color.WHITE
    shown = [one.snapshot for one in heard if isinstance(one, SnapshotSeen)]
    after = START.play(random_moves(START, 1, seed=13)[0]).pieces()
    assert [reading.occupied for _, reading in shown[-1]] == [n in after for n in range(1, 51)]
    assert board.scene is not None
    facts = board.scene.facts()
    assert facts["finding"] == "followed"
    assert len(facts["corners"]) == 4
    jpeg = board.scene.jpeg()
    assert jpeg is not None
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) is not None


def test_a_camera_that_is_not_there_is_told_with_its_reason() -> None:
    events: queue.SimpleQueue[Any] = queue.SimpleQueue()
    board = open_board("camera:/dev/video99", START, events.put)
    board.start()
    told = events.get(timeout=30)
    board.stop()
    assert isinstance(told, Searching)
    assert told.reason is LinkFault.ABSENT
    assert "no camera /dev/video99" in told.detail


def test_a_camera_that_is_not_there_is_not_told_as_silent_between_two_attempts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.camera.driver._QUIET_S", 0.0)
    events: queue.SimpleQueue[Any] = queue.SimpleQueue()
    board = open_board("camera:/dev/video99", START, events.put)
    board.start()
    reasons: list[LinkFault] = []
    with contextlib.suppress(queue.Empty):
        while len(reasons) < 3:
            reasons.append(events.get(timeout=30 if not reasons else 1).reason)
    board.stop()
    assert LinkFault.ABSENT in reasons[:2]  # the first attempt may come after the first wait
    assert reasons[-1] is LinkFault.ABSENT
    assert len(reasons) < 3


def test_a_stream_that_breaks_off_leaves_no_picture_on_the_page_and_no_password_anywhere() -> None:
    events: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def post(event: Searching) -> None:
        assert board.scene is not None
        events.put((event.reason, event.detail, board.scene.facts()["finding"]))

    with phone_there() as address:
        board = open_board(f"camera:http://anna:a%20secret@{address}/mine", START, post)
        board.start()
        heard = [events.get(timeout=30), events.get(timeout=30)]
        board.stop()
    stopped = f"http://{address}/mine gives no more pictures; is its app still open?"
    assert heard == [
        (LinkFault.UNSEEN, "", "searching"),
        (LinkFault.UNPLUGGED, stopped, None),
    ]
    assert "secret" not in board.name


def test_a_program_that_is_stopped_while_its_camera_looks_ends_well(film: Path) -> None:
    program = (
        "import queue\n"
        "from companion.boards import open_board\n"
        "from rules.position import Position\n"
        "events = queue.SimpleQueue()\n"
        f"open_board('camera:{film}', Position.start(), events.put).start()\n"
        "events.get(timeout=60)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        SQUARE[:3],
        [[0, 0]] * 4,
        [*SQUARE[:3], ["a", 1]],
        [*SQUARE[:3], [float("nan"), 1]],
        [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]],
        SQUARE[::-1],
        [[x * 1e6, y] for x, y in SQUARE],
    ],
)
def test_corners_that_are_no_board_are_refused(value: object) -> None:
    assert corners_of(value) is None


def test_corners_in_order_are_taken() -> None:
    corners = corners_of(SQUARE)
    assert corners is not None
    assert corners.tolist() == SQUARE
