"""How it all hangs together, and which way round the parts go that have a right way round."""

from __future__ import annotations

from hardware.drawing.case import SQUARE
from hardware.drawing.netlist import Part, netlist
from hardware.drawing.svg import DARK_SQUARE, PALE, Drawing
from hardware.drawing.table import BUILDS, BUTTON_NAMES, COLOUR, HALL, PINS, REED

_BOX_WIDTH, _BOX_HEIGHT = 190.0, 64.0


def overview() -> str:
    """Blocks and what goes between them."""
    drawing = Drawing(980, 420, "How it hangs together")
    drawing.text(30, 34, "How it hangs together", size=18, bold=True)
    kinds = [part.kind for part in netlist(COLOUR)] + [part.kind for part in netlist(REED)]
    chips = f"{kinds.count('CD74HC4067')} x 4067 or {kinds.count('74HC165')} x 74HC165"
    places = {
        "sensors": (30.0, 80.0, f"{PINS.SQUARES} sensors", "one under each dark square"),
        "chips": (280.0, 80.0, chips, "bring 50 wires to a few pins"),
        "pico": (530.0, 80.0, "Pico W (U1)", "runs the firmware"),
        "computer": (770.0, 80.0, "computer or phone", "runs dambord, or an app"),
        "buttons": (280.0, 200.0, f"{len(BUTTON_NAMES)} buttons", "straight to the Pico"),
        "shifter": (530.0, 200.0, "U20, R1", "3.3 V signal to 5 V"),
        "lights": (770.0, 200.0, "50 or 100 lights", "one chain"),
        "adapter": (30.0, 320.0, "5 V 2 A (J1, F1)", "or USB alone"),
        "regulator": (280.0, 320.0, "U21 (colour)", "5 V to 3.3 V for sensors"),
        "diode": (530.0, 320.0, "CR1", "5 V to VSYS of the Pico"),
    }
    for x, y, name, note in places.values():
        drawing.rect(x, y, _BOX_WIDTH, _BOX_HEIGHT, fill="#f3f3f3", round_by=6)
        drawing.text(x + _BOX_WIDTH / 2, y + 28, name, size=12, anchor="middle", bold=True)
        drawing.text(x + _BOX_WIDTH / 2, y + 48, note, size=11, anchor="middle")
    for start, end in (
        ("sensors", "chips"),
        ("chips", "pico"),
        ("pico", "computer"),
        ("shifter", "lights"),
        ("adapter", "regulator"),
    ):
        left, right = places[start], places[end]
        y = left[1] + _BOX_HEIGHT / 2
        drawing.arrow((left[0] + _BOX_WIDTH, y), (right[0], y), size=11)
    middle = 530 + _BOX_WIDTH / 2
    drawing.arrow((middle, 80 + _BOX_HEIGHT), (middle, 200), size=11)
    drawing.path([(470, 232), (500, 232), (500, 130)], line=1.8)
    drawing.arrow((500, 130), (530, 130), size=11)
    _supply_lines(drawing)
    return drawing.render()


def _supply_lines(drawing: Drawing) -> None:
    """5 V from the adapter, below the boxes, to diode and lights."""
    red = "#d33"
    drawing.path([(125, 384), (125, 400), (865, 400), (865, 264)], stroke=red, line=2.5)
    drawing.path([(625, 400), (625, 384)], stroke=red, line=2.5)
    drawing.text(740, 394, "5 V", size=12, fill=red)


def right_way_round() -> str:
    """The parts that have a right way round."""
    drawing = Drawing(980, 560, "Which way round")
    drawing.text(30, 34, "Which way round", size=18, bold=True)
    parts = {part.kind: part for build in BUILDS for part in netlist(build)}
    _transistor(drawing, 30, parts[COLOUR.sensor_part], parts[HALL.sensor_part])
    _reed(drawing, 350)
    _light(drawing, 660, parts["WS2812B"])
    _network(drawing, 30, parts["8 x 10k"])
    _diode(drawing, 350, parts["1N5817"])
    _capacitor(drawing, 660)
    return drawing.render()


def _title(drawing: Drawing, x: float, y: float, *lines: str) -> None:
    drawing.text(x, y, lines[0], size=13, bold=True)
    for n, line in enumerate(lines[1:], start=1):
        drawing.text(x, y + n * 17, line, size=11)


def _transistor(drawing: Drawing, x: float, *sensors: Part) -> None:
    pins = sensors[0].pins
    assert all([pin.name for pin in part.pins] == [pin.name for pin in pins] for part in sensors)
    kinds = " and ".join(part.kind for part in sensors)
    _title(drawing, x, 70, kinds, "printed flat side towards you, legs down")
    drawing.rect(x + 60, 110, 110, 70, fill="#333", round_by=6)
    drawing.text(x + 115, 150, sensors[0].kind, size=14, anchor="middle", fill="#fff")
    for n, pin in enumerate(pins):
        leg = x + 80 + n * 35
        drawing.rect(leg - 3, 180, 6, 70, fill="#ccc", line=0.6)
        drawing.text(leg, 268, pin.number, size=12, anchor="middle", bold=True)
        drawing.text(leg, 286, pin.name, size=11, anchor="middle")


def _reed(drawing: Drawing, x: float) -> None:
    scale = 4.0
    _title(drawing, x, 70, "reed switch, from below", "one end of the glass under the middle")
    left, top = x + 20, 105.0
    middle_x, middle_y = left + SQUARE * scale / 2, top + SQUARE * scale / 2
    drawing.rect(left, top, SQUARE * scale, SQUARE * scale, fill=DARK_SQUARE)
    drawing.path([(middle_x - 50, middle_y + 4), (middle_x + 76, middle_y + 4)], line=2)
    drawing.rect(middle_x - 2, middle_y - 5, 14 * scale, 18, fill="#dff3ea", round_by=8)
    drawing.path([(middle_x - 12, middle_y), (middle_x + 12, middle_y)], line=1)
    drawing.path([(middle_x, middle_y - 12), (middle_x, middle_y + 12)], line=1)
    drawing.text(middle_x, middle_y - 22, "middle", size=11, anchor="middle")
    drawing.text(middle_x + 28, middle_y + 34, "glass", size=11, anchor="middle")


def _light(drawing: Drawing, x: float, light: Part) -> None:
    _title(drawing, x, 70, light.kind, "names stand on the light; wire by name")
    drawing.circle(x + 120, 180, 62, fill="#fff")
    drawing.rect(x + 95, 155, 50, 50, fill="#eee")
    drawing.circle(x + 120, 180, 18, fill="#ffe680")
    places = {"DIN": (-1, 12), "5V": (-1, -28), "DOUT": (1, 12), "GND": (1, -28)}
    for pin in light.pins:
        side, down = places[pin.name]
        edge = x + 120 + side * 50
        drawing.path([(edge, 168 + down), (edge + side * 40, 168 + down)], line=2)
        anchor = "end" if side < 0 else "start"
        drawing.text(edge + side * 44, 172 + down, pin.name, size=12, anchor=anchor, bold=True)
    drawing.arrow((x + 85, 262), (x + 155, 262), size=10)
    drawing.text(x + 120, 282, "the data goes this way", size=11, anchor="middle")


def _network(drawing: Drawing, x: float, network: Part) -> None:
    _title(drawing, x, 340, f"{network.kind} (RN1 ...)", "the dot marks pin 1, the common one")
    drawing.rect(x + 20, 380, 220, 44, fill="#e0b050", round_by=4)
    drawing.circle(x + 32, 392, 4, fill="#222")
    for n, pin in enumerate(network.pins):
        leg = x + 34 + n * 24
        drawing.rect(leg - 2, 424, 4, 44, fill="#ccc", line=0.6)
        drawing.text(leg, 486, pin.number, size=11, anchor="middle")
    drawing.text(x + 20, 508, "1 to 3V3, the others to the inputs", size=11)


def _diode(drawing: Drawing, x: float, diode: Part) -> None:
    _title(drawing, x, 340, f"{diode.ref} {diode.kind}", "the ring marks the cathode")
    drawing.path([(x + 10, 410), (x + 210, 410)], line=2)
    drawing.rect(x + 60, 392, 100, 36, fill="#333", round_by=4)
    drawing.rect(x + 136, 392, 10, 36, fill="#ddd", stroke="none")
    nets = {pin.name: pin.net for pin in diode.pins}
    drawing.text(x + 10, 448, f"anode: {nets['anode']}", size=11)
    drawing.text(x + 136, 448, f"cathode: {nets['cathode']}", size=11)


def _capacitor(drawing: Drawing, x: float) -> None:
    _title(drawing, x, 340, "C21 1000u", "the stripe marks minus: GND")
    drawing.rect(x + 60, 380, 90, 90, fill="#346", round_by=8)
    drawing.rect(x + 124, 380, 16, 90, fill=PALE, stroke="none")
    for leg, name in ((x + 84, "5V"), (x + 132, "GND")):
        drawing.rect(leg - 2, 470, 4, 40, fill="#ccc", line=0.6)
        drawing.text(leg, 528, name, size=11, anchor="middle")
