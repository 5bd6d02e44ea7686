"""What people noted beside the plies of a game: comments, marks (NAGs), clock times, variations.

They are kept as PDN, one text for each ply that has any, and so is what stands before the first:
a game of that ply alone. The number of a remark is how many plies stood: 0 is the beginning, 1
after the first ply.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest

from companion.saved import SavedGame
from rules.game import Game, Ply
from rules.pdn import PdnGame, read_pdn
from rules.pdn.errors import PdnError
from rules.pdn.model import Command, PdnMove
from rules.pdn.writer import write_pdn

LONGEST_COMMENT = 2000
"""Characters."""


def remark_texts(pdn: PdnGame) -> dict[int, str]:
    """The remarks of a game that was read, to be kept with its plies."""
    if pdn.game is None:
        return {}
    texts = {0: _written(PdnGame(1, Game(pdn.game.start), comments=pdn.comments))}
    moves = (move for move in pdn.moves if move.ply is not None)
    for number, move in enumerate(moves, start=1):
        if has_remarks(move) and move.ply is not None:
            texts[number] = remark_text(move, move.ply)
    return texts if pdn.comments else {n: text for n, text in texts.items() if n}


def remark_text(move: PdnMove, ply: Ply) -> str:
    """The remarks of a move, to be kept with this ply."""
    return _written(PdnGame(1, Game(ply.before, (ply,)), moves=(replace(move, ply=ply),)))


def opening_text(game: Game, comments: tuple[str, ...]) -> str:
    """What is said before the first move, to be kept with the game."""
    return _written(PdnGame(1, Game(game.start), comments=comments))


def has_remarks(move: PdnMove) -> bool:
    return bool(move.comments or move.commands or move.nags or move.variations)


def moves_of(saved: SavedGame) -> tuple[PdnMove, ...]:
    """Every ply of the game with what was noted beside it, and what its player had left on the
    clock where a clock ran."""
    plies = enumerate(saved.game.plies, start=1)
    moves = [remark_of(saved.remarks.get(number, ""), ply) for number, ply in plies]
    times = saved.clock.times if saved.clock else ()
    return tuple(
        _timed(move, time.left_s) if time and move.clock is None else move
        for move, time in zip_longest(moves, times[: len(moves)])
    )


def clock_text(seconds: float) -> str:
    """A time of a clock, as PDN writes it: h:mm:ss."""
    whole = max(0, int(seconds))
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def _timed(move: PdnMove, left_s: float) -> PdnMove:
    return replace(move, commands=(*move.commands, Command("clk", clock_text(left_s))))


def remark_of(text: str, ply: Ply) -> PdnMove:
    """The ply with the remarks that were kept for it."""
    found = next(read_pdn(text, ply.before.variant), None) if text else None
    if found is None:
        return PdnMove("", ply)
    if not found.moves:
        return PdnMove("", ply, comments=found.comments)
    return replace(found.moves[0], ply=ply)


def opening_comments(game: Game, remarks: Mapping[int, str]) -> tuple[str, ...]:
    """What is said before the first move."""
    found = next(read_pdn(remarks.get(0, ""), game.variant), None)
    return found.comments if found else ()


def with_remarks(saved: SavedGame, tags: Mapping[str, str]) -> PdnGame:
    """A kept game with its remarks, as the writer of PDN takes it."""
    game = saved.game
    return PdnGame(
        number=saved.id,
        game=game,
        tags=tags,
        moves=moves_of(saved),
        comments=opening_comments(game, saved.remarks),
    )


def _written(pdn: PdnGame) -> str:
    """Where the position is none that FEN allows (a wrong move led there) the comments are kept
    without it."""
    try:
        return write_pdn(pdn)
    except PdnError:
        comments = (*pdn.comments, *(one for move in pdn.moves for one in move.comments))
        return write_pdn(PdnGame(1, Game.new(), comments=comments))
