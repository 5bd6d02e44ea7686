"""What `doctor` finds of boards: on which ports, by Bluetooth, who is in the way, how they answer.

A device that may be a board hears one HELLO; only what answers it is sent test frames. Names of
other people's devices and addresses are not kept: the result may be sent to anybody.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from board_io import bluetooth_system
from board_io.ble_finder import SCAN_S, is_ours
from board_io.cpp.ble_link import CppLink
from board_io.cpp.trial import try_cpp
from board_io.discovery import OUR_USB_IDS, SerialPort, serial_ports
from board_io.errors import LinkError, LinkFault
from board_io.link.ble_link import BleLink
from board_io.link.radio import Nearby, Radio, computer_radio, outcome
from board_io.link.serial_link import SerialLink
from board_io.port_holders import Holder, holders
from board_io.trial import Trial, try_board
from companion.finding import Finding
from companion.texts import Texts
from firmware_protocol.codes import State
from firmware_protocol.cpp.names import SERVICE

if TYPE_CHECKING:
    from board_io.link import Link
    from companion.finding import Fact

MOST_IN_RANGE = 5  # boards that are tried by Bluetooth
_WORRIES = (State.SENSOR_FAULT, State.STORAGE_FAULT, State.BATTERY_LOW)


def cable_findings(
    texts: Texts,
    ports: Callable[[], Sequence[SerialPort]] = serial_ports,
    who: Callable[[str], Sequence[Holder]] = holders,
) -> Iterator[Finding]:
    """One finding for every USB serial port, and one where there is none."""
    found = [port for port in ports() if port.usb_id is not None]
    if not found:
        yield Finding("board", True, texts("doctor.no_port"), texts("doctor.plug_in"))
    for port in found:
        yield _port(port, who(port.device), texts)


def _port(port: SerialPort, open_in: Sequence[Holder], texts: Texts) -> Finding:
    title = f"{port.device}: {port.description}"
    facts: dict[str, Fact] = {"port": port.device, "usb_id": _usb_id(port)}
    facts["open_in"] = [holder.program for holder in open_in]
    if sys.platform != "win32" and not os.access(port.device, os.R_OK | os.W_OK):
        facts["error"] = LinkFault.FORBIDDEN.value
        return Finding("board", False, title, _permission(port.device, texts), facts)
    if open_in:
        programs = ", ".join(f"{holder.program} ({holder.pid})" for holder in open_in)
        facts["error"] = LinkFault.BUSY.value
        remedy = texts("doctor.close_program", programs=programs)
        return Finding("board", False, f"{title}, {texts('reason.busy')}", remedy, facts)
    return _tried(title, SerialLink(port.device), port.likely, facts, texts)


def _tried(title: str, link: Link, likely: bool, facts: dict[str, Fact], texts: Texts) -> Finding:
    """What the device behind this link answers; one that is not `likely` ours need not answer."""
    try:
        trial = try_board(link)
    except LinkError as error:
        facts["error"] = error.fault.value
        fine = error.fault is LinkFault.UNANSWERED and not likely
        remedy = "" if fine else texts(f"doctor.when_{_remedy(error.fault)}")
        return Finding(
            "board", fine, f"{title}, {texts(f'reason.{error.fault.value}')}", remedy, facts
        )
    return _board(title, trial, facts | _facts(trial), texts)


def _board(title: str, trial: Trial, facts: dict[str, Fact], texts: Texts) -> Finding:
    board = trial.board
    found = texts("doctor.answers", firmware=board.firmware, squares=board.squares)
    if trial.echo_ms is not None:
        found += texts("doctor.echo", milliseconds=trial.echo_ms)
    worries = [flag for flag in _WORRIES if trial.state is not None and flag in trial.state]
    keys = [f"doctor.{(flag.name or '').lower()}" for flag in worries]
    if trial.echoes_lost or trial.framing_errors:
        keys.append("doctor.bad_line")
    remedy = "; ".join(texts(key) for key in keys)
    return Finding("board", not keys, f"{title}, {found}", remedy, facts)


def _facts(trial: Trial) -> dict[str, Fact]:
    board = trial.board
    return {
        "firmware": board.firmware,
        "protocol": ".".join(map(str, board.protocol)),
        "squares": board.squares,
        "sensor": board.sensor.value,
        "lights": board.has_leds,
        "echo_ms": None if trial.echo_ms is None else round(trial.echo_ms, 2),
        "echoes_lost": trial.echoes_lost,
        "framing_errors": trial.framing_errors,
        "state": None if trial.state is None else [str(flag.name) for flag in trial.state],
        "errors": list(trial.errors),
    }


def _remedy(fault: LinkFault) -> str:
    """Which of the remedies helps: the others are of a port that cannot be used at all."""
    match fault:
        case LinkFault.UNANSWERED | LinkFault.SILENT:
            return "unanswered"
        case LinkFault.BUSY:
            return "busy"
    return "refused"


def _permission(device: str, texts: Texts) -> str:
    if sys.platform == "win32":
        return texts("doctor.ask")
    import grp

    try:
        group = grp.getgrgid(Path(device).stat().st_gid).gr_name
    except (OSError, KeyError):
        return texts("doctor.ask")
    return texts("doctor.join_group", group=group)


def _usb_id(port: SerialPort) -> str | None:
    return None if port.usb_id is None else "{:04x}:{:04x}".format(*port.usb_id)


def radio_findings(
    texts: Texts, wanted: bool, radio: Callable[[], Radio] = computer_radio
) -> Iterator[Finding]:
    """Whether Bluetooth works, and one finding for every board in range: of ours, and those that
    speak the Chess Peripheral Protocol.

    `wanted`: the board of the settings is reached by Bluetooth, so its absence is a fault.
    """
    version = bluetooth_system.bluez_version()
    facts = _system_facts(version)
    known = texts("doctor.bluez", version=facts["bluez"]) if version else ""
    try:
        heard = outcome(radio().start(radio().scan(SCAN_S)))
    except LinkError as error:
        yield _no_radio(error.fault, wanted, known, facts, texts)
        return
    boards = [near for near in heard if is_ours(near)]
    others = [near for near in heard if SERVICE in near.services and not is_ours(near)]
    facts["boards"] = len(boards)
    old = version is not None and version < bluetooth_system.LEAST_BLUEZ
    found = texts("doctor.in_range", count=len(boards)) + known
    yield Finding("bluetooth", not old, found, texts("doctor.update_bluez") if old else "", facts)
    for near in boards[:MOST_IN_RANGE]:
        yield _in_range(radio(), near, texts)
    for near in others[:MOST_IN_RANGE]:
        yield from _of_the_apps(radio(), near, texts)


def _no_radio(
    fault: LinkFault, wanted: bool, known: str, facts: dict[str, Fact], texts: Texts
) -> Finding:
    found = texts(f"reason.{fault.value}") + known
    fine = not wanted and fault in (LinkFault.NO_RADIO, LinkFault.RADIO_OFF)
    facts |= {"error": fault.value}
    return Finding("bluetooth", fine, found, texts(_radio_remedy(fault)), facts)


def _in_range(radio: Radio, near: Nearby, texts: Texts) -> Finding:
    facts: dict[str, Fact] = {"port": "bluetooth", "name": near.name, "signal_dbm": near.signal}
    return _tried(near.name, BleLink(radio, near), True, facts, texts)


def _of_the_apps(radio: Radio, near: Nearby, texts: Texts) -> Iterator[Finding]:
    """A board that speaks the protocol of phone apps; nothing where the device speaks another."""
    facts: dict[str, Fact] = {"port": "bluetooth", "signal_dbm": near.signal}
    try:
        trial = try_cpp(CppLink(radio, near))
    except LinkError:
        return
    facts |= {"games": list(trial.games), "features": list(trial.features)}
    facts |= {"options": [f"{name} {value}" for name, value in trial.options.items()]}
    facts |= {"answer_ms": round(trial.answer_ms, 1)}
    games = ", ".join(trial.games) or texts("doctor.no_games")
    yield Finding("board", True, texts("doctor.speaks_cpp", games=games), facts=facts)


def _system_facts(bluez: tuple[int, int] | None) -> dict[str, Fact]:
    return {
        "adapters": list(bluetooth_system.adapters()),
        "blocked": bluetooth_system.blocked(),
        "bluez": ".".join(map(str, bluez)) if bluez else None,
    }


def _radio_remedy(fault: LinkFault) -> str:
    match fault:
        case LinkFault.NO_RADIO:
            return "doctor.get_radio"
        case LinkFault.RADIO_OFF:
            return "doctor.radio_on"
        case LinkFault.FORBIDDEN:
            return "doctor.radio_allowed"
    return "doctor.radio_again"


def udev_rule() -> str:
    """A rule for udev by which whoever sits at the computer may use our board."""
    lines = [
        "# Boards of dambord: whoever sits at this computer may use them. Install it with",
        "#   dambord doctor --udev | sudo tee /etc/udev/rules.d/70-dambord.rules",
        "#   sudo udevadm control --reload && sudo udevadm trigger",
        "# Without it: sudo usermod -aG dialout $USER, then log in again.",
    ]
    for vendor, product in sorted(OUR_USB_IDS):
        lines.append(
            f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{vendor:04x}", '
            f'ATTRS{{idProduct}}=="{product:04x}", GROUP="dialout", MODE="0660", '
            'TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"'
        )
    return "\n".join(lines)
