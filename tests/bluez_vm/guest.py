"""Runs in the virtual machine: our program on the real BlueZ, the real firmware at the other end.

Prints every step with the seconds since the start; an assertion that fails is the exit status 1.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import time
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bumble.controller import Controller
from bumble.hci import LeFeatureMask
from bumble.link import LocalLink
from bumble.transport import open_transport

from board_io.ble_finder import BleFinder
from board_io.bluetooth_system import adapters, bluez_version
from board_io.driver import BoardDriver
from board_io.errors import LinkError, LinkFault
from board_io.events import LinkDown, LinkUp, Searching, SnapshotSeen
from board_io.link.radio import RadioBackend
from board_io.simulated import SimulatedBoard
from board_io.trial import try_board
from firmware_protocol.codes import LedColor
from firmware_protocol.messages import Light
from rules.piece import WHITE_MAN
from rules.snapshot import Reading
from tests.board_io.ble.virtual_radio import FirmwareBoard, VirtualBoard, VirtualRadio

PATIENCE_S = 120.0  # everything is some ten times slower in here
BEGUN = time.monotonic()
Kind = TypeVar("Kind")


class KernelRadio(VirtualRadio):
    """The same ether; this computer's adapter in it belongs to the kernel."""

    def backend(self) -> RadioBackend:
        return RadioBackend()

    async def _start(self) -> None:
        self._link = LocalLink()
        self._transport = await open_transport("vhci")
        adapter = Controller(
            "adapter",
            host_source=self._transport.source,
            host_sink=self._transport.sink,
            link=self._link,
        )
        # The kernel takes both for granted where they are offered, and waits for ever.
        adapter.le_features &= ~(LeFeatureMask.LL_PRIVACY | LeFeatureMask.LE_EXTENDED_ADVERTISING)


def tell(*what: object) -> None:
    print(f"{time.monotonic() - BEGUN:7.2f}", *what, flush=True)


def switch(state: str) -> None:
    """Switch the adapter on or off, as soon as BlueZ knows it."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        done = subprocess.run(["bluetoothctl", "power", state], capture_output=True, text=True)
        if "succeeded" in done.stdout:
            return
        assert time.monotonic() < deadline, done.stdout + done.stderr
        time.sleep(1.0)


def wait_for(driver: BoardDriver, kind: type[Kind]) -> Kind:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            event = driver.events.get(timeout=max(0.001, deadline - time.monotonic()))
        except queue.Empty:
            raise AssertionError(f"no {kind.__name__}") from None
        tell(type(event).__name__, getattr(event, "detail", ""))
        if isinstance(event, kind):
            return event


def play(ether: KernelRadio, simulated: SimulatedBoard, board: FirmwareBoard) -> None:
    switch("off")  # BlueZ switches a new adapter on by itself
    driver = BoardDriver(BleFinder(radio=lambda: ether.radio, scan_s=5.0, answer_s=10.0))
    driver.start()
    assert wait_for(driver, Searching).reason is LinkFault.RADIO_OFF
    switch("on")
    tell("adapter switched on")
    wait_for(driver, LinkUp)
    tell("written at most", max(map(len, board.received)), "bytes at once")
    simulated.put(31, WHITE_MAN)
    assert wait_for(driver, SnapshotSeen).snapshot[31] is Reading.WHITE
    driver.set_leds([Light(n, LedColor.GREEN) for n in range(1, 51)])
    while len(simulated.lights) < 50:
        time.sleep(0.1)
    tell("50 lights are lit")
    for _ in range(2):
        board.drop()
        wait_for(driver, LinkDown)
        wait_for(driver, LinkUp)
    switch("off")
    tell("adapter switched off")
    wait_for(driver, LinkDown)
    while wait_for(driver, Searching).reason is not LinkFault.RADIO_OFF:
        pass
    switch("on")
    tell("adapter switched on")
    wait_for(driver, LinkUp)
    driver.stop()
    tell("stopped")
    deadline = time.monotonic() + PATIENCE_S
    while board.connected:
        assert time.monotonic() < deadline, "the link was not given back"
        time.sleep(0.1)
    tell("the board is free")


def refusal(find: BleFinder) -> LinkError:
    """Why this search, which must not succeed, did not."""
    try:
        link = find()
    except LinkError as error:
        if error.fault is not LinkFault.UNANSWERED:
            raise
        return error
    raise AssertionError(f"{link.name} was taken for a board")


def main() -> None:
    tell("BlueZ", bluez_version())
    ether = KernelRadio()
    with SimulatedBoard() as simulated:
        board = FirmwareBoard(ether, simulated)
        VirtualBoard(ether, "Wekker", "F0:00:00:00:00:01")
        deadline = time.monotonic() + PATIENCE_S
        while not adapters():
            assert time.monotonic() < deadline, "the kernel has no adapter"
            time.sleep(0.2)
        tell("adapters", adapters())
        play(ether, simulated, board)
        link = BleFinder("dambord", lambda: ether.radio, scan_s=5.0, answer_s=10.0)()
        tell(try_board(link))
        tell("the stranger:", refusal(BleFinder("Wekker", lambda: ether.radio, scan_s=5.0)).detail)
        board.stop()


if __name__ == "__main__":
    main()
