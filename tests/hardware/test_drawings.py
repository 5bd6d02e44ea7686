"""What is drawn and listed is what the firmware reads, and can be read by people."""

from __future__ import annotations

import csv
import io
import itertools
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from pathlib import Path

import pytest

import hardware
from hardware.drawing import case
from hardware.drawing.everything import DOCUMENTS, everything
from hardware.drawing.netlist import Part, netlist, netlist_csv
from hardware.drawing.table import BUILDS, CLASSROOM, COLOUR, PINS, Build, row_and_column
from hardware.drawing.tables import parts_list

ROOT = Path(hardware.__file__).parent
MADE = everything(ROOT)
PICTURES = sorted(name for name in MADE if name.endswith(".svg"))
SVG = "{http://www.w3.org/2000/svg}"
SWITCH_BUILDS = [build for build in BUILDS if not build.color]


class Net:
    """A netlist that can be asked what hangs on a net, made from the file that people read."""

    def __init__(self, build: Build) -> None:
        self.pins: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self.net: dict[tuple[str, str], str] = {}
        self.kind: dict[str, str] = {}
        text = (ROOT / f"netlist-{build.name}.csv").read_text()
        for row in csv.DictReader(io.StringIO(text)):
            self.pins[row["net"]].append((row["part"], row["name"]))
            self.net[row["part"], row["name"]] = row["net"]
            self.kind[row["part"]] = row["kind"]

    def gp(self, number: int) -> str:
        return self.net["U1", f"GP{number}"]

    def others(self, part: str, name: str, wanted: str) -> list[str]:
        """The parts that have their pin `wanted` on the net of this pin."""
        net = self.net[part, name]
        return [ref for ref, pin in self.pins[net] if pin == wanted and ref != part]


@pytest.mark.parametrize("name", MADE)
def test_what_lies_there_is_what_the_table_gives(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == MADE[name], "python -m hardware.drawing"


def test_nothing_else_lies_among_the_pictures() -> None:
    assert {f"pictures/{path.name}" for path in (ROOT / "pictures").iterdir()} == set(PICTURES)


# The netlist


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_every_net_joins_something_and_no_part_is_named_twice(build: Build) -> None:
    parts = netlist(build)
    assert len({part.ref for part in parts}) == len(parts)
    ends: dict[str, int] = defaultdict(int)
    for part in parts:
        assert len({pin.number for pin in part.pins}) == len(part.pins), part.ref
        for pin in part.pins:
            ends[pin.net] += 1
    assert [net for net, count in ends.items() if net and count < 2] == []


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_every_chip_has_its_supply_and_ground(build: Build) -> None:
    wanted = {"74HC165": "3V3", "CD74HC4067": "3V3", "74AHCT125": "5V"}
    for part in netlist(build):
        if part.kind in wanted:
            pins = {pin.name: pin.net for pin in part.pins}
            assert (pins["VCC"], pins["GND"]) == (wanted[part.kind], "GND")


def test_a_hall_sensor_of_the_colour_board_never_gives_more_than_the_pico_bears() -> None:
    supplies = {p.net for part in netlist(COLOUR) if part.kind == "49E" for p in part.pins[:1]}
    assert supplies == {"3V3S"}


def test_the_multiplexers_bring_every_square_to_where_the_firmware_reads_it() -> None:
    net = Net(COLOUR)
    for adc, enable, first, count in PINS.MUXES:
        on_adc = {ref for ref, pin in net.pins[net.gp(adc)] if pin == "SIG"}
        enabled = {ref for ref, pin in net.pins[net.gp(enable)] if pin == "EN"}
        (chip,) = on_adc & enabled
        for line, gp in enumerate(PINS.ADDRESS):
            assert net.net[chip, f"S{line}"] == net.gp(gp)
        for channel in range(count):
            (sensor,) = net.others(chip, f"C{channel}", "OUT")
            assert sensor == f"H{first + channel}"
    number, channel = PINS.BATTERY_CHANNEL
    assert net.net[f"U{2 + number}", f"C{channel}"] == net.net["R2", "2"] == net.net["R3", "1"]
    assert net.kind["R2"] == f"{100 * (PINS.BATTERY_RATIO - 1)}k"


@pytest.mark.parametrize("build", SWITCH_BUILDS, ids=lambda build: build.name)
def test_the_chain_brings_every_square_to_where_the_firmware_reads_it(build: Build) -> None:
    net = Net(build)
    (chip,) = [ref for ref, pin in net.pins[net.gp(PINS.CHAIN_MISO)] if pin == "QH"]
    inputs: list[str] = []
    for _ in range(PINS.CHAIN_BYTES):
        assert net.net[chip, "CLK"] == net.gp(PINS.CHAIN_SCK)
        assert net.net[chip, "SH/LD"] == net.gp(PINS.CHAIN_LATCH)
        # A 74HC165 gives H first and A last, then what comes in at SER.
        inputs += [net.net[chip, name] for name in "HGFEDCBA"]
        following = net.others(chip, "SER", "QH")
        chip = following[0] if len(following) == 1 else ""
    assert chip == ""
    assert (inputs[PINS.CHAIN_LOW], inputs[PINS.CHAIN_HIGH]) == ("GND", "3V3")
    for square, bit in enumerate(PINS.CHAIN, start=1):
        (sensor,) = [ref for ref, _ in net.pins[inputs[bit]] if ref[0] in "KH"]
        assert sensor[1:] == str(square)
        assert [ref[:2] for ref, _ in net.pins[inputs[bit]]].count("RN") == 1, "its pull-up"


@pytest.mark.parametrize("build", [build for build in BUILDS if build.lights])
def test_the_lights_hang_on_the_pin_that_the_firmware_drives(build: Build) -> None:
    net = Net(build)
    (driver,) = [ref for ref, pin in net.pins[net.gp(PINS.LED_PIN)] if pin == "1A"]
    assert net.net["R1", "1"] == net.net[driver, "1Y"]
    (light,) = net.others("R1", "2", "DIN")
    for at in range(1, build.lights + 1):
        assert light == f"D{at}"
        if at < build.lights:
            (light,) = net.others(light, "DOUT", "DIN")


@pytest.mark.parametrize("build", [build for build in BUILDS if build.buttons])
def test_each_button_joins_its_pin_to_ground(build: Build) -> None:
    net = Net(build)
    for at, gp in enumerate(PINS.BUTTONS, start=1):
        assert {net.net[f"SW{at}", "1"], net.net[f"SW{at}", "2"]} == {net.gp(gp), "GND"}


# The drawings


def texts_of(name: str) -> list[ET.Element]:
    return list(ET.fromstring(MADE[name]).iter(SVG + "text"))


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_the_wiring_shows_every_joined_pin_with_its_net(build: Build) -> None:
    shown = {
        (text.attrib["data-part"], text.attrib["data-pin"], text.attrib["data-net"])
        for text in texts_of(f"pictures/wiring-{build.name}.svg")
        if "data-net" in text.attrib
    }
    assert all(
        text.text == text.attrib["data-net"]
        for text in texts_of(f"pictures/wiring-{build.name}.svg")
        if "data-net" in text.attrib
    )
    for part in netlist(build):
        if drawn_for_all(part, build):
            continue
        for pin in part.pins:
            assert ((part.ref, pin.number, pin.net) in shown) == bool(pin.net), (part.ref, pin)
    sensor = "H1 ... H50" if build.sensor_part != "reed" else "K1 ... K50"
    out = "3" if build.sensor_part != "reed" else "1"
    assert (sensor, out, "SQ1 ... SQ50") in shown


def drawn_for_all(part: Part, build: Build) -> bool:
    sensor = re.fullmatch(r"[HK]\d+", part.ref) is not None
    light = re.fullmatch(r"D\d+", part.ref) is not None
    return sensor or (light and part.ref not in ("D1", "D2", f"D{build.lights}"))


@pytest.mark.parametrize(("picture", "build"), [("4067", COLOUR), ("165", CLASSROOM)])
def test_the_map_of_the_wires_is_the_netlist(picture: str, build: Build) -> None:
    net = Net(build)
    shown = [
        t.attrib for t in texts_of(f"pictures/wires-{picture}.svg") if "data-square" in t.attrib
    ]
    assert [int(each["data-square"]) for each in shown] == list(range(1, 51))
    for each in shown:
        assert net.net[each["data-part"], each["data-input"]] == f"SQ{each['data-square']}"


def test_the_chain_of_lights_on_the_map_is_that_of_the_firmware() -> None:
    """Read back from the drawing: where light n is, seen from above."""
    for lights in (50, 100):
        places = {}
        for text in texts_of(f"pictures/lights-{lights}.svg"):
            if (text.text or "").isdigit():
                column = 9 - int((float(text.attrib["x"]) - 44) // 64)
                places[int(text.text or "")] = (int((float(text.attrib["y"]) - 84) // 64), column)
        assert len(places) == lights
        for square, led in enumerate(PINS.led_of(lights), start=1):
            assert places[led + 1] == row_and_column(square)


@pytest.mark.parametrize("name", PICTURES)
def test_no_text_lies_over_another_or_runs_off_the_sheet(name: str) -> None:
    root = ET.fromstring(MADE[name])
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    boxes = [(box_of(text), text.text) for text in root.iter(SVG + "text")]
    for (left, top, right, bottom), words in boxes:
        assert left >= 0, words
        assert top >= 0, words
        assert right <= width, words
        assert bottom <= height, words
    for (one, words), (other, others) in itertools.combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (words, others)


def box_of(text: ET.Element) -> tuple[float, float, float, float]:
    """About what a text takes: sans-serif letters are 0.55 of their size wide, bold ones 0.62."""
    size, x, y = (float(text.attrib[key]) for key in ("font-size", "x", "y"))
    width = len(text.text or "") * size * (0.62 if "font-weight" in text.attrib else 0.55)
    left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.attrib["text-anchor"]]
    return left, y - size * 0.75, left + width, y + size * 0.2


def test_the_six_templates_are_the_field_at_its_true_size() -> None:
    numbers: list[int] = []
    squares = 0
    for name in (f"pictures/template-{n}.svg" for n in range(1, 7)):
        root = ET.fromstring(MADE[name])
        assert (root.attrib["width"], root.attrib["height"]) == ("210mm", "297mm")
        assert root.attrib["viewBox"] == "0 0 210 297"
        numbers += [int(text.text or "") for text in texts_of(name) if (text.text or "").isdigit()]
        squares += sum(rect.attrib["width"] == "40" for rect in root.iter(SVG + "rect"))
    assert sorted(numbers) == list(range(1, 51))
    assert squares == 100


# Measures, parts, power


def test_the_measures_of_the_case_go_together() -> None:
    assert 4 <= case.gap() <= 8, "nearer saturates the sensor, farther is too weak"
    assert case.counts(case.field_mt(8, 3, case.gap())) > 2 * 4000
    assert case.LIGHT_OFFSET + case.LIGHT_HOLE / 2 < case.SQUARE / 2
    assert case.LIGHT_OFFSET * 2**0.5 - case.LIGHT_HOLE / 2 > case.PIECE / 2, "piece covers it"
    assert case.BUTTON_HOLE < case.BORDER
    assert len(case.BUTTON_FROM_TOP) == len(PINS.BUTTONS)
    down = sorted(case.BUTTON_FROM_TOP)
    assert all(b - a > 2 * case.BUTTON_HOLE for a, b in itertools.pairwise(down))
    assert 0 < down[0] < down[-1] < case.OUTER


def test_the_field_of_a_magnet_is_that_of_the_textbook() -> None:
    """8 x 3 mm, N35, on its axis; worked out by hand."""
    assert [round(case.field_mt(8, 3, gap)) for gap in (4, 6, 8)] == [97, 49, 27]


def test_every_part_that_is_wired_is_in_the_list_of_parts() -> None:
    kinds = {part.kind for build in BUILDS for part in netlist(build)}
    listed = [item.kind for item in parts_list(ROOT) if item.kind]
    assert sorted(listed) == sorted(kinds)
    assert all(item.price > 0 for item in parts_list(ROOT))


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_no_build_takes_more_than_its_supply_gives(build: Build) -> None:
    cap = PINS.limit_ma(build.supply_ma, PINS.SENSORS_MA[build.sensor], build.lights)
    lights = cap + build.lights * PINS.LIGHT_DARK_MA if build.lights else 0
    assert PINS.PICO_MA + build.sensors_ma + lights <= build.supply_ma * 0.9


def test_the_netlist_is_sorted_and_every_row_is_whole() -> None:
    rows = list(csv.reader(io.StringIO(netlist_csv(netlist(COLOUR)))))
    assert rows[0] == ["net", "part", "kind", "pin", "name"]
    assert all(len(row) == 5 and all(row) for row in rows)


# The documents


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_that_a_document_names_is_there(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert links
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []
    assert "<!-- made:" in text or name == "LEES_MIJ.md"


def test_every_picture_is_shown_somewhere() -> None:
    text = "".join((ROOT / name).read_text(encoding="utf-8") for name in DOCUMENTS)
    assert [name for name in PICTURES if name not in text and "template-" not in name] == []


@pytest.mark.parametrize("name", [*DOCUMENTS, "firmware/README.md"])
def test_every_command_that_a_document_names_is_one(name: str) -> None:
    from companion.main import build_parser

    text = (ROOT / name).read_text(encoding="utf-8")
    commands = {" ".join(command.split()) for command in re.findall(r"`dambord ([^`]+)`", text)}
    assert commands
    for command in commands:
        assert build_parser().parse_args(command.removesuffix("=").split()).verb, command
