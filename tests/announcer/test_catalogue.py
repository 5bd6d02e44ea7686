"""Every sentence, in every language, for everything that an announcer tells."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from typing import Any

import pytest

from announcer.announcement import (
    BRIEF,
    FORMS,
    Announcement,
    Form,
    Kind,
    Subject,
    Topic,
    Values,
    withdrawn,
)
from announcer.catalogue import Catalogue, SquareSpeech, parse_catalogue
from announcer.errors import CatalogueError
from announcer.plurals import categories
from companion.choices import LANGUAGES as OFFERED
from rules.piece import BLACK_MAN, Color, Role
from rules.traits import Obligation
from rules.variants import variant_named

LANGUAGES = Catalogue.languages()
# Told by the speaker itself, not by the announcer.
SPEAKER = {Kind.NO_VOICE, Kind.NO_SOUND}
MOST_WORDS = 22


def text_of(language: str) -> str:
    return (resources.files("announcer") / "catalogue" / f"{language}.toml").read_text("utf-8")


def leaves(table: dict[str, Any], plurals: frozenset[str], *path: str) -> Iterator[tuple[str, ...]]:
    """The keys of the sentences; the wordings of one in all its plurals count as one."""
    for key, value in table.items():
        if isinstance(value, dict) and value.keys() != plurals:
            yield from leaves(value, plurals, *path, key)
        else:
            yield (*path, key)


def test_there_is_dutch_and_english() -> None:
    assert {"nl", "en"} <= set(LANGUAGES)


def test_the_program_offers_the_languages_of_the_announcer() -> None:
    assert set(OFFERED) == set(LANGUAGES)


def test_the_situations_bring_about_every_form_of_every_kind(
    everything_told: list[Announcement],
) -> None:
    told = {(announcement.kind, announcement.form) for announcement in everything_told}
    wanted = {(kind, form) for kind, forms in FORMS.items() for form in forms}
    assert {pair for pair in wanted - told if pair[0] not in SPEAKER} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_told_has_a_sentence_to_show_and_one_to_say(
    everything_told: list[Announcement], language: str
) -> None:
    catalogue = Catalogue.load(language)
    for announcement in everything_told:
        shown, spoken = catalogue.sentence(announcement), catalogue.spoken(announcement)
        for sentence in (shown, spoken):
            assert sentence[-1] in ".!?", sentence
            assert "{" not in sentence
            assert "  " not in sentence
        assert not re.search(r"\d", spoken), spoken


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_heard_most_can_be_said_shorter(
    everything_told: list[Announcement], language: str
) -> None:
    catalogue = Catalogue.load(language)
    terse = replace(catalogue, is_brief=True)
    shorter = 0
    for announcement in everything_told:
        full, brief = catalogue.spoken(announcement), terse.spoken(announcement)
        assert terse.sentence(announcement) == catalogue.sentence(announcement)
        assert brief[-1] in ".!?"
        assert len(brief) <= len(full), brief
        assert not re.search(r"[\d{}]|  ", brief), brief
        if announcement.form in BRIEF.get(announcement.kind, ()):
            shorter += len(brief) < len(full)
        else:
            assert brief == full
    assert shorter >= 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_short_enough_for_a_child(
    everything_told: list[Announcement], language: str
) -> None:
    catalogue = Catalogue.load(language)
    sentences = {catalogue.sentence(announcement) for announcement in everything_told}
    assert [text for text in sentences if len(text.split()) > MOST_WORDS] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_keys(language: str) -> None:
    def keys(name: str) -> set[tuple[str, ...]]:
        return set(leaves(tomllib.loads(text_of(name))["sentences"], categories(name)))

    assert keys(language) == keys(LANGUAGES[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_without_one_of_its_lines_does_not_load(language: str) -> None:
    lines = text_of(language).splitlines(keepends=True)
    first = lines.index("[words]\n") + 1
    for number in range(first, len(lines)):
        if " = " in lines[number]:
            with pytest.raises(CatalogueError, match=f"{language}: .*(missing|not a sentence)"):
                parse_catalogue(language, "".join(lines[:number] + lines[number + 1 :]))


@pytest.mark.parametrize("extra", ['shout = "Hoera!"', "turn_of = { one = '1', other = '2' }"])
def test_a_sentence_that_nothing_uses_does_not_load(extra: str) -> None:
    text = text_of("nl").replace("[sentences]\n", f"[sentences]\n{extra}\n")
    with pytest.raises(CatalogueError, match="not used"):
        parse_catalogue("nl", text)


def test_an_unknown_language_is_told_with_those_there_are() -> None:
    with pytest.raises(CatalogueError, match=r"'xx': use .*en, .*nl"):
        Catalogue.load("xx")


def test_a_withdrawal_has_no_sentence() -> None:
    silent = withdrawn(Topic(Subject.DUTY))
    assert Catalogue.load("nl").sentence(silent) == ""
    assert Catalogue.load("nl").spoken(silent) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_squares_sound_the_same(language: str) -> None:
    for speech in SquareSpeech:
        catalogue = Catalogue.load(language, speech)
        spoken = [catalogue.square(square) for square in range(1, 73)]
        assert len(set(spoken)) == len(spoken)


@pytest.mark.parametrize(
    ("language", "speech", "spoken"),
    [
        ("nl", SquareSpeech.WORDS, "dertien dertig drieëntwintig tweeëndertig achtenveertig"),
        ("nl", SquareSpeech.DIGITS, "één-drie drie-nul drieëntwintig tweeëndertig achtenveertig"),
        ("nl", SquareSpeech.EVERY_DIGIT, "één-drie drie-nul twee-drie drie-twee vier-acht"),
        ("en", SquareSpeech.WORDS, "thirteen thirty twenty-three thirty-two forty-eight"),
        ("en", SquareSpeech.DIGITS, "one-three three-zero twenty-three thirty-two forty-eight"),
        ("en", SquareSpeech.EVERY_DIGIT, "one-three three-zero two-three three-two four-eight"),
    ],
)
def test_squares_can_be_told_by_their_figures_all_or_those_that_are_easily_misheard(
    language: str, speech: SquareSpeech, spoken: str
) -> None:
    catalogue = Catalogue.load(language, speech)
    squares = (13, 30, 23, 32, 48)
    figures = {catalogue.square(square).replace(" ", "-") for square in squares}
    assert figures == set(spoken.split())


@pytest.mark.parametrize(
    ("route", "captured", "shown", "spoken"),
    [
        ((32, 28), (), "32-28", "tweeëndertig naar achtentwintig"),
        ((28, 19), (23,), "28x19", "achtentwintig naar negentien"),
        ((4, 15), (13, 37, 20), "4x15", "vier naar vijftien"),
        (
            (4, 18, 42, 15),
            (13, 37, 20),
            "4x18x42x15",
            "vier, via achttien en tweeënveertig, naar vijftien",
        ),
    ],
)
def test_the_two_ends_of_a_move_are_kept_apart(
    route: tuple[int, ...], captured: tuple[int, ...], shown: str, spoken: str
) -> None:
    form = Form.CAPTURE if captured else Form.QUIET
    values = Values(Color.WHITE, route=route, captured=captured, count=len(captured))
    move = Announcement(Kind.MOVE, Topic(Subject.MOVE, "0"), form, (route[0], route[-1]), values)
    catalogue = Catalogue.load("nl")
    assert shown in catalogue.sentence(move)
    assert spoken in catalogue.spoken(move)


@pytest.mark.parametrize(
    ("game", "shown", "said"),
    [
        ("international", "Wit slaat: 22x13.", "Wit slaat: tweeëntwintig naar dertien."),
        ("russian+huffing", "Wit slaat: c3:a5.", "Wit slaat: c drie naar a vijf."),
        ("brazilian", "Wit slaat: c3xa5.", "Wit slaat: c drie naar a vijf."),
        ("spanish", "Wit slaat: 11x20.", "Wit slaat: elf naar twintig."),
    ],
)
def test_squares_are_named_as_the_game_names_them(game: str, shown: str, said: str) -> None:
    catalogue = Catalogue.load("nl").playing(variant_named(game))
    values = Values(color=Color.WHITE, route=(22, 13), captured=(17,), count=1)
    announcement = Announcement(Kind.MOVE, Topic(Subject.MOVE), Form.CAPTURE, (22, 13), values)
    text, speech = catalogue.sentence(announcement), catalogue.spoken(announcement)
    assert (text, speech.replace(" op ", " naar ")) == (shown, said)


@pytest.mark.parametrize(
    ("language", "kind", "form", "count", "spoken"),
    [
        ("de", Kind.TIME_LOW, Form.PLAIN, 1, "Weiß hat noch eine Sekunde."),
        ("de", Kind.BATTERY_LOW, Form.PLAIN, 1, "fast leer: noch ein Prozent."),
        ("nl", Kind.TIME_LOW, Form.PLAIN, 1, "Wit heeft nog één seconde."),
        ("nl", Kind.PIECES_LEFT, Form.PLAIN, 1, "Wit heeft één stuk."),
        ("en", Kind.TIME_LOW, Form.PLAIN, 1, "White has one second left."),
        ("fy", Kind.BATTERY_LOW, Form.PLAIN, 1, "hast leech: noch ien prosint."),
        ("fr", Kind.PIECES_LEFT, Form.PLAIN, 1, "Les blancs ont une pièce."),
        ("fr", Kind.TIME_LEFT, Form.SECONDS, 21, "encore vingt et une secondes."),
        ("fr", Kind.TIME_LEFT, Form.SECONDS, 81, "encore quatre-vingt-une secondes."),
        ("pl", Kind.MOVE, Form.CAPTURE, 2, "Białe biją dwie bierki"),
        ("pl", Kind.MOVE, Form.CAPTURE, 5, "Białe biją pięć bierek"),
        ("pl", Kind.TIME_LOW, Form.PLAIN, 1, "jeszcze jedną sekundę."),
        ("pl", Kind.TIME_LOW, Form.PLAIN, 12, "jeszcze dwanaście sekund."),
        ("pl", Kind.TIME_LOW, Form.PLAIN, 21, "jeszcze dwadzieścia jeden sekund."),
        ("pl", Kind.TIME_LOW, Form.PLAIN, 22, "jeszcze dwadzieścia dwie sekundy."),
        ("ru", Kind.MOVE, Form.CAPTURE, 2, "Белые побили две шашки"),
        ("ru", Kind.MOVE, Form.CAPTURE, 5, "Белые побили пять шашек"),
        ("ru", Kind.TIME_LOW, Form.PLAIN, 1, "осталась одна секунда."),
        ("ru", Kind.TIME_LOW, Form.PLAIN, 11, "осталось одиннадцать секунд."),
        ("ru", Kind.TIME_LOW, Form.PLAIN, 21, "осталась двадцать одна секунда."),
        ("ru", Kind.TIME_LOW, Form.PLAIN, 22, "осталось двадцать две секунды."),
        ("ru", Kind.BATTERY_LOW, Form.PLAIN, 1, "остался один процент."),
        ("ru", Kind.BATTERY_LOW, Form.PLAIN, 2, "осталось два процента."),
    ],
)
def test_numbers_agree_with_what_is_counted(
    language: str, kind: Kind, form: Form, count: int, spoken: str
) -> None:
    values = Values(Color.WHITE, route=(28, 19), captured=(23,), count=count)
    one = Announcement(kind, Topic(Subject.CLOCK), form, values=values)
    assert spoken in Catalogue.load(language).spoken(one)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_can_be_told_in_every_sentence(language: str) -> None:
    """Any of its inflections is known, whatever the number."""
    catalogue = Catalogue.load(language)
    squares, route, captured = (28, 17), (28, 19, 8), (23, 13)
    for (kind, form), _ in catalogue.sentences.items():
        for number in (1, 2, 5, 21, 22):
            values = Values(Color.BLACK, BLACK_MAN, route, captured, squares, (), number, number)
            values = replace(values, role=Role.MAN, obligation=Obligation.ITALIAN)
            told = Announcement(kind, Topic(Subject.CLOCK), form, squares, values)
            assert not re.search(r"[\d{}]", catalogue.spoken(told))


def wordings(language: str) -> Iterator[str]:
    for sentence in Catalogue.load(language).sentences.values():
        yield from [sentence] if isinstance(sentence, str) else sentence.values()


APART = [name for name in LANGUAGES if name != "fy"]
"""Frisian shares a few sentences with Dutch."""


@pytest.mark.parametrize("language", APART)
def test_no_sentence_is_left_in_another_language(language: str) -> None:
    others = {text for name in APART if name != language for text in wordings(name)}
    assert [text for text in wordings(language) if text in others] == []


def test_russian_is_written_in_its_own_letters() -> None:
    fields = re.compile(r"[{].*?[}]")
    assert [text for text in wordings("ru") if re.search("[A-Za-z]", fields.sub("", text))] == []
