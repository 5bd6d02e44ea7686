"""What the board at rest means, and how long it must rest before that is acted on.

`assess` looks at one scene (the agreed game, what is seen, what changed) and gives decisions with
an age: the seconds of rest after which each is due. Nothing is remembered here; when the board
changes, a new assessment replaces the old one and what was not yet due never happens.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from reconciler.evidence import Step, weigh
from reconciler.explain import MARGIN, Explanation, Reach, Root, RootKind, explain
from reconciler.irregular import Irregularity, find_irregularity, piece_gone, uncrowned_king_moved
from reconciler.log import Change, Log
from reconciler.sight import Sight, bit, difference, mask, squares_of
from reconciler.timing import Timing
from reconciler.transition import Violation, ViolationCode
from reconciler.underway import Underway, underway
from rules.game import Game
from rules.move import Move
from rules.piece import Role
from rules.position import Position
from rules.ruling import Reason

ACCEPTED_DOUBT = 1.5
"""An explanation with more changes against it than this needs a longer rest."""

DOUBT_WITH_HAND = 1.0
"""The same where a piece is in a hand: what looks like the opponent's may be the same motion."""

DEEPEST = 4
"""Plies that may be recognised from one burst; three are promised, one more costs little."""

DEEPEST_DERAILED = 8
"""Plies that may be worked out from the order of the changes where nothing else fits."""

DEEPEST_BLIND = 3
"""Plies that may be worked out where nothing is known but the board before and after."""


class Act(enum.Enum):
    AGREE = "the board stands as agreed"
    COMMIT = "record what the explanation says"
    KEEP_IN_MIND = "a wrong move, not told yet"
    TELL = "tell the violation"
    REMIND = "tell the reminder"
    GOES_ON = "the capture can go on"
    ASK_BOARD = "ask the board for a full report"
    OFFER_NEW_GAME = "the start position stands"
    TURN = "the board lies turned"
    ORDER_UNKNOWN = "the position is known, the moves are not"
    ACCEPT_WRONG = "the opponent answers a wrong move with a wrong one"


@dataclass(frozen=True, slots=True)
class Decision:
    """`act` is due after `age` seconds of rest."""

    age: float
    act: Act
    explanation: Explanation | None = None
    irregularity: Irregularity | None = None
    violation: Violation | None = None
    squares: tuple[int, ...] = ()
    candidates: tuple[Explanation, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """All that an assessment looks at. `wrong`: a wrong move that may be standing (`told`: it was
    announced). `required`: the only move that may be played now. `uncrowned`: kings without their
    second disc. `gap`: reports were lost. `offered`: a new game was offered. `over`: the game is
    finished and only a new one can begin, `lost`: it ended by itself a moment ago, only take-backs
    are looked for. `retracted`: the game before the take-back just told, with the changes that
    made it one. `last_ply`: when the last ply was recorded."""

    game: Game
    sight: Sight
    log: Log
    timing: Timing
    wrong: Irregularity | None = None
    told: bool = False
    required: Move | None = None
    uncrowned: int = 0
    gap: bool = False
    offered: bool = False
    over: bool = False
    lost: bool = False
    retracted: tuple[Game, tuple[Change, ...]] | None = None
    last_ply: float = 0.0


def assess(scene: Scene) -> list[Decision]:
    """The decisions that the board as it stands calls for, in order of age."""
    explanations = _explanations(scene)
    exact = [e for e in explanations if e.exact]
    if exact and not _outdone(exact[0], explanations):
        found = _exact(scene, exact)
    elif scene.over or scene.lost:
        found = iter(())
    elif explanations and not (explanations[0].moves and _rather_wrong(scene, explanations[0])):
        found = _unfinished(scene, explanations)
    else:
        found = _unexplained(scene)
    return sorted(found, key=lambda d: d.age)


def _explanations(scene: Scene) -> list[Explanation]:
    """All that explains the board, likeliest first; after a gap in the reports what fits exactly
    goes before the little that was seen."""
    roots, sight, log = _roots(scene), scene.sight, scene.log
    if scene.gap:
        shallow = tuple(replace(r, depth=min(r.depth, DEEPEST_BLIND)) for r in roots)
        blind = explain(shallow, sight, [], 0, Reach.ALL)
        if blind:
            return blind
    found = explain(roots, sight, log.changes, log.touched, Reach.BOTH_ENDS)
    found = [e for e in found if not _is_the_wrong_move(scene, e) and not _is_empty(e)]
    if found or scene.over:
        return [e for e in found if not (e.exact and e.moves and _rather_wrong(scene, e))]
    return _derailed(scene)


def _is_empty(explanation: Explanation) -> bool:
    """A take-back was one, unless something was played on from the game before it."""
    return explanation.root.kind is RootKind.NOT_TAKEN_BACK and not explanation.moves


def _outdone(exact: Explanation, explanations: list[Explanation]) -> bool:
    """Whether something unfinished explains the changes better: pieces in a hand, or captured
    pieces that still stand. Where every change fits, nothing does."""
    others = [e.cost for e in explanations if e.moves or e.root.kind is RootKind.AGREED]
    return exact.evidence.unmet > 1.0 and exact.cost - min(others, default=exact.cost) >= MARGIN


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


def _rather_wrong(scene: Scene, likely: Explanation) -> bool:
    """Whether one wrong move fits all changes where the legal ones want some that were not seen.
    Pieces taken off that it did not jump speak against it."""
    if likely.evidence.unmet < ACCEPTED_DOUBT or scene.over or scene.gap:
        return False
    wrong = _irregularity(scene, scene.game)
    if wrong is None or wrong.ply.move is None:
        return False
    move = wrong.ply.move
    mover = wrong.ply.before.piece_at(move.start)
    color = scene.game.position.turn if mover is None else mover.color
    step = Step(color, move.start, move.end, move.captured)
    used = bit(move.start) | bit(move.end) | mask(move.captured)
    jumped = scene.game.variant.geometry.between(move.start, move.end)
    beside = sum(square not in jumped for square in move.captured)
    doubt = weigh((step,), scene.log.changes, used, 0).doubt + ACCEPTED_DOUBT * beside
    return doubt + 1.0 <= likely.doubt


def _derailed(scene: Scene) -> list[Explanation]:
    """What fits where nothing did: more plies than usual in one go, or, where a report was lost,
    moves of which only one end was touched."""
    root = Root(RootKind.AGREED, scene.game, DEEPEST_DERAILED)
    sight, log = scene.sight, scene.log
    deep = explain((root,), sight, log.changes, log.touched, Reach.BOTH_ENDS)
    if deep:
        return deep
    root = replace(root, depth=DEEPEST)
    return explain((root,), sight, log.changes, log.touched, Reach.ONE_END)


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
    undone: tuple[Move, ...] = ()
    for count in (1, 2):
        if len(game.plies) < count or game.plies[-count].move is None:
            break
        move = game.plies[-count].move
        assert move is not None
        undone = (move, *undone)
        roots.append(Root(RootKind.TAKEN_BACK, game.take_back(count), DEEPEST - 1, undone))
    if scene.retracted is not None:
        before, changes = scene.retracted
        roots.append(Root(RootKind.NOT_TAKEN_BACK, before, DEEPEST - 2, earlier=changes))
    if len(game.plies) > 2:
        depth = 1 if scene.offered else 0
        roots.append(Root(RootKind.NEW_GAME, Game.new(game.start.variant), depth))
    return tuple(roots)


# -- the board fits an explanation exactly ---------------------------------------------------------


def _exact(scene: Scene, exact: list[Explanation]) -> Iterator[Decision]:
    best, timing = exact[0], scene.timing
    # The more speaks against the best, the farther ahead it must be.
    margin = MARGIN + best.evidence.unmet / 2
    rivals = [e for e in exact[1:] if e.cost - best.cost < margin]
    if rivals and best.moves:
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
    forbidden = _forbidden(scene, best)
    if forbidden is not None:
        yield Decision(timing.suspect, Act.TELL, irregularity=forbidden)
    elif _is_not_the_required(scene, best):
        yield Decision(timing.violation, Act.TELL, violation=_mismatch(scene, best))
    else:
        if best.doubt:
            yield Decision(timing.ask_board, Act.ASK_BOARD)
        yield Decision(_rest_needed(scene, best), Act.COMMIT, best)


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


def _forbidden(scene: Scene, best: Explanation) -> Irregularity | None:
    """A king that still lacks its second disc was moved (KNDB 3.5)."""
    if best.root.kind is not RootKind.AGREED or not best.moves:
        return None
    move = best.moves[0]
    if bit(move.start) & scene.uncrowned and bit(best.moves[0].end) & scene.sight.men:
        return uncrowned_king_moved(scene.game.position, move)
    return None


def _is_not_the_required(scene: Scene, best: Explanation) -> bool:
    required = scene.required
    if required is None or best.root.kind is not RootKind.AGREED:
        return False
    return best.moves[0] != required


def _mismatch(scene: Scene, best: Explanation) -> Violation:
    required = scene.required
    assert required is not None
    played = best.moves[0]
    squares = (played.start, played.end, required.start, required.end)
    return Violation(ViolationCode.ENGINE_MOVE_MISMATCH, squares)


def _rest_needed(scene: Scene, best: Explanation) -> float:
    timing, kind = scene.timing, best.root.kind
    if kind is RootKind.NEW_GAME:
        return timing.settle_with_hand
    if kind is RootKind.NOT_TAKEN_BACK:
        return timing.unsure  # the piece that makes the difference may only be touched
    if best.evidence.late and (kind is RootKind.TAKEN_BACK or best.moves[0].is_capture):
        # No piece stands on its new square before it has left the old one. A capture and a
        # take-back look alike to a board that sees no colours.
        return timing.violation
    if not best.moves:
        return timing.take_back
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


# -- something is off the board, still standing, or not explained ---------------------------------


def _unfinished(scene: Scene, explanations: list[Explanation]) -> Iterator[Decision]:
    if scene.offered:
        return  # the first move of a new game is on its way
    if not explanations:
        yield from _unexplained(scene)
        return
    complete = [e for e in explanations if not e.standing]
    best = explanations[0]
    ahead = bool(complete) and complete[0] is best and _goes_on(best) and _clear(complete)
    if ahead and _forbidden(scene, best) is None and not _is_not_the_required(scene, best):
        yield Decision(_age_with_hand(scene, best), Act.COMMIT, best)
        return
    if best.root.kind is RootKind.DISPUTED and not best.moves:
        yield from _still_disputed(scene, best)
    elif best.standing and best.moves and not (best.root.undone and best.evidence.late):
        yield from _captured_left(scene, best)
    elif best.root.kind is RootKind.AGREED:
        yield from _off_the_board(scene, best.missing)
    else:
        yield from _unexplained(scene)


def _goes_on(explanation: Explanation) -> bool:
    """Whether plies were played on from the game. A take-back must stand in full to be one, and a
    piece that is off its last square again may still be on its way."""
    if explanation.root.kind is RootKind.TAKEN_BACK or not explanation.moves:
        return False
    return not explanation.missing & bit(explanation.moves[-1].end)


def _clear(complete: list[Explanation]) -> bool:
    return len(complete) == 1 or complete[1].cost - complete[0].cost >= MARGIN


def _age_with_hand(scene: Scene, explanation: Explanation) -> float:
    """The opponent may lift his piece at once; another missing piece is more doubtful."""
    if explanation.evidence.late:
        return scene.timing.violation
    to_move = explanation.position.by_color(explanation.position.turn)
    if explanation.missing & ~to_move or explanation.doubt > DOUBT_WITH_HAND:
        return scene.timing.settle_with_hand
    return scene.timing.settle


def _still_disputed(scene: Scene, best: Explanation) -> Iterator[Decision]:
    """The wrong move stands; pieces it jumped may still do too, the opponent may have lifted his
    answer, or more was taken off than before."""
    wrong = scene.wrong
    if best.missing and not _may_be_the_answer(best):
        wrong = _irregularity(scene, scene.game) or wrong
    if not scene.told or wrong is not scene.wrong:
        yield Decision(scene.timing.violation, Act.TELL, irregularity=wrong)


def _may_be_the_answer(best: Explanation) -> bool:
    """Whether the missing piece is rather the opponent's answer than taken off with the move."""
    jumped = 0
    for move in best.root.disputed:
        jumped |= mask(best.position.variant.geometry.between(move.start, move.end))
    return not best.missing & jumped and _can_all_move(best.position, best.missing)


def _captured_left(scene: Scene, best: Explanation) -> Iterator[Decision]:
    """The capture stands, captured pieces still do too."""
    timing = scene.timing
    left = Violation(ViolationCode.CAPTURED_PIECE_LEFT, squares_of(best.standing))
    yield Decision(timing.reminder, Act.REMIND, violation=left)
    if not best.missing or len(best.moves) > 1:
        return
    wrong = _irregularity(scene, scene.game)
    if wrong is not None:
        yield Decision(timing.doubtful_removal, Act.TELL, irregularity=wrong)


def _off_the_board(scene: Scene, missing: int) -> Iterator[Decision]:
    """Pieces are in a hand, or gone."""
    timing, position = scene.timing, scene.game.position
    begun = underway(position, missing, 0)
    in_play = (
        _can_all_move(position, missing)
        or _is_the_last_moved(scene.game, missing)
        or (begun is not None and begun.lifted)
    )
    yield Decision(timing.ask_board, Act.ASK_BOARD)
    age = timing.hand if in_play else timing.unsure
    gone = _gone(scene, missing, in_play)
    if gone is not None:
        yield Decision(age, Act.TELL, irregularity=gone)
    else:
        missed = Violation(ViolationCode.PIECE_MISSING, squares_of(missing))
        yield Decision(age, Act.TELL, violation=missed)


def _gone(scene: Scene, missing: int, in_play: bool) -> Irregularity | None:
    """A single piece that is gone; by mistake with the captured ones where it went soon after."""
    if missing.bit_count() != 1:
        return None
    square = squares_of(missing)[0]
    last = scene.game.plies[-1].move if scene.game.plies else None
    off = (c.time for c in scene.log.changes if c.emptied and c.square == square)
    since_ply = next(off, math.inf) - scene.last_ply
    soon = last is not None and last.is_capture and since_ply <= scene.timing.removal
    return piece_gone(scene.game, square, with_capture=soon and not in_play)


def _is_the_last_moved(game: Game, missing: int) -> bool:
    """Whether a player has lifted the piece he just moved: he may change his mind."""
    last = game.plies[-1].move if game.plies else None
    return last is not None and missing == bit(last.end)


def _can_all_move(position: Position, missing: int) -> bool:
    """Whether one hand may hold these pieces for a move: a single piece that has a legal move."""
    starts = mask(tuple(move.start for move in position.legal_moves()))
    return missing.bit_count() == 1 and bool(missing & starts)


def _unexplained(scene: Scene) -> Iterator[Decision]:
    """Something stands where no explanation wants it."""
    timing = scene.timing
    missing, extra = difference(scene.game.position, scene.sight)
    yield Decision(timing.ask_board, Act.ASK_BOARD)
    going_on = underway(scene.game.position, missing, extra)
    if going_on is not None:
        yield from _going_on(scene, going_on)
        return
    if _is_being_answered(scene):
        return
    wrong = _irregularity(scene, scene.game)
    if wrong is not None:
        age = timing.doubtful_removal if _going_back(scene) else timing.violation
        yield Decision(timing.suspect, Act.KEEP_IN_MIND, irregularity=wrong)
        yield Decision(age, Act.TELL, irregularity=wrong)
        return
    answered = _wrong_answer(scene)
    if answered is not None:
        yield Decision(timing.violation, Act.ACCEPT_WRONG, irregularity=answered)
        return
    yield _not_known(scene, missing, extra)


def _is_being_answered(scene: Scene) -> bool:
    """Whether the opponent is in the middle of a capture that accepts the wrong move."""
    if scene.wrong is None or not scene.told:
        return False
    position = scene.wrong.accepted(scene.game).position
    answer = underway(position, *difference(position, scene.sight))
    return answer is not None and not answer.stopped


def _going_on(scene: Scene, capture: Underway) -> Iterator[Decision]:
    timing = scene.timing
    wrong = _irregularity(scene, scene.game) if capture.stopped else None
    if wrong is not None:
        yield Decision(timing.unsure, Act.TELL, irregularity=wrong)
    elif capture.resting_on is not None:
        squares = (capture.resting_on, *capture.ahead)
        yield Decision(timing.capture_goes_on, Act.GOES_ON, squares=squares)


def _irregularity(scene: Scene, game: Game) -> Irregularity | None:
    return find_irregularity(
        game.position, scene.sight, scene.log.changes, squares_of(scene.uncrowned)
    )


def _wrong_answer(scene: Scene) -> Irregularity | None:
    if scene.wrong is None:
        return None
    return _irregularity(scene, scene.wrong.accepted(scene.game))


def _going_back(scene: Scene) -> bool:
    """Whether every square that differs stands as it did one or two plies ago: a take-back may
    be under way."""
    missing, extra = difference(scene.game.position, scene.sight)
    for count in (1, 2):
        if len(scene.game.plies) < count:
            return False
        earlier = scene.game.take_back(count).position.occupied
        if not (missing & earlier or extra & ~earlier):
            return True
    return False


def _not_known(scene: Scene, missing: int, extra: int) -> Decision:
    timing = scene.timing
    if missing:
        squares = squares_of(missing | extra)
        unknown = Violation(ViolationCode.UNKNOWN_POSITION, squares)
        return Decision(timing.unsure, Act.TELL, violation=unknown)
    surplus = Violation(ViolationCode.EXTRA_PIECE, squares_of(extra))
    ends = mask(tuple(move.end for move in scene.game.position.legal_moves()))
    # A piece put down whose lifting was not reported: the board has been asked, wait for it.
    lost_report = extra.bit_count() == 1 and extra & ends
    return Decision(timing.hand if lost_report else timing.unsure, Act.TELL, violation=surplus)
