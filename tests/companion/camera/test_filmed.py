"""Films from the command line, and what is kept of a film that was stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.camera.video import Plan, Watching
from companion.choices import LANGUAGES
from companion.main import main
from companion.texts import load_texts
from reconciler.transition import ViolationCode
from rules.position import Position
from rules.variants import variant_named
from tests.vision.drawn_film import Film, random_moves

START = Position.start()
GAMES = Path(__file__).parents[4] / "shared" / "photos" / "tcd_game"


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A film of three plies, and its moves."""
    path = tmp_path_factory.mktemp("film") / "game.avi"
    moves = random_moves(START, 3, seed=11)
    drawn = Film(START, moves, seed=11, rest_s=0.56)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 12.5, drawn.camera.size)
    for frame in drawn.frames():
        writer.write(frame.picture)
    writer.release()
    return path, [move.short for move in moves]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(list(arguments)) == 0
    return json.loads(capsys.readouterr().out)


def test_a_film_gives_its_game(
    film: tuple[Path, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, moves = film
    told = printed(capsys, "video", str(path), "--json")
    assert told["moves"] == moves
    assert told["start"] == START.fen
    assert [one["ply"] for one in told["decided"]] == [0, 1, 2]
    assert all(one["mended"] for one in told["unsure"])


def test_a_film_that_was_stopped_goes_on_where_it_was(
    film: tuple[Path, list[str]], tmp_path: Path
) -> None:
    path, moves = film

    class EnoughError(Exception):
        pass

    def stop(done: int, count: int | None) -> None:
        if done == 90:
            raise EnoughError

    with pytest.raises(EnoughError):
        Watching(Plan(path), tmp_path).watch(stop)
    second = Watching(Plan(path), tmp_path)
    assert second.resumed
    looked_at: list[int] = []
    filmed = second.watch(lambda done, count: looked_at.append(done))
    assert looked_at[0] > 60
    assert [ply.move.short for ply in filmed.game.plies if ply.move] == moves
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_a_game_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    picture = next(Film(START, [], seed=1).frames()).picture
    picture[:] = 128
    cv2.imwrite(str(folder / "1.png"), picture)
    assert main(["video", str(folder)]) == 1
    assert "shows no board" in capsys.readouterr().err


def test_stills_of_which_nothing_is_understood_are_no_game_and_that_is_told_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = next(Film(START, [], seed=1).frames()).picture
    for number in range(1, 9):
        cv2.imwrite(str(tmp_path / f"{number}.png"), board if number < 3 else board * 0 + 128)
    assert main(["video", str(tmp_path), "--language", "en"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    seen, nothing = told.err.splitlines()
    assert seen.startswith("dambord: Not understood at")
    assert seen.endswith("s: the board was not to be seen")
    assert "shows no game" in nothing
    assert main(["video", str(tmp_path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["moves"] == []


def test_what_is_no_film_is_told_in_one_line(
    film: tuple[Path, list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photograph = cv2.imencode(".jpg", next(Film(START, [], seed=1).frames()).picture)[1].tobytes()
    files = {
        "empty.mp4": b"",
        "letter.mp4": b"Dear Anna, " * 100,
        "photograph.mp4": photograph,
        "begun.avi": film[0].read_bytes()[:3000],
        "none.mp4": None,
        "nothing": None,
    }
    (tmp_path / "nothing").mkdir()
    for name, content in files.items():
        if content is not None:
            (tmp_path / name).write_bytes(content)
        assert main(["video", str(tmp_path / name)]) in (1, 2)
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("dambord: ")
        assert told.err.count("\n") == 1
        assert name in told.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_can_be_open_in_a_film_has_its_words(language: str) -> None:
    texts = load_texts(language)
    codes = [*(code.value for code in ViolationCode), "order_unknown", "board_lost"]
    words = [texts(f"fault.{code}") for code in codes]
    assert all(word and "_" not in word for word in words)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["/nowhere.mp4"], "does not exist"),
        (["{film}", "--fps", "0"], "no rate"),
        (["{film}", "--variant", "whist"], "no variant"),
        (["{film}", "--start", "W:W31"], "the FEN must name both colours"),
        (["{film}", "--start", "W:W60:B1", "--variant", "international"], "60"),
    ],
)
def test_wrong_wishes_are_answered_before_the_film_is_watched(
    film: tuple[Path, list[str]],
    arguments: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = [argument.replace("{film}", str(film[0])) for argument in arguments]
    try:
        code = main(["video", *given])
    except SystemExit as stop:
        code = int(str(stop.code))
    assert code == 2
    assert words in capsys.readouterr().err


@pytest.mark.skipif(not GAMES.exists(), reason="the photographs are not here")
def test_the_stills_of_a_real_game_give_all_its_moves(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "video", str(GAMES), "--json", "--from-start")
    boards = [
        entry["squares"]
        for entry in json.loads((GAMES / "labels.json").read_text())
        if entry["move_index"] is not None
    ]
    assert len(told["moves"]) == len(boards) - 1
    assert not [one for one in told["unsure"] if not one["mended"]]
    position = Position.start(variant_named(told["variant"]))
    assert position.variant.geometry.width == 8
