"""Voices: programs that turn a text into a WAV file.

Linux: espeak-ng (espeak where it is older). macOS: say, with the system's voice of the language.
Windows: the system's voice by way of PowerShell. The text goes in by standard input, never as an
argument: nothing in it can be taken for an option or a command.
"""

from __future__ import annotations

import base64
import math
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.speech.errors import VoiceError
from companion.speech.languages import LENT, REGIONS

RENDER_TIMEOUT_S = 20.0
WORDS_PER_MINUTE = 150
"""A little slower than the usual 175: children follow it."""


class Voice(Protocol):
    """Renders texts; `name` tells voices apart whose sound differs."""

    @property
    def name(self) -> str: ...

    def render(self, text: str, path: Path) -> None:
        """Write the text as a WAV file. Raises VoiceError."""


@dataclass(frozen=True, slots=True)
class EspeakVoice:
    """espeak-ng; `volume` in per cent."""

    voice: str
    words_per_minute: int = WORDS_PER_MINUTE
    volume: int = 100
    program: str = "espeak-ng"

    @property
    def name(self) -> str:
        return f"{self.program} {self.voice} {self.words_per_minute} {self.volume}"

    def render(self, text: str, path: Path) -> None:
        speed, amplitude = str(self.words_per_minute), str(self.volume)
        options = ["-b", "1", "-v", self.voice, "-s", speed, "-a", amplitude]
        _render([self.program, *options, "-w", str(path), "--stdin"], text, path)


@dataclass(frozen=True, slots=True)
class SayVoice:
    """The voice of macOS that is called `voice`."""

    voice: str
    words_per_minute: int = WORDS_PER_MINUTE

    @property
    def name(self) -> str:
        return f"say {self.voice} {self.words_per_minute}"

    def render(self, text: str, path: Path) -> None:
        form = ["--file-format=WAVE", "--data-format=LEI16@22050"]
        command = ["say", "-v", self.voice, "-r", str(self.words_per_minute), *form]
        _render([*command, "-o", str(path), "-f", "-"], text, path)


_SAPI_SCRIPT = """
$ErrorActionPreference = 'Stop'
[Console]::InputEncoding = [Text.Encoding]::UTF8
Add-Type -AssemblyName System.Speech
$speech = New-Object System.Speech.Synthesis.SpeechSynthesizer
$culture = New-Object Globalization.CultureInfo $env:DAMBORD_CULTURE
$voices = $speech.GetInstalledVoices($culture)
if ($voices.Count -eq 0) { [Console]::Error.WriteLine('no voice for ' + $culture); exit 3 }
$speech.SelectVoice($voices[0].VoiceInfo.Name)
$speech.Volume = [int]$env:DAMBORD_VOLUME
$speech.Rate = [int]$env:DAMBORD_RATE
$speech.SetOutputToWaveFile($env:DAMBORD_WAV)
$speech.Speak([Console]::In.ReadToEnd())
$speech.Dispose()
"""


@dataclass(frozen=True, slots=True)
class SapiVoice:
    """The voice of Windows for a culture such as nl-NL."""

    culture: str
    volume: int = 100
    rate_percent: int = 100

    @property
    def name(self) -> str:
        return f"sapi {self.culture} {self.volume} {self.rate_percent}"

    @property
    def _rate(self) -> int:
        """From -10, a third of the usual speed, to 10, three times as fast."""
        return max(-10, min(10, round(10 * math.log(self.rate_percent / 100, 3))))

    def render(self, text: str, path: Path) -> None:
        script = base64.b64encode(_SAPI_SCRIPT.encode("utf-16-le")).decode()
        command = ["powershell", "-NoProfile", "-NonInteractive", "-EncodedCommand", script]
        extra = {
            "DAMBORD_CULTURE": self.culture,
            "DAMBORD_VOLUME": str(min(self.volume, 100)),
            "DAMBORD_RATE": str(self._rate),
            "DAMBORD_WAV": str(path),
        }
        _render(command, text, path, extra)


def find_voice(language: str, voice: str = "", volume: int = 100, rate_percent: int = 100) -> Voice:
    """The voice of this machine for a language ("nl"); `voice` is a name to use instead. Raises
    VoiceError where there is none."""
    words_per_minute = WORDS_PER_MINUTE * rate_percent // 100
    if sys.platform == "darwin":
        return SayVoice(voice or _mac_voice(language), words_per_minute)
    if sys.platform == "win32":
        return SapiVoice(voice or REGIONS.get(language, language), volume, rate_percent)
    program = next((name for name in ("espeak-ng", "espeak") if shutil.which(name)), None)
    if program is None:
        raise VoiceError("no voice: install the package espeak-ng")
    return EspeakVoice(voice or LENT.get(language, language), words_per_minute, volume, program)


def _mac_voice(language: str) -> str:
    """The first voice of the list of say (name, locale, # sample) that speaks the language."""
    language = LENT.get(language, language)
    listed = _run(["say", "-v", "?"], "").stdout.decode(errors="replace")
    for line in listed.splitlines():
        name, _, locale = line.partition("#")[0].rstrip().rpartition(" ")
        if locale.startswith((f"{language}_", f"{language}-")):
            return name.strip()
    raise VoiceError(f"no voice for {language}: add one in System Settings, Spoken Content")


def _render(
    command: list[str], text: str, path: Path, extra_env: dict[str, str] | None = None
) -> None:
    done = _run(command, text, extra_env)
    if done.returncode:
        raise VoiceError(f"{command[0]}: {_last_line(done.stderr) or done.returncode}")
    if not is_wav(path):
        raise VoiceError(f"{command[0]} wrote no sound")


def _run(
    command: list[str], text: str, extra_env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, **extra_env} if extra_env else None
    try:
        return subprocess.run(
            command,
            input=text.encode(),
            capture_output=True,
            timeout=RENDER_TIMEOUT_S,
            env=env,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise VoiceError(f"{command[0]}: {error}") from error


def _last_line(output: bytes) -> str:
    lines = output.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else ""


def is_wav(path: Path) -> bool:
    """Whether the file is there and holds sound: a header alone is 44 bytes."""
    try:
        with path.open("rb") as file:
            return file.read(4) == b"RIFF" and path.stat().st_size > 44
    except OSError:
        return False
