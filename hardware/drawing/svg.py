"""Just enough SVG: shapes and texts in the order in which they are drawn."""

from __future__ import annotations

from html import escape

INK, PALE, PAPER = "#222", "#bbb", "#fff"
DARK_SQUARE, LIGHT_SQUARE = "#c9a27a", "#f6ecd9"


def number(value: float) -> str:
    """At most two decimals, none that are not needed."""
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0", "0" if value > -0.005 else "-0")


class Drawing:
    """A drawing of a size in its own units; `unit` "mm" prints it at 1:1."""

    def __init__(self, width: float, height: float, title: str, unit: str = "") -> None:
        self._items: list[str] = []
        self._title = title
        self._width, self._height, self._unit = width, height, unit
        self.rect(0, 0, width, height, fill=PAPER, stroke="none")

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        stroke: str = INK,
        line: float = 1,
        round_by: float = 0,
        data: str = "",
    ) -> None:
        corner = f' rx="{number(round_by)}"' if round_by else ""
        self._items.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
            f'height="{number(height)}"{corner} fill="{fill}" stroke="{stroke}" '
            f'stroke-width="{number(line)}"{data}/>'
        )

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: str = "none",
        stroke: str = INK,
        line: float = 1,
    ) -> None:
        self._items.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}" '
            f'stroke="{stroke}" stroke-width="{number(line)}"/>'
        )

    def path(
        self,
        points: list[tuple[float, float]],
        *,
        fill: str = "none",
        stroke: str = INK,
        line: float = 1,
        dashed: bool = False,
        closed: bool = False,
    ) -> None:
        steps = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        dash = f' stroke-dasharray="{number(line * 4)} {number(line * 3)}"' if dashed else ""
        self._items.append(
            f'<{"polygon" if closed else "polyline"} points="{steps}" fill="{fill}" '
            f'stroke="{stroke}" stroke-width="{number(line)}"{dash}/>'
        )

    def arrow(self, start: tuple[float, float], end: tuple[float, float], *, size: float) -> None:
        """A line with a head at its end."""
        (x0, y0), (x1, y1) = start, end
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        ux, uy = (x1 - x0) / length * size, (y1 - y0) / length * size
        base_x, base_y = x1 - ux, y1 - uy
        self.path([start, (base_x, base_y)], line=size / 6)
        head = [
            (x1, y1),
            (base_x - uy * 0.35, base_y + ux * 0.35),
            (base_x + uy * 0.35, base_y - ux * 0.35),
        ]
        self.path(head, fill=INK, stroke="none", closed=True)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 12,
        anchor: str = "start",
        bold: bool = False,
        fill: str = INK,
        data: str = "",
    ) -> None:
        """`y` is the base line."""
        weight = ' font-weight="bold"' if bold else ""
        self._items.append(
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" '
            f'text-anchor="{anchor}"{weight} fill="{fill}"{data}>{escape(text, quote=False)}</text>'
        )

    def dimension(
        self, start: tuple[float, float], end: tuple[float, float], text: str, *, size: float
    ) -> None:
        """A measure between two points on one horizontal or vertical line."""
        (x0, y0), (x1, y1) = start, end
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        self.arrow(middle, start, size=size * 0.7)
        self.arrow(middle, end, size=size * 0.7)
        if y0 == y1:
            self.text(middle[0], y0 - size * 0.35, text, size=size, anchor="middle")
        else:
            self.text(x0 + size * 0.4, middle[1] + size * 0.35, text, size=size)

    def render(self) -> str:
        width, height = number(self._width), number(self._height)
        size = f'width="{width}{self._unit}" height="{height}{self._unit}"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
                f'viewBox="0 0 {width} {height}" '
                'font-family="DejaVu Sans, Verdana, sans-serif">',
                f"<title>{escape(self._title)}</title>",
                *self._items,
                "</svg>\n",
            ]
        )
