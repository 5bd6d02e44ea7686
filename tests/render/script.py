"""A performance of the hands as a script for a film: what stands where, and where hands are, when.

Times in seconds, places in squares of the world.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from board_io.hand.performance import HandEvent, Performance
from rules.piece import Color, Piece, Role
from rules.position import Position
from tests.render.compose import Cell, Put
from tests.render.figures import Seat
from tests.render.plates import TRAY, FigureKey, Place
from tests.render.tracks import Change, Knot, Point3, Script, Track
from vision.pose import Side, cells_of

SEAT_OF = {Color.WHITE: Seat.NEAR, Color.BLACK: Seat.FAR}
_APPROACH_S = 0.45
_LEAVE_S = 0.4
_STAY_S = 1.7  # a hand that is needed again so soon does not go away
_HELD_S = 12.0  # a piece that is lifted for longer is gone


def letter_of(piece: Piece) -> str:
    letter = "w" if piece.color is Color.WHITE else "b"
    return letter.upper() if piece.role is Role.KING else letter


def scripted(
    performance: Performance,
    places: dict[Cell, Place],
    height: float,
    lead: float,
    rng: random.Random,
) -> Script:
    """The script of a performance that begins after `lead` seconds; `height` of a disc."""
    stage = _Stage(performance.start, places, height, rng)
    events = [(lead + event.t_ms / 1000, event) for event in performance.touches]
    for seat in Seat:
        for visit in _visits(stage.acts(events), seat):
            stage.play(visit)
    stage.changes.sort(key=lambda change: change.time)
    done = tuple(lead + played.last_ms / 1000 for played in performance.plies)
    end = max([knot.time for track in stage.tracks for knot in track.knots] + [lead]) + 2.0
    return Script(stage.start, tuple(stage.changes), tuple(stage.tracks), done, end)


@dataclass(frozen=True, slots=True)
class _Act:
    """One touch: a lift where `piece` is None; `lifted` is what stood there before."""

    time: float
    seat: Seat
    cell: Cell
    piece: Piece | None
    lifted: Piece | None


def _visits(acts: Iterable[_Act], seat: Seat) -> Iterable[list[_Act]]:
    """The touches of one player, in groups between which the hand goes away."""
    group: list[_Act] = []
    for act in acts:
        if act.seat is not seat:
            continue
        if group and act.time - group[-1].time > _STAY_S:
            yield group
            group = []
        group.append(act)
    if group:
        yield group


@dataclass
class _Stage:
    position: Position
    places: dict[Cell, Place]
    height: float
    rng: random.Random
    changes: list[Change] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)

    def __post_init__(self) -> None:
        cells = cells_of(self.position.variant.geometry, Side.BOTTOM)
        self._cells = dict(cells)
        pieces = self.position.pieces()
        self.start = {cells[n]: self._put(letter_of(piece)) for n, piece in pieces.items()}
        self._trays = {Seat.NEAR: 0, Seat.FAR: 0}

    def acts(self, events: Iterable[tuple[float, HandEvent]]) -> list[_Act]:
        """Who does what: pieces are moved by their owner and taken off by the opponent."""
        standing = dict(self.position.pieces())
        acts: list[_Act] = []
        timed = list(events)
        back = _returning(timed, dict(standing))
        for index, (time, event) in enumerate(timed):
            before = standing.pop(event.square, None)
            if event.piece is not None:
                standing[event.square] = event.piece
            piece = event.piece or before
            if piece is None:
                continue
            seat = SEAT_OF[piece.color]
            if event.piece is None and index not in back:
                seat = SEAT_OF[piece.color.other]
            acts.append(_Act(time, seat, self._cells[event.square], event.piece, before))
        return acts

    def play(self, visit: list[_Act]) -> None:
        """A visit of one player's hand, and of the other one where both are needed."""
        first: list[_Act] = []
        second: list[_Act] = []
        held = False
        for act in visit:
            own = _owned(act)
            helping = held and act.piece is None and not own
            (second if helping else first).append(act)
            held = act.piece is None if own else held
        left = self.rng.random() < 0.25
        self._play(first, left)
        if second:
            self._play(second, not left)

    def _play(self, acts: list[_Act], left: bool) -> None:
        seat = acts[0].seat
        home = self._home(seat, acts[0].cell)
        knots = [Knot(acts[0].time - _APPROACH_S, home)]
        taken: list[str] = []
        for index, act in enumerate(acts):
            place = self._touch(act)
            if index and act.time - knots[-1].time > 0.12:
                knots.append(self._between(knots[-1], act.time, place))
            holds = self._carry(act, taken)
            knots.append(Knot(act.time, place, holds))
        self._leave(knots, seat, taken)
        self.tracks.append(Track(FigureKey(seat, left), tuple(knots)))

    def _carry(self, act: _Act, taken: list[str]) -> str:
        """Changes what stands; returns what the hand holds from then on."""
        if act.piece is not None:
            self.changes.append(Change(act.time, act.cell, self._put(letter_of(act.piece))))
            return ""
        self.changes.append(Change(act.time, act.cell, None))
        letter = letter_of(act.lifted) if act.lifted else ""
        if not _owned(act):
            taken.append(letter)
        return letter

    def _leave(self, knots: list[Knot], seat: Seat, taken: list[str]) -> None:
        """Captured pieces go beside the board, then the hand goes away."""
        last = knots[-1]
        time = last.time + 0.08
        knots.append(Knot(time, last.place, last.holds))
        row = -1 if seat is Seat.NEAR else -2
        for number, letter in enumerate(taken):
            slot = self._trays[seat]
            self._trays[seat] += 1
            if slot < TRAY:
                time += 0.15 if number else _LEAVE_S
                place = self.places[row, slot]
                knots.append(Knot(time, (place.x, place.y, 0.1)))
                self.changes.append(Change(time, (row, slot), self._put(letter.lower())))
        x, y, _ = knots[-1].place
        reach = abs(y - self._home(seat, (0, int(x)))[1])
        knots.append(Knot(time + _LEAVE_S * max(0.8, reach / 9), self._home(seat, (0, int(x)))))

    def _touch(self, act: _Act) -> Point3:
        place = self.places[act.cell]
        king = any(p and p.role is Role.KING for p in (act.piece, act.lifted))
        return place.x, place.y, max(0.0, self.height * (2 if king else 1) - 0.2)

    def _between(self, here: Knot, time: float, there: Point3) -> Knot:
        """Half-way, lifted, unless the piece is pushed to the next square."""
        (x0, y0, z0), (x1, y1, z1) = here.place, there
        far = max(abs(x1 - x0), abs(y1 - y0))
        pushed = far < 1.2 and time - here.time < 0.3
        height = 0.0 if pushed else min(1.2, 0.35 * far + 0.25)
        middle = ((x0 + x1) / 2, (y0 + y1) / 2, max(z0, z1) + height)
        return Knot((here.time + time) / 2, middle, here.holds)

    def _home(self, seat: Seat, cell: Cell) -> Point3:
        n = self.position.variant.geometry.height
        x = n / 2 + 0.6 * (cell[1] - n / 2)
        return (x, n + 8.0, 2.5) if seat is Seat.NEAR else (n - x, -8.0, 2.5)

    def _put(self, letter: str) -> Put:
        dx, dy = (round(max(-0.15, min(0.15, self.rng.gauss(0, 0.05))), 2) for _ in range(2))
        return Put(letter, dx, dy)


def _owned(act: _Act) -> bool:
    """Whether the hand moves a piece of its own player."""
    piece = act.piece or act.lifted
    return piece is not None and SEAT_OF[piece.color] is act.seat


def _returning(events: list[tuple[float, HandEvent]], standing: dict[int, Piece]) -> set[int]:
    """The lifts (by index) after which the same piece is put down again: each piece put down is
    the one of its colour that was lifted last."""
    lifted: dict[Color, list[int]] = {color: [] for color in Color}
    found = set()
    for index, (time, event) in enumerate(events):
        before = standing.get(event.square)
        if event.piece is None:
            if before is not None:
                lifted[before.color].append(index)
            standing.pop(event.square, None)
            continue
        waiting = lifted[event.piece.color]
        standing[event.square] = event.piece
        if before is None and waiting and time - events[waiting[-1]][0] < _HELD_S:
            found.add(waiting.pop())
    return found
