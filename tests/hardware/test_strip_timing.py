"""The pulses of the lights, from the very program that the chip's PIO runs, against WS2812B."""

from __future__ import annotations

import importlib.util
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hardware import FIRMWARE

NS_PER_CYCLE = 1e9 / (800_000 * 10)


class Step:
    """One instruction; `[n]` adds n cycles."""

    def __init__(self, log: list[Step], name: str, *arguments: object) -> None:
        self.name, self.arguments, self.cycles = name, arguments, 1
        log.append(self)

    def __getitem__(self, delay: int) -> Step:
        self.cycles += delay
        return self


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    rp2 = types.ModuleType("rp2")
    rp2.__dict__["PIO"] = types.SimpleNamespace(OUT_LOW=0, SHIFT_LEFT=0)
    rp2.__dict__["asm_pio"] = lambda **_: lambda function: function
    machine = types.ModuleType("machine")
    monkeypatch.setitem(sys.modules, "rp2", rp2)
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.syspath_prepend(str(FIRMWARE))
    spec = importlib.util.spec_from_file_location("strip_on_chip", FIRMWARE / "strip.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module.ws2812
    sys.modules.pop("pins", None)


def steps_of(program: Callable[[], None]) -> list[Step]:
    log: list[Step] = []
    names: dict[str, Any] = {"x": "x", "pins": "pins", "wrap_target": int, "wrap": int}
    for name in ("out", "set", "mov"):
        names[name] = lambda *arguments, name=name: Step(log, name, *arguments)
    code = program.__code__  # type: ignore[attr-defined]
    types.FunctionType(code, names)()
    return log


def high_and_low_ns(steps: list[Step], bit: int) -> tuple[float, float]:
    """How long the line is high and low for one bit; it begins low, waiting for the bit."""
    level, high, low = 0, 0, 0
    for step in steps:
        if step.name == "set":
            level = int(str(step.arguments[1]))
        elif step.name == "mov":
            assert step.arguments == ("pins", "x")
            level = bit
        else:
            assert (step.name, step.arguments) == ("out", ("x", 1))
        high, low = (high + step.cycles, low) if level else (high, low + step.cycles)
    return high * NS_PER_CYCLE, low * NS_PER_CYCLE


@pytest.mark.parametrize(("bit", "high", "low"), [(0, 400, 850), (1, 800, 450)])
def test_a_bit_has_the_lengths_of_the_data_sheet(
    program: Callable[[], None], bit: int, high: int, low: int
) -> None:
    up, down = high_and_low_ns(steps_of(program), bit)
    assert abs(up - high) <= 150
    assert abs(down - low) <= 150
    assert up + down == pytest.approx(1250)
