"""The duty to capture: who must, with which piece and which way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from announcer.announcement import Announcement, Form, Kind, Subject, Topic, Values
from announcer.coach import Coach
from rules.move import Move
from rules.piece import Role
from rules.position import Position
from rules.traits import Obligation
from rules.variant import Variant

DUTY = Topic(Subject.DUTY)
MOST_STEPS_TOLD = 2
"""Jumps that can be kept in mind when each is told; of a longer capture only the squares are."""
MOST_WAYS_TOLD = 4
"""So many captures to choose from are told one by one without being asked for."""


def capture_duty(position: Position, coach: Coach, *, by_ear: bool = False) -> Announcement | None:
    """The capture that the side to move has to make, None where it may play something else;
    `by_ear`: jump by jump where there is only one."""
    moves = position.legal_moves()
    if not moves or not all(move.is_capture for move in moves):
        return None
    form = Form.STEPS if by_ear and len(moves) == 1 else _duty_form(position, moves, coach)
    values = ways(moves, position)
    if by_ear and len(moves) > MOST_WAYS_TOLD:
        values = replace(values, ends=())  # what is not told is not lit either
    return Announcement(Kind.MUST_CAPTURE, DUTY, form, values.starts, values)


def capture_ways(position: Position, most: int = MOST_WAYS_TOLD) -> list[Announcement]:
    """Each capture that may be chosen, jump by jump; none where there is no choice, or where there
    are more than `most`."""
    moves = position.legal_moves()
    if not 1 < len(moves) <= most or not moves[0].is_capture:
        return []
    return [
        Announcement(
            Kind.WAY_TO_CAPTURE,
            Topic(Subject.DUTY, f"way {number}"),
            squares=(move.start, move.end),
            values=Values(color=position.turn, route=move.route.path, captured=move.route.captured),
        )
        for number, move in enumerate(moves)
    ]


def ways(moves: Sequence[Move], position: Position) -> Values:
    """What can be named of the captures that are allowed: the way where there is only one, the
    pieces and their first landing squares in any case."""
    only = moves[0].route if len(moves) == 1 else None
    return Values(
        color=position.turn,
        role=_role_of(moves, position),
        route=only.path if only else (),
        captured=only.captured if only else (),
        starts=tuple(sorted({move.start for move in moves})),
        ends=tuple(sorted({route.path[1] for move in moves for route in move.routes})),
        count=max(len(move.captured) for move in moves),
    )


def _role_of(moves: Sequence[Move], position: Position) -> Role | None:
    """What captures, where that is always the same."""
    roles = {piece.role for move in moves if (piece := position.piece_at(move.start))}
    return roles.pop() if len(roles) == 1 else None


def _can_be_told_in_steps(move: Move) -> bool:
    return len(move.captured) <= MOST_STEPS_TOLD


def missed_form(moves: Sequence[Move], coach: Coach, *, by_ear: bool = False) -> Form:
    """How much is told of the capture that should have been made."""
    if coach < Coach.HELP or not moves:
        return Form.BARE
    if len(moves) > 1:
        return Form.CHOICE
    in_steps = coach >= Coach.TEACH and _can_be_told_in_steps(moves[0])
    return Form.STEPS if by_ear or in_steps else Form.ONE


def _duty_form(position: Position, moves: Sequence[Move], coach: Coach) -> Form:
    single = len(moves) == 1
    if single and coach >= Coach.SHOW and _can_be_told_in_steps(moves[0]):
        return Form.STEPS
    if smaller_capture_exists(position):
        return Form.ONE_MOST if single else Form.CHOICE_MOST
    if coach >= Coach.TEACH:
        return Form.ONE_WHY if single else Form.CHOICE_WHY
    return Form.ONE if single else Form.CHOICE


def smaller_capture_exists(position: Position) -> bool:
    """Whether a capture of fewer pieces lies on the board that the majority rule forbids."""
    allowed = position.legal_moves()
    most = len(allowed[0].captured) if allowed else 0
    if most < 2:
        return False
    free = position.of(_free_choice(position.variant), position.turn, position.pieces())
    return any(len(move.captured) < most for move in free.legal_moves())


@lru_cache(maxsize=8)
def _free_choice(variant: Variant) -> Variant:
    return replace(variant, name=f"{variant.name}, free choice", obligation=Obligation.ANY)
