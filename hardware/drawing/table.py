"""The firmware's wiring table, hardware/firmware/pins.py, as Python sees it."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, cast

from hardware import FIRMWARE


class Pins(Protocol):
    """What pins.py holds; the file itself says what each name means."""

    SQUARES: int
    CHAIN_SCK: int
    CHAIN_MISO: int
    CHAIN_LATCH: int
    CHAIN_BYTES: int
    CHAIN: tuple[int, ...]
    CHAIN_LOW: int
    CHAIN_HIGH: int
    ADDRESS: tuple[int, ...]
    MUXES: tuple[tuple[int, int, int, int], ...]
    BUTTONS: tuple[int, ...]
    HOLD_MS: tuple[int, ...]
    LED_PIN: int
    LIGHTS: int
    BATTERY: int
    BATTERY_CHANNEL: tuple[int, int]
    BATTERY_RATIO: int
    SUPPLY_MA: int
    PICO_MA: int
    SENSORS_MA: Mapping[int, int]
    REEDS_MA: int
    LIGHT_DARK_MA: int
    CHANNEL_MA: int
    RESERVE_PERCENT: int
    LIGHTS_MOST_MA: int

    def led_of(self, lights: int) -> tuple[int, ...]: ...

    def limit_ma(self, supply_ma: int, sensors_ma: int, lights: int) -> int: ...


def load_pins() -> Pins:
    """The table, read anew."""
    spec = importlib.util.spec_from_file_location("dambord_pins", FIRMWARE / "pins.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast(Pins, module)


PINS = load_pins()

BUTTON_NAMES = ("confirm", "take back", "white's pad", "black's pad", "new game", "draw")
"""In the order of their numbers in the protocol."""


@dataclass(frozen=True, slots=True)
class Build:
    """One way to build the board. `sensor` is the number in pins.py."""

    name: str
    title: str
    sensor: int
    sensor_part: str
    lights: int
    buttons: bool
    adapter: bool

    @property
    def color(self) -> bool:
        """Whether it tells white from black."""
        return self.sensor == 2

    @property
    def sensors_ma(self) -> int:
        return PINS.REEDS_MA if self.sensor_part == "reed" else PINS.SENSORS_MA[self.sensor]

    @property
    def supply_ma(self) -> int:
        """A mains adapter of 2 A, or a plain USB port."""
        return PINS.SUPPLY_MA if self.adapter else 500


COLOUR = Build("colour", "Colour: 49E linear Hall sensors, 50 lights", 2, "49E", 50, True, True)
REED = Build("reed", "Reed switches, 50 lights", 1, "reed", 50, True, True)
HALL = Build("hall", "Hall switches (A3144), 50 lights", 1, "A3144", 50, True, True)
CLASSROOM = Build(
    "classroom", "Classroom: reed switches and USB, nothing else", 1, "reed", 0, False, False
)
BUILDS = (COLOUR, REED, HALL, CLASSROOM)


def row_and_column(square: int) -> tuple[int, int]:
    """Of a printed square number; row 0 is black's back row, column 0 white's left hand."""
    row, step = divmod(square - 1, 5)
    return row, 2 * step + 1 - row % 2
