"""Case and pieces as dimensioned drawings (all measures in mm)."""

from __future__ import annotations

from hardware.drawing.case import (
    BORDER,
    BUTTON_FROM_TOP,
    BUTTON_HOLE,
    FIELD,
    LAYERS,
    LIGHT_HOLE,
    LIGHT_OFFSET,
    OUTER,
    PIECE,
    PIECE_BOTTOM,
    SENSOR_HOLE,
    SQUARE,
    USB_FROM_LEFT,
    USB_WIDTH,
    gap,
    height,
)
from hardware.drawing.svg import DARK_SQUARE, LIGHT_SQUARE, Drawing, number
from hardware.drawing.table import BUTTON_NAMES, PINS

FILLS = ("#e9e4d8", DARK_SQUARE, "#a98f72", "#fff", DARK_SQUARE)
NORTH, SOUTH = "#c33", "#36c"
_LEFT, _TOP = 70.0, 90.0  # of the plan of the case
_SCALE, _SECTION_LEFT, _SECTION_TOP = 6.0, 40.0, 150.0
_DIAGONAL = SQUARE * 2**0.5
_LABEL_STEP = 30.0


def case_from_above() -> str:
    """The plan of the top plate."""
    drawing = Drawing(OUTER + 330, OUTER + 150, "Case from above")
    drawing.text(_LEFT, 30, "Case from above, measures in mm", size=18, bold=True)
    outside = f"Outside {number(OUTER)} x {number(OUTER)} x {number(height())}"
    drawing.text(_LEFT, 48, f"{outside}; white sits at the bottom.", size=12)
    drawing.rect(_LEFT, _TOP, OUTER, OUTER, fill=LIGHT_SQUARE, line=1.5)
    for row in range(10):
        for column in range(10):
            _square(drawing, row, column)
    _plan_measures(drawing)
    _buttons(drawing)
    return drawing.render()


def _square(drawing: Drawing, row: int, column: int) -> None:
    x, y = _LEFT + BORDER + column * SQUARE, _TOP + BORDER + row * SQUARE
    dark = (row + column) % 2
    drawing.rect(x, y, SQUARE, SQUARE, fill=DARK_SQUARE if dark else LIGHT_SQUARE, line=0.4)
    if dark:
        middle_x, middle_y = x + SQUARE / 2, y + SQUARE / 2
        light = (middle_x + LIGHT_OFFSET, middle_y - LIGHT_OFFSET)
        drawing.circle(middle_x, middle_y, SENSOR_HOLE / 2, line=0.5)
        drawing.circle(*light, LIGHT_HOLE / 2, fill="#fff", line=0.5)


def _plan_measures(drawing: Drawing) -> None:
    over, below, aside = _TOP - 14, _TOP + OUTER + 18, _LEFT - 30
    field_x, field_y = _LEFT + BORDER, _TOP + BORDER
    drawing.dimension((_LEFT, over), (_LEFT + OUTER, over), number(OUTER), size=11)
    drawing.dimension((field_x, below), (field_x + FIELD, below), number(FIELD), size=11)
    drawing.dimension((aside, _TOP), (aside, field_y), number(BORDER), size=11)
    drawing.dimension((aside, field_y), (aside, field_y + SQUARE), number(SQUARE), size=11)
    usb = _LEFT + USB_FROM_LEFT - USB_WIDTH / 2
    drawing.rect(usb, _TOP - 3, USB_WIDTH, 6, fill="#888")
    drawing.text(usb + USB_WIDTH + 6, _TOP + 16, "USB and 5 V, in the back edge", size=10)
    holes = f"Lights: holes of {number(LIGHT_HOLE)}, {number(LIGHT_OFFSET)} right of and above the"
    text = f"{holes} middle. Sensors: in the middle, holes of {number(SENSOR_HOLE)} in their plate."
    drawing.text(_LEFT, _TOP + OUTER + 38, text, size=11)
    text = f"Buttons: holes of {number(BUTTON_HOLE)} in the middle of the right border."
    drawing.text(_LEFT, _TOP + OUTER + 54, text, size=11)


def _buttons(drawing: Drawing) -> None:
    x, edge = _LEFT + OUTER - BORDER / 2, _LEFT + OUTER
    for at, (name, down) in enumerate(zip(BUTTON_NAMES, BUTTON_FROM_TOP, strict=True)):
        y = _TOP + down
        drawing.circle(x, y, BUTTON_HOLE / 2, fill="#ddd")
        drawing.path([(x + BUTTON_HOLE / 2, y), (edge + 12, y)], line=0.5)
        hold = f", hold {PINS.HOLD_MS[at] // 1000} s" if PINS.HOLD_MS[at] else ""
        text = f"SW{at + 1} {name}{hold} ({number(down)} from the top)"
        drawing.text(edge + 14, y + 4, text, size=10)


def case_section() -> str:
    """The layers, cut along the diagonal of a dark square, six times as large as they are."""
    bottom = _SECTION_TOP + height() * _SCALE
    drawing = Drawing(1000, bottom + 60, "Section through one dark square")
    title = f"Section along the diagonal of a dark square, {number(_SCALE)} times as large"
    drawing.text(_SECTION_LEFT, 30, title, size=18, bold=True)
    note = f"From the magnet to the heart of the sensor: {number(gap())} mm. Measures in mm."
    drawing.text(_SECTION_LEFT, 50, note, size=12)
    y, label_y = _SECTION_TOP, _SECTION_TOP - 30
    for layer, fill in zip(LAYERS, FILLS, strict=True):
        thickness = layer.thickness * _SCALE
        drawing.rect(_SECTION_LEFT, y, _DIAGONAL * _SCALE, thickness, fill=fill)
        label_y = max(label_y + _LABEL_STEP, y + thickness / 2)
        name = f"{layer.name}, {number(layer.thickness)}"
        _label(drawing, (y + thickness / 2, label_y), name, layer.material)
        y += thickness
    _piece_and_sensor(drawing)
    drawing.text(_SECTION_LEFT, bottom + 30, f"Height of the case: {number(height())} mm.", size=12)
    return drawing.render()


def _label(drawing: Drawing, heights: tuple[float, float], name: str, material: str) -> None:
    edge = _SECTION_LEFT + _DIAGONAL * _SCALE
    drawing.path(
        [(edge + 4, heights[0]), (edge + 30, heights[0]), (edge + 60, heights[1])], line=0.5
    )
    drawing.text(edge + 64, heights[1] + 4, name, size=12, bold=True)
    drawing.text(edge + 224, heights[1] + 4, material, size=10)


def _piece_and_sensor(drawing: Drawing) -> None:
    middle = _SECTION_LEFT + _DIAGONAL * _SCALE / 2
    piece, body = PIECE * _SCALE, 10 * _SCALE
    drawing.rect(middle - piece / 2, _SECTION_TOP - body, piece, body, fill="#fff", round_by=8)
    magnet = _SECTION_TOP - (PIECE_BOTTOM + 3) * _SCALE
    drawing.rect(middle - 4 * _SCALE, magnet, 8 * _SCALE, 3 * _SCALE, fill=NORTH)
    drawing.text(middle, _SECTION_TOP - body + 14, "piece", size=11, anchor="middle")
    drawing.text(middle - 4 * _SCALE - 6, magnet + 12, "magnet", size=10, anchor="end")
    below = _SECTION_TOP + sum(layer.thickness for layer in LAYERS[:2]) * _SCALE
    drawing.rect(middle - 2 * _SCALE, below, 4 * _SCALE, 2.4 * _SCALE, fill="#111")
    _pointer(drawing, (middle, below + 2 * _SCALE), below + 60, "sensor, marked side up")
    light = middle + LIGHT_OFFSET * 2**0.5 * _SCALE
    hole = LIGHT_HOLE * _SCALE
    drawing.rect(light - hole / 2, below - 3 * _SCALE, hole, 3 * _SCALE, fill="#ffe680")
    drawing.rect(light - hole / 2, below, hole, 1.6 * _SCALE, fill="#ddd")
    _pointer(drawing, (light, below + _SCALE), below + 100, "light")


def _pointer(drawing: Drawing, tip: tuple[float, float], y: float, text: str) -> None:
    drawing.path([tip, (tip[0], y - 12)], line=0.7)
    drawing.text(tip[0], y, text, size=11, anchor="middle")


def pieces() -> str:
    """Which way up the magnets go."""
    drawing = Drawing(780, 340, "Pieces and magnets: which way up")
    drawing.text(30, 34, "Pieces and magnets: which way up", size=18, bold=True)
    _piece(drawing, 60, ("white piece", "#fdfdf5", "#222"), "SN")
    _piece(drawing, 440, ("black piece", "#333", "#fff"), "NS")
    lines = (
        "White: north pole down, the level falls. Black: south pole down, the level rises.",
        "You need not know north from south: keep the magnets in one stack, mark the top of each",
        "with a pen. Mark up in every white piece, mark down in every black one. Calibration finds",
        "out which is which. Boards of switches: reeds do not mind; for Hall switches (A3144) the",
        "south pole is down in all pieces, white and black.",
    )
    for n, line in enumerate(lines):
        drawing.text(30, 232 + n * 20, line, size=12)
    return drawing.render()


def _piece(drawing: Drawing, x: float, look: tuple[str, str, str], poles: str) -> None:
    name, fill, ink = look
    drawing.rect(x, 70, 264, 96, fill=fill, round_by=12)
    drawing.text(x + 132, 92, name, size=14, anchor="middle", fill=ink)
    for n, pole in enumerate(poles):
        color = NORTH if pole == "N" else SOUTH
        drawing.rect(x + 100, 112 + 24 * n, 64, 24, fill=color, stroke="#888")
        drawing.text(x + 132, 129 + 24 * n, pole, size=13, anchor="middle", fill="#fff", bold=True)
    drawing.path([(x - 20, 170), (x + 290, 170)], line=2)
    drawing.text(x + 132, 190, "board", size=12, anchor="middle")
