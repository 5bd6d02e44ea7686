"""Single gestures: each takes the moment it begins at and says when it ended, in milliseconds."""

from __future__ import annotations

import enum
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from board_io.hand.performance import Mishap, TrueMishap
from board_io.hand.profiles import HandProfile, Span
from board_io.hand.stage import Stage
from rules.geometry import DIAGONALS, Geometry
from rules.piece import Piece, Role


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's hand over the board: his habits and his dice. The stage is shared by both."""

    stage: Stage
    board: Geometry
    profile: HandProfile
    rng: random.Random
    mishaps: list[TrueMishap] = field(default_factory=list)

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def pick(self, span: Span) -> int:
        return span.pick(self.rng)


@dataclass(frozen=True, slots=True)
class Motion:
    """When a ply on the board began, when the moved piece stood, and when all was done."""

    first_ms: int
    placed_ms: int
    last_ms: int


class Style(enum.Enum):
    """In which order the hands of a capturing player do their work."""

    OWN_FIRST = "own piece first"
    CAPTURED_FIRST = "captured pieces first"
    TWO_HANDS = "one hand moves, the other takes off"


def put_down(hand: Hand, t_ms: int, square: int, piece: Piece) -> int:
    """Puts a piece down, now and then off-centre; returns when it is quiet."""
    neighbours = _clear_neighbours(hand, t_ms, square)
    if not neighbours or not hand.chance(hand.profile.off_centre):
        return hand.stage.put(t_ms, square, piece)
    neighbour = hand.rng.choice(neighbours)
    settled = _put_off_centre(hand, t_ms, square, neighbour, piece)
    hand.mishaps.append(TrueMishap(Mishap.OFF_CENTRE, neighbour, t_ms, settled))
    return settled


def _clear_neighbours(hand: Hand, t_ms: int, square: int) -> list[int]:
    lines = (hand.board.line(square, direction)[:1] for direction in DIAGONALS)
    return [n for line in lines for n in line if hand.stage.is_clear(t_ms, n)]


def _put_off_centre(hand: Hand, t_ms: int, square: int, neighbour: int, piece: Piece) -> int:
    """The neighbour fires as well until the piece is pushed home."""
    stage, rng = hand.stage, hand.rng
    lasting = hand.pick(hand.profile.off_centre_for)
    if hand.chance(hand.profile.off_centre_early):
        fired = stage.put(t_ms, neighbour, piece)
        stood = stage.put(fired + rng.randint(20, 60), square, piece)
        return stage.lift(max(fired + lasting, stood), neighbour)[0]
    stood = stage.put(t_ms, square, piece)
    fired = stage.put(stood + rng.randint(0, 40), neighbour, piece)
    if not hand.chance(hand.profile.off_centre_drop):
        return stage.lift(fired + lasting, neighbour)[0]
    dropped = stage.lift(fired + rng.randint(30, 180), square)[0]
    back = stage.put(dropped + rng.randint(40, 160), square, piece)
    return stage.lift(max(fired + lasting, back + 20), neighbour)[0]


def carry(hand: Hand, t_ms: int, start: int, end: int, lasting: Span) -> Motion:
    """One piece through the air."""
    lifted, piece = hand.stage.lift(t_ms, start)
    placed = lifted + hand.pick(lasting)
    return Motion(lifted, placed, put_down(hand, placed, end, piece))


def slide(hand: Hand, t_ms: int, start: int, end: int) -> Motion:
    """One piece over the squares between, each of which sees it for a moment."""
    lifted, piece = hand.stage.lift(t_ms, start)
    placed = _glide(hand, lifted, start, end, piece)
    return Motion(lifted, placed, put_down(hand, placed, end, piece))


def _glide(hand: Hand, t_ms: int, start: int, end: int, piece: Piece) -> int:
    """Over the squares between `start` and `end`; returns when the end is reached."""
    for square in hand.board.between(start, end):
        if not hand.stage.is_clear(t_ms, square):
            continue  # lifted over whatever stands there
        seen = hand.stage.put(t_ms + hand.pick(hand.profile.slide_step), square, piece)
        t_ms = hand.stage.lift(seen + hand.pick(hand.profile.slide_step), square)[0]
    return t_ms + hand.pick(hand.profile.slide_step)


def quiet(hand: Hand, t_ms: int, start: int, end: int) -> Motion:
    """A move without a capture: a king slid or lifted, a man pushed or lifted."""
    piece, profile = hand.stage.piece_at(start), hand.profile
    far = bool(hand.board.between(start, end))
    if piece is not None and piece.role is Role.KING and far and hand.chance(profile.slide_king):
        return slide(hand, t_ms, start, end)
    if not far and hand.chance(profile.slide_man):
        return carry(hand, t_ms, start, end, profile.push)
    return carry(hand, t_ms, start, end, profile.carry)


def travel(hand: Hand, t_ms: int, path: Sequence[int], stops: bool) -> Motion:
    """The piece on path[0] goes to path[-1]: with stops on the squares between, or straight."""
    lifted, piece = hand.stage.lift(t_ms, path[0])
    now = lifted
    for here, landing in pairwise(path[:-1]):
        now = _leg(hand, now, here, landing, piece, stops)
        if stops and hand.stage.piece_at(landing) is None:
            stood = put_down(hand, now, landing, piece)
            now = hand.stage.lift(stood + _stop(hand), landing)[0]
    placed = _leg(hand, now, path[-2], path[-1], piece, stops)
    return Motion(lifted, placed, put_down(hand, placed, path[-1], piece))


def _leg(hand: Hand, t_ms: int, here: int, landing: int, piece: Piece, stops: bool) -> int:
    """From one landing square to the next; returns when the hand is there."""
    t_ms += hand.pick(hand.profile.hop)
    if not stops or piece.role is not Role.KING or not hand.chance(hand.profile.slide_king):
        return t_ms
    jumped = [n for n in hand.board.between(here, landing) if hand.stage.piece_at(n) is not None]
    return _glide(hand, t_ms, jumped[-1], landing, piece) if jumped else t_ms


def _stop(hand: Hand) -> int:
    long_stop = hand.chance(hand.profile.long_stop)
    return hand.pick(hand.profile.long_stop_for if long_stop else hand.profile.stop)


def take_off(hand: Hand, t_ms: int, squares: Iterable[int]) -> int:
    """Takes pieces off one by one, the first at once; returns when the last is off."""
    done = t_ms
    for count, square in enumerate(squares):
        gap = hand.pick(hand.profile.removal_gap) if count else 0
        done = hand.stage.lift(done + gap, square)[0]
    return done


def removal_order(hand: Hand, captured: Sequence[int]) -> list[int]:
    """Mostly the order of capture, or the reverse, or any."""
    order = list(captured)
    if hand.chance(hand.profile.removal_any_order):
        hand.rng.shuffle(order)
    elif hand.chance(hand.profile.removal_reversed):
        order.reverse()
    return order


def removal_wait(hand: Hand) -> int:
    """How long the captured pieces still stand after the own piece does."""
    late = hand.chance(hand.profile.late_removal)
    return hand.pick(hand.profile.late_removal_after if late else hand.profile.removal_gap)


def capture_style(hand: Hand, captures: int) -> Style:
    """One piece is often taken off first or with the other hand, a row of them seldom."""
    scale = 1.0 if captures == 1 else 0.4
    if hand.chance(hand.profile.captured_first * scale):
        return Style.CAPTURED_FIRST
    return Style.TWO_HANDS if hand.chance(hand.profile.two_hands * scale) else Style.OWN_FIRST


def capture(hand: Hand, t_ms: int, path: Sequence[int], captured: Sequence[int]) -> Motion:
    """A capture from the first to the last event, in the player's own style."""
    order = removal_order(hand, captured)
    match capture_style(hand, len(captured)):
        case Style.CAPTURED_FIRST:
            return _captured_first(hand, t_ms, path, order)
        case Style.TWO_HANDS:
            return _two_hands(hand, t_ms, path, order)
        case Style.OWN_FIRST:
            return own_first(hand, t_ms, path, order)


def own_first(hand: Hand, t_ms: int, path: Sequence[int], order: Sequence[int]) -> Motion:
    """The own piece first, then the captured ones, at once or late."""
    moved = travel(hand, t_ms, path, len(path) > 2 and hand.chance(hand.profile.stops))
    last = take_off(hand, moved.placed_ms + removal_wait(hand), order)
    return Motion(moved.first_ms, moved.placed_ms, max(moved.last_ms, last))


def _captured_first(hand: Hand, t_ms: int, path: Sequence[int], order: Sequence[int]) -> Motion:
    removed = take_off(hand, t_ms, order)
    moved = travel(hand, removed + hand.pick(hand.profile.removal_gap), path, stops=False)
    return Motion(t_ms, moved.placed_ms, moved.last_ms)


def _two_hands(hand: Hand, t_ms: int, path: Sequence[int], order: Sequence[int]) -> Motion:
    """The captured pieces leave while the own piece is in the air."""
    moved = carry(hand, t_ms, path[0], path[-1], hand.profile.carry)
    last, now = moved.last_ms, t_ms + hand.rng.randint(20, 150)
    for square in order:
        last = max(last, hand.stage.lift(now, square)[0])
        now += hand.rng.randint(40, 150)
    return Motion(moved.first_ms, moved.placed_ms, last)


def straighten(hand: Hand, t_ms: int, square: int, lasting: Span) -> int:
    """Lifts a piece and puts it back; returns when it stands again."""
    lifted, piece = hand.stage.lift(t_ms, square)
    return hand.stage.put(lifted + hand.pick(lasting), square, piece)
