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


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `remedy` is empty where nothing is to be done."""

    what: str
    fine: bool
    found: str
    remedy: str = ""


def examine(settings: Settings) -> list[Finding]:
    """Everything, in the order in which it matters."""
    return [
        _system(),
        *_ports(),
        _simulator(),
        _voice(settings),
        _sound(),
        _record(settings.database_path),
        _settings_file(),
    ]


def _system() -> Finding:
    return Finding("system", True, f"{platform.platform()}, Python {platform.python_version()}")


def _ports() -> Iterator[Finding]:
    from board_io.discovery import serial_ports

    ports = [port for port in serial_ports() if port.usb_id is not None]
    if not ports:
        yield Finding("board", True, "no USB serial port", "plug the board in to play on it")
    for port in ports:
        allowed = sys.platform == "win32" or os.access(port.device, os.R_OK | os.W_OK)
        found = f"{port.device}: {port.description}"
        yield Finding("board", allowed, found, "" if allowed else _permission(port.device))


def _permission(device: str) -> str:
    if sys.platform == "win32":
        return "ask for access"
    import grp

    try:
        group = grp.getgrgid(Path(device).stat().st_gid).gr_name
    except (OSError, KeyError):
        return "ask for access"
    return f"run: sudo usermod -a -G {group} $USER, then log in again"


def _simulator() -> Finding:
    from board_io.errors import SimulatorError
    from board_io.simulated import firmware_folder, micropython

    try:
        folder = firmware_folder()
    except SimulatorError as error:
        return Finding("simulator", False, str(error), "install dambord again")
    interpreter = micropython() or sys.executable
    return Finding("simulator", True, f"{folder} under {interpreter}")


def _voice(settings: Settings) -> Finding:
    from companion.speech.errors import VoiceError
    from companion.speech.voices import find_voice

    try:
        voice = find_voice(settings.language, settings.voice, settings.volume)
    except VoiceError as error:
        return Finding("voice", False, str(error), _VOICE_REMEDY)
    return Finding("voice", True, voice.name)


_VOICE_REMEDY = "install espeak-ng (Debian, Raspberry Pi: sudo apt install espeak-ng)"


def _sound() -> Finding:
    from companion.speech.errors import SoundError
    from companion.speech.player import find_player

    try:
        find_player()
    except SoundError as error:
        return Finding(
            "sound", False, str(error), "install alsa-utils (sudo apt install alsa-utils)"
        )
    cards = Path("/proc/asound/cards")
    if sys.platform == "linux" and not _has_card(cards):
        return Finding(
            "sound", False, "no sound card", "connect a loudspeaker; play goes on without"
        )
    return Finding("sound", True, "a player and a sound card")


def _has_card(cards: Path) -> bool:
    try:
        return "no soundcards" not in cards.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def _record(path: Path) -> Finding:
    from companion.store import Store

    if not path.exists():
        return Finding("record", True, f"{path} will be made with the first game")
    try:
        store = Store(path)
    except StoreError as error:
        return Finding("record", False, str(error), f"move {path} away; a new one is made")
    games = len(store.games())
    store.close()
    return Finding("record", True, f"{path}: {games} games")


def _settings_file() -> Finding:
    path = config_path()
    return Finding("settings", True, str(path) if path.exists() else f"{path} (none: defaults)")
