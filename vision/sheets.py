"""Sheets to print, as SVG in millimetres: loose markers to cut out, a board with markers.

All texts come from whoever prints; a sheet knows only where they go.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rules.geometry import Geometry
from vision.markers import (
    BORDER_GAP,
    BORDER_SIDE,
    MODULES,
    QUIET,
    Marker,
    border_markers,
    in_border,
    loose_markers,
)

PAPERS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "A2": (420.0, 594.0)}
"""Width and height, mm."""
MARGIN = 10.0
"""That no printer reaches, mm."""
MODULE = 6.0
"""Of a loose marker, mm."""
DARK, LIGHT = "#b08560", "#f6ecd9"


def marker_sheet(board_size: int, title: str, lines: Sequence[str]) -> str:
    """An A4 sheet with the four loose markers of a board, to cut out, and how to lay them; the
    arrow of each points to the corner of the board that it touches."""
    width, height = PAPERS["A4"]
    parts = [_text(MARGIN + 5, 25, 8, title)]
    parts += [_text(MARGIN + 5, 38 + 8 * index, 4.5, line) for index, line in enumerate(lines)]
    piece = MODULE * (MODULES + 2 * QUIET)
    space = 12.0
    left, top = width / 2 - piece - space, height - MARGIN - 2 * piece - 4 * space
    for marker in loose_markers(board_size):
        x = left + (piece + 2 * space) * (marker.corner in (1, 2))
        y = top + (piece + 2 * space) * (marker.corner >= 2)
        parts += _loose(marker, x, y, piece)
    return _document(width, height, parts)


def printable_board(geometry: Geometry, paper: str) -> str:
    """A square board with numbered squares and markers in its border that fills a sheet."""
    board_size = geometry.width
    width, height = PAPERS[paper]
    border = 2 * (BORDER_GAP + BORDER_SIDE)
    square = min((width - 2 * MARGIN) / board_size, (height - 2 * MARGIN) / (board_size + border))
    side = board_size * square
    left, top = (width - side) / 2, (height - side) / 2
    parts = [_rect(left, top, side, side, LIGHT)]
    for number in range(1, geometry.squares + 1):
        x = left + (geometry.column(number) - 1) * square
        y = top + (geometry.row(number) - 1) * square
        parts.append(_rect(x, y, square, square, DARK))
        parts.append(_text(x + square * 0.05, y + square * 0.17, square * 0.14, str(number)))
    parts.append(_rect(left, top, side, side, "none", line=square * 0.02))
    for marker in border_markers(board_size):
        corner = in_border(marker)[0]
        x, y = left + float(corner[0]) * square, top + float(corner[1]) * square
        parts += _marker(marker, x, y, square * BORDER_SIDE)
    return _document(width, height, parts)


def _loose(marker: Marker, x: float, y: float, piece: float) -> list[str]:
    """One marker with its white edge, the line to cut along, and an arrow at its tip."""
    quiet = MODULE * QUIET
    right, down = _INWARD[marker.corner]
    tip_x, tip_y = x + piece * (right > 0), y + piece * (down > 0)
    tail_x, tail_y = tip_x + 9 * right, tip_y + 9 * down
    arrow = (
        f'<path d="M{tail_x:.2f} {tail_y:.2f}L{tip_x + right:.2f} {tip_y + down:.2f}'
        f"M{tip_x + 4 * right:.2f} {tip_y + down:.2f}h{-3 * right}v{3 * down}"
        '" fill="none" stroke="#222" stroke-width="0.8"/>'
    )
    cut = (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{piece:.2f}" height="{piece:.2f}" fill="none"'
        ' stroke="#888" stroke-width="0.2" stroke-dasharray="2 2"/>'
    )
    return [cut, *_marker(marker, x + quiet, y + quiet, MODULE * MODULES), arrow]


_INWARD = ((1, 1), (-1, 1), (-1, -1), (1, -1))
"""From each corner of the board to its middle: right, down."""


def _marker(marker: Marker, x: float, y: float, side: float) -> list[str]:
    """Its black modules, joined row by row so that no hair line shows between them."""
    module = side / MODULES
    parts = []
    for row, black in enumerate(marker.modules()):
        column = 0
        while column < MODULES:
            run = 0
            while column + run < MODULES and black[column + run]:
                run += 1
            if run:
                tall = module * (1.02 if row + 1 < MODULES else 1)
                at = x + column * module
                parts.append(_rect(at, y + row * module, run * module, tall, "#000"))
            column += run + 1
    return parts


def _rect(x: float, y: float, width: float, height: float, fill: str, line: float = 0.0) -> str:
    stroke = f' stroke="#222" stroke-width="{line:.2f}"' if line else ""
    return (
        f'<rect x="{x:.3f}" y="{y:.3f}" width="{width:.3f}" height="{height:.3f}"'
        f' fill="{fill}"{stroke}/>'
    )


def _text(x: float, y: float, size: float, text: str) -> str:
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" font-family="sans-serif"'
        f' fill="#222">{escape(text)}</text>'
    )


def _document(width: float, height: float, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
        f' viewBox="0 0 {width:g} {height:g}">'
    )
    return "\n".join([head, _rect(0, 0, width, height, "#fff"), *parts, "</svg>"]) + "\n"
