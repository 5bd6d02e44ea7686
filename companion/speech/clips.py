"""Rendered sentences, kept in a folder: what was said before is ready at once."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

from companion.speech.voices import Voice, is_wav


def default_folder() -> Path:
    """The folder for clips on this platform."""
    import platformdirs

    return Path(platformdirs.user_cache_path("dambord")) / "speech"


class Clips:
    """The clips of one folder; of more than `limit` those that were not used longest go.

    A folder that cannot be written is no trouble: a temporary one stands in.
    """

    def __init__(self, folder: Path, limit: int = 1000) -> None:
        self._limit = limit
        self._folder = _writable(folder)
        self._count = sum(1 for _ in self._folder.glob("*.wav"))

    def clip(self, voice: Voice, text: str) -> Path:
        """The WAV file of this text in this voice. Raises VoiceError, OSError (disk full)."""
        key = hashlib.sha256(f"{voice.name}\n{text}".encode()).hexdigest()[:32]
        path = self._folder / f"{key}.wav"
        if is_wav(path):
            with contextlib.suppress(OSError):
                os.utime(path)
        else:
            self._render(voice, text, path)
        return path

    def _render(self, voice: Voice, text: str, path: Path) -> None:
        """Under another name first: a clip that is there is whole."""
        handle, unfinished = tempfile.mkstemp(suffix=".part", dir=self._folder)
        os.close(handle)
        try:
            voice.render(text, Path(unfinished))
            os.replace(unfinished, path)
        finally:
            Path(unfinished).unlink(missing_ok=True)
        self._count += 1
        if self._count > self._limit:
            self._prune()

    def _prune(self) -> None:
        """Down to three quarters, so that it is not done for each clip."""
        clips = sorted(self._folder.glob("*.wav"), key=_used)
        for path in clips[: len(clips) - self._limit * 3 // 4]:
            with contextlib.suppress(OSError):
                path.unlink()
        self._count = min(len(clips), self._limit * 3 // 4)


def _used(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _writable(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="dambord-speech-"))
