"""What `doctor` looks at: ports, voice, sound, record, settings; each with what to do."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

from companion.errors import StoreError
from companion.finding import Finding
from companion.settings import Settings, config_path
from companion.texts import Texts


def examine(settings: Settings, texts: Texts) -> list[Finding]:
    """Everything, in the order in which it matters."""
    from companion.board_checkup import cable_findings, radio_findings

    return [
        Finding("system", True, f"{platform.platform()}, Python {platform.python_version()}"),
        *cable_findings(texts),
        *radio_findings(texts, wanted=settings.board.startswith("ble")),
        _simulator(texts),
        _voice(settings, texts),
        _sound(texts),
        _record(settings.database_path, texts),
        _settings_file(texts),
    ]


def _simulator(texts: Texts) -> Finding:
    from board_io.errors import LinkError, SimulatorError
    from board_io.simulated import SimulatedBoard, micropython
    from board_io.trial import try_board

    try:
        with SimulatedBoard() as board:
            trial = try_board(board.link(), beat_s=0.0)
    except (SimulatorError, LinkError) as error:
        return Finding("simulator", False, str(error), texts("doctor.reinstall"))
    found = texts("doctor.answers", firmware=trial.board.firmware, squares=trial.board.squares)
    if trial.echo_ms is not None:
        found += texts("doctor.echo", milliseconds=trial.echo_ms)
    runner = micropython() or sys.executable
    facts = {"firmware": trial.board.firmware, "echo_ms": trial.echo_ms}
    return Finding("simulator", True, f"{runner}, {found}", facts=facts)


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
