"""Which games can be played on a board."""

from __future__ import annotations

from board_io.events import BoardInfo
from board_io.layout import fits_chess_board
from companion.errors import InputError
from rules.variant import Variant
from rules.variants import VARIANTS


def fits(board: BoardInfo, variant: Variant) -> bool:
    """Whether a game can be played there: on a board that has its squares, or a chess board; where
    the board has to know the game, on one that does."""
    if board.variants is not None and variant.name.partition("+")[0] not in board.variants:
        return False
    if board.is_chess_board:
        return fits_chess_board(variant.geometry)
    return board.variants is not None or board.squares == variant.squares


def games_for(board: BoardInfo) -> tuple[str, ...]:
    """The names of all games that can be played there."""
    return tuple(name for name, variant in VARIANTS.items() if fits(board, variant))


def misfit(board: BoardInfo, variant: Variant) -> InputError:
    """What to say where a game was chosen that the board is not made for."""
    size = f"{variant.width}x{variant.height}"
    games = ", ".join(games_for(board)) or "none that is known"
    if board.variants is not None:
        return InputError(f"the board does not know {variant.name}; choose with --variant: {games}")
    return InputError(
        f"the board has {board.squares} squares, {variant.name} is played on {variant.squares} "
        f"({size}); connect another board, or choose with --variant: {games}"
    )
