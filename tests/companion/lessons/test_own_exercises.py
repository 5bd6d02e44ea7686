"""Exercises of a teacher's own: read, solved, checked, written."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import InputError
from companion.lessons.bookcase import exercises_named, find_lesson
from companion.lessons.files import LARGEST
from companion.lessons.model import Aim, Goal, Play
from companion.lessons.notation import solution_text
from companion.lessons.own import add_exercise, find_lines, made_from, own_lessons, read_lesson
from companion.lessons.playing import PlayPractice
from companion.lessons.practice import Verdict, question
from companion.lessons.texts import load_lesson_texts
from companion.lessons.wordings import Wordings
from rules.fen import parse_fen
from rules.ruling import Attempt

SACRIFICE = "W:W18,27,28,32,35,37:B17,29"


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_machine_finds_the_solutions_that_are_not_given(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        f'title = "Mijn les"\n[[exercise]]\nfen = "{SACRIFICE}"\ntext = "Zoek de slag!"\n',
    )
    lesson = read_lesson(path)
    assert (lesson.id, lesson.level, lesson.title) == ("mine", 0, "Mijn les")
    (exercise,) = lesson.exercises
    assert solution_text(exercise) == ["28-22 17x28 32x34"]
    texts = load_lesson_texts("nl")
    assert texts.written(question(exercise)) == "Zoek de slag!"
    assert isinstance(exercise.task, Play)
    practice = PlayPractice(exercise, exercise.task, Wordings(texts))
    assert [texts.written(told) for _ in range(3) for told in practice.hint(0.0).told] == [
        texts.plain("lesson.own.rule"),
        "Kijk eens naar het stuk op 28.",
        "Zet van 28 naar 22.",
    ]
    assert practice.play(Attempt(28, 22), 0.0).verdict is Verdict.MORE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no exercises"),
        ("[[exercise]\n", "no TOML"),
        ("exercise = 3\n", "no exercises"),
        ("exercise = [3]\n", "[[exercise]]"),
        ('level = 9\n[[exercise]]\nfen = "W:W28:B23"\n', "level"),
        ('[[exercise]]\nfen = "W:W28:B99"\n', "99"),
        ("[[exercise]]\nfen = 28\n", "fen must be a text"),
        ('[[exercise]]\nfen = "W:W28:B23"\ntask = "dance"\n', "dance"),
        ('[[exercise]]\nfen = "W:W28:B23"\nsquares = [3]\n', "'squares' does not belong"),
        ('[[exercise]]\nfen = "W:W28:B23"\nsolutions = ["28-22"]\n', "not a legal move"),
        ('[[exercise]]\nfen = "W:W28:B12"\nsolutions = ["28-22 12-17"]\n', "move of the learner"),
        ('[[exercise]]\nfen = "W:W28:B23"\nsolutions = "28x19"\n', "as a list"),
        ('[[exercise]]\nfen = "W:W28:B23"\ngoal = "gold 3"\n', "goal"),
        ('[[exercise]]\nfen = "W:W48:B3"\n', "nothing found"),
        ('[[exercise]]\nfen = "W:W28:B23"\ntask = "point"\nsquares = [77]\n', "77"),
        ('[[exercise]]\nfen = "W:W28:B23"\ntask = "point"\nsquares = ["a"]\n', "numbers"),
        ('[[exercise]]\nfen = "W:W28:B23"\ntask = "judge"\n', "allowed"),
        ('[[exercise]]\nfen = "W:W28:B23"\ntask = "judge"\nallowed = true\n', "move:"),
        ('[[exercise]]\nfen = "W:W28:B23"\ntask = "choose"\noptions = ["2"]\n', "answer"),
        ('[[exercise]]\nfen = "W:W28:B23"\nask = "no_such_sentence"\n', "no_such_sentence"),
        ('level = 1\n[[exercise]]\nfen = "W:W28:B23"\n', "leave it out"),
        ("x" * (LARGEST + 1), "at most"),
        ("a = " + "[" * 5000, "mine"),
    ],
)
def test_a_bad_file_gets_one_line_that_says_what_and_where(
    tmp_path: Path, text: str, said: str
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_lesson(path)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)
    found = own_lessons(tmp_path)
    assert (found.lessons, len(found.problems)) == ((), 1)


def test_a_file_that_is_no_text_and_one_that_is_not_there_are_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    with pytest.raises(InputError, match="cannot be read"):
        read_lesson(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="UTF-8"):
        read_lesson(path)


def test_a_position_becomes_an_exercise_and_is_added_to_a_lesson(tmp_path: Path) -> None:
    said = 'Zeg "hallo" \\ en sla\nnu'
    exercise = made_from(parse_fen(SACRIFICE), said)
    path = add_exercise(tmp_path / "lessons", "groep_5", exercise)
    assert add_exercise(tmp_path / "lessons", "groep_5", exercise) == path
    lesson = read_lesson(path)
    assert [one.text for one in lesson.exercises] == [said, said]
    assert solution_text(lesson.exercises[0]) == ["28-22 17x28 32x34"]
    for name in ("../up", "", "a/b", "x" * 100):
        with pytest.raises(InputError, match="no name for a lesson"):
            add_exercise(tmp_path, name, exercise)
    with pytest.raises(InputError, match="give the solution"):
        made_from(parse_fen("W:W48:B3"), "")


def test_a_lesson_of_the_program_is_not_replaced(tmp_path: Path) -> None:
    path = write(tmp_path, '[[exercise]]\nfen = "W:W28:B23"\n', "capture.toml")
    with pytest.raises(InputError, match="another name"):
        read_lesson(path)


def test_the_machine_says_no_where_it_would_take_too_long_or_be_unclear() -> None:
    kings = ",".join(f"K{square}" for square in range(41, 51))
    with pytest.raises(InputError, match="too many kings"):
        find_lines(parse_fen(f"W:W{kings}:BK3"), Goal(Aim.WIN))


def test_own_lessons_are_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.lessons.bookcase.data_folder", lambda: tmp_path)
    (tmp_path / "lessons").mkdir()
    write(tmp_path / "lessons", f'[[exercise]]\nfen = "{SACRIFICE}"\n', "groep.toml")
    assert find_lesson("groep").id == "groep"
    assert [one.id for one in exercises_named(["groep", "haarlem-1"])] == ["groep-1", "haarlem-1"]
    with pytest.raises(InputError, match="groep-2"):
        exercises_named(["groep-2"])
    with pytest.raises(InputError, match="no lesson"):
        exercises_named(["../groep"])
