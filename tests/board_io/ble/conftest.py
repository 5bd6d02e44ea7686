"""An ether with boards in it, and an end to everything that was started."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from board_io.ble_finder import BleFinder
from board_io.simulated import SimulatedBoard
from tests.board_io.ble.virtual_radio import FirmwareBoard, VirtualBoard, VirtualRadio

if sys.platform == "win32":  # no pseudo-terminals to carry the firmware's bytes
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(params=[247])
def ether(request: pytest.FixtureRequest) -> Iterator[VirtualRadio]:
    """The virtual radio; parametrize indirectly for another MTU."""
    ether = VirtualRadio(request.param)
    yield ether
    ether.radio.close()


@pytest.fixture
def simulated(ether: VirtualRadio) -> Iterator[SimulatedBoard]:
    with SimulatedBoard() as board:
        yield board


@pytest.fixture
def firmware(ether: VirtualRadio) -> Iterator[Callable[..., FirmwareBoard]]:
    """Puts the real firmware on the air."""
    boards: list[FirmwareBoard] = []

    def start(
        simulated: SimulatedBoard,
        name: str = "Dambord",
        address: str = "F0:F1:F2:F3:F4:F5",
        split: random.Random | None = None,
    ) -> FirmwareBoard:
        boards.append(FirmwareBoard(ether, simulated, name, address, split))
        return boards[-1]

    yield start
    for board in boards:
        board.stop()


@pytest.fixture
def stranger(ether: VirtualRadio) -> VirtualBoard:
    """A device with the same service that is no board and says nothing."""
    return VirtualBoard(ether, "Wekker", "F0:00:00:00:00:01")


@pytest.fixture
def find(ether: VirtualRadio) -> Callable[..., BleFinder]:
    def make(name: str = "", **options: Any) -> BleFinder:
        options = {"scan_s": 0.5, "answer_s": 0.5} | options
        return BleFinder(name, lambda: ether.radio, **options)

    return make
