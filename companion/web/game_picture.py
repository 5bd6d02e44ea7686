"""What the page of a kept game shows, as plain data: positions, moves, notes, what else happened.
Pure, and without a word in any language but what people wrote."""

from __future__ import annotations

from collections.abc import Iterable

from companion.remarks import moves_of, opening_comments
from companion.saved import HistoryLine, SavedGame
from companion.search import GameLine, day_of
from companion.web.game_facts import labels
from companion.web.picture import Value, rows_of
from rules.game import Game
from rules.geometry import Grid
from rules.names import spelled
from rules.notation import format_move
from rules.pdn.model import PdnMove, Variation
from rules.pdn.results import result_text
from rules.piece import Role
from rules.ply import Ply
from rules.position import Position

_DEEPEST = 6
"""Variations inside variations, so far down."""


def game_picture(saved: SavedGame, history: Iterable[HistoryLine]) -> dict[str, Value]:
    """Everything about a game: `boards[n]` is the position after n plies."""
    game = saved.game
    geometry = game.variant.geometry
    return {
        "number": saved.id,
        "variant": game.variant.name.partition("+")[0],
        "day": day_of(saved.tags.get("Date"), saved.started.isoformat()),
        "tags": dict(saved.tags),
        "result": result_text(game.variant, game.outcome),
        "rows": [list[Value](row) for row in rows_of(geometry)],
        "labels": labels(game.variant),
        "is_plain": game.variant.grid is Grid.CROSS,
        "first": _side_of_first(game),
        "comments": list(opening_comments(game, saved.remarks)),
        "start": _position(game.start),
        "plies": [_ply(move, 0) for move in moves_of(saved)],
        "history": [
            {
                "number": line.number,
                "kind": line.kind,
                "code": line.code,
                "squares": list(line.squares),
            }
            for line in history
        ],
    }


def list_picture(lines: Iterable[GameLine]) -> list[Value]:
    """The lines of the list of games."""
    return [
        {
            "number": line.id,
            "day": line.day,
            "white": line.white,
            "black": line.black,
            "event": line.event,
            "variant": line.variant.partition("+")[0],
            "plies": line.plies,
            "result": line.result,
        }
        for line in lines
    ]


def _side_of_first(game: Game) -> Value:
    """0 where the first ply is the first of a numbered pair, 1 where it is the second."""
    return 0 if game.start.turn is game.variant.first else 1


def _position(position: Position) -> dict[str, Value]:
    """The pieces and whose turn it is; the FEN follows from these."""
    return {"board": _letters(position), "turn": position.turn.value}


def _ply(move: PdnMove, depth: int) -> dict[str, Value]:
    """A ply with what is noted beside it. One that could not be followed has no board."""
    ply = move.ply
    shown: dict[str, Value] = {
        "text": _written(ply) if ply else move.text,
        "comments": list(move.comments),
        "marks": list(move.nags),
        "clock": None if move.clock is None else int(move.clock),
        "lines": [_line(line, depth + 1) for line in move.variations] if depth < _DEEPEST else [],
    }
    if ply is not None:
        shown |= _position(ply.after)
        shown["irregular"] = ply.irregular.value if ply.irregular else None
        shown["way"] = _way(ply)
    return shown


def _line(line: Variation, depth: int) -> Value:
    return {
        "comments": list(line.comments),
        "plies": [_ply(move, depth) for move in line.moves],
    }


def _way(ply: Ply) -> Value:
    if ply.move is None:
        return None
    route = ply.move.route
    return {"path": list(route.path), "captured": list(route.captured)}


def _written(ply: Ply) -> str:
    return spelled(ply.before.variant, format_move(ply.before, ply.move)) if ply.move else "?"


def _letters(position: Position) -> str:
    """A letter for a square as in FEN, kings as capitals: w W b B, a point for an empty one."""
    pieces = position.pieces()
    squares = range(1, position.variant.geometry.squares + 1)
    return "".join(
        (piece.color.value if piece.role is Role.KING else piece.color.value.lower())
        if (piece := pieces.get(square))
        else "."
        for square in squares
    )
