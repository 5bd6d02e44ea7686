"""Two people play a given game on a board.

Whatever happens, the plies of the game are played in the end, so that a perfect listener records
exactly the given game; only where a fault is let stand does the game go its own way from there.
"""

from __future__ import annotations

import random
from collections.abc import Collection

from board_io.hand.mishaps import Mishaps
from board_io.hand.noise import with_noise
from board_io.hand.offender import Offender
from board_io.hand.performance import Fault, Performance
from board_io.hand.profiles import HandProfile
from board_io.hand.table import Table
from rules.game import Game
from rules.move import Move


def perform(
    game: Game,
    profile: HandProfile,
    seed: int,
    violations: float = 0.0,
    faults: Collection[Fault] = frozenset(Fault),
) -> Performance:
    """Plays the game on a board. `violations` is the probability of a fault per ply, `faults` are
    those that may occur. The same arguments give the same performance."""
    rng = random.Random(seed)
    table = Table(game.start, profile, rng)
    mishaps, offender = Mishaps(table), Offender(table, game, violations, faults)
    while table.number < len(game.plies):
        move = _next_move(game, table, offender)
        if move is None:
            break
        _play(table, mishaps, offender, move)
    table.crown_all()
    return with_noise(_gathered(game, table, mishaps, offender), profile, rng)


def _next_move(game: Game, table: Table, offender: Offender) -> Move | None:
    """The move of the given game, or any legal one where the game went astray. A ply whose move
    nobody knows ends the performance: hands cannot play it."""
    if not offender.astray:
        return game.plies[table.number].move
    moves = table.position.legal_moves()
    return table.rng.choice(moves) if moves else None


def _play(table: Table, mishaps: Mishaps, offender: Offender, move: Move) -> None:
    """One ply for good, and all that comes before it."""
    if offender.commit(move):
        return
    mishaps.before(move)
    before = table.position
    corrected = mishaps.corrected(move) if table.chance(table.profile.correct) else None
    motion = corrected
    if motion is None and not offender.spoiled(table.number - 1):
        motion = mishaps.early(move)
    if motion is None:
        motion = table.act(table.begin(), move, offender.forgets_crown(move))
    table.record(before, move, motion)


def _gathered(game: Game, table: Table, mishaps: Mishaps, offender: Offender) -> Performance:
    return Performance(
        start=game.start,
        events=tuple(table.stage.events),
        plies=tuple(table.played),
        violations=tuple(offender.violations),
        take_backs=tuple(mishaps.take_backs),
        corrections=tuple(mishaps.corrections),
        mishaps=tuple(table.hand.mishaps),
    )
