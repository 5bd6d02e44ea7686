"""Players: programs that play a WAV file; they can be cut off, and their exit status is read."""

from __future__ import annotations

import contextlib
import enum
import shutil
import subprocess
import sys
import wave
from collections.abc import Sequence
from pathlib import Path

from companion.speech.errors import SoundError

_PATIENCE_S = 5.0
"""So much longer than the clip lasts a player may take: a sound device can be busy for ever."""

_LINUX_PLAYERS = (("aplay", "-q"), ("pw-play",), ("paplay",))
_WINSOUND = "import sys, winsound; winsound.PlaySound(sys.argv[1], winsound.SND_FILENAME)"


class Ending(enum.Enum):
    """How a clip ended: to its end, cut off, or not played at all."""

    SAID = "said"
    CUT = "cut"
    FAILED = "failed"


class Player:
    """Plays clips with a command to which the file is added."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)

    def start(self, clip: Path) -> Playback:
        """Start playing. Raises SoundError where the program cannot be started."""
        try:
            process = subprocess.Popen(
                [*self._command, str(clip)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise SoundError(f"{self._command[0]}: {error}") from error
        return Playback(process, duration_s(clip) + _PATIENCE_S)


class Playback:
    """A clip that is being played. `stop` may be called from another thread."""

    def __init__(self, process: subprocess.Popen[bytes], timeout_s: float) -> None:
        self._process = process
        self._timeout_s = timeout_s
        self._stopped = False

    def stop(self) -> None:
        """Cut it off."""
        self._stopped = True
        with contextlib.suppress(OSError):
            self._process.kill()

    def wait(self) -> Ending:
        """Until it ends: SAID or CUT. Raises SoundError where it was not played."""
        try:
            _, errors = self._process.communicate(timeout=self._timeout_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
            raise SoundError("the sound device does not answer") from None
        if self._stopped:
            return Ending.CUT
        if self._process.returncode:
            raise SoundError(_reason(errors, self._process.returncode))
        return Ending.SAID


def find_player() -> Player:
    """The player of this machine. Raises SoundError where there is none."""
    if sys.platform == "darwin":
        return Player(["afplay"])
    if sys.platform == "win32":
        return Player([sys.executable, "-c", _WINSOUND])
    for command in _LINUX_PLAYERS:
        if shutil.which(command[0]):
            return Player(command)
    raise SoundError("no player: install the package alsa-utils (aplay)")


def duration_s(clip: Path) -> float:
    """How long a clip lasts; 0 where it cannot be read."""
    try:
        with wave.open(str(clip), "rb") as sound:
            return sound.getnframes() / sound.getframerate()
    except (OSError, EOFError, wave.Error):
        return 0.0


def _reason(errors: bytes, status: int) -> str:
    lines = errors.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"the player ended with status {status}"
