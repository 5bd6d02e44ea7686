"""Photographs from the command line: right answers, or one line each."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.main import main
from rules.position import Position
from tests.vision.drawn_film import Film
from tests.vision.test_picture import BROKEN, damaged, encoded, taken_upright

START = Position.start()
FRAME = next(Film(START, [], seed=12).frames())
BOARD = FRAME.picture


def test_a_photograph_gives_the_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "start.png"), BOARD)
    assert main(["photo", str(tmp_path / "start.png"), "--known", "start", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["found"]
    assert told["board_size"] == 10
    assert told["fen"] == START.fen
    assert told["squares"][0] == ".b.b.b.b.b"
    for seen, true in zip(told["corners"], FRAME.corners.tolist(), strict=True):
        assert seen == pytest.approx(true, abs=3)


def test_files_of_all_kinds_give_the_same_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    grey = cv2.cvtColor(BOARD, cv2.COLOR_BGR2GRAY)
    clear = np.dstack([BOARD, np.full(BOARD.shape[:2], 255, np.uint8)])
    files = {
        "start.png": encoded(".png", BOARD),
        "grey.jpg": encoded(".jpg", grey),
        "16 bit.png": encoded(".png", BOARD.astype(np.uint16) * 257),
        "alpha.webp": encoded(".webp", clear),
        "upright.jpg": taken_upright(BOARD),
        "misnamed.jpg": encoded(".png", BOARD),
        "no ending": encoded(".bmp", BOARD),
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    paths = [str(tmp_path / name) for name in files]
    assert main(["photo", *paths, "--calibrate", f"{paths[0]}=start", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["file"] for one in told] == paths
    assert {one["fen"] for one in told} == {START.fen}


def test_files_that_are_no_picture_are_told_in_one_line_each_and_the_others_are_read(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    files = {f"{name}.jpg": data for name, (data, _) in BROKEN.items()}
    files["cut short.jpg"] = encoded(".jpg", BOARD)[:5000]
    files["damaged.png"] = damaged(encoded(".png", BOARD))
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    cv2.imwrite(str(tmp_path / "start.png"), BOARD)
    paths = [str(tmp_path / name) for name in [*files, "none.jpg", ".", "start.png"]]
    assert main(["photo", *paths, "--json"]) == 1
    told = capfd.readouterr()
    assert [one["found"] for one in json.loads(told.out)] == [False] * (len(paths) - 1) + [True]
    lines = told.err.splitlines()
    assert len(lines) == len(paths) - 1
    for line, path in zip(lines, paths, strict=False):
        assert line.startswith(f"dambord: {Path(path)}")


@pytest.mark.parametrize(
    ("wishes", "code", "words"),
    [
        (["--calibrate", "{board}"], 2, "FILE=FEN"),
        (["--calibrate", "none.jpg=start"], 1, "none.jpg is not there"),
        (["--known", "W:W31"], 2, "FEN"),
        (["--known", "W:W31:B1"], 1, "does not show W:W31:B1"),
        (["--known", "start", "--variant", "whist"], 2, "no variant"),
        (["--known", "start", "--variant", "russian"], 1, "10 x 10"),
    ],
)
def test_wrong_wishes_are_told_with_the_remedy(
    tmp_path: Path,
    wishes: list[str],
    code: int,
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    board = tmp_path / "board.png"
    cv2.imwrite(str(board), BOARD)
    given = [wish.replace("{board}", str(board)) for wish in wishes]
    assert main(["photo", str(board), *given]) == code
    told = capsys.readouterr()
    assert words in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""
