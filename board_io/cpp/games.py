"""Games, positions and moves in the words of the protocol, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from firmware_protocol.cpp.moves import Notation, Uci
from firmware_protocol.cpp.names import VariantName
from firmware_protocol.cpp.placement import EMPTY, Placement
from rules.geometry import Geometry
from rules.move import Move, Route
from rules.names import lettered, squares_in
from rules.piece import Color, Piece, Role
from rules.position import Position
from rules.snapshot import Reading, Snapshot
from rules.unfinished import partial_capture
from rules.variant import Variant
from rules.variants import VARIANTS

GAMES: Mapping[VariantName, str] = {
    VariantName.STANDARD: "international",
    VariantName.RUSSIAN: "russian",
    VariantName.BRAZILIAN: "brazilian",
    VariantName.ENGLISH: "american",
    VariantName.BREAKTHROUGH: "breakthrough",
    VariantName.FRISIAN: "frisian",
    VariantName.FRYSK: "frysk",
    VariantName.ANTI: "antidraughts",
}
"""Each game of the protocol by its name among ours."""

_STAND_INS: Mapping[str, VariantName] = {
    "killer": VariantName.STANDARD,
    "family8": VariantName.ENGLISH,
    "family8_flying": VariantName.BRAZILIAN,
    "pool": VariantName.RUSSIAN,
    "czech": VariantName.BRAZILIAN,
}
"""Games that the protocol does not know, on a board that does not keep the rules: what it is told
that they are, because the same pieces stand on the same squares."""

_PIECES = {
    "m": Piece(Color.BLACK, Role.MAN),
    "M": Piece(Color.WHITE, Role.MAN),
    "d": Piece(Color.BLACK, Role.KING),
    "D": Piece(Color.WHITE, Role.KING),
}
_LETTERS = {piece: letter for letter, piece in _PIECES.items()}
_SEEN = {
    Reading.EMPTY: EMPTY,
    Reading.UNKNOWN: "?",
    Reading.OCCUPIED: "?",
    Reading.WHITE: "U",
    Reading.BLACK: "u",
    Reading.WHITE_MAN: "M",
    Reading.BLACK_MAN: "m",
    Reading.WHITE_KING: "D",
    Reading.BLACK_KING: "d",
}
_TURNS = {Color.WHITE: "w", Color.BLACK: "b"}


def name_of(variant: Variant) -> VariantName | None:
    """What a board is told that this game is, house rules aside; None where it cannot be told."""
    base = variant.name.partition("+")[0]
    named = {game: name for name, game in GAMES.items()}
    return named.get(base) or _STAND_INS.get(base)


def games_of(names: frozenset[str]) -> frozenset[str]:
    """Our games that can be played on a board that knows these of the protocol."""
    return frozenset(game for game, variant in VARIANTS.items() if name_of(variant) in names)


# -- what stands on a board --------------------------------------------------------------------


def placement_of(position: Position) -> Placement:
    """The position as it is told."""
    letters = {square: _LETTERS[piece] for square, piece in position.pieces().items()}
    return _placed(letters, position.variant.geometry, _TURNS[position.turn])


def placement_seen(snapshot: Snapshot, position: Position) -> Placement:
    """What a board shows, in letters that say no more than it knows; a piece where `position` has
    one is taken for that, unless it has another colour."""
    pieces = position.pieces()
    letters = {square: _letter(reading, pieces.get(square)) for square, reading in snapshot}
    return _placed(letters, position.variant.geometry, _TURNS[position.turn])


def snapshot_of(placement: Placement, board: Geometry) -> Snapshot | None:
    """What a board shows that says this; None where it is of another size. What stands on squares
    that are not played on is left out."""
    if placement.size != board.height:
        return None
    letters = (
        placement.rows[board.row(square) - 1][board.column(square) - 1]
        for square in range(1, board.squares + 1)
    )
    return Snapshot(tuple(map(_reading, letters)))


def shows(snapshot: Snapshot, position: Position) -> bool:
    """Whether a board that shows this may show the position: as far as it knows what it sees."""
    pieces = position.pieces()
    return len(snapshot) == position.variant.squares and all(
        reading.occupied == (square in pieces)
        and (reading.color is None or reading.color is pieces[square].color)
        for square, reading in snapshot
    )


def position_of(placement: Placement, variant: Variant) -> Position | None:
    """The position that this is, white to move where it does not say; None where it is none: of
    another size, with pieces that are not known or stand where they cannot."""
    board = variant.geometry
    if placement.size != board.height:
        return None
    pieces = {}
    for row, letters in enumerate(placement.rows, start=1):
        for column, letter in enumerate(letters, start=1):
            square = board.at(row, column)
            if letter == EMPTY:
                continue
            if square is None or letter not in _PIECES:
                return None
            pieces[square] = _PIECES[letter]
    if any(p.role is Role.MAN and variant.promotes_on(p.color, n) for n, p in pieces.items()):
        return None
    turn = Color.BLACK if placement.turn == "b" else Color.WHITE
    return Position.of(variant, turn, pieces)


def _placed(letters: Mapping[int, str], board: Geometry, turn: str) -> Placement:
    rows = [[EMPTY] * board.width for _ in range(board.height)]
    for square, letter in letters.items():
        rows[board.row(square) - 1][board.column(square) - 1] = letter
    return Placement(tuple(map("".join, rows)), turn)


def _letter(reading: Reading, piece: Piece | None) -> str:
    """`piece` should stand there: something that may be it is taken for it."""
    may_be = reading.occupied and reading.role is None
    if piece is not None and may_be and reading.color in (None, piece.color):
        return _LETTERS[piece]
    return _SEEN[reading]


def _reading(letter: str) -> Reading:
    """What a sensor of colours would show: kings the rules know."""
    if letter in (EMPTY, "?"):
        return Reading.EMPTY if letter == EMPTY else Reading.OCCUPIED
    return Reading.WHITE if letter.isupper() else Reading.BLACK


# -- moves -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Complete:
    """The squares are this legal move."""

    move: Move


@dataclass(frozen=True, slots=True)
class Begun:
    """The squares, with those before, are a legal capture that goes on."""

    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """The squares fit several legal moves, which take different pieces."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Illegal:
    """No legal move has these squares, which are on the board."""

    path: tuple[int, ...]


Understood = Complete | Begun | Ambiguous | Illegal


def squares_of(uci: Uci, board: Geometry) -> tuple[int, ...]:
    """The squares by number. Raises SquareError for one that is not played on."""
    if uci.notation is Notation.NUMBERS:
        return tuple(board.check(int(square)) for square in uci.squares)
    return tuple(board.check(squares_in(board, square)[0]) for square in uci.squares)


def understand(uci: Uci, position: Position, begun: tuple[int, ...] = ()) -> Understood:
    """What a move means here; `begun`: the squares of a capture of which earlier messages told.
    Raises SquareError."""
    path = squares_of(uci, position.variant.geometry)
    if begun and path[0] == begun[-1]:
        goes_on = _meant((*begun, *path[1:]), position)
        if not isinstance(goes_on, Illegal):
            return goes_on
    return _meant(path, position)


def uci_of(move: Move, position: Position, notation: Notation) -> Uci:
    """The move as it is told: its two ends, or all its squares where these leave open what is
    taken. Where that does not help either, nothing does."""
    twins = [m for m in position.legal_moves() if (m.start, m.end) == (move.start, move.end)]
    path = move.route.path if len(twins) > 1 else (move.start, move.end)
    board = position.variant.geometry
    if notation is Notation.NUMBERS:
        squares = tuple(f"{square:02}" for square in path)
    else:
        squares = tuple(lettered(board, square) for square in path)
    return Uci(squares, promotes=move.promotes)


def moved_anyway(path: tuple[int, ...], position: Position) -> Position:
    """What stands on the board after a move that no rule allows: the piece at its end, and what it
    jumped off."""
    board = position.variant.geometry
    theirs = position.squares(position.turn.other)
    jumped = {
        square for leg in pairwise(path) for square in board.between(*leg) if square in theirs
    }
    return position.after(path[0], path[-1], jumped - {path[-1]})


def _meant(path: tuple[int, ...], position: Position) -> Understood:
    ends = (path[0], path[-1])
    moves = [move for move in position.legal_moves() if (move.start, move.end) == ends]
    for fits in (_is_exact, Route.passes):
        found = [move for move in moves if any(fits(route, path) for route in move.routes)]
        if len(found) == 1:
            return Complete(found[0])
    if found:
        return Ambiguous(tuple(found))
    return Illegal(path) if partial_capture(position, path) is None else Begun(path)


def _is_exact(route: Route, path: tuple[int, ...]) -> bool:
    return route.path == path
