"""What a sensor of a given kind shows of a piece: a king looks like a man to all but the best."""

from __future__ import annotations

from collections.abc import Mapping

from rules.piece import Color, Piece, Role
from rules.snapshot import Reading, SensorKind, Snapshot

_COLORS = {Color.WHITE: Reading.WHITE, Color.BLACK: Reading.BLACK}
_PIECES = {
    Piece(Color.WHITE, Role.MAN): Reading.WHITE_MAN,
    Piece(Color.WHITE, Role.KING): Reading.WHITE_KING,
    Piece(Color.BLACK, Role.MAN): Reading.BLACK_MAN,
    Piece(Color.BLACK, Role.KING): Reading.BLACK_KING,
}


def reading_of(piece: Piece | None, sensor: SensorKind) -> Reading:
    """What a square shows on which `piece`, or nothing, stands."""
    if piece is None:
        return Reading.EMPTY
    match sensor:
        case SensorKind.OCCUPANCY:
            return Reading.OCCUPIED
        case SensorKind.COLOR:
            return _COLORS[piece.color]
        case SensorKind.COLOR_KINGS:
            return _PIECES[piece]


def snapshot_of(pieces: Mapping[int, Piece], squares: int, sensor: SensorKind) -> Snapshot:
    """What a board of `squares` squares shows on which these pieces stand."""
    return Snapshot.of(squares, {n: reading_of(piece, sensor) for n, piece in pieces.items()})


def as_sensed(reading: Reading, sensor: SensorKind) -> Reading:
    """A reading written down for people, made exact: a sensor that tells kings from men and says
    "white" has seen a man."""
    if sensor is SensorKind.COLOR_KINGS and reading in (Reading.WHITE, Reading.BLACK):
        return Reading.WHITE_MAN if reading is Reading.WHITE else Reading.BLACK_MAN
    return reading
