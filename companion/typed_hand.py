"""The hand at the simulated board: does what was typed, also where it is against the rules."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from board_io.hand.gestures import Hand, carry, put_down, quiet, take_off, travel
from board_io.hand.profiles import CAREFUL, Span
from board_io.hand.stage import Stage
from companion.keyboard import MoveTyped
from rules.errors import AmbiguousMoveError, RulesError
from rules.geometry import Geometry
from rules.notation import parse_move
from rules.piece import Piece
from rules.position import Position

CALM = replace(
    CAREFUL,
    name="calm",
    carry=Span(350, 450),
    slide_king=0.0,
    slide_man=0.0,
    off_centre=0.0,
    stops=1.0,
    hop=Span(250, 350),
    stop=Span(250, 350),
    long_stop=0.0,
    removal_gap=Span(300, 400),
)
"""Nothing goes wrong by accident: what is typed is what happens."""

_BETWEEN_MS = 350


class ImpossibleGestureError(Exception):
    """No hand can do that; `key` names the text that says why, `square` is where."""

    def __init__(self, key: str, square: int) -> None:
        super().__init__(key)
        self.key = key
        self.square = square


@dataclass(frozen=True, slots=True)
class Gesture:
    """At `time`, seconds, monotonic, `piece` stands on `square`, or nothing does."""

    time: float
    square: int
    piece: Piece | None


class TypedHand:
    """Plans gestures on a board that shows `position` at first; `due` gives those whose time has
    come."""

    def __init__(self, position: Position, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._board = position.variant.geometry
        self._planned: deque[Gesture] = deque()
        self._lay_out(position, 0.0)

    @property
    def board(self) -> Geometry:
        """The squares on which it can put pieces."""
        return self._board

    @property
    def is_busy(self) -> bool:
        return bool(self._planned)

    @property
    def next_time(self) -> float | None:
        """When the next gesture is due."""
        return self._planned[0].time if self._planned else None

    @property
    def pieces(self) -> dict[int, Piece]:
        """What stands on the board once all is done that is planned."""
        return self._hand.stage.pieces

    def due(self, now: float) -> list[Gesture]:
        """The gestures of up to now; each is given once."""
        gestures = []
        while self._planned and self._planned[0].time <= now:
            gestures.append(self._planned.popleft())
        return gestures

    def play(self, typed: MoveTyped, position: Position, now: float) -> None:
        """Do the move that was typed. Raises ImpossibleGestureError, and AmbiguousMoveError where
        it fits two captures."""
        path, captured = _meant(typed, position)
        self._check(path)
        start = self._ms(now)
        if captured:
            placed = travel(self._hand, start, path, stops=True).last_ms
            take_off(self._hand, placed + _BETWEEN_MS, captured)
        elif len(path) > 2:
            travel(self._hand, start, path, stops=True)
        else:
            quiet(self._hand, start, path[0], path[-1])
        self._plan()

    def remove(self, square: int, now: float) -> None:
        """Take a piece off. Raises ImpossibleGestureError."""
        self._check((square, square), moved=False)
        take_off(self._hand, self._ms(now), (square,))
        self._plan()

    def touch(self, square: int, piece: Piece | None, now: float) -> Gesture | None:
        """Somebody else lifts what stands there (None) or puts a piece down: the gesture, to be
        done at once. None where it is not possible now: the hand is busy, there is nothing to
        lift, or no room to put it."""
        there = square in self.pieces
        if self.is_busy or not 1 <= square <= self._board.squares or there == (piece is not None):
            return None
        if piece is None:
            self._hand.stage.lift(self._ms(now), square)
        else:
            self._hand.stage.put(self._ms(now), square, piece)
        self._plan()
        return self._planned.pop()

    def restore(self, position: Position, now: float) -> None:
        """Put everything back to where it stands in `position`, piece by piece."""
        wanted = position.pieces()
        gone = [n for n, piece in self.pieces.items() if not _fits(piece, wanted.get(n))]
        back = [n for n, piece in wanted.items() if not _fits(piece, self.pieces.get(n))]
        last = self._ms(now)
        for square in list(gone):
            piece = self.pieces[square]
            place = next((n for n in back if _fits(piece, wanted[n]) and n not in gone), None)
            if place is not None:
                last = carry(self._hand, last, square, place, CALM.carry).last_ms + _BETWEEN_MS
                gone.remove(square)
                back.remove(place)
        last = take_off(self._hand, last, gone)
        for square in back:
            last = put_down(self._hand, last + _BETWEEN_MS, square, wanted[square])
        self._plan()

    def set_up(self, position: Position, now: float) -> None:
        """Bring the board to a position, all at once: people do that faster than one types."""
        wanted, there = position.pieces(), self.pieces
        self._planned.extend(
            Gesture(now, square, wanted.get(square))
            for square in sorted(wanted.keys() | there.keys())
            if wanted.get(square) != there.get(square)
        )
        self._lay_out(position, now)

    def _lay_out(self, position: Position, now: float) -> None:
        """A new stage, whose milliseconds count from `now`."""
        self._hand = Hand(Stage(position), self._board, CALM, self._random)
        self._origin = now
        self._planned_events = 0

    def _ms(self, now: float) -> int:
        return round((now - self._origin) * 1000)

    def _check(self, path: Sequence[int], moved: bool = True) -> None:
        for square in path:
            if not 1 <= square <= self._board.squares:
                raise ImpossibleGestureError("play.no_square", square)
        if path[0] not in self.pieces:
            raise ImpossibleGestureError("play.nothing_there", path[0])
        if moved and path[-1] != path[0] and path[-1] in self.pieces:
            raise ImpossibleGestureError("play.taken", path[-1])

    def _plan(self) -> None:
        """Put what the stage noted since the last gesture on the list."""
        events = self._hand.stage.events
        self._planned.extend(
            Gesture(self._origin + event.t_ms / 1000, event.square, event.piece)
            for event in events[self._planned_events :]
        )
        self._planned_events = len(events)


def _fits(piece: Piece, other: Piece | None) -> bool:
    """Whether a board of magnets takes one for the other."""
    return other is not None and piece.color is other.color


def _meant(typed: MoveTyped, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The way and the pieces to take off: of the legal move, else just what was typed."""
    try:
        move = parse_move(position, typed.text)
    except AmbiguousMoveError:
        raise
    except RulesError:
        return typed.squares, _jumped(typed, position) if typed.capture else ()
    routes = [route for route in move.routes if set(typed.squares) <= set(route.path)]
    route = routes[0] if routes else move.route
    return route.path, route.captured


def _jumped(typed: MoveTyped, position: Position) -> tuple[int, ...]:
    """The opponent's pieces between the squares that were typed."""
    board = position.variant.geometry
    if not all(1 <= square <= board.squares for square in typed.squares):
        return ()
    enemies = position.squares(position.turn.other)
    legs = zip(typed.squares, typed.squares[1:], strict=False)
    passed = [square for start, end in legs for square in board.between(start, end)]
    return tuple(dict.fromkeys(square for square in passed if square in enemies))
