"""What `doctor` looks at: ports, voice, sound, record, the last fault, settings; each with what to
do."""

from __future__ import annotations

import contextlib
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import StoreError
from companion.finding import Finding
from companion.settings import Settings, config_path
from companion.texts import Texts

if TYPE_CHECKING:
    from companion.link_faults import KeptFault


def examine(settings: Settings, texts: Texts) -> list[Finding]:
    """Everything, in the order in which it matters."""
    from companion.board_checkup import cable_findings, radio_findings

    return [
        Finding("system", True, f"{platform.platform()}, Python {platform.python_version()}"),
        *cable_findings(texts),
        *radio_findings(texts, wanted=settings.board.startswith(("ble", "cpp"))),
        _simulator(texts),
        _voice(settings, texts),
        _sound(texts),
        *kept_findings(settings.database_path, texts),
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
        voice = find_voice(settings.language, settings.voice, settings.volume, settings.speech_rate)
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


def kept_findings(path: Path, texts: Texts) -> Iterator[Finding]:
    """The games, and what went wrong while they were played."""
    from companion.link_faults import last_fault
    from companion.store import Store

    if not path.exists():
        yield Finding("record", True, texts("doctor.no_record", path=path))
        yield _last_fault(None, texts)
        return
    try:
        with contextlib.closing(Store(path)) as store:
            count, fault = len(store.games()), last_fault(store.database)
    except StoreError as error:
        yield Finding("record", False, str(error), texts("doctor.move_away", path=path))
        return
    yield Finding("record", True, texts("doctor.games", path=path, count=count))
    yield _last_fault(fault, texts)


def _last_fault(fault: KeptFault | None, texts: Texts) -> Finding:
    """It is over, so nothing is wrong now; the remedy is for when it comes again."""
    if fault is None:
        return Finding("last_fault", True, texts("doctor.no_fault"))
    name, when = fault.fault.value, fault.at.astimezone()
    found = texts(
        "doctor.fault",
        when=f"{when:%Y-%m-%d %H:%M}",
        board=fault.board,
        reason=texts(f"reason.{name}"),
    )
    facts = {"board": fault.board, "error": name, "at": fault.at.isoformat(timespec="seconds")}
    return Finding("last_fault", True, found, texts(f"remedy.{name}"), facts)


def _settings_file(texts: Texts) -> Finding:
    path = config_path()
    found = str(path) if path.exists() else texts("doctor.no_settings", path=path)
    return Finding("settings", True, found)
