"""Settings: defaults, values, and files that are wrong in every way."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.settings import Settings, load_settings, system_language


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


@pytest.fixture(autouse=True)
def dutch_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")


def test_without_a_file_there_are_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load_settings() == (Settings(), [])


def test_every_setting_can_be_set(file: Path) -> None:
    file.write_text(
        'language = "en"\ncoach = "teach"\nspeech = false\nvoice = "en-gb"\nvolume = 50\n'
        'board = "serial:/dev/ttyACM0"\ndatabase = "/games.db"\nwhite = "Anna"\nblack = "Bö"\n',
        encoding="utf-8",
    )
    settings, problems = load_settings(file)
    assert problems == []
    assert settings == Settings(
        language="en",
        coach="teach",
        speech=False,
        voice="en-gb",
        volume=50,
        board="serial:/dev/ttyACM0",
        database="/games.db",
        white="Anna",
        black="Bö",
    )
    assert settings.database_path == Path("/games.db")


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ('white = "Anna"\nlanguage = "xx"\n', 2, "language"),
        ("\n\nspeech = 1\n", 3, "speech"),
        ("volume = true\n", 1, "volume"),
        ("volume = 900\n", 1, "volume"),
        ('coach = "loud"\n', 1, "coach"),
        ('board = "wood"\n', 1, "board"),
        ('colour = "red"\n', 1, "colour"),
        ('# white\n[white]\nname = "x"\n', 2, "white"),
    ],
)
def test_a_wrong_value_is_told_with_file_line_and_key(
    file: Path, text: str, line: int, key: str
) -> None:
    file.write_text(text, encoding="utf-8")
    settings, problems = load_settings(file)
    assert len(problems) == 1
    assert problems[0].startswith(f"{file}, line {line}, {key}: ")
    assert "\n" not in problems[0]
    assert settings == Settings(white="Anna" if "Anna" in text else "")


@pytest.mark.parametrize("text", ["language = ", "= 1", '"', "[a\n", "a = 1\na = 2\n"])
def test_a_file_that_is_no_toml_leaves_the_defaults(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    settings, problems = load_settings(file)
    assert settings == Settings()
    assert len(problems) == 1
    assert str(file) in problems[0]
    assert "line" in problems[0] or "end of document" in problems[0]
    assert "\n" not in problems[0]


def test_a_file_that_is_no_text_leaves_the_defaults(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00")
    settings, problems = load_settings(file)
    assert (settings, len(problems)) == (Settings(), 1)


def test_a_file_that_was_named_must_be_there(file: Path) -> None:
    assert load_settings(file)[1] == [f"{file} does not exist; defaults are used"]


@pytest.mark.parametrize(
    ("value", "language"), [("nl_BE.UTF-8", "nl"), ("en_GB", "en"), ("fr_FR", "nl"), ("C", "nl")]
)
def test_the_language_is_that_of_the_system_where_we_speak_it(
    value: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", value)
    assert system_language() == language
