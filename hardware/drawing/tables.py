"""The tables inside the documents: between "<!-- made: NAME -->" and "<!-- end -->"."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.drawing.case import LAYERS, counts, field_mt, gap, height
from hardware.drawing.netlist import Part, netlist
from hardware.drawing.svg import number
from hardware.drawing.table import BUILDS, BUTTON_NAMES, CLASSROOM, PINS, REED, Build

_BLOCK = re.compile(r"(<!-- made: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
SCHOOL = 10
"""So many boards make a class."""
_MAGNETS = ((6.0, 2.0), (8.0, 3.0), (10.0, 3.0))


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the list of parts; `count` by the name of the build. Prices are estimates."""

    name: str
    kind: str
    price: float
    alternatives: str
    count: dict[str, int]


def fill_tables(root: Path, text: str) -> str:
    """A document with every marked table made anew. `root` is hardware/."""

    def fill(block: re.Match[str]) -> str:
        return block[1] + _TABLES[block[2]](root) + block[3]

    return _BLOCK.sub(fill, text)


def parts_list(root: Path) -> list[Item]:
    """parts.csv; what is in the netlist is counted there."""
    wired = {build.name: Counter(part.kind for part in netlist(build)) for build in BUILDS}
    with (root / "parts.csv").open(encoding="utf-8", newline="") as file:
        return [
            Item(
                row["name"],
                row["kind"],
                float(row["price_eur"]),
                row["alternatives"],
                {
                    build.name: wired[build.name][row["kind"]]
                    if row["kind"]
                    else int(row[build.name])
                    for build in BUILDS
                },
            )
            for row in csv.DictReader(file)
        ]


def cost(items: Sequence[Item], build: Build) -> float:
    """The estimated price of all parts of a build, in euro."""
    return sum(item.price * item.count[build.name] for item in items)


def _parts(root: Path) -> str:
    items = parts_list(root)
    rows = [
        [
            item.name,
            *(str(item.count[build.name] or "") for build in BUILDS),
            f"{item.price:.2f}",
            item.alternatives,
        ]
        for item in items
    ]
    totals = [f"**{cost(items, build):.0f}**" for build in BUILDS]
    rows.append(["**Together, about (euro)**", *totals, "", ""])
    return _table(["part", *(b.name for b in BUILDS), "each, about", "or"], rows)


def _school(root: Path) -> str:
    """Ten boards of the barest build."""
    name = CLASSROOM.name
    rows = [
        [item.name, str(SCHOOL * item.count[name]), f"{SCHOOL * item.count[name] * item.price:.2f}"]
        for item in parts_list(root)
        if item.count[name]
    ]
    total = SCHOOL * cost(parts_list(root), CLASSROOM)
    return _table(
        ["part", f"for {SCHOOL} boards", "about (euro)"],
        [*rows, ["**together**", "", f"**{total:.0f}**"]],
    )


def _pico(_: Path) -> str:
    """Every pin of the Pico that some build uses."""
    boards = {build.name: _by_pin(netlist(build)[0]) for build in BUILDS}
    first = netlist(BUILDS[0])[0]
    rows = [
        [pin.number, pin.name, *(boards[build.name][pin.number] for build in BUILDS)]
        for pin in first.pins
        if pin.name != "GND" and any(boards[build.name][pin.number] for build in BUILDS)
    ]
    return _table(["pin", "name", *(build.name for build in BUILDS)], rows)


def _by_pin(part: Part) -> dict[str, str]:
    return {pin.number: pin.net for pin in part.pins}


def _power(_: Path) -> str:
    rows = [
        ["Pico W with its radio on", *(str(PINS.PICO_MA) for _ in BUILDS)],
        ["sensors", *(str(build.sensors_ma) for build in BUILDS)],
        ["lights, all dark", *(str(build.lights * PINS.LIGHT_DARK_MA) for build in BUILDS)],
        ["**lights, cap in the firmware**", *(f"**{_cap(build)}**" for build in BUILDS)],
        ["**together at most**", *(f"**{_most(build)}**" for build in BUILDS)],
        ["supply", *(str(build.supply_ma) for build in BUILDS)],
        [
            "all lights white without the cap",
            *(str(build.lights * 3 * PINS.CHANNEL_MA) for build in BUILDS),
        ],
    ]
    return _table(["mA at 5 V", *(build.name for build in BUILDS)], rows)


def _cap(build: Build) -> int:
    """As the firmware does the sum: it cannot tell reeds from Hall switches."""
    sensors = PINS.SENSORS_MA[build.sensor]
    return PINS.limit_ma(build.supply_ma, sensors, build.lights) if build.lights else 0


def _most(build: Build) -> int:
    dark = build.lights * PINS.LIGHT_DARK_MA
    return PINS.PICO_MA + build.sensors_ma + dark + _cap(build)


def _supply(_: Path) -> str:
    """What other supplies leave for the lights."""
    rows = [
        [
            str(supply),
            *(str(PINS.limit_ma(supply, PINS.SENSORS_MA[sensor], 50)) for sensor in (2, 1)),
            str(PINS.limit_ma(supply, PINS.REEDS_MA, 50)),
        ]
        for supply in (500, 900, 1500, 2000)
    ]
    return _table(["supply_ma", "colour", "switches", "reeds, with pins.py changed"], rows)


def _buttons(_: Path) -> str:
    rows = [
        [
            f"SW{at + 1}",
            name,
            f"GP{gp}",
            f"hold it for {PINS.HOLD_MS[at] // 1000} s" if hold else "press",
        ]
        for at, (name, gp, hold) in enumerate(
            zip(BUTTON_NAMES, PINS.BUTTONS, PINS.HOLD_MS, strict=True)
        )
    ]
    return _table(["button", "what for", "Pico", "how"], rows)


def _layers(_: Path) -> str:
    rows = [[layer.name, layer.material, number(layer.thickness)] for layer in LAYERS]
    rows.append(["**together**", "", f"**{number(height())}**"])
    return _table(["layer, from the top", "material", "mm"], rows)


def _magnets(_: Path) -> str:
    """Computed on the axis; a piece that stands aside gives less."""
    gaps = (gap() - 1, gap(), gap() + 2)
    head = ["magnet (N35)", *(f"gap {number(distance)} mm" for distance in gaps)]
    rows = [
        [
            f"{number(diameter)} x {number(thickness)} mm",
            *(_strength(diameter, thickness, distance) for distance in gaps),
        ]
        for diameter, thickness in _MAGNETS
    ]
    return _table(head, rows)


def _strength(diameter: float, thickness: float, distance: float) -> str:
    field = field_mt(diameter, thickness, distance)
    return f"{field:.0f} mT, {counts(field)} counts"


def _chips(_: Path) -> str:
    """Which net of the netlist each chip of the reed build gets, input by input."""
    chips = [part for part in netlist(REED) if part.kind == "74HC165"]
    rows = [[chip.ref, *(_input(chip, name) for name in "HGFEDCBA")] for chip in chips]
    return _table(["chip", *"HGFEDCBA"], rows)


def _input(chip: Part, name: str) -> str:
    return next(pin.net for pin in chip.pins if pin.name == name)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


_TABLES: dict[str, Callable[[Path], str]] = {
    "parts": _parts,
    "school": _school,
    "pico": _pico,
    "power": _power,
    "supply": _supply,
    "buttons": _buttons,
    "layers": _layers,
    "magnets": _magnets,
    "chips": _chips,
}
