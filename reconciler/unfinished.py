"""Boards on which something is under way: pieces in a hand, captured pieces still standing, a wrong
move that stands, or nothing that explains them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from reconciler.candidates import DOUBT_WITH_HAND
from reconciler.explain import MARGIN, Explanation, RootKind
from reconciler.huffs import wrong_huff
from reconciler.irregular import Irregularity, piece_gone
from reconciler.scene import Act, Decision, Scene
from reconciler.sight import bit, difference, mask, squares_of
from reconciler.transition import Violation, ViolationCode
from reconciler.underway import Underway, underway
from rules.game import Game
from rules.position import Position


def unfinished(scene: Scene, explanations: list[Explanation]) -> Iterator[Decision]:
    """What to do where no explanation fits exactly; they are given likeliest first."""
    if scene.offered:
        return  # the first move of a new game is on its way
    huffed = wrong_huff(scene)
    if huffed is not None:
        yield Decision(scene.timing.huff, Act.TELL, violation=huffed)
        return
    if not explanations:
        yield from unexplained(scene)
        return
    complete = [e for e in explanations if not e.standing]
    best = explanations[0]
    ahead = bool(complete) and complete[0] is best and _goes_on(best) and _clear(complete)
    if ahead and scene.forbidden(best) is None and not scene.is_not_required(best):
        yield Decision(_age_with_hand(scene, best), Act.COMMIT, best)
        return
    if best.root.kind is RootKind.DISPUTED and not best.moves:
        yield from _still_disputed(scene, best)
    elif best.standing and best.moves and not (best.root.undone and best.evidence.late):
        yield from _captured_left(scene, best)
    elif best.root.kind is RootKind.AGREED:
        yield from _off_the_board(scene, best.missing)
    else:
        yield from unexplained(scene)


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
        wrong = scene.irregularity(scene.game) or wrong
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
    wrong = scene.irregularity(scene.game)
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
        doubted = 0 if in_play else _doubted(scene, missing)
        yield Decision(age, Act.TELL, violation=differing(missing, 0), doubted=doubted)


def _gone(scene: Scene, missing: int, in_play: bool) -> Irregularity | None:
    """A single piece that is gone; by mistake with the captured ones where it went soon after."""
    if missing.bit_count() != 1:
        return None
    square = squares_of(missing)[0]
    last = scene.game.plies[-1].move if scene.game.plies else None
    off = (c.time for c in scene.log.changes if c.emptied and c.square == square)
    since_ply = next(off, math.inf) - scene.last_ply
    soon = last is not None and last.is_capture and since_ply <= scene.timing.removal
    if scene.timing.misreads and not soon:
        return None  # a piece that is not seen is not gone
    return piece_gone(scene.game, square, with_capture=soon and not in_play)


def _is_the_last_moved(game: Game, missing: int) -> bool:
    """Whether a player has lifted the piece he just moved: he may change his mind."""
    last = game.plies[-1].move if game.plies else None
    return last is not None and missing == bit(last.end)


def _can_all_move(position: Position, missing: int) -> bool:
    """Whether one hand may hold these pieces for a move: a single piece that has a legal move."""
    starts = mask(tuple(move.start for move in position.legal_moves()))
    return missing.bit_count() == 1 and bool(missing & starts)


def unexplained(scene: Scene) -> Iterator[Decision]:
    """Something stands where no explanation wants it."""
    timing = scene.timing
    missing, extra = difference(scene.game.position, scene.sight)
    yield Decision(timing.ask_board, Act.ASK_BOARD)
    if not missing and _was_captured(scene.game, extra):
        left = Violation(ViolationCode.CAPTURED_PIECE_LEFT, squares_of(extra))
        yield Decision(timing.reminder, Act.REMIND, violation=left)
        return
    going_on = underway(scene.game.position, missing, extra)
    if going_on is not None:
        yield from _going_on(scene, going_on)
        return
    if _is_being_answered(scene):
        return
    wrong = scene.irregularity(scene.game)
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


def _was_captured(game: Game, extra: int) -> bool:
    """Whether only pieces stand too many that the last ply captured: they are back, or flickered
    when they were thought to be off."""
    last = game.plies[-1].move if game.plies else None
    return last is not None and not extra & ~mask(last.captured)


def _is_being_answered(scene: Scene) -> bool:
    """Whether the opponent is in the middle of a capture that accepts the wrong move."""
    if scene.wrong is None or not scene.told:
        return False
    position = scene.wrong.accepted(scene.game).position
    answer = underway(position, *difference(position, scene.sight))
    return answer is not None and not answer.stopped


def _going_on(scene: Scene, capture: Underway) -> Iterator[Decision]:
    timing = scene.timing
    wrong = scene.irregularity(scene.game) if capture.stopped else None
    if wrong is not None:
        yield Decision(timing.unsure, Act.TELL, irregularity=wrong)
    elif capture.resting_on is not None:
        squares = (capture.resting_on, *capture.ahead)
        yield Decision(timing.capture_goes_on, Act.GOES_ON, squares=squares)


def _wrong_answer(scene: Scene) -> Irregularity | None:
    if scene.wrong is None:
        return None
    return scene.irregularity(scene.wrong.accepted(scene.game))


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


def _doubted(scene: Scene, squares: int) -> int:
    """The one square that differs, if it may be misread. Where several do, something happened."""
    return squares if scene.timing.misreads and squares.bit_count() == 1 else 0


def _not_known(scene: Scene, missing: int, extra: int) -> Decision:
    timing = scene.timing
    ends = mask(tuple(move.end for move in scene.game.position.legal_moves()))
    # A piece put down whose lifting was not reported: the board has been asked, wait for it.
    lost_report = not missing and extra.bit_count() == 1 and extra & ends
    age = timing.hand if lost_report else timing.unsure
    doubted = _doubted(scene, missing | extra)
    return Decision(age, Act.TELL, violation=differing(missing, extra), doubted=doubted)


def differing(missing: int, extra: int) -> Violation:
    """Pieces are missing, or stand where none should, or both."""
    if missing and extra:
        return Violation(ViolationCode.UNKNOWN_POSITION, squares_of(missing | extra))
    if missing:
        return Violation(ViolationCode.PIECE_MISSING, squares_of(missing))
    return Violation(ViolationCode.EXTRA_PIECE, squares_of(extra))
