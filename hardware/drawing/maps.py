"""The board as maps: numbers from above, wires and lights from below, and tiles to print at 1:1."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hardware.drawing.case import LIGHT_HOLE, LIGHT_OFFSET, PIECE, SENSOR_HOLE, SQUARE
from hardware.drawing.netlist import chain_input, mux_of
from hardware.drawing.svg import DARK_SQUARE, LIGHT_SQUARE, PALE, Drawing
from hardware.drawing.table import PINS, row_and_column

CELL, EDGE, TOP = 64.0, 44.0, 84.0
TILE_COLUMNS, TILE_ROWS = 4, 6
PAGE_WIDTH, PAGE_HEIGHT = 210.0, 297.0


def numbers_from_above() -> str:
    """The printed numbers as the white player sees them."""
    drawing = _board("Squares from above", "As the players see it: white sits at the bottom.")
    for square in range(1, PINS.SQUARES + 1):
        x, y = _corner(square, mirrored=False)
        drawing.text(x + CELL / 2, y + CELL / 2 + 8, str(square), size=22, anchor="middle")
    return drawing.render()


def wires_from_below(color: bool) -> str:
    """Where the sensor wire of each square goes; seen from below, where one solders."""
    kind = "CD74HC4067" if color else "74HC165"
    drawing = _board(
        f"Sensor wires from below: {kind}",
        "Turned over sideways, left and right change places: you see this while you solder.",
    )
    for square in range(1, PINS.SQUARES + 1):
        x, y = _corner(square, mirrored=True)
        chip, pin = sensor_input(square, color)
        drawing.text(x + CELL / 2, y + 24, str(square), size=18, anchor="middle", bold=True)
        data = f' data-square="{square}" data-part="{chip}" data-input="{pin}"'
        drawing.text(x + CELL / 2, y + 48, f"{chip} {pin}", size=13, anchor="middle", data=data)
    return drawing.render()


def sensor_input(square: int, color: bool) -> tuple[str, str]:
    """The chip and the name of its input that a square's sensor is wired to."""
    if color:
        number, channel = mux_of(square)
        return f"U{2 + number}", f"C{channel}"
    return chain_input(PINS.CHAIN[square - 1])


def lights_from_below(lights: int) -> str:
    """The chain of the lights, from the first (in a ring) to the last."""
    drawing = _board(
        f"Chain of {lights} lights from below",
        "Data goes from DOUT to DIN along the arrows; the numbers count along the chain.",
    )
    places = list(_chain_places(lights))
    for start, end in pairwise(places):
        drawing.arrow(_toward(start, end, 15), _toward(end, start, 15), size=10)
    for n, (x, y) in enumerate(places, start=1):
        drawing.circle(x, y, 13, fill="#fff", line=3 if n == 1 else 1)
        drawing.text(x, y + 4.5, str(n), size=12, anchor="middle")
    return drawing.render()


def tiles() -> Iterator[tuple[str, str]]:
    """Names and drawings of six A4 sheets that together are the field, true to size."""
    for band in range(2):
        for strip in range(3):
            name = f"template-{band * 3 + strip + 1}"
            yield name, _tile(band * TILE_ROWS, strip * TILE_COLUMNS, band * 3 + strip + 1)


def _tile(first_row: int, first_column: int, sheet: int) -> str:
    drawing = Drawing(PAGE_WIDTH, PAGE_HEIGHT, f"Template, sheet {sheet} of 6", "mm")
    left, top = 20.0, 28.0
    title = f"Template, sheet {sheet} of 6: from above, white at the bottom. Print at 100 %."
    drawing.text(left, 12, title, size=4)
    drawing.text(left, 19, "This line must be 100 mm long:", size=4)
    drawing.path([(90, 18), (190, 18)], line=0.3)
    for end in (90, 190):
        drawing.path([(end, 16), (end, 20)], line=0.3)
    columns = range(first_column, min(10, first_column + TILE_COLUMNS))
    rows = range(first_row, min(10, first_row + TILE_ROWS))
    for row in rows:
        for column in columns:
            x = left + (column - first_column) * SQUARE
            y = top + (row - first_row) * SQUARE
            drawing.rect(x, y, SQUARE, SQUARE, line=0.2)
            if (row + column) % 2:
                _hole_marks(drawing, x, y, row * 5 + column // 2 + 1)
    return drawing.render()


def _hole_marks(drawing: Drawing, x: float, y: float, square: int) -> None:
    middle_x, middle_y = x + SQUARE / 2, y + SQUARE / 2
    drawing.circle(middle_x, middle_y, PIECE / 2, line=0.15, stroke=PALE)
    light = (middle_x + LIGHT_OFFSET, middle_y - LIGHT_OFFSET)
    for (at_x, at_y), hole in (((middle_x, middle_y), SENSOR_HOLE), (light, LIGHT_HOLE)):
        drawing.circle(at_x, at_y, hole / 2, line=0.2)
        drawing.path([(at_x - 4, at_y), (at_x + 4, at_y)], line=0.1)
        drawing.path([(at_x, at_y - 4), (at_x, at_y + 4)], line=0.1)
    drawing.text(x + 3, y + SQUARE - 3, str(square), size=5)


def _board(title: str, note: str) -> Drawing:
    size = 2 * EDGE + 10 * CELL
    drawing = Drawing(size, TOP + 10 * CELL + EDGE, title)
    drawing.text(EDGE, 32, title, size=20, bold=True)
    drawing.text(EDGE, 52, note, size=12)
    drawing.text(size / 2, TOP - 8, "black", size=14, anchor="middle")
    drawing.text(size / 2, TOP + 10 * CELL + 24, "white", size=14, anchor="middle")
    mirrored = "below" in title
    for row in range(10):
        for column in range(10):
            shown = 9 - column if mirrored else column
            fill = DARK_SQUARE if (row + column) % 2 else LIGHT_SQUARE
            drawing.rect(EDGE + shown * CELL, TOP + row * CELL, CELL, CELL, fill=fill, line=0.5)
    return drawing


def _corner(square: int, mirrored: bool) -> tuple[float, float]:
    row, column = row_and_column(square)
    return EDGE + (9 - column if mirrored else column) * CELL, TOP + row * CELL


def _chain_places(lights: int) -> Iterator[tuple[float, float]]:
    """The middle of the square of each light, in the order of the chain, seen from below."""
    if lights == PINS.SQUARES:
        square_of = {led: n for n, led in enumerate(PINS.led_of(lights), start=1)}
        for led in range(lights):
            x, y = _corner(square_of[led], mirrored=True)
            yield x + CELL / 2, y + CELL / 2
        return
    for led in range(lights):
        row, step = divmod(led, 10)
        column = step if row % 2 == 0 else 9 - step
        yield EDGE + (9 - column + 0.5) * CELL, TOP + (row + 0.5) * CELL


def _toward(
    start: tuple[float, float], end: tuple[float, float], distance: float
) -> tuple[float, float]:
    (x0, y0), (x1, y1) = start, end
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    return x0 + (x1 - x0) / length * distance, y0 + (y1 - y0) / length * distance
