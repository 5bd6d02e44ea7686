"""What is told, in which order, and once."""

from __future__ import annotations

import random

import pytest

from announcer.announcement import Announcement, Form, Kind, Subject, Urgency
from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from announcer.coach import Coach
from reconciler import transition as told
from reconciler.transition import NoteCode, Violation, ViolationCode
from rules.fen import parse_fen
from rules.game import Game, Outcome, Ply, Termination
from rules.judge import judge
from rules.move import Move, Route
from rules.notation import format_move, parse_move
from rules.piece import WHITE_MAN, Color
from rules.ruling import Attempt, Reason

CAPTURE = "W:W28,33,40:B9,23"
MAJORITY = "W:W28,37,48:B13,23,31,2"
NL = Catalogue.load("nl")


class Listener:
    """An announcer at a game, and all that it has told."""

    def __init__(self, fen: str = "", coach: Coach = Coach.HELP) -> None:
        self.game = Game(parse_fen(fen)) if fen else Game.new()
        self.announcer = Announcer(coach)
        self.told: list[Announcement] = []

    def play(self, *moves: str) -> list[Announcement]:
        first = len(self.game.plies)
        for text in moves:
            self.game = self.game.play(parse_move(self.game.position, text))
        plies = enumerate(self.game.plies[first:], start=first)
        return self.hear(*(told.MovePlayed(float(n), ply, n) for n, ply in plies))

    def hear(self, *transitions: told.Transition) -> list[Announcement]:
        new = self.announcer.tell(transitions, self.game)
        self.told += new
        return new

    def wrong(self, code: ViolationCode, attempt: Attempt) -> tuple[Violation, list[Announcement]]:
        ruling = judge(self.game.position, attempt)
        violation = Violation(code, ruling.squares, ruling)
        return violation, self.hear(told.ViolationFound(0.0, violation))


def sentences(announcements: list[Announcement]) -> list[str]:
    return [NL.sentence(a) for a in announcements if not a.is_silent]


def kinds(announcements: list[Announcement]) -> list[Kind]:
    return [a.kind for a in announcements if not a.is_silent]


def test_a_quiet_game_is_told_move_by_move_and_nothing_else() -> None:
    listener = Listener()
    assert sentences(listener.play("32-28")) == ["Wit speelt 32-28."]
    assert sentences(listener.play("20-25")) == ["Zwart speelt 20-25."]


def test_a_move_is_followed_by_the_capture_that_it_forces() -> None:
    listener = Listener()
    listener.play("32-28")
    assert sentences(listener.play("19-23")) == ["Zwart speelt 19-23.", "Wit moet slaan: 28x19."]


def test_a_burst_of_moves_is_told_in_order_with_the_duty_of_the_last_only() -> None:
    told_now = Listener().play("32-28", "19-23", "28x19")
    assert sentences(told_now) == [
        "Wit speelt 32-28.",
        "Zwart speelt 19-23.",
        "Wit slaat: 28x19.",
        "Zwart moet slaan. Dat kan met de schijf op 13 of 14.",
    ]


@pytest.mark.parametrize(
    ("coach", "fen", "sentence"),
    [
        (Coach.HELP, CAPTURE, "Wit moet slaan: 28x19."),
        (Coach.TEACH, CAPTURE, "Slaan is verplicht. Wit slaat: 28x19."),
        (Coach.SHOW, CAPTURE, "Wit moet slaan: 28 over 23 naar 19."),
        (Coach.HELP, MAJORITY, "Wit moet de grootste slag nemen: 28x19x8. Dat zijn 2 stukken."),
        (Coach.SHOW, MAJORITY, "Wit moet slaan: 28 over 23 naar 19, dan over 13 naar 8."),
    ],
)
def test_a_capture_to_be_made_is_told_as_the_coach_tells_it(
    coach: Coach, fen: str, sentence: str
) -> None:
    listener = Listener(fen, coach)
    ready = listener.hear(told.SetupComplete(0.0, listener.game.position))
    assert sentences(ready)[-1] == sentence


@pytest.mark.parametrize("coach", [Coach.OFF, Coach.REFEREE])
def test_a_referee_does_not_tell_what_must_be_captured(coach: Coach) -> None:
    listener = Listener(CAPTURE, coach)
    ready = listener.hear(told.SetupComplete(0.0, listener.game.position))
    assert kinds(ready) == [Kind.SET_UP_COMPLETE]
    assert all(not a.values.starts for a in listener.told)


@pytest.mark.parametrize("coach", Coach)
def test_no_coach_gives_away_a_move_that_is_not_obligatory(coach: Coach) -> None:
    listener = Listener(coach=coach)
    listener.play("32-28", "20-25")
    assert all(not a.values.starts and not a.values.ends for a in listener.told)


def test_the_engine_gets_no_hints() -> None:
    listener = Listener()
    listener.announcer.engine = Color.WHITE
    assert kinds(listener.play("32-28", "19-23")) == [Kind.MOVE, Kind.MOVE]


def test_a_promotion_is_told_after_its_move_and_the_reminder_does_not_repeat_it() -> None:
    listener = Listener("W:W9,45:B22,17")
    assert kinds(listener.play("9-4")) == [Kind.MOVE, Kind.PROMOTION]
    missing = Violation(ViolationCode.KING_NOT_CROWNED, (4,))
    assert listener.hear(told.ViolationFound(1.0, missing)) == []
    listener.play("22-28")
    assert any(a.kind is Kind.KING_NOT_CROWNED for a in listener.announcer.open)
    listener.hear(told.ViolationMended(5.0, missing))
    assert all(a.topic.subject is not Subject.REMINDER for a in listener.announcer.open)


def test_a_quick_reply_does_not_swallow_the_second_disc() -> None:
    new = Listener("W:W9,45:B22,17").play("9-4", "22-28")
    assert kinds(new) == [Kind.MOVE, Kind.PROMOTION, Kind.MOVE]
    assert not [a for a in new if a.is_silent]


def test_a_move_out_of_turn_that_stands_is_told_of_the_side_that_made_it() -> None:
    listener = Listener()
    before = listener.game.position
    move = Move(19, 23, (Route((19, 23)),))
    after = before.after(19, 23, ()).with_turn(Color.WHITE)
    ply = Ply(before, move, after, Reason.NOT_YOUR_PIECE)
    listener.game = listener.game.record(ply)
    new = listener.hear(told.MovePlayed(0.0, ply, 0))
    assert sentences(new) == ["Er wordt doorgespeeld: 19-23 van zwart blijft staan."]


def test_a_king_that_lost_its_disc_later_is_told() -> None:
    listener = Listener("W:WK4,45:B22")
    missing = Violation(ViolationCode.KING_NOT_CROWNED, (4,))
    assert kinds(listener.hear(told.ViolationFound(1.0, missing))) == [Kind.KING_NOT_CROWNED]


def test_the_last_move_is_told_before_the_result_and_the_result_once() -> None:
    listener = Listener("W:W28,45:B23")
    assert sentences(listener.play("28x19")) == [
        "Wit slaat: 28x19.",
        "Wit wint! Zwart heeft geen stukken meer.",
    ]
    assert listener.hear() == []


def test_a_result_that_people_enter_is_told_once() -> None:
    listener = Listener()
    listener.play("32-28")
    listener.game = listener.game.finish(Outcome(Color.BLACK, Termination.FLAG))
    assert sentences(listener.hear()) == ["De tijd van wit is om. Zwart wint!"]
    assert listener.hear() == []


def test_a_draw_by_counting_is_withdrawn_when_people_play_on() -> None:
    listener = Listener("W:WK47,36:BK3,15,35")
    cycle = ("47-42", "3-8", "42-47", "8-3")
    assert kinds(listener.play(*cycle, *cycle))[-1] is Kind.GAME_OVER
    assert any(a.kind is Kind.GAME_OVER for a in listener.announcer.open)
    listener.play("47-41")
    assert all(a.kind is not Kind.GAME_OVER for a in listener.announcer.open)


def test_a_wrong_move_is_told_once_and_goes_out_silently_when_it_is_put_right() -> None:
    listener = Listener("W:W28,38,42,47:B3,8,13,19")
    violation, new = listener.wrong(ViolationCode.WRONG_DIRECTION, Attempt(28, 33))
    assert sentences(new) == ["Een schijf mag niet achteruit. Zet hem terug op 28."]
    assert new[0].urgency is Urgency.URGENT
    mended = listener.hear(told.ViolationMended(3.0, violation))
    assert sentences(mended) == []
    assert [a.topic for a in mended] == [new[0].topic]
    assert listener.announcer.open == ()
    assert kinds(listener.play("38-33")) == [Kind.MOVE]


@pytest.mark.parametrize(
    ("coach", "sentence"),
    [
        (Coach.REFEREE, "Kijk nog eens: wit moet slaan."),
        (Coach.HELP, "Kijk nog eens, want slaan moet: met de schijf 28x19."),
        (Coach.TEACH, "Kijk nog eens, want slaan moet: met de schijf van 28 over 23 naar 19."),
    ],
)
def test_a_forgotten_capture_is_pointed_out(coach: Coach, sentence: str) -> None:
    listener = Listener(CAPTURE, coach)
    _, new = listener.wrong(ViolationCode.CAPTURE_OBLIGATORY, Attempt(33, 29))
    assert sentences(new) == [sentence]


def test_a_smaller_capture_is_answered_with_the_larger_one() -> None:
    _, new = Listener(MAJORITY).wrong(ViolationCode.MAJORITY_CAPTURE, Attempt(37, 26, (31,)))
    assert sentences(new) == [
        "De grootste slag gaat voor: met de schijf 28x19x8. Dat zijn 2 stukken."
    ]


def test_too_few_pieces_taken_off_is_a_reminder_to_take_the_others_off() -> None:
    _, new = Listener(MAJORITY).wrong(ViolationCode.WRONG_PIECE_REMOVED, Attempt(28, 8, (13,)))
    assert sentences(new) == ["Haal het geslagen stuk op 23 nog weg."]


def test_a_coach_that_is_off_keeps_silent_about_rules_but_not_about_the_board() -> None:
    listener = Listener(CAPTURE, Coach.OFF)
    assert listener.wrong(ViolationCode.CAPTURE_OBLIGATORY, Attempt(33, 29))[1] == []
    missing = Violation(ViolationCode.PIECE_MISSING, (33,))
    assert kinds(listener.hear(told.ViolationFound(0.0, missing))) == [Kind.PIECE_MISSING]


def test_the_board_that_is_right_again_is_confirmed() -> None:
    listener = Listener()
    missing = Violation(ViolationCode.PIECE_MISSING, (33,))
    listener.hear(told.ViolationFound(0.0, missing))
    assert kinds(listener.hear(told.ViolationMended(1.0, missing))) == [Kind.BOARD_RIGHT]
    assert listener.announcer.open == ()


def test_a_move_that_mends_the_board_speaks_for_itself() -> None:
    listener = Listener()
    extra = Violation(ViolationCode.EXTRA_PIECE, (28,))
    listener.hear(told.ViolationFound(0.0, extra))
    listener.game = listener.game.play(parse_move(listener.game.position, "32-28"))
    played = told.MovePlayed(2.0, listener.game.plies[0], 0)
    assert kinds(listener.hear(told.ViolationMended(2.0, extra), played)) == [Kind.MOVE]


def test_one_violation_takes_the_place_of_another() -> None:
    listener = Listener()
    one = Violation(ViolationCode.UNKNOWN_POSITION, (31, 33))
    other = Violation(ViolationCode.UNKNOWN_POSITION, (31, 33, 28))
    listener.hear(told.ViolationFound(0.0, one))
    new = listener.hear(told.ViolationMended(1.0, one), told.ViolationFound(1.0, other))
    assert kinds(new) == [Kind.UNKNOWN_POSITION]
    assert [a.squares for a in listener.announcer.open] == [(31, 33, 28)]


def test_a_take_back_withdraws_the_moves_and_tells_whose_turn_it_is() -> None:
    listener = Listener()
    listener.play("32-28", "19-23")
    plies = listener.game.plies
    listener.game = listener.game.take_back(2)
    new = listener.hear(told.MovesTakenBack(5.0, plies))
    assert sentences(new) == ["Er gaan 2 zetten terug. Wit is aan zet."]
    withdrawn = {str(a.topic.key) for a in new if a.is_silent and a.topic.subject is Subject.MOVE}
    assert withdrawn == {"0", "1"}
    assert listener.announcer.open == ()


def test_the_capture_is_told_again_when_a_take_back_brings_it_back() -> None:
    listener = Listener()
    listener.play("32-28", "19-23", "28x19")
    taken = listener.game.plies[-1:]
    listener.game = listener.game.take_back()
    new = listener.hear(told.MovesTakenBack(5.0, taken))
    assert kinds(new) == [Kind.MOVES_TAKEN_BACK, Kind.MUST_CAPTURE]


def test_a_correction_has_the_topic_of_the_move_that_it_replaces() -> None:
    listener = Listener()
    first = listener.play("32-28")[0]
    old = listener.game.plies[0]
    listener.game = listener.game.take_back()
    listener.game = listener.game.play(parse_move(listener.game.position, "32-27"))
    new = listener.hear(told.MoveCorrected(2.0, old, listener.game.plies[0], 0))
    assert sentences(new) == ["Wit kiest toch 32-27."]
    assert new[0].topic == first.topic


def test_a_corrected_promotion_asks_for_the_disc_on_the_new_square_only() -> None:
    listener = Listener("W:W9,45:B22,17")
    listener.play("9-4")
    old = listener.game.plies[0]
    listener.game = listener.game.take_back()
    listener.game = listener.game.play(parse_move(listener.game.position, "9-3"))
    new = listener.hear(told.MoveCorrected(2.0, old, listener.game.plies[0], 0))
    assert kinds(new) == [Kind.MOVE_CORRECTED, Kind.PROMOTION]
    assert [a.topic.key for a in new if a.is_silent] == ["4"]


def test_set_up_help_names_one_thing_the_nearest_first_and_says_it_once() -> None:
    listener = Listener("W:W32,38:B18,13")
    missing = ((18, parse_fen("W:W32:B18").pieces()[18]), (38, WHITE_MAN))
    both = told.SetupNeeded(0.0, missing, (39,))
    assert sentences(listener.hear(both)) == ["Zet het stuk van 39 op 38."]
    assert listener.hear(both) == []
    rest = told.SetupNeeded(1.0, missing[:1], ())
    assert sentences(listener.hear(rest)) == ["Zet een zwarte schijf op 18."]
    ready = listener.hear(told.SetupComplete(2.0, listener.game.position))
    assert sentences(ready) == ["Alles staat goed. Wit is aan zet."]


def test_a_whole_set_up_is_asked_for_once_while_the_lights_follow() -> None:
    listener = Listener()
    pieces = tuple((square, WHITE_MAN) for square in range(31, 51))
    assert kinds(listener.hear(told.SetupNeeded(0.0, pieces, ()))) == [Kind.SET_UP]
    for done in range(1, 13):
        assert listener.hear(told.SetupNeeded(0.0, pieces[done:], ())) == []
        assert listener.announcer.open[0].values.count == 20 - done
    few = listener.hear(told.SetupNeeded(0.0, pieces[14:], ()))
    assert sentences(few) == ["Zet een witte schijf op 45."]


def test_help_ends_with_the_first_move() -> None:
    listener = Listener()
    listener.hear(told.SetupNeeded(0.0, ((32, WHITE_MAN),), ()))
    listener.play("32-28")
    assert [a.kind for a in listener.announcer.open] == [Kind.MOVE]


def test_a_lost_link_is_told_once_and_at_once_and_so_is_its_return() -> None:
    listener = Listener()
    lost = listener.hear(told.LinkLost(0.0), told.LinkLost(1.0))
    assert kinds(lost) == [Kind.LINK_LOST]
    assert lost[0].urgency is Urgency.URGENT
    assert kinds(listener.hear(told.LinkRestored(9.0))) == [Kind.LINK_RESTORED]
    assert kinds(listener.hear(told.LinkLost(12.0))) == [Kind.LINK_LOST]


def test_the_battery_is_told_at_twenty_ten_and_five_per_cent() -> None:
    announcer = Announcer()
    levels = (50, 21, 20, 19, 12, 10, 7, 5, 3, 1, 80, 20)
    told_at = [level for level in levels if kinds(announcer.battery(level))]
    assert told_at == [20, 10, 5, 20]


def test_a_resumed_game_tells_who_is_to_move_and_what_must_be_captured() -> None:
    listener = Listener()
    listener.play("32-28", "19-23")
    new = Announcer().resumed(listener.game)
    assert sentences(new) == [
        "We gaan verder waar we waren. Wit is aan zet.",
        "Wit moet slaan: 28x19.",
    ]


def test_after_a_resumption_a_take_back_withdraws_the_right_move() -> None:
    listener = Listener()
    listener.play("32-28", "19-23")
    announcer = Announcer()
    announcer.resumed(listener.game)
    last = listener.game.plies[-1:]
    new = announcer.tell([told.MovesTakenBack(0.0, last)], listener.game.take_back())
    assert "1" in {a.topic.key for a in new if a.topic.subject is Subject.MOVE}


def test_the_engines_move_is_asked_for_and_repeated_when_another_one_is_made() -> None:
    listener = Listener()
    move = parse_move(listener.game.position, "32-28")
    asked = listener.announcer.engine_move(move, listener.game.position)
    assert sentences(asked) == ["De tegenstander speelt 32-28. Doe jij die zet voor hem?"]
    wrong = Violation(ViolationCode.ENGINE_MOVE_MISMATCH, (31, 27, 32, 28))
    new = listener.hear(told.ViolationFound(1.0, wrong))
    assert sentences(new) == ["Dat is niet de zet van de tegenstander. Hij speelt 32-28."]
    done = listener.hear(told.ViolationMended(2.0, wrong)) + listener.play("32-28")
    assert kinds(done) == [Kind.MOVE]
    assert [a.kind for a in listener.announcer.open] == [Kind.MOVE]


@pytest.mark.parametrize(
    ("code", "kind", "first"),
    [
        (NoteCode.CAPTURE_GOES_ON, Kind.CAPTURE_GOES_ON, Coach.HELP),
        (NoteCode.TOUCH_MOVE, Kind.TOUCH_MOVE, Coach.REFEREE),
        (NoteCode.REMOVED_TOO_EARLY, Kind.REMOVED_TOO_EARLY, Coach.TEACH),
        (NoteCode.REMOVAL_ORDER, Kind.REMOVAL_ORDER, Coach.TEACH),
    ],
)
def test_remarks_begin_at_their_level(code: NoteCode, kind: Kind, first: Coach) -> None:
    for coach in Coach:
        new = Listener(coach=coach).hear(told.Noted(0.0, code, (32, 31)))
        assert kinds(new) == ([kind] if coach >= first else [])


def test_a_new_game_puts_out_all_that_was_open_but_the_link_and_the_battery() -> None:
    listener = Listener()
    listener.play("32-28", "19-23")
    listener.announcer.battery(4)
    listener.game = Game.new()
    listener.hear(told.NewGameStarted(9.0))
    open_now = {a.kind for a in listener.announcer.open}
    assert open_now == {Kind.BATTERY_LOW}


def test_the_turn_is_told_on_request_at_any_level_and_each_time() -> None:
    for coach in Coach:
        listener = Listener(coach=coach)
        for _ in range(2):
            assert sentences(listener.announcer.turn(listener.game)) == ["Wit is aan zet."]


def test_a_game_that_is_over_has_no_turn_and_is_not_resumed() -> None:
    listener = Listener("W:W28,45:B23")
    listener.play("28x19")
    for new in (Announcer().resumed(listener.game), listener.announcer.turn(listener.game)):
        assert sentences(new) == ["Wit wint! Zwart heeft geen stukken meer."]


@pytest.mark.parametrize("coach", Coach)
@pytest.mark.parametrize("seed", range(4))
def test_in_any_game_each_move_is_told_once_and_each_duty_with_it(coach: Coach, seed: int) -> None:
    listener, rng = Listener(coach=coach), random.Random(seed)
    while listener.game.outcome is None and len(listener.game.plies) < 120:
        move = rng.choice(listener.game.position.legal_moves())
        new = listener.play(format_move(listener.game.position, move))
        said = kinds(new)
        assert said[0] is Kind.MOVE
        assert said.count(Kind.MOVE) == 1
        following = listener.game.position.legal_moves()
        forced = listener.game.outcome is None and following[0].is_capture
        assert (Kind.MUST_CAPTURE in said) is (forced and coach >= Coach.HELP)
        assert (Kind.PROMOTION in said) is move.promotes
        topics = [announcement.topic for announcement in listener.announcer.open]
        assert len(topics) == len(set(topics))
        assert [t.subject for t in topics].count(Subject.MOVE) == 1


def test_telling_is_deterministic() -> None:
    games = [Listener(), Listener()]
    for listener in games:
        listener.play("32-28", "19-23", "28x19", "14x23")
    assert games[0].told == games[1].told


def test_a_form_that_a_kind_does_not_have_is_refused() -> None:
    topic = Listener().play("32-28")[0].topic
    with pytest.raises(ValueError, match="move has no form steps"):
        Announcement(Kind.MOVE, topic, Form.STEPS)
