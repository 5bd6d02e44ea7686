"""The explanations that are weighed for a scene: from which roots, how deep, and which of them a
wrong move beats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reconciler.evidence import Step, weigh
from reconciler.explain import Explanation, Reach, Root, RootKind, explain
from reconciler.huffs import huff_roots, motion_of
from reconciler.scene import Scene
from reconciler.sight import bit, mask
from reconciler.underway import underway
from rules.game import Game
from rules.move import Move
from rules.ruling import Reason

ACCEPTED_DOUBT = 1.5
"""An explanation with more changes against it than this needs a longer rest."""

DOUBT_WITH_HAND = 1.3
"""An explanation with a piece in a hand and more changes against it than this needs a longer rest:
what looks like the opponent's piece may belong to the same motion."""

TWO_LOST_REPORTS = 3.0
"""The doubt that two reports that never came leave."""

DEEPEST = 4
"""Plies that may be recognised from one burst; three are promised, one more costs little."""

DEEPEST_DERAILED = 8
"""Plies that may be worked out from the order of the changes where nothing else fits."""

DEEPEST_BLIND = 3
"""Plies that may be worked out where nothing is known but the board before and after."""

DEEPEST_IN_THE_DARK = 6
"""The same where fewer plies explain nothing, not even with a piece in somebody's hand."""

MOST_IN_THE_DARK = 300
"""Positions that are looked at for each number of those plies."""


def explanations_of(scene: Scene) -> list[Explanation]:
    """All that explains the board, likeliest first; after a gap in the reports also what nothing
    was seen of."""
    roots, sight, log = _roots(scene), scene.sight, scene.log
    found = explain(roots, sight, log, Reach.BOTH_ENDS)
    if scene.gap and (blind := _unseen(scene, roots, found)):
        unfinished = [e for e in found if not e.exact]
        return sorted([*blind, *unfinished], key=lambda e: e.cost)
    likely = [e for e in found if not _is_the_wrong_move(scene, e) and not _is_empty(e)]
    if scene.timing.misreads and not scene.over and not any(map(_may_be_all, found)):
        likely = sorted([*likely, *_but_for_one(scene, roots)], key=lambda e: e.cost)
    if likely or scene.over:
        return [e for e in likely if not (e.exact and e.moves and rather_wrong(scene, e))]
    return _derailed(scene)


def _may_be_all(explanation: Explanation) -> bool:
    """Whether nothing needs to be misread for it: it fits, or is under way. Where people play on, a
    captured piece was not just left standing."""
    if explanation.exact or explanation.root.kind is not RootKind.AGREED:
        return explanation.exact
    if explanation.standing and len(explanation.moves) > 1:
        return False
    if explanation.doubt > DOUBT_WITH_HAND:
        return False
    missing = explanation.missing
    return missing.bit_count() <= 1 or underway(explanation.position, missing, 0) is not None


def _but_for_one(scene: Scene, roots: tuple[Root, ...]) -> Iterator[Explanation]:
    """What fits but for one square, which may be misread."""
    played = tuple(root for root in roots if root.kind in (RootKind.AGREED, RootKind.OTHERWISE))
    for square in range(1, scene.game.variant.squares + 1):
        sight, log = scene.sight.without(bit(square)), scene.log.without(bit(square))
        for e in explain(played, sight, log, Reach.BOTH_ENDS):
            # A piece lifted where a game read otherwise has one may have looked like one put right.
            accepted = ACCEPTED_DOUBT if e.root.kind is RootKind.OTHERWISE else 0.0
            if e.exact and e.moves and e.evidence.unmet <= accepted:
                yield replace(e, misread=bit(square))


def _unseen(scene: Scene, roots: tuple[Root, ...], found: list[Explanation]) -> list[Explanation]:
    """What explains the board by plies that nobody saw: few, else more and more. More are looked
    for when the board comes back, not at each piece that is put right after that."""
    shallow = tuple(replace(root, depth=min(root.depth, DEEPEST_BLIND)) for root in roots)
    blind = explain(shallow, scene.sight, scene.log, Reach.ALL)
    in_a_hand = any(e.missing.bit_count() <= 1 for e in found)
    put_right = 0 < scene.log.together <= DEEPEST_BLIND
    if blind or in_a_hand or put_right or scene.over:
        return blind
    for depth in range(DEEPEST_BLIND + 1, DEEPEST_IN_THE_DARK + 1):
        root = Root(RootKind.AGREED, scene.game, depth)
        if blind := explain((root,), scene.sight, scene.log, Reach.ALL, MOST_IN_THE_DARK):
            break
    return blind


def _is_empty(explanation: Explanation) -> bool:
    """A take-back was one, unless something was played on from the other game; and nobody begins
    without a move."""
    kinds = (RootKind.NOT_TAKEN_BACK, RootKind.OTHER_BEGINS)
    return explanation.root.kind in kinds and not explanation.moves


def _is_the_wrong_move(scene: Scene, explanation: Explanation) -> bool:
    """Whether it takes for legal what is known as wrong: an uncrowned king that moved."""
    if scene.wrong is None or not explanation.moves:
        return False
    if explanation.root.kind is not RootKind.AGREED:
        return False
    if len(explanation.moves) < 2 and not scene.told:
        return False
    wrong = scene.wrong.ply
    return wrong.irregular is Reason.MOVED_UNCROWNED_KING and wrong.move == explanation.moves[0]


def rather_wrong(scene: Scene, likely: Explanation) -> bool:
    """Whether one wrong move fits all changes where the legal ones want some that were not seen.
    Pieces taken off that it did not jump speak against it."""
    if likely.evidence.unmet < ACCEPTED_DOUBT or scene.over or scene.gap:
        return False
    wrong = scene.irregularity(scene.game)
    if wrong is None or wrong.ply.move is None:
        return False
    move = wrong.ply.move
    mover = wrong.ply.before.piece_at(move.start)
    color = scene.game.position.turn if mover is None else mover.color
    step = Step(color, move.start, move.end, move.captured)
    used = bit(move.start) | bit(move.end) | mask(move.captured)
    jumped = scene.game.variant.geometry.between(move.start, move.end)
    beside = sum(square not in jumped for square in move.captured)
    doubt = weigh((step,), scene.log.changes, used).doubt + ACCEPTED_DOUBT * beside
    return doubt + 1.0 <= likely.doubt


def _derailed(scene: Scene) -> list[Explanation]:
    """What fits where nothing did: more plies than usual in one go, or, where a report was lost,
    moves of which only one end was touched."""
    root = Root(RootKind.AGREED, scene.game, DEEPEST_DERAILED)
    sight, log = scene.sight, scene.log
    deep = explain((root,), sight, log, Reach.BOTH_ENDS)
    supported = [e for e in deep if e.evidence.unmet <= ACCEPTED_DOUBT]
    if supported:
        return supported
    root = replace(root, depth=DEEPEST)
    loose = explain((root,), sight, log, Reach.ONE_END)
    return [e for e in loose if e.evidence.unmet <= TWO_LOST_REPORTS]


def _roots(scene: Scene) -> tuple[Root, ...]:
    game, roots = scene.game, []
    if scene.over:
        return (Root(RootKind.NEW_GAME, Game.new(game.start.variant), 1 if scene.offered else 0),)
    roots.append(Root(RootKind.AGREED, game, DEEPEST))
    if scene.wrong is not None:
        ply = scene.wrong.ply
        disputed = () if ply.move is None or scene.wrong.replaces else (ply.move,)
        roots.append(
            Root(
                RootKind.DISPUTED,
                scene.wrong.accepted(game),
                DEEPEST - 1,
                disputed=disputed,
                told=scene.told,
            )
        )
    roots += huff_roots(scene)
    if game.variant.youngest_begins and not game.plies:
        other = Game(game.start.with_turn(game.start.turn.other))
        roots.append(Root(RootKind.OTHER_BEGINS, other, DEEPEST))
    undone: tuple[Move, ...] = ()
    for count in (1, 2):
        move = motion_of(game.plies[-count]) if len(game.plies) >= count else None
        if move is None:
            break
        undone = (move, *undone)
        roots.append(Root(RootKind.TAKEN_BACK, game.take_back(count), DEEPEST - 1, undone))
    if scene.retracted is not None:
        before, changes = scene.retracted
        roots.append(Root(RootKind.NOT_TAKEN_BACK, before, DEEPEST - 2, earlier=changes))
    if scene.otherwise is not None:
        roots.append(Root(RootKind.OTHERWISE, scene.otherwise, DEEPEST - 2))
    if len(game.plies) > 2:
        depth = 1 if scene.offered else 0
        roots.append(Root(RootKind.NEW_GAME, Game.new(game.start.variant), depth))
    return tuple(roots)
