"""Every wrong move, at every coach level, in every language: the sentence names the piece, the
rule, and from `help` on what would be right. The wrong moves and the terms are data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from announcer.announcement import Announcement, Form, Kind
from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from announcer.coach import Coach, Coaches
from reconciler import transition as told
from reconciler.transition import Violation, ViolationCode
from rules.fen import parse_fen
from rules.game import Game
from rules.judge import judge
from rules.ruling import Attempt
from rules.traits import Obligation
from rules.variants import variant_named
from tests.announcer.wrong_moves import WRONG_MOVES, WrongMove

V = ViolationCode
LANGUAGES = Catalogue.languages()
CAPTURE = "W:W28,33,40:B9,23"
MISSED = Attempt(33, 29)
TERMS = tomllib.loads(
    (Path(__file__).parent.parent / "data" / "terms.toml").read_text(encoding="utf-8")
)
SIGN = re.compile(r"\d|×|\b[xX]\b|\w[:]\w|(?<=\s)-(?=\s)|[/()_*{}]")
"""Figures and signs of notation: a voice would read them out."""


def answer(wrong: WrongMove, coach: Coach) -> list[Announcement]:
    found = told.ViolationFound(0.0, wrong.violation)
    return Announcer(coach).tell([found], wrong.game)


def test_every_code_and_every_rule_about_captures_is_here() -> None:
    assert {wrong.violation.code for wrong in WRONG_MOVES} == set(ViolationCode)
    obligations = {
        wrong.game.variant.obligation for wrong in WRONG_MOVES if wrong.kind is Kind.OTHER_CAPTURE
    }
    assert obligations == {obligation for obligation in Obligation if obligation.counts_kings}


@pytest.mark.parametrize("wrong", WRONG_MOVES, ids=lambda wrong: wrong.id)
def test_it_is_answered_by_the_rule_that_was_broken(wrong: WrongMove) -> None:
    assert [announcement.kind for announcement in answer(wrong, Coach.HELP)] == [wrong.kind]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("coach", Coach)
def test_the_sentence_names_the_piece_the_rule_and_what_is_right(
    coach: Coach, language: str
) -> None:
    catalogue, terms = Catalogue.load(language), TERMS[language]
    for wrong in WRONG_MOVES:
        out = answer(wrong, coach)
        assert len(out) == (coach is not Coach.OFF or wrong.always), wrong.id
        for announcement in out:
            sentence, spoken = catalogue.sentence(announcement), catalogue.spoken(announcement)
            for text in (sentence, spoken):
                assert found(terms["rule"][wrong.kind], text), (wrong.id, text)
                if announcement.form is not Form.BARE or wrong.kind not in CAPTURES:
                    assert found(terms.get(wrong.piece, ""), text), (wrong.id, text)
            if wrong.always or coach >= Coach.HELP:
                for square in wrong.right:
                    assert str(square) in re.findall(r"\d+", sentence), (wrong.id, sentence)
                    assert catalogue.square(square) in spoken, (wrong.id, spoken)
            assert not SIGN.search(spoken), (wrong.id, spoken)


CAPTURES = (
    *(Kind.CAPTURE_OBLIGATORY, Kind.MAJORITY_CAPTURE),
    *(Kind.CAPTURE_UNFINISHED, Kind.OTHER_CAPTURE),
)
"""Of these a referee names the rule alone: which piece it is would be help."""


def found(term: str, text: str) -> bool:
    """Whether the text has this term; French sets narrow spaces before its signs."""
    return re.search(rf"\b(?:{term})", " ".join(text.split()), re.IGNORECASE) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_lacks_a_term_of_another(language: str) -> None:
    def keys(table: Mapping[str, Any]) -> set[str]:
        return {*table, *table["rule"]}

    assert keys(TERMS[language]) == keys(TERMS["nl"])
    assert set(TERMS[language]["rule"]) == {str(wrong.kind) for wrong in WRONG_MOVES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_referee_gives_no_move_away(language: str) -> None:
    catalogue = Catalogue.load(language)
    for wrong in WRONG_MOVES:
        if wrong.kind in CAPTURES:
            (announcement,) = answer(wrong, Coach.REFEREE)
            assert not re.search(r"\d", catalogue.sentence(announcement)), wrong.id


@pytest.mark.parametrize("coach", Coach)
def test_help_is_for_whom_it_was_chosen(coach: Coach) -> None:
    """The same wrong move by white and by black: only the level of who made it counts."""
    sentences = []
    for fen, attempt, coaches in (
        ("W:W28,33,40:B9,23", Attempt(33, 29), Coaches(white=coach, black=Coach.OFF)),
        ("B:W28,42:B23,18,11", Attempt(18, 22), Coaches(white=Coach.OFF, black=coach)),
    ):
        position = parse_fen(fen)
        ruling = judge(position, attempt)
        found = told.ViolationFound(0.0, Violation(V.CAPTURE_OBLIGATORY, ruling.squares, ruling))
        out = Announcer(coaches).tell([found], Game(position))
        sentences.append([announcement.form for announcement in out])
    assert sentences[0] == sentences[1]
    assert bool(sentences[0]) is (coach is not Coach.OFF)


def test_the_opponent_hears_what_he_may_huff_and_the_other_does_not_stop_it() -> None:
    position = parse_fen(CAPTURE, variant_named("international+huffing"))
    ruling = judge(position, MISSED)
    squares = (28,)
    found = Violation(V.CAPTURE_OBLIGATORY, ruling.squares, ruling, squares)
    for coaches, told_so in (
        (Coaches(white=Coach.OFF, black=Coach.HELP), True),
        (Coaches(white=Coach.SHOW, black=Coach.REFEREE), False),
    ):
        out = Announcer(coaches).tell([told.ViolationFound(0.0, found)], Game(position))
        sentences = [Catalogue.load("nl").sentence(announcement) for announcement in out]
        assert any("Zwart mag blazen: haal 28" in sentence for sentence in sentences) is told_so


def test_changing_the_level_tells_the_duty_in_other_words_at_once() -> None:
    game = Game(parse_fen(CAPTURE))
    announcer = Announcer(Coach.OFF)
    assert announcer.tell([told.SetupComplete(0.0, game.position)], game)
    texts = []
    for level in (Coach.HELP, Coach.TEACH, Coach.SHOW, Coach.OFF):
        coaches = announcer.coaches.having(game.position.turn, level)
        out = announcer.coach(coaches, game)
        texts.append([Catalogue.load("nl").sentence(one) for one in out if not one.is_silent])
    assert texts[0] == ["Wit moet slaan: 28x19."]
    assert "28 over 23 naar 19" in texts[2][0]
    assert texts[3] == []
    assert announcer.coaches.black is Coach.OFF
