"""Settings: defaults, values, and files that are wrong in every way."""

from __future__ import annotations

from pathlib import Path

import pytest

from announcer.catalogue import SquareSpeech
from announcer.coach import Coach
from companion import choices
from companion.cli.shape import settings_of
from companion.levels import coaches_of
from companion.main import build_parser
from companion.manner import Manner, manner_of
from companion.settings import Settings, load_settings, system_language
from rules.house import HouseRule
from rules.variants import VARIANTS


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
        'board = "serial:/dev/ttyACM0"\ndatabase = "/games.db"\nwhite = "Anna"\nblack = "Bö"\n'
        'variant = "russian"\nhouse = "huffing, free_draw"\ncoach_white = "off"\n'
        'coach_black = "show"\nlisten = "0.0.0.0"\nport = 8080\n'
        'by_ear = true\nsquare_speech = "digits"\nsentences = "short"\nspeech_rate = 180\n',
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
        variant="russian",
        house="huffing, free_draw",
        coach_white="off",
        coach_black="show",
        listen="0.0.0.0",
        port=8080,
        by_ear=True,
        square_speech="digits",
        sentences="short",
        speech_rate=180,
    )
    assert settings.game == "russian+huffing+free_draw"
    assert settings.database_path == Path("/games.db")


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ('white = "Anna"\nlanguage = "xx"\n', 2, "language"),
        ("\n\nspeech = 1\n", 3, "speech"),
        ("volume = true\n", 1, "volume"),
        ("volume = 900\n", 1, "volume"),
        ("speech_rate = 20\n", 1, "speech_rate"),
        ('square_speech = "letters"\n', 1, "square_speech"),
        ('sentences = "long"\n', 1, "sentences"),
        ('coach = "loud"\n', 1, "coach"),
        ('coach_black = "loud"\n', 1, "coach_black"),
        ('variant = "ludo"\n', 1, "variant"),
        ('house = "huffing,cheating"\n', 1, "house"),
        ('listen = "kitchen"\n', 1, "listen"),
        ("port = 70000\n", 1, "port"),
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
    assert settings == Settings()
    assert problems == [f"{file} cannot be read: no text in UTF-8; defaults are used"]


def test_a_file_that_was_named_must_be_there(file: Path) -> None:
    assert load_settings(file)[1] == [f"{file} does not exist; defaults are used"]


@pytest.mark.parametrize(
    ("value", "language"),
    [("nl_BE.UTF-8", "nl"), ("en_GB", "en"), ("fr_FR", "fr"), ("es_ES", "nl"), ("C", "nl")],
)
def test_the_language_is_that_of_the_system_where_we_speak_it(
    value: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", value)
    assert system_language() == language


def test_the_games_and_house_rules_are_those_of_the_rules() -> None:
    assert tuple(VARIANTS) == choices.VARIANTS
    assert tuple(HouseRule) == choices.HOUSE_RULES
    assert tuple(level.name.lower() for level in Coach) == choices.COACH_LEVELS


@pytest.mark.parametrize(
    ("given", "levels"),
    [
        ([], ("HELP", "HELP")),
        (["--coach", "show"], ("SHOW", "SHOW")),
        (["--coach", "white=teach,black=off"], ("TEACH", "OFF")),
        (["--coach", "referee, black=show"], ("REFEREE", "SHOW")),
    ],
)
def test_the_coach_is_chosen_for_each_player(given: list[str], levels: tuple[str, str]) -> None:
    coaches = coaches_of(settings_of(build_parser().parse_args(["play", *given])))
    assert (coaches.white.name, coaches.black.name) == levels


def test_how_it_is_spoken_is_chosen_by_name() -> None:
    assert manner_of(Settings()) == Manner()
    given = ["play", "--by-ear", "--square-speech", "digits", "--sentences", "short"]
    settings = settings_of(build_parser().parse_args([*given, "--speech-rate", "150"]))
    assert settings.by_ear
    assert settings.speech_rate == 150
    assert manner_of(settings) == Manner(SquareSpeech.EVERY_DIGIT, is_brief=True)
    assert tuple(speech.value for speech in SquareSpeech) == choices.SQUARE_SPEECH


@pytest.mark.parametrize(
    "given",
    [
        ["--speech-rate", "5"],
        ["--square-speech", "roman"],
        ["--coach", "white"],
        ["--coach", "red=off"],
        ["--house", "cheating"],
        ["--variant", "ludo"],
    ],
)
def test_what_is_no_choice_is_told_in_one_line(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        build_parser().parse_args(["play", *given])
    assert capsys.readouterr().err.count("\n") == 1
