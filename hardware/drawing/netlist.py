"""Which pin of which part is joined to which: the netlist of a build, from pins.py.

Pin numbers are those of the packages as sold: Raspberry Pi Pico W (40 pins), 74HC165 (DIP-16),
CD74HC4067 (24 pins; the small boards carry the same names), 74AHCT125 (DIP-14).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware.drawing.table import BUTTON_NAMES, PINS, Build

GND, V5, V33, V33S = "GND", "5V", "3V3", "3V3S"
NONE = ""
"""The net of a pin that stays free."""

_PICO_GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)
_PICO_GP = dict(
    zip(
        range(23),
        (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29),
        strict=True,
    )
) | {26: 31, 27: 32, 28: 34}
"""GP number -> pin of the Pico."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin of a part and the net that it belongs to."""

    number: str
    name: str
    net: str


@dataclass(frozen=True, slots=True)
class Part:
    """One part on the table: U1, D7, ..."""

    ref: str
    kind: str
    pins: tuple[Pin, ...]


def netlist(build: Build) -> list[Part]:
    """Every part of a build with all its pins."""
    return [
        _pico(build),
        *(_multiplexers(build) if build.color else _chain()),
        *_sensors(build),
        *_lights(build),
        *_buttons(build),
        *_supply(build),
    ]


def netlist_csv(parts: Sequence[Part]) -> str:
    """net, part, kind, pin number, pin name; free pins are left out."""
    rows: list[tuple[str, str, str, str, str]] = [
        (pin.net, part.ref, part.kind, pin.number, pin.name)
        for part in parts
        for pin in part.pins
        if pin.net
    ]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("net", "part", "kind", "pin", "name"))
    ordered = sorted(rows, key=_order)
    writer.writerows(ordered)
    return out.getvalue()


def _order(row: tuple[str, str, str, str, str]) -> tuple[tuple[str, int], tuple[str, int], int]:
    return _natural(row[0]), _natural(row[1]), int(row[3])


def square_net(square: int) -> str:
    return f"SQ{square}"


def button_net(at: int) -> str:
    return BUTTON_NAMES[at].upper().replace("'S", "").replace(" ", "_")


def chain_input(bit: int) -> tuple[str, str]:
    """The chip and its input for a place in the chain: the nearest chip first, H first."""
    return f"U{2 + bit // 8}", "HGFEDCBA"[bit % 8]


def mux_of(square: int) -> tuple[int, int]:
    """The multiplexer, counted from 0, and its channel for a square."""
    for number, (_, _, first, count) in enumerate(PINS.MUXES):
        if first <= square < first + count:
            return number, square - first
    raise ValueError(f"no multiplexer reads square {square}")


def _natural(text: str) -> tuple[str, int]:
    head = text.rstrip("0123456789")
    return head, int(text[len(head) :] or 0)


def _pico(build: Build) -> Part:
    used = dict(_signals(build))
    pins = [Pin(str(at), f"GP{gp}", used.get(gp, NONE)) for gp, at in _PICO_GP.items()]
    pins += [Pin(str(at), "GND", GND) for at in _PICO_GROUNDS]
    pins += [
        Pin("30", "RUN", NONE),
        Pin("35", "ADC_VREF", NONE),
        Pin("36", "3V3(OUT)", V33),
        Pin("37", "3V3_EN", NONE),
        Pin("39", "VSYS", "VSYS" if build.adapter else NONE),
        Pin("40", "VBUS", NONE),
    ]
    return Part("U1", "Pico W", tuple(sorted(pins, key=lambda pin: int(pin.number))))


def _signals(build: Build) -> Iterator[tuple[int, str]]:
    """GP number and net of every pin that a build uses."""
    if build.color:
        yield from ((gp, f"S{n}") for n, gp in enumerate(PINS.ADDRESS))
        for number, (adc, enable, _, _) in enumerate(PINS.MUXES):
            yield adc, f"ADC{adc - 26}"
            yield enable, f"EN_U{2 + number}"
    else:
        yield PINS.CHAIN_SCK, "CLK"
        yield PINS.CHAIN_MISO, "CHAIN1"
        yield PINS.CHAIN_LATCH, "LATCH"
        yield PINS.BATTERY, "BAT"
    if build.lights:
        yield PINS.LED_PIN, "LED3"
    if build.buttons:
        yield from ((gp, button_net(at)) for at, gp in enumerate(PINS.BUTTONS))


def _chain() -> Iterator[Part]:
    """Seven 74HC165, each with a network of eight pull-ups."""
    net_of_bit = {bit: square_net(n) for n, bit in enumerate(PINS.CHAIN, start=1)}
    net_of_bit |= {PINS.CHAIN_LOW: GND, PINS.CHAIN_HIGH: V33}
    numbers = dict(zip("ABCDEFGH", (11, 12, 13, 14, 3, 4, 5, 6), strict=True))
    for chip in range(PINS.CHAIN_BYTES):
        nets = {
            "HGFEDCBA"[n]: net_of_bit.get(chip * 8 + n, f"SPARE{chip * 8 + n}") for n in range(8)
        }
        inputs = [Pin(str(numbers[name]), name, nets[name]) for name in numbers]
        last = chip == PINS.CHAIN_BYTES - 1
        yield Part(
            f"U{2 + chip}",
            "74HC165",
            _sorted(
                [
                    *inputs,
                    Pin("1", "SH/LD", "LATCH"),
                    Pin("2", "CLK", "CLK"),
                    Pin("7", "/QH", NONE),
                    Pin("8", "GND", GND),
                    Pin("9", "QH", f"CHAIN{chip + 1}"),
                    Pin("10", "SER", GND if last else f"CHAIN{chip + 2}"),
                    Pin("15", "CLK INH", GND),
                    Pin("16", "VCC", V33),
                ]
            ),
        )
        tied = [
            Pin(str(n + 2), f"R{n + 1}", nets[name]) for n, name in enumerate(reversed("ABCDEFGH"))
        ]
        yield Part(f"RN{1 + chip}", "8 x 10k", (Pin("1", "common", V33), *tied))
        yield _capacitor(f"C{10 + chip}", "100n", V33)


def _multiplexers(build: Build) -> Iterator[Part]:
    """Four CD74HC4067; the last one also looks at the battery."""
    channel_pin = (9, 8, 7, 6, 5, 4, 3, 2, 23, 22, 21, 20, 19, 18, 17, 16)
    battery = {PINS.BATTERY_CHANNEL: "BAT"}
    for number, (adc, _, first, count) in enumerate(PINS.MUXES):
        channels = [
            Pin(
                str(at),
                f"C{channel}",
                square_net(first + channel)
                if channel < count
                else battery.get((number, channel), NONE),
            )
            for channel, at in enumerate(channel_pin)
        ]
        yield Part(
            f"U{2 + number}",
            "CD74HC4067",
            _sorted(
                [
                    *channels,
                    Pin("1", "SIG", f"ADC{adc - 26}"),
                    Pin("10", "S0", "S0"),
                    Pin("11", "S1", "S1"),
                    Pin("14", "S2", "S2"),
                    Pin("13", "S3", "S3"),
                    Pin("15", "EN", f"EN_U{2 + number}"),
                    Pin("12", "GND", GND),
                    Pin("24", "VCC", V33),
                ]
            ),
        )
        yield _capacitor(f"C{10 + number}", "100n", V33)


def _sensors(build: Build) -> Iterator[Part]:
    for square in range(1, PINS.SQUARES + 1):
        out = square_net(square)
        if build.sensor_part == "reed":
            yield Part(f"K{square}", "reed", (Pin("1", "a", out), Pin("2", "b", GND)))
            continue
        supply = V33S if build.color else V5
        pins = (Pin("1", "+", supply), Pin("2", "-", GND), Pin("3", "OUT", out))
        yield Part(f"H{square}", build.sensor_part, pins)


def _lights(build: Build) -> Iterator[Part]:
    if not build.lights:
        return
    driver = {1: GND, 2: "LED3", 3: "LED5", 4: V5, 5: GND, 6: NONE, 7: GND}
    driver |= {8: NONE, 9: GND, 10: V5, 11: NONE, 12: GND, 13: V5, 14: V5}
    names = [
        "/1OE",
        "1A",
        "1Y",
        "/2OE",
        "2A",
        "2Y",
        "GND",
        "3Y",
        "3A",
        "/3OE",
        "4Y",
        "4A",
        "/4OE",
        "VCC",
    ]
    yield Part(
        "U20", "74AHCT125", tuple(Pin(str(n), names[n - 1], net) for n, net in driver.items())
    )
    yield _capacitor("C20", "100n", V5)
    yield _capacitor("C21", "1000u", V5)
    yield _two("R1", "330", "LED5", "DATA1")
    for led in range(1, build.lights + 1):
        onward = f"DATA{led + 1}" if led < build.lights else NONE
        pins = (
            Pin("1", "5V", V5),
            Pin("2", "DIN", f"DATA{led}"),
            Pin("3", "GND", GND),
            Pin("4", "DOUT", onward),
        )
        yield Part(f"D{led}", "WS2812B", pins)


def _buttons(build: Build) -> Iterator[Part]:
    if build.buttons:
        for at in range(len(PINS.BUTTONS)):
            yield _two(f"SW{at + 1}", "button", button_net(at), GND)


def _supply(build: Build) -> Iterator[Part]:
    if build.adapter:
        yield Part("J1", "5 V 2 A", (Pin("1", "+", "5V_IN"), Pin("2", "-", GND)))
        yield _two("F1", "fuse 2 A", "5V_IN", V5)
        yield Part("CR1", "1N5817", (Pin("1", "anode", V5), Pin("2", "cathode", "VSYS")))
    if build.color:
        pins = (Pin("1", "GND", GND), Pin("2", "OUT", V33S), Pin("3", "IN", V5))
        yield Part("U21", "AMS1117-3.3", pins)
        yield _capacitor("C22", "10u", V5)
        yield _capacitor("C23", "10u", V33S)
    if build.adapter:
        yield Part("BT1", "cell, if any", (Pin("1", "+", "CELL"), Pin("2", "-", GND)))
        yield _two("R2", f"{100 * (PINS.BATTERY_RATIO - 1)}k", "CELL", "BAT")
    # Without a cell this one holds the input at 0 V, which the firmware reads as "no battery".
    yield _two("R3", "100k", "BAT", GND)
    if build.adapter:
        yield _capacitor("C24", "100n", "BAT")


def _two(ref: str, kind: str, one: str, other: str) -> Part:
    return Part(ref, kind, (Pin("1", "1", one), Pin("2", "2", other)))


def _capacitor(ref: str, value: str, plus: str) -> Part:
    return Part(ref, value, (Pin("1", "+", plus), Pin("2", "-", GND)))


def _sorted(pins: Sequence[Pin]) -> tuple[Pin, ...]:
    return tuple(sorted(pins, key=lambda pin: int(pin.number)))
