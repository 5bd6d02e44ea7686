"""Real voices and real players: what is not on this machine is skipped with the reason."""

from __future__ import annotations

import array
import math
import shutil
import sys
import wave
from pathlib import Path

import pytest

from companion.speech.clips import Clips


@pytest.fixture(scope="session")
def espeak() -> str:
    program = shutil.which("espeak-ng")
    if program is None:
        pytest.skip("espeak-ng is not installed")
    return program


@pytest.fixture
def shell() -> str:
    if sys.platform == "win32":
        pytest.skip("needs a POSIX shell as a player")
    return "sh"


@pytest.fixture
def clips(tmp_path: Path) -> Clips:
    return Clips(tmp_path / "clips")


def samples(clip: Path) -> tuple[array.array[int], int]:
    with wave.open(str(clip), "rb") as sound:
        assert (sound.getsampwidth(), sound.getnchannels()) == (2, 1)
        return array.array("h", sound.readframes(sound.getnframes())), sound.getframerate()


class Ear:
    """Listens to a clip: loudness (root mean square of every eighth sample, full scale 32767) and
    length in seconds."""

    def __init__(self, clip: Path) -> None:
        heard, rate = samples(clip)
        self.seconds = len(heard) / rate
        some = heard[::8]
        self.loudness = math.sqrt(sum(sample * sample for sample in some) / max(1, len(some)))


@pytest.fixture
def listen() -> type[Ear]:
    return Ear
