"""Remarks on how a move was carried out: never a foul at home (KNDB; FMJD 4.5 and 5.4)."""

from __future__ import annotations

from reconciler.explain import Explanation, RootKind
from reconciler.log import Log
from reconciler.timing import Timing
from reconciler.transition import NoteCode
from rules.move import Move
from rules.position import Position

Note = tuple[NoteCode, tuple[int, ...]]


def notes_on(explanation: Explanation, log: Log, timing: Timing) -> list[Note]:
    """What is worth a word about the first move of an explanation."""
    if explanation.root.kind is not RootKind.AGREED or not explanation.moves:
        return []
    position, move = explanation.root.game.position, explanation.moves[0]
    notes = _touched(position, move, log, timing)
    if len(explanation.moves) == 1:
        notes += _removal(move, log)
    return notes


def _touched(position: Position, move: Move, log: Log, timing: Timing) -> list[Note]:
    """Another piece that could have moved was lifted before. A square that flickers by itself is
    no touch, and several pieces were rather straightened than touched."""
    starts = {legal.start for legal in position.legal_moves()}
    touched = [
        square
        for square, outing in log.outings.items()
        if outing >= timing.touch and not log.flickers(square)
    ]
    if len(touched) == 1 and touched[0] != move.start and touched[0] in starts:
        return [(NoteCode.TOUCH_MOVE, (touched[0], move.start))]
    return []


def _removal(move: Move, log: Log) -> list[Note]:
    """Captured pieces taken off while the capture went on, or in another order (either end
    of the route may be the first, FMJD 4.5)."""
    if len(move.captured) < 2:
        return []
    removed: dict[int, float] = {}
    lifted, placed = None, 0.0
    for change in log.changes:
        if change.square in move.captured and change.emptied:
            removed[change.square] = change.time
        if change.square == move.start and change.emptied and lifted is None:
            lifted = change.time
        if change.square == move.end and change.filled:
            placed = change.time
    notes: list[Note] = []
    early = tuple(s for s, time in removed.items() if lifted is not None and lifted < time < placed)
    if early:
        notes.append((NoteCode.REMOVED_TOO_EARLY, early))
    order = tuple(sorted(removed, key=lambda s: removed[s]))
    told_apart = len(set(removed.values())) == len(move.captured)
    ways = [way for route in move.routes for way in (route.captured, route.captured[::-1])]
    if told_apart and order not in ways:
        notes.append((NoteCode.REMOVAL_ORDER, order))
    return notes
