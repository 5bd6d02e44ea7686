"""Our program at a board of somebody else: what it says to what the board says."""

from __future__ import annotations

import pytest

from board_io.cpp.central import CppSession
from board_io.cpp.games import placement_of
from board_io.cpp.questions import FEATURES
from board_io.errors import LinkError, LinkFault
from board_io.events import (
    BoardEvent,
    BoardMessage,
    LinkDown,
    LinkUp,
    Notice,
    Searching,
    SnapshotSeen,
)
from firmware_protocol.cpp.names import FeatureName, VariantName
from rules.fen import parse_fen
from rules.game import Game
from rules.piece import Color
from rules.position import Position
from rules.snapshot import Snapshot
from rules.variants import variant_named
from tests.board_io.cpp.table import shown

PLAIN: tuple[str, ...] = ()


class Board:
    """A board that is answered by hand. `features` are those that it has."""

    def __init__(self, game: Game, features: tuple[str, ...] = PLAIN) -> None:
        self.now = 0.0
        self.game = game
        self.session = CppSession(game)
        self.heard: list[BoardEvent] = []
        self._features = features
        self.session.link_opened(self.now)

    def meet(self) -> Board:
        """Answer all questions, and show the position that is begun with."""
        while (asked := self.said()) and asked[0].startswith(("variant", "feature")):
            (question,) = asked
            kind, name = question.split()
            self.says("ok" if kind == "variant" or name in self._features else "nok")
            if question == "feature submove_state":
                break
        if FEATURES[-1] is FeatureName.OPTION:
            assert self.said() == ["feature option"]
            self.says("nok")
        begin = self.said()[-1]
        assert begin.startswith("begin ")
        self.says(begin.replace("begin", "sync"))
        return self

    def says(self, *messages: str) -> None:
        for message in messages:
            self.heard += self.session.receive(f"{message}\n".encode(), self.now)

    def said(self) -> list[str]:
        """What it was told since it was asked last."""
        return self.session.take_output().decode().splitlines()

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.heard += self.session.advance(self.now)

    def agree(self) -> None:
        """The game has the move that the board shows now."""
        after = self.shown
        moves = self.game.position.legal_moves()
        (move,) = [m for m in moves if shown(self.game.position.play(m)) == after]
        self.follow(self.game.play(move))

    def follow(self, game: Game) -> None:
        self.game = game
        self.session.follow(game, self.now)
        self.heard += self.session.advance(self.now)

    @property
    def shown(self) -> Snapshot:
        seen = [event for event in self.heard if isinstance(event, SnapshotSeen | LinkUp)]
        return seen[-1].snapshot


def board(fen: str = "", *features: str, variant: str = "international") -> Board:
    kind = variant_named(variant)
    start = parse_fen(fen, kind) if fen else Position.start(kind)
    return Board(Game(start), features).meet()


def test_all_is_asked_before_a_round_begins() -> None:
    met = Board(Game.new(), ("side",))
    asked = []
    while (said := met.said()) and not said[-1].startswith("begin"):
        asked += said
        met.says("ok" if said[0] in ("feature side", "variant draughts_standard") else "nok")
    assert asked == [f"variant {name}" for name in VariantName] + [f"feature {n}" for n in FEATURES]
    assert said[:2] == ["set_variant draughts_standard", "side ?"]
    assert met.heard == []
    met.says(said[2].replace("begin", "sync"))
    (up,) = met.heard
    assert isinstance(up, LinkUp)
    assert (up.board.squares, up.board.has_leds) == (50, False)
    assert "international" in (up.board.variants or ())


@pytest.mark.parametrize("move", ["d4e5", "3228", "32-28"])
def test_a_legal_move_is_answered_when_the_game_has_it(move: str) -> None:
    at = board()
    at.says(f"move {move}")
    assert at.said() == []
    at.agree()
    assert at.game.plies[-1].move is not None
    assert at.game.plies[-1].move.short == "32-28"
    assert at.said() == ["ok"]


def test_a_move_that_the_game_does_not_take_is_refused_in_the_end() -> None:
    at = board()
    at.says("move d4e5")
    at.wait(3.0)
    assert at.said() == ["nok"]
    assert at.shown == shown(at.game.position)


def test_moves_that_do_not_wait_for_an_answer_are_answered_in_turn() -> None:
    at = board()
    at.says("move d4e5", "move g7f6", "move e5g7")
    assert at.said() == []
    for _ in range(3):
        at.agree()
    assert [ply.move.short for ply in at.game.plies if ply.move] == ["32-28", "19-23", "28x19"]
    assert at.said() == ["ok", "ok", "ok"]
    at.says(*["move h8f6"] * 5)
    at.follow(Game.new())  # begins anew: what waited was of the round before
    assert [said.split()[0] for said in at.said()] == ["nok", "set_variant", "begin"]


def test_an_illegal_move_is_refused_at_once_and_shown_until_it_is_put_back() -> None:
    at = board()
    at.says("move d4e6")
    at.says("move d4d5")
    assert at.said()[:1] == ["nok"]
    at.says("move d4f6")
    assert at.said()[-1] == "nok"
    assert at.shown != shown(at.game.position)
    at.wait(3.0)
    assert at.shown == shown(at.game.position)
    at.says("move d4e5")
    at.agree()
    assert at.said() == ["ok"]


def test_a_man_that_is_crowned_is_told() -> None:
    at = board("W:W7,40:B15,20")
    at.says("move c9b10")  # 7-1, in letters
    at.agree()
    assert at.said() == ["promote c9b10d"]
    at.says("move 2024")
    at.agree()
    assert at.said() == ["ok"]


def test_a_capture_may_be_told_step_by_step_or_by_its_ends() -> None:
    fen = "W:W37,48:B32,22,11,3"
    at = board(fen)
    at.says("move 3728")
    assert at.said() == ["ok"]
    at.says("move 2817")
    assert at.said() == ["ok"]
    at.says("move 1706")
    at.agree()
    assert at.said() == ["ok"]
    ends = board(fen)
    ends.says("move 3706")
    ends.agree()
    assert ends.said() == ["ok"]


def test_a_capture_of_which_the_ends_do_not_tell_all_needs_all_squares() -> None:
    at = board("W:WK14:B23,30,38,42")
    moves = at.game.position.legal_moves()
    ends = [(move.start, move.end) for move in moves]
    twins = next(m for m in moves if ends.count((m.start, m.end)) > 1)
    at.says(f"move {twins.start:02}{twins.end:02}")
    assert at.said()[0] == "nok"
    at.says("move " + "".join(f"{square:02}" for square in twins.route.path))
    at.agree()
    assert at.game.plies[-1].move == twins
    assert at.said() == ["ok"]


def test_a_move_of_somebody_else_is_told_and_awaited_where_the_board_says_when() -> None:
    for features, known_at_once in ((PLAIN, True), (("moved",), False)):
        at = board("", *features)
        after = at.game.play(at.game.position.legal_moves()[0])
        at.follow(after)
        assert at.said()[-1].startswith("move ")
        assert (at.shown == shown(after.position)) is known_at_once
        at.says("moved")
        assert (at.shown == shown(after.position)) is True


def test_a_board_that_shows_every_lift_is_followed_before_it_tells_the_move() -> None:
    at = board("", "submove_state")
    for fen, square in (("1M3M1M1M", None), ("1M3M1M1M", 28)):
        rows = ["1m1m1m1m1m", "m1m1m1m1m1"] * 2 + ["10", "4M5" if square else "10"]
        rows += [fen, "M1M1M1M1M1", "1M1M1M1M1M", "M1M1M1M1M1"]
        at.says("state " + "/".join(rows))
    at.agree()  # by what it shows
    assert at.said() == []
    at.says("move d4e5")
    assert at.said() == ["ok"]


def test_a_board_that_never_tells_what_it_showed_begins_anew() -> None:
    at = board("", "submove_state")
    after = at.game.play(at.game.position.legal_moves()[0])
    at.says(f"state {placement_of(after.position).fen}")
    at.follow(after)
    at.wait(6.0)
    assert at.said()[-1].startswith("begin ")


def test_a_cat_on_the_board_is_seen_and_a_board_that_sets_itself_up_is_asked_to() -> None:
    at = board("", "set_state")
    at.says("unsync 10/10/10/10/10/10/10/10/10/??????????")
    assert not at.shown[1].occupied
    assert at.shown[46].occupied
    again = Board(Game.new(), ("set_state",))
    while not (said := again.said())[-1].startswith("begin"):
        again.says("nok" if said[0] == "feature option" else "ok")
    again.says("unsync_settable 10/10/10/10/10/10/10/10/10/10")
    assert again.said() == ["set_state"]


def test_options_are_read_and_followed() -> None:
    met = Board(Game.new())
    while (said := met.said()) != ["options_begin"]:
        met.says("ok")
    met.says("option brightness int 4 1 9", "option quiet bool true", "set_option brightness 3")
    met.says("options_end")
    assert said
    assert met.session.options == {"brightness": "3", "quiet": "true"}
    met.says("set_option brightness 12", "set_option quiet false", "set_option none 1")
    assert met.session.options == {"brightness": "3", "quiet": "false"}
    met.says("options_reset")
    assert met.session.options == {"brightness": "4", "quiet": "true"}


def test_times_are_told_to_a_board_that_shows_them() -> None:
    for features, said in ((("time",), ["time 61500 0"]), (PLAIN, [])):
        at = board("", *features)
        at.said()
        at.session.tell_times(61.5, -1.0)
        at.wait(0.1)
        assert at.said() == said


def test_words_of_the_board_are_shown_to_people() -> None:
    at = board()
    at.says("msg hello", "err out of paper", "nonsense", "move x", "\x00\xff")
    notes = [event for event in at.heard if isinstance(event, BoardMessage)]
    assert [(note.notice, note.detail) for note in notes] == [
        (Notice.SAID, "hello"),
        (Notice.BOARD_ERROR, "out of paper"),
    ]


def test_an_english_game_may_begin_with_white() -> None:
    variant = variant_named("american")
    at = Board(Game(Position.start(variant).with_turn(Color.WHITE))).meet()
    at.says("move a3b4")
    at.agree()
    assert at.said() == ["ok"]


def test_nobody_there_speaks_the_protocol() -> None:
    met = Board(Game.new())
    for _ in range(3):
        met.wait(2.5)
    (told,) = met.heard
    assert isinstance(told, Searching)
    assert told.reason is LinkFault.UNANSWERED
    assert not met.session.wants_link


def test_a_board_that_leaves_questions_open_has_answered_no() -> None:
    met = Board(Game.new())
    met.says("ok")
    while not met.session.take_output().startswith(b"set_variant"):
        met.wait(2.5)
    assert met.session.wants_link


def test_a_lost_link_is_told_and_the_round_goes_on_where_the_game_is() -> None:
    at = board()
    at.says("move d4e5")
    at.agree()
    at.said()
    at.heard += at.session.link_failed(LinkError(LinkFault.UNPLUGGED, "gone"), at.now)
    assert isinstance(at.heard[-1], LinkDown)
    at.wait(5.0)
    assert at.session.wants_link
    at.session.link_opened(at.now)
    at.meet()
    up = at.heard[-1]
    assert isinstance(up, LinkUp)
    assert up.snapshot == shown(at.game.position)
