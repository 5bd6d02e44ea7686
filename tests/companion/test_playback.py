"""A kept game on the board once more: lights, corrections, and a board that plays along."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from announcer.announcement import Kind
from announcer.lights import LightColor
from board_io.events import BoardButton
from companion.playback import PAUSE_S, SETTLED_S, GoTo, Leave, Playback, Step
from companion.saved import SavedGame
from companion.texts import load_texts
from rules.game import Game
from rules.notation import parse_move
from rules.position import Position
from rules.snapshot import Reading, Snapshot

MOVES = "32-28 19-23 28x19 14x23 33-28 23x32 37x28 16-21 31-27 21x32x23"
COLORS = {"W": Reading.WHITE, "B": Reading.BLACK}


def kept() -> Game:
    game = Game.new()
    for move in MOVES.split():
        game = game.play(parse_move(game.position, move))
    return game


def board(position: Position, **changed: Reading) -> Snapshot:
    """What a board of magnets shows; `changed` are other readings, as s32=."""
    pieces = position.pieces()
    readings = [
        COLORS[pieces[square].color.value] if square in pieces else Reading.EMPTY
        for square in range(1, position.variant.squares + 1)
    ]
    for name, reading in changed.items():
        readings[int(name[1:]) - 1] = reading
    return Snapshot(tuple(readings))


class Table:
    """A board on which a game is played back; whoever sits there does as the lights say."""

    def __init__(self, turned: bool = False) -> None:
        self.game = kept()
        saved = SavedGame(7, datetime.now(UTC), None, {"White": "Anna"}, self.game)
        self.playback = Playback(saved, load_texts("nl"), turned=turned)
        self.now = 10.0
        self.told: list[Kind] = []
        self.shows(self.game.start)

    def at(self, plies: int) -> Position:
        return self.game.plies[plies - 1].after if plies else self.game.start

    def ask(self, wish: object) -> None:
        self._hear(self.playback.ask(wish, self.now))

    def shows(self, position: Position, **changed: Reading) -> None:
        snapshot = board(position, **changed)
        snapshot = snapshot.turned() if self.playback.turned else snapshot
        self._hear(self.playback.observe(snapshot, self.now))

    def rests(self, seconds: float) -> None:
        until = self.now + seconds
        while (due := self.playback.next_deadline) is not None and due <= until:
            self.now = due
            self._hear(self.playback.advance(due))
        self.now = until

    def _hear(self, told: object) -> None:
        assert isinstance(told, list | tuple)
        self.told += [one.kind for moment in told for one in moment.announcements]

    @property
    def place(self) -> int | str:
        return self.playback.shown.values["at"]

    def lit(self, color: LightColor) -> set[int]:
        return {n for n, light in self.playback.lights.items() if light.color is color}


def test_a_step_is_told_and_lit_until_it_is_done_on_the_board() -> None:
    table = Table()
    table.ask(Step(1))
    assert table.told == [Kind.MOVE]
    assert table.lit(LightColor.YELLOW) == {32}
    assert table.lit(LightColor.GREEN) == {28}
    table.rests(60)  # nobody has begun: nothing is wrong
    assert table.told == [Kind.MOVE]
    table.shows(table.at(1))
    assert table.lit(LightColor.BLUE) == {28, 32}
    assert table.playback.next_deadline is None


def test_a_capture_shows_what_is_taken_off_and_asks_for_what_is_left() -> None:
    table = Table()
    table.shows(table.at(2))
    table.ask(GoTo(2))
    table.ask(Step(1))
    assert table.lit(LightColor.ORANGE) == {23}
    assert table.lit(LightColor.GREEN) == {19}
    table.shows(table.at(3), s23=Reading.BLACK)
    table.rests(PAUSE_S + 0.1)
    assert table.told[-1] is Kind.SET_UP
    assert table.lit(LightColor.ORANGE) == {23}
    table.shows(table.at(3))
    assert table.told[-1] is Kind.SET_UP_COMPLETE


def test_who_plays_the_next_move_on_the_board_is_followed_and_back_again() -> None:
    table = Table()
    for plies in range(1, len(table.game.plies) + 1):
        table.shows(table.at(plies))
        table.rests(SETTLED_S + 0.01)
        assert table.place == plies
    assert table.playback.game == table.game
    for plies in reversed(range(len(table.game.plies))):
        table.shows(table.at(plies))
        table.rests(SETTLED_S + 0.01)
        assert table.place == plies
    assert Kind.SET_UP not in table.told


def test_a_step_back_is_put_back_on_the_board_and_not_taken_for_the_move_itself() -> None:
    table = Table()
    table.shows(table.at(1))
    table.rests(1)
    table.ask(Step(-1))
    table.rests(30)
    assert table.place == 0
    assert table.told[-2:] == [Kind.MOVES_TAKEN_BACK, Kind.SET_UP]
    assert table.lit(LightColor.GREEN) == {32}
    table.shows(table.at(0))
    assert table.told[-1] is Kind.SET_UP_COMPLETE
    table.shows(table.at(1))
    table.rests(1)
    assert table.place == 1


def test_a_far_jump_leads_the_board_there_piece_by_piece() -> None:
    table = Table()
    table.ask(GoTo(len(table.game.plies)))
    table.rests(PAUSE_S + 0.1)
    assert table.told[-1] is Kind.SET_UP
    assert table.playback.lights
    table.shows(table.at(10), s23=Reading.EMPTY)
    table.rests(PAUSE_S + 0.1)
    assert table.lit(LightColor.GREEN) == {23}
    table.shows(table.at(10))
    assert table.told[-1] is Kind.SET_UP_COMPLETE


def test_what_stands_wrong_is_told_once_after_a_rest() -> None:
    table = Table()
    table.shows(table.game.start, s32=Reading.EMPTY)
    table.rests(PAUSE_S - 0.1)
    assert table.told == []
    table.rests(30)
    assert table.told == [Kind.SET_UP]
    assert table.lit(LightColor.GREEN) == {32}


def test_nothing_is_lit_while_the_board_is_away() -> None:
    table = Table()
    table.ask(Step(1))
    table._hear(table.playback.link_lost(table.now))
    assert table.playback.lights == {}
    table.rests(20)
    table._hear(table.playback.link_restored(board(table.at(1)), table.now))
    assert table.told == [Kind.MOVE, Kind.LINK_LOST, Kind.LINK_RESTORED]
    assert table.lit(LightColor.BLUE) == {28, 32}


def test_a_turned_board_is_read_in_the_numbers_of_the_game() -> None:
    table = Table(turned=True)
    table.shows(table.at(1))
    table.rests(1)
    assert table.place == 1


@pytest.mark.parametrize(
    ("wish", "place"),
    [
        (Step(1), 4),
        (Step(-1), 2),
        (Step(99), 10),
        (GoTo(-5), 0),
        (BoardButton.CONFIRM, 4),
        (BoardButton.TAKE_BACK, 2),
        ("nonsense", 3),
        (BoardButton.DRAW, 3),
    ],
)
def test_page_buttons_and_words_lead_through_the_game(wish: object, place: int) -> None:
    table = Table()
    table.ask(GoTo(3))
    table.ask(wish)
    assert table.place == place
    assert table.playback.laid_out == table.at(place)
    assert not table.playback.is_over


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("vooruit", Step(1)),
        (" Terug ", Step(-1)),
        ("12", GoTo(12)),
        ("klaar", Leave()),
        ("32-28", None),
        ("stop", None),
        ("", None),
    ],
)
def test_what_is_typed(line: str, wish: object) -> None:
    assert Table().playback.understand(line) == wish


def test_it_is_over_when_somebody_has_had_enough() -> None:
    table = Table()
    table.ask(Leave())
    assert table.playback.is_over
