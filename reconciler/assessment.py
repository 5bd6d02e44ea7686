"""What the board at rest means, and how long it must rest before that is acted on.

`assess` looks at one scene (the agreed game, what is seen, what changed) and gives decisions with
an age: the seconds of rest after which each is due. Nothing is remembered here; when the board
changes, a new assessment replaces the old one and what was not yet due never happens.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reconciler.candidates import ACCEPTED_DOUBT, DEEPEST_BLIND, explanations_of, rather_wrong
from reconciler.explain import MARGIN, Explanation, RootKind, begun_alike
from reconciler.huffs import is_the_mover
from reconciler.log import Log
from reconciler.scene import Act, Decision, Scene
from reconciler.sight import mask, squares_of
from reconciler.transition import Violation, ViolationCode
from reconciler.unfinished import unexplained, unfinished
from rules.move import Move
from rules.piece import Role
from rules.position import Position

CERTAIN_MARGIN = 2 * MARGIN
"""What costs so much more than the likeliest explanation is no rival of its first plies."""


def assess(scene: Scene) -> list[Decision]:
    """The decisions that the board as it stands calls for, in order of age."""
    explanations = explanations_of(scene)
    if (certain := _certain(scene, explanations)) is not None:
        return [Decision(scene.timing.settle, Act.COMMIT, certain)]
    exact = [e for e in explanations if e.exact]
    if exact and _contested(scene, explanations[0]):
        found = _with_patience(scene, exact, explanations)
    elif exact and not _outdone(scene, exact[0], explanations):
        found = _exact(scene, exact)
    elif scene.over or scene.lost:
        found = iter(())
    elif explanations and not (explanations[0].moves and rather_wrong(scene, explanations[0])):
        found = unfinished(scene, explanations)
    else:
        found = unexplained(scene)
    return sorted(found, key=lambda d: d.age)


def _certain(scene: Scene, explanations: list[Explanation]) -> Explanation | None:
    """The first plies of a burst that goes on, where there is no other way to explain it."""
    if scene.over or scene.gap or scene.wrong is not None or scene.required is not None:
        return None
    if not explanations or explanations[0].root.kind is not RootKind.AGREED:
        return None
    worst = explanations[0].cost + CERTAIN_MARGIN
    rivals = [e for e in explanations if e.cost <= worst]
    certain = begun_alike(rivals, scene.sight, scene.log)
    return None if certain is None or scene.forbidden(certain) else certain


def _contested(scene: Scene, simplest: Explanation) -> bool:
    """Whether something unfinished explains the board more simply than what fits exactly: a piece
    in a hand, than plies that nothing was seen of; the answer to a wrong move that was told, than
    that this was put right just so."""
    if scene.gap:
        return simplest.missing.bit_count() == 1
    answered = simplest.root.kind is RootKind.DISPUTED and scene.told
    return answered and bool(simplest.moves) and not simplest.exact


def _with_patience(
    scene: Scene, exact: list[Explanation], explanations: list[Explanation]
) -> Iterator[Decision]:
    """What fits exactly is believed only when what is simpler does not come about."""
    for decision in _exact(scene, exact):
        if decision.act is Act.COMMIT:
            age = max(decision.age, scene.timing.violation)
            yield replace(decision, age=age, patient=True)
    yield from unfinished(scene, explanations)


def _outdone(scene: Scene, exact: Explanation, explanations: list[Explanation]) -> bool:
    """Whether something unfinished explains the changes better: pieces in a hand, or captured
    pieces that still stand. Where every change was seen and fits, nothing does."""
    others = [e.cost for e in explanations if e.moves or e.root.kind is RootKind.AGREED]
    doubtful = exact.evidence.unmet > 1.0 or (scene.gap and bool(explanations[0].standing))
    return doubtful and exact.cost - min(others, default=exact.cost) >= MARGIN


def _exact(scene: Scene, exact: list[Explanation]) -> Iterator[Decision]:
    best, timing = exact[0], scene.timing
    # The more speaks against the best, the farther ahead it must be.
    margin = MARGIN + best.evidence.unmet / 2
    rivals = [e for e in exact[1:] if e.cost - best.cost < margin]
    if rivals and best.moves and not _played_on(best, rivals):
        yield from _ambiguous(scene, (best, *rivals))
        return
    if best.root.kind is RootKind.AGREED and not best.moves:
        yield Decision(timing.settle, Act.AGREE, best)
        return
    if best.root.kind is RootKind.DISPUTED and not best.moves:
        if not scene.told:
            yield Decision(timing.violation, Act.TELL, irregularity=scene.wrong)
        return
    if best.root.kind is RootKind.NEW_GAME and not best.moves:
        if not scene.offered:
            yield Decision(timing.new_game, Act.OFFER_NEW_GAME)
        return
    forbidden = scene.forbidden(best)
    if forbidden is not None:
        yield Decision(timing.suspect, Act.TELL, irregularity=forbidden)
    elif scene.is_not_required(best):
        yield Decision(timing.violation, Act.TELL, violation=_mismatch(scene, best))
    else:
        if best.doubt:
            yield Decision(timing.ask_board, Act.ASK_BOARD)
        yield Decision(
            _rest_needed(scene, best),
            Act.COMMIT,
            best,
            candidates=_read_otherwise(scene, best, exact) or tuple(rivals[:1]),
            patient=bool(best.misread),
        )


def _played_on(best: Explanation, rivals: list[Explanation]) -> bool:
    """Whether people play on, though a misread square leaves two ways open: one is taken, and the
    other kept until something is played that fits one of them only."""
    return bool(best.misread) and len(best.moves) > 1 and rivals[0].position != best.position


def _read_otherwise(
    scene: Scene, best: Explanation, exact: list[Explanation]
) -> tuple[Explanation, ...]:
    """The other ways through a gap that show the same board, with the other side to move: a king
    that went on twice. The next move tells which it was."""
    if not scene.gap or len(best.moves) < 2:
        return ()
    other = best.position.with_turn(best.position.turn.other)
    agreed = (e for e in exact if e.root.kind is RootKind.AGREED)
    return tuple(e for e in agreed if e.position == other)


def _ambiguous(scene: Scene, fitting: tuple[Explanation, ...]) -> Iterator[Decision]:
    """Several sequences fit equally well: never guess."""
    if all(e.position == fitting[0].position for e in fitting):
        yield Decision(scene.timing.violation, Act.ORDER_UNKNOWN, fitting[0], candidates=fitting)
        return
    yield Decision(scene.timing.ask_board, Act.ASK_BOARD)
    differing = 0
    for other in fitting[1:]:
        for color_mask in _by_color(fitting[0].position, other.position):
            differing |= color_mask
    if not differing:  # the same pieces, but who is to move is not known
        differing = mask(tuple(move.end for move in fitting[0].moves))
    violation = Violation(ViolationCode.UNKNOWN_POSITION, squares_of(differing))
    yield Decision(scene.timing.unsure, Act.TELL, violation=violation)


def _by_color(one: Position, other: Position) -> tuple[int, int]:
    return (
        (one.white_men | one.white_kings) ^ (other.white_men | other.white_kings),
        (one.black_men | one.black_kings) ^ (other.black_men | other.black_kings),
    )


def _mismatch(scene: Scene, best: Explanation) -> Violation:
    required = scene.required
    assert required is not None
    played = best.moves[0]
    squares = (played.start, played.end, required.start, required.end)
    return Violation(ViolationCode.ENGINE_MOVE_MISMATCH, squares)


def _rest_needed(scene: Scene, best: Explanation) -> float:
    timing, kind = scene.timing, best.root.kind
    if best.misread:
        return timing.misread
    if kind is RootKind.NEW_GAME:
        return timing.settle_with_hand
    if kind is RootKind.HUFFED and best.root.huffed and not best.moves:
        return timing.hand if is_the_mover(best.root.game, best.root.huffed) else timing.huff
    if kind is RootKind.NOT_TAKEN_BACK:
        return timing.unsure  # the piece that makes the difference may only be touched
    if best.evidence.late and (kind is RootKind.TAKEN_BACK or best.moves[0].is_capture):
        # No piece stands on its new square before it has left the old one. A capture and a
        # take-back look alike to a board that sees no colours.
        return timing.violation
    if not best.moves:
        return timing.take_back
    if best.evidence.unseen:
        return timing.violation  # the piece may still be in a hand
    if scene.gap and len(best.moves) > 1:
        return timing.unseen if len(best.moves) <= DEEPEST_BLIND else timing.unsure
    if best.evidence.unmet > ACCEPTED_DOUBT:
        return timing.unsure
    if best.doubt > ACCEPTED_DOUBT:
        return timing.settle_with_hand
    return _settle(scene, best)


def _settle(scene: Scene, best: Explanation) -> float:
    """How long the last piece moved must lie still."""
    move = best.moves[-1]
    before = best.root.game.position
    for earlier in best.moves[:-1]:
        before = before.play(earlier)
    if _can_slide_on(before, move) or _fired_beside(scene.log, before, move):
        return scene.timing.settle_sliding
    return scene.timing.settle


def _can_slide_on(before: Position, move: Move) -> bool:
    """Whether the king may still be on its way to a square farther along the same line."""
    piece = before.piece_at(move.start)
    if piece is None or piece.role is not Role.KING:
        return False
    leg = move.route.path[-2]
    between = before.variant.geometry.between
    return any(
        other.start == move.start
        and other.end != move.end
        and set(other.captured) == set(move.captured)
        and move.end in between(leg, other.end)
        for other in before.legal_moves()
    )


def _fired_beside(log: Log, before: Position, move: Move) -> bool:
    """Whether another square where the piece could have gone fired too: put down off-centre."""
    filled = {change.square for change in log.changes if change.filled}
    return any(
        other.start == move.start and other.end != move.end and other.end in filled
        for other in before.legal_moves()
    )
