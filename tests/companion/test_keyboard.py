"""What people type."""

from __future__ import annotations

import re

import pytest

from announcer.answers import Question
from announcer.coach import Coach
from companion.choices import HOUSE_RULES, LANGUAGES, VARIANTS
from companion.commands import (
    Demand,
    EnterResult,
    NewGame,
    PlayOn,
    Resign,
    YoungestIs,
    command_fields,
    command_named,
)
from companion.errors import InputError
from companion.keyboard import (
    ByEarTyped,
    CoachTyped,
    CommandTyped,
    Entry,
    HelpTyped,
    LanguageTyped,
    LessonTyped,
    MoveTyped,
    PageTyped,
    PlaybackTyped,
    QuestionTyped,
    RemoveTyped,
    StopTyped,
    TakeBackTyped,
    TurnTyped,
    Unknown,
    parse_line,
)
from companion.texts import load_texts
from rules.game import Outcome, Termination
from rules.piece import Color
from rules.position import Position
from rules.variants import variant_named

_WORD = re.compile(r"[^\W_]+")

START = Position.start()
TEXTS = {language: load_texts(language) for language in LANGUAGES}
WAYS_OUT = {
    "words.help": HelpTyped(),
    "words.stop": StopTyped(),
    "words.position": QuestionTyped(Question.POSITION),
}


def begin(name: str) -> CommandTyped:
    return CommandTyped(NewGame(Position.start(variant_named(name))))


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("32-28", MoveTyped("32-28", (32, 28), False)),
        (" 32 - 28 \n", MoveTyped("32-28", (32, 28), False)),
        ("28x19", MoveTyped("28x19", (28, 19), True)),
        ("28X19x8", MoveTyped("28x19x8", (28, 19, 8), True)),
        ("28:19", MoveTyped("28:19", (28, 19), True)),
        ("weg 23", RemoveTyped(23)),
        ("terug", TakeBackTyped()),
        ("  Zet   terug ", TakeBackTyped()),
        ("nieuw", CommandTyped(NewGame())),
        ("remise", CommandTyped(EnterResult(Outcome(None, Termination.AGREED)))),
        ("opgeven", CommandTyped(Resign())),
        ("2-0", CommandTyped(EnterResult(Outcome(Color.WHITE, Termination.ENTERED)))),
        ("1-1", CommandTyped(EnterResult(Outcome(None, Termination.ENTERED)))),
        ("beurt", TurnTyped()),
        ("pagina", PageTyped()),
        ("?", HelpTyped()),
        ("stop", StopTyped()),
        ("rij 28", QuestionTyped(Question.ROW, 28)),
        ("diagonaal 5", QuestionTyped(Question.DIAGONALS, 5)),
        ("mijn stukken", QuestionTyped(Question.OWN)),
        ("zwarte stukken", QuestionTyped(Question.BLACK)),
        ("herhaal", QuestionTyped(Question.REPEAT)),
        ("op gehoor", ByEarTyped()),
        ("op zicht", ByEarTyped(False)),
        ("veld 51", Unknown("veld 51")),
        ("rij 0", Unknown("rij 0")),
        ("32", Unknown("32")),
        ("weg", Unknown("weg")),
        ("weg x", Unknown("weg x")),
        ("٣٢-٢٨", Unknown("٣٢-٢٨")),
        ("hallo", Unknown("hallo")),
    ],
)
def test_a_line_is_understood(line: str, entry: Entry) -> None:
    assert parse_line(line, load_texts("nl")) == entry


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("terugzetten", CommandTyped(Demand())),
        ("doorspelen", CommandTyped(PlayOn())),
        ("jongste zwart", CommandTyped(YoungestIs(Color.BLACK))),
        ("jongste groen", Unknown("jongste groen")),
        ("coach uit", CoachTyped(None, Coach.OFF)),
        ("coach wit leren", CoachTyped(Color.WHITE, Coach.TEACH)),
        ("hulp zwart show", CoachTyped(Color.BLACK, Coach.SHOW)),
        ("coach groen show", Unknown("coach groen show")),
        ("coach hard", Unknown("coach hard")),
        ("spel Russisch", begin("russian")),
        ("spel turkish+huffing", begin("turkish+huffing")),
        ("spel thuis vliegend, slaan hoeft niet", begin("family8_flying+no_forced")),
        ("spel blazen", begin("international+huffing")),
        ("spel russisch fries", Unknown("spel russisch fries")),
        ("spel ganzenbord", Unknown("spel ganzenbord")),
    ],
)
def test_games_rules_and_choices_are_understood(line: str, entry: Entry) -> None:
    assert parse_line(line, load_texts("nl")) == entry


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_can_be_called_by_its_own_name(name: str, language: str) -> None:
    texts = load_texts(language)
    assert parse_line(f"{texts.words('words.game')[0]} {name}", texts) == begin(name)


@pytest.mark.parametrize("spoken", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("taal engels", "en"),
        ("TAAL en", "en"),
        ("language Dutch", "nl"),
        ("język polski", "pl"),
        ("язык фризский", "fy"),
        ("sprache français", "fr"),
        ("langue allemand", "de"),
    ],
)
def test_a_language_is_understood_whatever_is_spoken(spoken: str, line: str, language: str) -> None:
    assert parse_line(line, load_texts(spoken)) == LanguageTyped(language)


@pytest.mark.parametrize("spoken", LANGUAGES)
@pytest.mark.parametrize(("key", "entry"), WAYS_OUT.items())
def test_help_stop_and_the_position_are_understood_whatever_is_spoken(
    spoken: str, key: str, entry: Entry
) -> None:
    texts = TEXTS[spoken]
    for word in (word for language in LANGUAGES for word in TEXTS[language].words(key)):
        if word.split()[0] not in texts.words("words.lesson"):  # "les foar": a lesson, or "read"
            assert parse_line(word.upper(), texts) == entry


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_word_of_the_language_that_is_spoken_goes_before(spoken: str) -> None:
    texts = TEXTS[spoken]
    others = {key for key in texts.keys if key.startswith("words.")} - WAYS_OUT.keys()
    for word in (word for key in others for word in texts.words(key)):
        assert parse_line(word, texts) not in WAYS_OUT.values(), word


@pytest.mark.parametrize("line", ["taal", "taal klingon", "taal e", "en"])
def test_what_is_no_language_is_not_understood(line: str) -> None:
    assert parse_line(line, load_texts("nl")) == Unknown(line)


@pytest.mark.parametrize(
    ("game", "line", "entry"),
    [
        ("russian", "c3-d4", MoveTyped("22-18", (22, 18), False)),
        ("russian", "C3:E5", MoveTyped("22:15", (22, 15), True)),
        ("russian", "22-18", MoveTyped("22-18", (22, 18), False)),
        ("russian", "c4-d5", Unknown("c4-d5")),
        ("international", "c3-d4", Unknown("c3-d4")),
        ("spanish", "10-14", MoveTyped("23-19", (23, 19), False)),
        ("turkish", "weg a1", RemoveTyped(57)),
    ],
)
def test_squares_are_named_as_the_game_names_them(game: str, line: str, entry: Entry) -> None:
    assert parse_line(line, load_texts("nl"), variant_named(game)) == entry


def test_the_words_are_those_of_the_language() -> None:
    assert parse_line("undo", load_texts("en")) == TakeBackTyped()
    assert parse_line("terug", load_texts("en")) == Unknown("terug")


@pytest.mark.parametrize(
    ("language", "line", "entry"),
    [
        ("de", "zuruck", TakeBackTyped()),
        ("de", "coach weiss aus", CoachTyped(Color.WHITE, Coach.OFF)),
        ("fr", "combien de pieces", QuestionTyped(Question.COUNT)),
        ("fr", "entraineur noirs aide", CoachTyped(Color.BLACK, Coach.HELP)),
        ("pl", "gra wloskie", begin("italian")),
        ("ru", "сначала", Unknown("сначала")),
        ("ru", "игра только вперед", begin("international+men_forward")),
        ("ru", "показать партию 3", PlaybackTyped(3)),
        ("fy", "lês foar", QuestionTyped(Question.POSITION)),
        ("fy", "les foar", LessonTyped("foar", "")),
    ],
)
def test_accents_may_be_left_out_and_the_longest_word_counts(
    language: str, line: str, entry: Entry
) -> None:
    assert parse_line(line, load_texts(language)) == entry


@pytest.mark.parametrize(
    "group",
    [
        ("called.white", "called.black"),
        ("called.coach_",),
        ("called.language_",),
        tuple(f"called.{name}" for name in (*VARIANTS, *HOUSE_RULES)),
    ],
    ids=lambda group: group[0],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_choice_is_called_by_the_word_of_another(language: str, group: tuple[str, ...]) -> None:
    texts = load_texts(language)
    keys = [key for key in texts.keys if key.startswith(group) and key.count("_") < 3]
    words = [word for key in keys for word in texts.words(key)]
    assert words
    assert len(words) == len(set(words))


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_a_word_for_everything_that_can_be_typed(language: str) -> None:
    texts = load_texts(language)
    text = in_words(texts("play.help"))
    for key in sorted(texts.keys):
        if key.startswith("words.") and key not in ("words.help", "words.no_clock"):
            assert any(in_words(word) in text for word in texts.words(key)), key


def in_words(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.lower()))} "


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("result", "2-0"),
        ("result", "0-2"),
        ("result", "1-1"),
        ("resign", None),
        ("resign", "B"),
        ("draw", None),
        ("flag", "W"),
        ("new_game", None),
        ("new_game", "W:W31:B20"),
        ("new_game", "russian+huffing"),
        ("new_game", "turkish B:Wa3:Bh6"),
        ("youngest", "B"),
        ("demand", None),
        ("play_on", None),
        ("take_back", "2"),
    ],
)
def test_a_command_comes_back_from_a_trace(name: str, value: str | None) -> None:
    command = command_named(name, value, START)
    kept_name, kept = command_fields(command)
    assert command_named(kept_name, None if kept is None else str(kept), START) == command


@pytest.mark.parametrize(
    ("name", "value"),
    [("dance", None), ("result", "3-0"), ("result", None), ("resign", "X"), ("take_back", "-1")],
)
def test_a_command_that_is_none_is_told_in_one_line(name: str, value: str | None) -> None:
    with pytest.raises(InputError) as error:
        command_named(name, value, START)
    assert "\n" not in str(error.value)
