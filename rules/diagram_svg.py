"""A position as an SVG picture: pieces, numbers, marks and arrows. Plain text, nothing to load.

A unit is the width of a square. Kings show their second disc and a crown, so that they can be told
without colours; marks differ in colour and in form.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import hypot

from rules.geometry import Geometry, Grid
from rules.names import square_name
from rules.piece import Color, Piece, Role
from rules.position import Position
from rules.variant import Variant

_CROWN = "v-0.3l0.13 0.13 0.07-0.17 0.07 0.17 0.13-0.13v0.3z"

Point = tuple[float, float]


class Mark(enum.Enum):
    """What is meant by a marked square; the value is its class in the picture."""

    GOOD = "good"
    BAD = "bad"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow along these squares, start first; `mark` gives its colour."""

    path: tuple[int, ...]
    mark: Mark = Mark.GOOD


@dataclass(frozen=True, slots=True)
class Style:
    """The colours, as SVG writes them."""

    light: str = "#f0e6d2"
    dark: str = "#a5784f"
    white: str = "#fffaf0"
    black: str = "#2b2622"
    ink: str = "#000000"
    good: str = "#1b7837"
    bad: str = "#c51b2b"
    hint: str = "#1f5fbf"

    def of(self, mark: Mark) -> str:
        return {Mark.GOOD: self.good, Mark.BAD: self.bad, Mark.HINT: self.hint}[mark]


DEFAULT_STYLE = Style()


def diagram_svg(
    position: Position,
    *,
    numbers: bool = True,
    turned: bool = False,
    marks: Mapping[int, Mark] | None = None,
    arrows: Iterable[Arrow] = (),
    title: str = "",
    size: int = 400,
    style: Style = DEFAULT_STYLE,
) -> str:
    """The board as an SVG document `size` pixels wide, white at the bottom (`turned`: black).
    Without `title` the FEN says what is shown, for those who cannot see it. Raises SquareError for
    marks and arrows off the board."""
    return "\n".join(
        _Picture(position, turned, style).drawn(numbers, marks or {}, arrows, title, size)
    )


class _Picture:
    def __init__(self, position: Position, turned: bool, style: Style) -> None:
        self.position = position
        self.variant: Variant = position.variant
        self.board: Geometry = position.variant.geometry
        self.turned = turned
        self.style = style

    def drawn(
        self,
        numbers: bool,
        marks: Mapping[int, Mark],
        arrows: Iterable[Arrow],
        title: str,
        size: int,
    ) -> Iterator[str]:
        width, height = self.board.width, self.board.height
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{size}" height="{size * height // width}" role="img">'
        )
        yield f"<title>{_escaped(title or self.position.fen)}</title>"
        yield from self._squares()
        if numbers:
            yield from self._numbers()
        for square, piece in self.position.pieces().items():
            yield from self._piece(square, piece)
        for square, mark in sorted(marks.items()):
            yield self._mark(self.board.check(square), mark)
        for arrow in arrows:
            yield from self._arrow(arrow)
        yield "</svg>"

    def _corner(self, square: int) -> Point:
        """The upper left corner of a square in the picture."""
        row, column = self.board.row(square) - 1, self.board.column(square) - 1
        if self.turned:
            row, column = self.board.height - 1 - row, self.board.width - 1 - column
        return (column, row)

    def _centre(self, square: int) -> Point:
        x, y = self._corner(self.board.check(square))
        return (x + 0.5, y + 0.5)

    def _squares(self) -> Iterator[str]:
        style, board = self.style, self.board
        yield f'<rect width="{board.width}" height="{board.height}" fill="{style.light}"/>'
        chequered = board.grid is not Grid.CROSS
        for square in range(1, board.squares + 1):
            x, y = self._corner(square)
            frame = "" if chequered else f' stroke="{style.dark}" stroke-width="0.04"'
            fill = style.dark if chequered else style.light
            yield f'<rect x="{x}" y="{y}" width="1" height="1" fill="{fill}"{frame}/>'

    def _numbers(self) -> Iterator[str]:
        yield f'<g font-family="sans-serif" font-size="0.22" fill="{self.style.ink}">'
        for square in range(1, self.board.squares + 1):
            x, y = self._corner(square)
            name = square_name(self.variant, square)
            yield f'<text x="{_n(x + 0.04)}" y="{_n(y + 0.24)}">{name}</text>'
        yield "</g>"

    def _mark(self, square: int, mark: Mark) -> str:
        """Good squares get a ring, bad ones a cross, hints a dashed frame."""
        x, y = self._corner(square)
        stroke = f'class="{mark.value}" fill="none" stroke="{self.style.of(mark)}"'
        if mark is Mark.GOOD:
            return f'<circle cx="{x + 0.5}" cy="{y + 0.5}" r="0.46" {stroke} stroke-width="0.08"/>'
        if mark is Mark.BAD:
            way = f"M{_n(x + 0.06)} {_n(y + 0.06)}l0.88 0.88m-0.88 0l0.88 -0.88"
            return f'<path d="{way}" {stroke} stroke-width="0.1"/>'
        return (
            f'<rect x="{_n(x + 0.05)}" y="{_n(y + 0.05)}" width="0.9" height="0.9" {stroke}'
            ' stroke-width="0.08" stroke-dasharray="0.15 0.1"/>'
        )

    def _piece(self, square: int, piece: Piece) -> Iterator[str]:
        x, y = self._centre(square)
        white = piece.color is Color.WHITE
        fill, line = (
            (self.style.white, self.style.black) if white else (self.style.black, self.style.white)
        )
        rim = f'stroke="{line}" stroke-width="0.04"'
        paint = f'fill="{fill}" {rim}'
        yield f'<g class="{piece.color.name.lower()} {piece.role.value}" data-square="{square}">'
        yield f'<circle cx="{x}" cy="{y}" r="0.37" {paint}/>'
        if piece.role is Role.KING:
            yield f'<circle cx="{x}" cy="{_n(y - 0.1)}" r="0.37" {paint}/>'
            crown = (
                f"M{x - 0.2} {round(y + 0.08, 2)}v-0.3l0.13 0.13 0.07-0.17 0.07 0.17 0.13-0.13v0.3z"
            )
            yield f'<path d="{crown}" fill="{line}"/>'
        else:
            yield f'<circle cx="{x}" cy="{y}" r="0.24" fill="none" {rim}/>'
        yield "</g>"

    def _arrow(self, arrow: Arrow) -> Iterator[str]:
        """A line through the squares with a head at its end."""
        points = [self._centre(square) for square in arrow.path]
        if len(points) < 2:
            return
        (x0, y0), (x1, y1) = points[-2:]
        length = hypot(x1 - x0, y1 - y0) or 1.0
        dx, dy = (x1 - x0) / length * 0.3, (y1 - y0) / length * 0.3
        neck = (x1 - dx, y1 - dy)
        colour = self.style.of(arrow.mark)
        line = " ".join(f"{_n(x)},{_n(y)}" for x, y in (*points[:-1], neck))
        sides = ((-dy * 0.6, dx * 0.6), (dy * 0.6, -dx * 0.6))
        head = ((x1, y1), *((neck[0] + right, neck[1] + down) for right, down in sides))
        corners = " ".join(f"{_n(x)},{_n(y)}" for x, y in head)
        yield (
            f'<polyline class="arrow" points="{line}" fill="none" stroke="{colour}"'
            ' stroke-width="0.1" stroke-linejoin="round" opacity="0.85"/>'
        )
        yield f'<polygon points="{corners}" fill="{colour}" opacity="0.85"/>'


def _n(value: float) -> str:
    """A length in as few digits as it needs."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
