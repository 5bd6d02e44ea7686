"""The board as it stands when a page is asked for, as SVG: seen before any module is there.
`board.js` takes it over, with the same shapes (part-shapes.html), sizes and styles."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from companion.web.picture import letter_of, rows_of
from rules.geometry import Grid
from rules.names import square_name
from rules.piece import Piece
from rules.variant import Variant

CELL = 10
FRAME = 1.6
"""In units of the drawing."""

_KINDS = {"w": "white", "W": "white king", "b": "black", "B": "black king"}


def first_board(variant: Variant, pieces: Mapping[int, Piece]) -> dict[str, str]:
    """HTML for the places `view_box` and `squares` of a page: the board with white below."""
    width, height = CELL * variant.geometry.width, CELL * variant.geometry.height
    outer = f"{-FRAME} {-FRAME} {width + 2 * FRAME} {height + 2 * FRAME}"
    x, y, w, h = outer.split()
    squares = "".join(
        _square(column, row, square_name(variant, square), letter_of(pieces.get(square)))
        for row, line in enumerate(rows_of(variant.geometry))
        for column, square in enumerate(line)
        if square
    )
    kind = ' class="plain"' if variant.geometry.grid is Grid.CROSS else ""
    drawn = (
        f'<g{kind} aria-hidden="true">'
        f'<rect class="frame" x="{x}" y="{y}" width="{w}" height="{h}" rx="1.4"/>'
        f'<rect class="light" width="{width}" height="{height}"/>{squares}</g>'
    )
    return {"view_box": outer, "squares": drawn}


def _square(column: int, row: int, name: str, letter: str) -> str:
    kind = _KINDS.get(letter)
    piece = f'<use class="piece {kind}" href="#piece-{letter}"/>' if kind else ""
    return (
        f'<g class="first" transform="translate({column * CELL} {row * CELL})">'
        f'<rect class="dark" width="{CELL}" height="{CELL}"/>'
        f'<text class="number" x=".4" y="1.75">{escape(name)}</text>{piece}</g>'
    )
