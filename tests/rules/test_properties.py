"""What holds in every position, on random positions with many kings and on played ones; and the
same positions in another program."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import dame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.diagram import diagram
from rules.fen import format_fen, parse_fen
from rules.judge import judge
from rules.move import Move
from rules.notation import format_move, parse_move
from rules.perft import perft
from rules.piece import Color, Piece, Role
from rules.position import Position
from rules.ruling import Attempt, Reason
from rules.traits import Removal
from rules.unfinished import capture_states, partial_capture
from rules.variant import Variant
from rules.variants import INTERNATIONAL, VARIANTS, variant_named

HOUSE = [variant_named(f"{name}+no_forced+men_forward") for name in ("international", "russian")]
EVERY_VARIANT = pytest.mark.parametrize(
    "variant", [*VARIANTS.values(), *HOUSE], ids=lambda variant: variant.name
)
PIECES = [Piece(color, role) for color in Color for role in Role]


@st.composite
def positions(draw: st.DrawFn, variant: Variant = INTERNATIONAL) -> Position:
    """Any position that a FEN may describe, from nearly empty to nearly full."""
    squares = list(range(1, variant.squares + 1))
    most = 30 if variant.squares >= 50 else 20
    chosen = draw(st.lists(st.sampled_from(squares), unique=True, max_size=most))
    pieces = {square: draw(st.sampled_from(PIECES)) for square in chosen}
    for square, piece in pieces.items():
        if piece.role is Role.MAN and variant.promotes_on(piece.color, square):
            pieces[square] = Piece(piece.color, Role.KING)
    return Position.of(variant, draw(st.sampled_from(Color)), pieces)


def turned(position: Position) -> Position:
    """The same for the other side: turned by 180 degrees, colours exchanged."""
    board = position.variant.geometry
    pieces = {
        board.turned(square): Piece(piece.color.other, piece.role)
        for square, piece in position.pieces().items()
    }
    return Position.of(position.variant, position.turn.other, pieces)


def outlines(position: Position, turn_back: bool = False) -> set[tuple]:
    board = position.variant.geometry
    square = board.turned if turn_back else int
    return {
        (
            square(move.start),
            square(move.end),
            frozenset(square(s) for s in move.captured),
            move.promotes,
            frozenset(tuple(square(s) for s in route.path) for route in move.routes),
        )
        for move in position.legal_moves()
    }


@EVERY_VARIANT
@settings(max_examples=30)
@given(data=st.data())
def test_both_sides_move_alike(variant: Variant, data: st.DataObject) -> None:
    position = data.draw(positions(variant))
    assert outlines(turned(position), turn_back=True) == outlines(position)


@given(positions())
def test_every_move_is_there_once_and_captures_the_most(position: Position) -> None:
    moves = position.legal_moves()
    assert len({(m.start, m.end, frozenset(m.captured)) for m in moves}) == len(moves)
    assert len({len(move.captured) for move in moves}) <= 1


@given(positions())
def test_every_route_is_a_walk_over_its_captured_pieces(position: Position) -> None:
    board = position.variant.geometry
    for move in position.legal_moves():
        assert len({(route.path, route.captured) for route in move.routes}) == len(move.routes)
        for route in move.routes if move.is_capture else ():
            assert (route.path[0], route.path[-1]) == (move.start, move.end)
            assert sorted(route.captured) == sorted(move.captured)
            legs = zip(route.path, route.path[1:], route.captured, strict=False)
            for start, end, over in legs:
                standing = [s for s in board.between(start, end) if position.piece_at(s)]
                assert [s for s in standing if s != move.start] == [over]


@EVERY_VARIANT
@settings(max_examples=20)
@given(data=st.data())
def test_playing_moves_one_piece_and_removes_the_captured_ones(
    variant: Variant, data: st.DataObject
) -> None:
    position = data.draw(positions(variant))
    before = position.pieces()
    for move in position.legal_moves():
        after = position.play(move)
        expected = {s: p for s, p in before.items() if s not in (move.start, *move.captured)}
        role = Role.KING if move.promotes else before[move.start].role
        expected[move.end] = Piece(position.turn, role)
        assert after.pieces() == expected
        assert after.turn is position.turn.other
        assert after == position.after(move.start, move.end, move.captured, move.promotes)


@given(positions())
def test_bitboards_squares_and_pieces_agree(position: Position) -> None:
    pieces = position.pieces()
    bits = {square for square in range(1, 51) if position.occupied >> (square - 1) & 1}
    assert bits == set(pieces) == set(position.squares())
    assert position.by_color(Color.WHITE) == position.white_men | position.white_kings
    assert position.by_color(Color.BLACK) == position.black_men | position.black_kings
    for color in Color:
        for role in Role:
            wanted = tuple(s for s, p in pieces.items() if p == Piece(color, role))
            assert position.squares(color, role) == wanted
    assert all(position.piece_at(square) == pieces.get(square) for square in range(1, 51))


@EVERY_VARIANT
@settings(max_examples=20)
@given(data=st.data())
def test_a_fen_reads_back_as_the_same_position(variant: Variant, data: st.DataObject) -> None:
    position = data.draw(positions(variant))
    text = format_fen(position)
    again = parse_fen(text, variant)
    assert again == position
    assert hash(again) == hash(position)
    assert again.fen == text
    assert parse_fen(f" {text.lower().replace(',', ' , ')} . ", variant) == position


@given(positions())
def test_a_position_survives_pickling(position: Position) -> None:
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.legal_moves() == position.legal_moves()


@EVERY_VARIANT
@settings(max_examples=20)
@given(data=st.data())
def test_a_written_move_reads_back_as_the_same_move(variant: Variant, data: st.DataObject) -> None:
    position = data.draw(positions(variant))
    for move in position.legal_moves():
        assert parse_move(position, format_move(position, move)) is move
        for route in move.routes[:5]:
            sign = "x" if move.is_capture else "-"
            assert parse_move(position, sign.join(map(str, route.path))) is move


@EVERY_VARIANT
@settings(max_examples=20)
@given(data=st.data())
def test_every_legal_move_is_ruled_legal(variant: Variant, data: st.DataObject) -> None:
    position = data.draw(positions(variant))
    for move in position.legal_moves():
        for route in move.routes[:5]:
            seen = Attempt(move.start, move.end, route.captured, route.path)
            ruling = judge(position, seen)
            assert (ruling.legal, ruling.reason, ruling.move) == (True, None, move)
            ruling = judge(position, Attempt(move.start, move.end, route.captured[::-1]))
            assert ruling.legal
            assert ruling.reason in (None, Reason.REMOVAL_ORDER)


@EVERY_VARIANT
@settings(max_examples=30)
@given(data=st.data())
def test_every_other_attempt_is_ruled_illegal_with_a_reason(
    variant: Variant, data: st.DataObject
) -> None:
    position = data.draw(positions(variant))
    square = st.integers(1, variant.squares)
    start = data.draw(st.one_of(st.none(), square, st.sampled_from(position.squares() or (1,))))
    removed = data.draw(st.lists(square, unique=True, max_size=3))
    attempt = Attempt(start, data.draw(square), tuple(removed))
    ruling = judge(position, attempt)
    legal = {(m.start, m.end, frozenset(m.captured)) for m in position.legal_moves()}
    assert ruling.legal is ((attempt.start, attempt.end, frozenset(removed)) in legal)
    assert ruling.legal or (ruling.reason is not None and ruling.article)


@EVERY_VARIANT
@settings(max_examples=20)
@given(data=st.data())
def test_captures_end_among_the_states_that_can_be_reached(
    variant: Variant, data: st.DataObject
) -> None:
    position = data.draw(positions(variant))
    for move in position.legal_moves():
        if move.is_capture:
            states = capture_states(position, move.start)
            assert (move.end, frozenset(move.captured)) in states


@EVERY_VARIANT
@settings(max_examples=20)
@given(data=st.data())
def test_a_capture_is_its_partial_captures_one_after_the_other(
    variant: Variant, data: st.DataObject
) -> None:
    position = data.draw(positions(variant))
    for move in position.legal_moves():
        if not move.is_capture:
            assert partial_capture(position, (move.start,)) is None or not variant.must_capture
            continue
        for route in move.routes[:3]:
            partial = partial_capture(position, route.path[:1])
            for made, (land, over) in enumerate(zip(route.path[1:], route.captured, strict=True)):
                assert partial is not None
                assert partial.captured == route.captured[:made]
                assert (over, land) in partial.following
                partial = partial.then(land)
            assert partial is not None
            assert partial.finished is move
            after = position.play(move).pieces()
            if variant.removal is Removal.AFTER:
                after |= {square: position.pieces()[square] for square in move.captured}
            assert partial.on_board == after


@settings(max_examples=150)
@given(positions(variant_named("italian")))
def test_every_route_of_italian_captures_meets_kings_as_early_as_any(position: Position) -> None:
    kings = position.squares(position.turn.other, Role.KING)
    mine = position.squares(position.turn, Role.KING)
    routes = [route for move in position.legal_moves() for route in move.routes]
    ranks = {(r.path[0] in mine, *(square in kings for square in r.captured)) for r in routes}
    assert len(ranks) <= 1 or not routes[0].captured


def test_of_two_ways_round_an_italian_king_goes_the_one_that_meets_a_king_first() -> None:
    position = parse_fen("W:WK2:BK5,6,K8,K13,14,19,K21,23", variant_named("italian"))
    routes = [route for move in position.legal_moves() for route in move.routes]
    assert [route.captured for route in routes] == [(5, 13, 14, 6)]


@given(positions())
def test_a_diagram_shows_every_piece_once(position: Position) -> None:
    letters = sorted(letter for letter in diagram(position) if letter in "wWbB")
    expected = sorted(
        "wWbB"[2 * (piece.color is Color.BLACK) + (piece.role is Role.KING)]
        for piece in position.pieces().values()
    )
    assert letters == expected
    upside_down = diagram(position, numbers=False, turned=True)
    assert upside_down.split() == diagram(position, numbers=False).split()[::-1]


def theirs(position: Position) -> dame.Board | None:
    """The same position in dame-rs, which refuses some positions that cannot arise."""
    try:
        return dame.Board(position.fen)
    except ValueError:
        return None


def key(move: Move) -> tuple:
    return (move.start, move.end, tuple(sorted(move.captured)))


@settings(max_examples=400)
@given(positions())
def test_another_program_finds_the_same_moves(position: Position) -> None:
    board = theirs(position)
    if board is None or board.is_game_over():
        return
    found = sorted((m.from_square, m.to_square, tuple(m.captured)) for m in board.legal_moves)
    assert found == sorted(key(move) for move in position.legal_moves())


def played_positions(seed: int, count: int) -> Iterator[Position]:
    """Positions from random games."""
    chooser = random.Random(seed)
    for _ in range(count):
        position = Position.start()
        for _ in range(chooser.randrange(10, 90)):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(chooser.choice(moves))
        yield position


@pytest.mark.parametrize("depth", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_another_program_counts_the_same_lines_of_play(depth: int) -> None:
    compared = 0
    for position in played_positions(seed=depth, count=25):
        board = theirs(position)
        if board is not None and not board.is_game_over():
            assert perft(position, depth).moves == dame.perft(board, depth), position.fen
            compared += 1
    assert compared >= 15
