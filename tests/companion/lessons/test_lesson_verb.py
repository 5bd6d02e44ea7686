"""`dambord lesson` on the command line, and the sheet that it prints."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.lessons.bookcase import exercises_named
from companion.lessons.library import lessons
from companion.lessons.model import SetUp
from companion.lessons.sheet import exercise_sheet
from companion.lessons.texts import load_lesson_texts
from companion.main import main


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.lessons.bookcase.data_folder", lambda: tmp_path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["lesson", *arguments, "--language", "nl"])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_the_lessons_are_listed_by_level(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "list", "--level", "1")
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == len(lessons(1))
    assert "De Turkse slag" in out
    code, out, _ = run(capsys, "list", "--json")
    facts = json.loads(out)
    assert [one["id"] for one in facts] == [one.id for one in lessons()]
    assert all(one["exercises"] and one["title"] for one in facts)


def test_own_lessons_are_listed_with_what_is_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "lessons"
    folder.mkdir()
    (folder / "a.toml").write_text('title = "Thuis"\n[[exercise]]\nfen = "W:W28:B23"\n')
    (folder / "b.toml").write_text("nothing")
    code, out, err = run(capsys, "list", "--level", "0")
    assert code == 0
    assert "Thuis" in out
    assert len(err.splitlines()) == 1
    code, out, _ = run(capsys, "show", "a-1", "--solution")
    assert code == 0
    assert "28x19" in out


def test_an_exercise_is_shown_with_its_solution_where_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys, "show", "sacrifice-1")
    assert code == 0
    assert "28-22" not in out
    code, out, _ = run(capsys, "show", "sacrifice-1", "--solution")
    assert "28-22 17x28 32x34" in out
    code, out, _ = run(capsys, "show", "touch_move-1", "--json", "--solution")
    facts = json.loads(out)
    assert (facts["task"], facts["solution"]) == ("judge", "nee")
    assert not re.search("[0-9]", facts["spoken"])


@pytest.mark.parametrize("name", ["nothing", "nothing-1", "capture-99", "capture-x", "-1", "a/b-1"])
def test_an_exercise_that_is_not_there_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    code, out, err = run(capsys, "sheet", f"x{name}")
    assert (code, out, len(err.splitlines())) == (1, "", 1)


def test_files_are_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('[[exercise]]\nfen = "W:W28:B23"\n')
    bad.write_text('[[exercise]]\nfen = "W:W28:B99"\n')
    assert run(capsys, "check", str(good)) == (0, "good-1: 28x19\n", "")
    code, out, err = run(capsys, "check", str(good), str(bad), "--json")
    assert code == 1
    assert len(json.loads(out)["lessons"]) == len(json.loads(out)["problems"]) == 1
    assert len(err.splitlines()) == 1


def test_a_sheet_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    code, out, _ = run(capsys, "sheet", "1", "haarlem", "sacrifice-1", "--output", str(path))
    assert (code, out) == (0, "")
    page = path.read_text(encoding="utf-8")
    wanted = exercises_named(["1", "haarlem", "sacrifice-1"])
    wanted = [one for one in wanted if not isinstance(one.task, SetUp)]
    assert page.count("<figure>") == page.count("<li>") == len(wanted)
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", page)


def test_a_sheet_makes_no_markup_of_a_title() -> None:
    html = exercise_sheet("<script>", exercises_named(["haarlem"]), load_lesson_texts("en"), "")
    assert "<script>" not in html
