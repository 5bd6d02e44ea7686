"""The wiring as a drawing: every part with its pins, each pin with a flag that names its net.

Pins with the same flag are joined. Sensors and lights are drawn once for all; which of them goes
where stands on the flags of the chips.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hardware.drawing.netlist import Part, Pin
from hardware.drawing.svg import PALE, Drawing
from hardware.drawing.table import PINS, Build

ROW, FLAG, STUB, BODY = 18.0, 76.0, 10.0, 144.0
CARD = 2 * (FLAG + STUB) + BODY + 18
HEAD, GAP, MARGIN, TITLE = 24.0, 18.0, 20.0, 92.0
COLUMNS = 4
COLORS = {
    "GND": ("#333", "#fff"),
    "5V": ("#d33", "#fff"),
    "5V_IN": ("#d33", "#fff"),
    "VSYS": ("#d33", "#fff"),
    "3V3": ("#e8820c", "#fff"),
    "3V3S": ("#f5c400", "#222"),
}
SQUARE_COLOR, SIGNAL_COLOR = ("#ecd9c0", "#222"), ("#cfe2f7", "#222")
LEGEND = (
    "Pins with the same flag are joined. Black: ground. Red: 5 V. Orange: 3.3 V of the Pico. "
    "Yellow: 3.3 V of the regulator, for the sensors.",
    "Blue: signals. Brown: the wire from the sensor of that square (SQ17 = square 17). "
    "Chips are seen from above, pin 1 at the top left; a dot means: leave it free.",
)


@dataclass(frozen=True, slots=True)
class Card:
    """A part as it is drawn: pins to the left and to the right, from the top."""

    part: Part
    left: tuple[Pin, ...]
    right: tuple[Pin, ...]

    @property
    def height(self) -> float:
        return HEAD + max(len(self.left), len(self.right)) * ROW + 8


def wiring(build: Build, parts: Sequence[Part]) -> str:
    """The drawing of a build."""
    columns: list[list[Card]] = [[] for _ in range(COLUMNS)]
    heights = [0.0] * COLUMNS
    for card in sorted(map(_card, _drawn(parts)), key=lambda card: -card.height):
        shortest = heights.index(min(heights))
        columns[shortest].append(card)
        heights[shortest] += card.height + GAP
    width = 2 * MARGIN + COLUMNS * CARD + (COLUMNS - 1) * GAP
    drawing = Drawing(width, TITLE + max(heights) + MARGIN, f"Wiring. {build.title}")
    drawing.text(MARGIN, 34, f"Wiring. {build.title}", size=20, bold=True)
    for n, line in enumerate(LEGEND):
        drawing.text(MARGIN, 58 + n * 18, line, size=12)
    for at, column in enumerate(columns):
        y = TITLE
        for card in column:
            _draw(drawing, card, MARGIN + at * (CARD + GAP), y)
            y += card.height + GAP
    return drawing.render()


def _drawn(parts: Sequence[Part]) -> list[Part]:
    """Each part, but of sensors, lights and equal capacitors one for all."""
    drawn: list[Part] = []
    for part in parts:
        if part.ref in ("K1", "H1"):
            drawn.append(_for_all(part, part.ref[0], PINS.SQUARES, f"SQ1 ... SQ{PINS.SQUARES}"))
        elif part.ref[0] not in "KH" and part.ref.rstrip("0123456789") != "D":
            drawn.append(part)
    lights = [part for part in parts if part.kind == "WS2812B"]
    return drawn + lights[:2] + lights[-1:]


def _for_all(part: Part, letter: str, count: int, net: str) -> Part:
    pins = tuple(replace(pin, net=net) if pin.net == "SQ1" else pin for pin in part.pins)
    return Part(f"{letter}1 ... {letter}{count}", part.kind, pins)


def _card(part: Part) -> Card:
    if len(part.pins) < 9:
        return Card(part, part.pins, ())
    half = (len(part.pins) + 1) // 2
    if part.kind.startswith("8 x"):
        return Card(part, part.pins, ())
    return Card(part, part.pins[:half], tuple(reversed(part.pins[half:])))


def _draw(drawing: Drawing, card: Card, x: float, y: float) -> None:
    drawing.rect(x, y, CARD, card.height, stroke=PALE, round_by=6)
    drawing.text(x + 10, y + 17, f"{card.part.ref}  {card.part.kind}", size=13, bold=True)
    body_x = x + 9 + FLAG + STUB
    top = y + HEAD
    drawing.rect(body_x, top, BODY, card.height - HEAD - 6, fill="#f3f3f3")
    for n, pin in enumerate(card.left):
        _pin(drawing, card.part.ref, pin, body_x, top + n * ROW + 13, left=True)
    for n, pin in enumerate(card.right):
        _pin(drawing, card.part.ref, pin, body_x + BODY, top + n * ROW + 13, left=False)


def _pin(drawing: Drawing, ref: str, pin: Pin, x: float, y: float, *, left: bool) -> None:
    side = -1 if left else 1
    anchor = "start" if left else "end"
    drawing.text(x - side * 4, y, pin.number, size=9, anchor=anchor, fill="#777")
    drawing.text(x - side * 19, y, pin.name, size=10.5, anchor=anchor)
    tip = x + side * STUB
    if not pin.net:
        drawing.circle(x + side * 5, y - 4, 2)
        return
    drawing.path([(x, y - 4), (tip, y - 4)], line=1.2)
    back, ink = _colors(pin.net)
    drawing.rect(
        min(tip, tip + side * FLAG), y - 12, FLAG, 15, fill=back, stroke="none", round_by=3
    )
    drawing.text(
        tip + side * FLAG / 2,
        y - 1,
        pin.net,
        size=10,
        anchor="middle",
        fill=ink,
        data=f' data-part="{ref}" data-pin="{pin.number}" data-net="{pin.net}"',
    )


def _colors(net: str) -> tuple[str, str]:
    if net in COLORS:
        return COLORS[net]
    return SQUARE_COLOR if net.startswith("SQ") else SIGNAL_COLOR
