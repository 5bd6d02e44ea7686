"""What `doctor` looks at: ports, voice, sound, record, settings; each with what to do."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.errors import StoreError
from companion.settings import Settings, config_path
from companion.texts import Texts


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `remedy` is empty where nothing is to be done."""

    what: str
    fine: bool
    found: str
    remedy: str = ""


def examine(settings: Settings, texts: Texts) -> list[Finding]:
    """Everything, in the order in which it matters."""
    return [
        Finding("system", True, f"{platform.platform()}, Python {platform.python_version()}"),
        *_ports(texts),
        _simulator(texts),
        _voice(settings, texts),
        _sound(texts),
        _record(settings.database_path, texts),
        _settings_file(texts),
    ]


def _ports(texts: Texts) -> Iterator[Finding]:
    from board_io.discovery import serial_ports

    ports = [port for port in serial_ports() if port.usb_id is not None]
    if not ports:
        yield Finding("board", True, texts("doctor.no_port"), texts("doctor.plug_in"))
    for port in ports:
        allowed = sys.platform == "win32" or os.access(port.device, os.R_OK | os.W_OK)
        found = f"{port.device}: {port.description}"
        yield Finding("board", allowed, found, "" if allowed else _permission(port.device, texts))


def _permission(device: str, texts: Texts) -> str:
    if sys.platform == "win32":
        return texts("doctor.ask")
    import grp

    try:
        group = grp.getgrgid(Path(device).stat().st_gid).gr_name
    except (OSError, KeyError):
        return texts("doctor.ask")
    return texts("doctor.join_group", group=group)


def _simulator(texts: Texts) -> Finding:
    from board_io.errors import SimulatorError
    from board_io.simulated import SimulatedBoard, micropython

    try:
        with SimulatedBoard():
            return Finding("simulator", True, micropython() or sys.executable)
    except SimulatorError as error:
        return Finding("simulator", False, str(error), texts("doctor.reinstall"))


def _voice(settings: Settings, texts: Texts) -> Finding:
    from companion.speech.errors import VoiceError
    from companion.speech.voices import find_voice

    try:
        voice = find_voice(settings.language, settings.voice, settings.volume)
    except VoiceError as error:
        return Finding("voice", False, str(error), texts("doctor.get_voice"))
    return Finding("voice", True, voice.name)


def _sound(texts: Texts) -> Finding:
    from companion.speech.errors import SoundError
    from companion.speech.player import find_player

    try:
        find_player()
    except SoundError as error:
        return Finding("sound", False, str(error), texts("doctor.get_player"))
    if sys.platform == "linux" and not _has_card(Path("/proc/asound/cards")):
        return Finding("sound", False, texts("doctor.no_card"), texts("doctor.get_card"))
    return Finding("sound", True, texts("doctor.has_sound"))


def _has_card(cards: Path) -> bool:
    try:
        text = cards.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return bool(text.strip()) and "no soundcards" not in text


def _record(path: Path, texts: Texts) -> Finding:
    from companion.store import Store

    if not path.exists():
        return Finding("record", True, texts("doctor.no_record", path=path))
    try:
        store = Store(path)
    except StoreError as error:
        return Finding("record", False, str(error), texts("doctor.move_away", path=path))
    games = len(store.games())
    store.close()
    return Finding("record", True, texts("doctor.games", path=path, count=games))


def _settings_file(texts: Texts) -> Finding:
    path = config_path()
    found = str(path) if path.exists() else texts("doctor.no_settings", path=path)
    return Finding("settings", True, found)
