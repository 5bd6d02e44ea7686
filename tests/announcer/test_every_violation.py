"""Every wrong move, at every coach level, in every language: the sentence names the piece, the
rule, and from `help` on what would be right."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from announcer.coach import Coach, Coaches
from reconciler import transition as told
from reconciler.transition import Violation, ViolationCode
from rules.fen import parse_fen
from rules.game import Game
from rules.judge import judge
from rules.ruling import Attempt
from rules.variants import variant_named

V = ViolationCode
LANGUAGES = Catalogue.languages()
READ = ("nl", "en")
"""The languages whose words are looked for; in the others the squares and the length are."""
START = "W:W31-50:B1-20"


@dataclass(frozen=True)
class Wrong:
    """A wrong move. `piece` and `rule` are words that the sentence has to have, in Dutch and in
    English; `squares` those it names where only the rule is told, `right` those it names where
    help is given; `always`: told at every level, because the board is wrong."""

    code: ViolationCode
    fen: str
    attempt: Attempt | None
    piece: tuple[str, str]
    rule: tuple[str, str]
    squares: tuple[int, ...]
    right: tuple[int, ...]
    game: str = "international"
    always: bool = False

    @property
    def violation(self) -> Violation:
        if self.attempt is None:
            return Violation(self.code, self.squares)
        ruling = judge(parse_fen(self.fen, variant_named(self.game)), self.attempt)
        assert not ruling.legal
        return Violation(self.code, ruling.squares, ruling)


STUK, SCHIJF, DAM = ("stuk", "piece"), ("schijf", "man"), ("dam", "king")
SLAG = ("sla", "captur")
CAPTURE = "W:W28,33,40:B9,23"
MISSED = Attempt(33, 29)
WRONGS = [
    Wrong(V.CAPTURE_OBLIGATORY, CAPTURE, MISSED, SLAG, ("moet", "must"), (), (28, 19)),
    Wrong(
        *(V.MAJORITY_CAPTURE, "W:W28,37:B23,13,31", Attempt(37, 26, (31,)), SLAG),
        *(("gaat voor", "goes first"), (), (28, 8)),
    ),
    Wrong(
        *(V.MAJORITY_CAPTURE, "W:W22:B18,10", Attempt(22, 15, (18,)), SLAG),
        *(("slag", "capture"), (), (22, 6), "russian"),
    ),
    Wrong(
        V.WRONG_DIRECTION, "W:W28:B4", Attempt(28, 33), SCHIJF, ("achteruit", "backw"), (28,), (28,)
    ),
    Wrong(V.NOT_YOUR_TURN, START, Attempt(19, 23), STUK, ("aan zet", "turn"), (19,), (19,)),
    Wrong(
        *(V.PIECE_MISSING, START, Attempt(32, None, on_light=True), STUK),
        *(("donker veld", "dark square"), (32,), (32,)),
    ),
    Wrong(V.OCCUPIED, START, Attempt(37, 32), STUK, ("staat", "piece"), (37,), (37,)),
    Wrong(V.BAD_GEOMETRY, START, Attempt(32, 29), STUK, ("mag", "cannot"), (32,), (32,)),
    Wrong(
        V.MAN_NOT_FLYING, START, Attempt(32, 23), SCHIJF, ("geen dam", "not a king"), (32,), (32,)
    ),
    Wrong(
        *(V.KING_PATH_BLOCKED, "W:WK46,37:B4", Attempt(46, 28), DAM),
        *(("in de weg", "in its way"), (46,), (46,)),
    ),
    Wrong(V.JUMPED_OWN, "W:W33,38:B4", Attempt(38, 29), STUK, ("eigen", "own"), (38,), (38,)),
    Wrong(V.JUMPED_TWICE, START, None, STUK, ("hetzelfde", "same"), (42,), (42,)),
    Wrong(
        *(V.MOVED_UNCROWNED_KING, "W:WK28,46:B4", Attempt(28, 22, uncrowned=(28,)), DAM),
        *(("tweede schijf", "second disc"), (28,), (28,)),
    ),
    Wrong(
        *(V.WRONG_PIECE_REMOVED, CAPTURE, Attempt(28, 19, (9,)), STUK),
        *(("verkeerd", "wrong"), (9,), (9,)),
        always=True,
    ),
    Wrong(V.WRONG_HUFF, START, None, STUK, ("blazen", "huff"), (33,), (33,), always=True),
    Wrong(V.PIECE_MISSING, START, None, STUK, ("mis", "missing"), (31,), (31,), always=True),
    Wrong(V.EXTRA_PIECE, START, None, STUK, ("hoort", "should"), (28,), (28,), always=True),
    Wrong(
        V.UNKNOWN_POSITION, START, None, ("", ""), ("klopt", "not right"), (28,), (28,), always=True
    ),
    Wrong(
        *(V.CAPTURED_PIECE_LEFT, START, None, STUK, ("geslagen", "captured")),
        *((23,), (23,)),
        always=True,
    ),
    Wrong(V.KING_NOT_CROWNED, START, None, DAM, ("bovenop", "on top"), (4,), (4,), always=True),
    Wrong(
        *(V.ENGINE_MOVE_MISMATCH, START, None, ("computer", "computer")),
        *(("niet", "not"), (31, 27, 32, 28), (32, 28)),
        always=True,
    ),
]


def test_every_code_is_here() -> None:
    assert {wrong.code for wrong in WRONGS} == set(ViolationCode)


def names(sentence: str, squares: tuple[int, ...]) -> bool:
    return all(str(square) in sentence for square in squares)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("coach", Coach)
@pytest.mark.parametrize("wrong", WRONGS, ids=lambda wrong: wrong.code.value)
def test_the_sentence_names_the_piece_the_rule_and_what_is_right(
    wrong: Wrong, coach: Coach, language: str
) -> None:
    variant = variant_named(wrong.game)
    game = Game(parse_fen(wrong.fen, variant))
    out = Announcer(coach).tell([told.ViolationFound(0.0, wrong.violation)], game)
    if coach is Coach.OFF and not wrong.always:
        assert out == []
        return
    (announcement,) = out
    catalogue = Catalogue.load(language)  # squares by number: the same in every game
    sentence = catalogue.sentence(announcement)
    if language in READ:
        index = READ.index(language)
        assert wrong.piece[index] in sentence.lower()
        assert wrong.rule[index] in sentence.lower()
    needed = wrong.right if wrong.always or coach >= Coach.HELP else wrong.squares
    assert names(sentence, needed), sentence
    assert not re.search("[0-9]", catalogue.spoken(announcement))


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
