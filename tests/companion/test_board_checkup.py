"""What the check-up finds of boards, on real ends: pseudo-terminals, firmware, a virtual radio."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from board_io.cpp.peripheral import Peripheral
from board_io.discovery import SerialPort
from board_io.port_holders import Holder
from board_io.simulated import SimulatedBoard
from companion.board_checkup import cable_findings, radio_findings, udev_rule
from companion.texts import load_texts
from rules.variants import variant_named
from tests.board_io.ble.cpp_board import CppBoard
from tests.board_io.ble.virtual_radio import FirmwareBoard, VirtualBoard, VirtualRadio

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")

EN = load_texts("en")
PICO = (0x2E8A, 0x0005)
BRIDGE = (0x1A86, 0x7523)


@pytest.fixture(scope="module")
def ether() -> Iterator[VirtualRadio]:
    ether = VirtualRadio()
    yield ether
    ether.radio.close()


@pytest.fixture
def silent_port() -> Iterator[str]:
    far, near = pty.openpty()
    tty.setraw(near)
    yield os.ttyname(near)
    os.close(far)
    os.close(near)


def test_a_board_on_a_cable_is_tried() -> None:
    with SimulatedBoard() as board:
        port = SerialPort(board.port, "Board in FS mode", PICO)
        [found] = cable_findings(EN, lambda: [port], lambda _: [])
    assert found.fine
    assert "dambord with firmware" in found.found
    assert found.facts["usb_id"] == "2e8a:0005"
    assert found.facts["squares"] == 50
    assert isinstance(found.facts["echo_ms"], float)
    assert found.facts["echoes_lost"] == 0


def test_a_worry_of_the_board_comes_with_its_remedy() -> None:
    with SimulatedBoard() as board:
        board.set_battery(3000)
        port = SerialPort(board.port, "Board in FS mode", PICO)
        [found] = cable_findings(EN, lambda: [port], lambda _: [])
    assert (found.fine, found.remedy) == (False, "charge the board's battery")


def test_a_port_that_another_program_has_open_is_left_alone(silent_port: str) -> None:
    port = SerialPort(silent_port, "USB serial", BRIDGE)
    [found] = cable_findings(EN, lambda: [port], lambda _: [Holder(7, "ModemManager")])
    assert not found.fine
    assert found.remedy == "close ModemManager (7)"
    assert found.facts["open_in"] == ["ModemManager"]


@pytest.mark.parametrize(("usb_id", "fine"), [(BRIDGE, True), (PICO, False)])
def test_only_a_device_of_our_kind_has_to_answer(
    usb_id: tuple[int, int], fine: bool, silent_port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("board_io.trial.ANSWER_S", 0.2)
    [found] = cable_findings(EN, lambda: [SerialPort(silent_port, "x", usb_id)], lambda _: [])
    assert found.fine is fine
    assert bool(found.remedy) is not fine
    assert found.facts["error"] == "unanswered"


def test_a_port_that_is_forbidden_names_the_group(
    silent_port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)  # these tests may run as root
    [found] = cable_findings(EN, lambda: [SerialPort(silent_port, "x", PICO)], lambda _: [])
    assert not found.fine
    assert "usermod -a -G" in found.remedy


def test_without_a_port_the_simulated_board_is_named() -> None:
    [found] = cable_findings(EN, list)
    assert found.fine
    assert "simulated" in found.remedy


def test_a_board_in_range_is_tried_and_other_devices_are_neither_asked_nor_named(
    ether: VirtualRadio,
) -> None:
    other = VirtualBoard(ether, "Jan", "F0:00:00:00:00:02")
    with SimulatedBoard() as simulated:
        board = FirmwareBoard(ether, simulated)
        radio, found = radio_findings(EN, wanted=False, radio=lambda: ether.radio)
        board.vanish()
        board.stop()
    assert (radio.what, radio.fine, radio.facts["boards"]) == ("bluetooth", True, 1)
    assert (found.what, found.fine, found.facts["name"]) == ("board", True, "Dambord")
    assert isinstance(found.facts["echo_ms"], float)
    assert other.received == []
    assert not any("Jan" in str(finding) or "F0:" in str(finding) for finding in (radio, found))


def test_a_board_that_phone_apps_know_is_asked_what_it_can_do(ether: VirtualRadio) -> None:
    peripheral = Peripheral(["russian", "brazilian"], variant_named("russian"))

    def answer(message: bytes) -> bytes:
        peripheral.receive(message)
        return peripheral.take_output()

    board = CppBoard(ether, answer)
    _, found = radio_findings(EN, wanted=False, radio=lambda: ether.radio)
    board.stop()
    assert (found.what, found.fine) == ("board", True)
    games = found.facts["games"]
    assert isinstance(games, list)
    assert {"russian", "brazilian"} <= set(games)
    assert "international" not in games
    assert "undo_redo" in str(found.facts["features"])
    assert "russian" in found.found


@pytest.mark.parametrize("wanted", [False, True])
def test_no_bluetooth_is_a_fault_only_where_the_board_needs_it(
    wanted: bool, ether: VirtualRadio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ether, "fault", FileNotFoundError(2, "no bus"))
    [found] = radio_findings(EN, wanted=wanted, radio=lambda: ether.radio)
    assert found.fine is not wanted
    assert found.facts["error"] == "no_radio"
    assert "adapter" in found.remedy


def test_bluetooth_that_is_not_allowed_is_always_a_fault(
    ether: VirtualRadio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ether, "fault", PermissionError(13, "denied"))
    [found] = radio_findings(EN, wanted=False, radio=lambda: ether.radio)
    assert not found.fine
    assert "usermod -aG bluetooth" in found.remedy


def test_the_rule_names_our_board_and_how_it_is_installed() -> None:
    rule = udev_rule()
    assert 'ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005"' in rule
    assert "70-dambord.rules" in rule
    assert all(line.startswith(("#", "SUBSYSTEM==")) for line in rule.splitlines())


def test_the_report_names_no_home_folder(tmp_path: Path) -> None:
    env = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-m", "companion.main", "doctor", "--json"],
        cwd=Path(__file__).parents[2], env=env, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert "~/data/dambord/games.db" in done.stdout
    assert str(tmp_path) not in done.stdout
