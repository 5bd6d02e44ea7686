"""Somebody who plays without seeing: what he knows of the game he has heard."""

from __future__ import annotations

import random
from collections.abc import Callable

from board_io.hand.gestures import Hand, carry, put_down, take_off, travel
from companion.typed_hand import CALM
from rules.game import Game
from rules.move import Move
from rules.piece import Color, Piece, Role
from rules.position import Position
from tests.companion.by_ear.ear import Ear, Understood

Gesture = Callable[[Hand, int], object]


def to_do(heard: Understood, in_the_box: Piece) -> Gesture | None:
    """The gesture that a sentence asks for, whatever one plays; `in_the_box` is what lies ready
    where it is not said what is to be put down."""
    match heard.what:
        case "set_up.move_over":
            start, end = heard.way or heard.squares
            return lambda hand, t: carry(hand, t, start, end, CALM.carry)
        case "set_up.place" | "set_up.swap":
            (square,) = heard.squares
            return lambda hand, t: _replace(hand, t, square, heard.piece or in_the_box)
        case "set_up.clear" | "captured_piece_left.plain":
            return lambda hand, t: take_off(hand, t, heard.squares)
        case "promotion.plain" | "king_not_crowned.plain":
            (square,) = heard.squares
            return lambda hand, t: _crown(hand, t, square)
    return None


def _replace(hand: Hand, t_ms: int, square: int, piece: Piece) -> None:
    if hand.stage.piece_at(square) is not None:
        t_ms = take_off(hand, t_ms, (square,)) + 400
    put_down(hand, t_ms, square, piece)


def _crown(hand: Hand, t_ms: int, square: int) -> None:
    """He feels whose piece it is, and puts another on top."""
    piece = hand.stage.piece_at(square)
    assert piece is not None
    hand.stage.change(t_ms, square, Piece(piece.color, Role.KING))


def carried_out(path: tuple[int, ...], taken: tuple[int, ...]) -> Gesture:
    """A move from square to square; what it takes goes off at its end."""

    def do(hand: Hand, t_ms: int) -> None:
        done = travel(hand, t_ms, path, stops=len(path) > 2).last_ms
        take_off(hand, done + 300, taken)

    return do


class BlindPlayer:
    """Plays one side by what is said. Every `errs_every` moves he makes a wrong one first, and as
    often he leaves what he took on the board."""

    def __init__(self, ear: Ear, side: Color, seed: int, errs_every: int) -> None:
        self.game: Game | None = None
        self.heard: list[Understood] = []
        self.over = False
        self._ear = ear
        self._side = side
        self._dice = random.Random(seed)
        self._errs_every = errs_every
        self._asked: list[Gesture] = []
        self._duty: Understood | None = None
        self._moved = 0
        self.errors = 0

    @property
    def believes(self) -> Position:
        assert self.game is not None
        return self.game.position

    @property
    def waits(self) -> bool:
        """Whether it is for somebody else to do something."""
        return self.game is None or (self.believes.turn is not self._side and not self._asked)

    def hears(self, sentence: str) -> None:
        heard = self._ear.understand(sentence)
        self.heard.append(heard)
        kind = heard.what.partition(".")[0]
        if (gesture := to_do(heard, Piece(self._side, Role.MAN))) is not None:
            self._asked = [gesture]
        match kind:
            case "set_up_complete" if self.game is None:
                self.game, self._asked = Game.new(), []
            case "board_right" | "set_up_complete":
                self._asked = []
            case "must_capture" | "capture_obligatory" | "majority_capture":
                self._duty = heard
            case "move" if self.game is not None:
                self.game = self.game.play(self._named(heard))
                self._asked, self._duty = [], None
            case "game_over":
                self.over = True

    def _named(self, heard: Understood) -> Move:
        """The move that was told: its ends, and what it took."""
        fitting = [
            move
            for move in self.believes.legal_moves()
            if (move.start, move.end) == (heard.way[0], heard.way[-1])
            and set(move.captured) == set(heard.taken)
        ]
        assert len(fitting) == 1, heard
        return fitting[0]

    def does(self) -> Gesture:
        """What he does next: what he was asked, else his move."""
        if self._asked:
            return self._asked.pop()
        self._moved += 1
        if self._moved % self._errs_every == 0:
            self.errors += 1
            return self._wrong_move()
        path, taken = self._right_move()
        forgets = self._moved % self._errs_every == 2
        return carried_out(path, () if forgets else taken)

    def _right_move(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        duty = self._duty
        if duty is not None and duty.taken:  # told jump by jump: no need to know more
            return duty.way, duty.taken
        moves = self.believes.legal_moves()
        if duty is not None and duty.starts:
            moves = tuple(move for move in moves if move.start in duty.starts)
        route = self._dice.choice(moves).route
        return route.path, route.captured

    def _wrong_move(self) -> Gesture:
        """A step of a man, though a capture is due or to a square that is too far away."""
        position = self.believes
        board = position.variant.geometry
        wrong = [
            (start, end)
            for start in position.squares(self._side)
            for end in range(1, board.squares + 1)
            if position.piece_at(end) is None
            and abs(board.row(start) - board.row(end)) <= 2
            and all((move.start, move.end) != (start, end) for move in position.legal_moves())
        ]
        start, end = self._dice.choice(wrong)
        return lambda hand, t: carry(hand, t, start, end, CALM.carry)
