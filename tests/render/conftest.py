"""The committed base pictures of films."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.render.plates import Plates, load

SAMPLES = Path(__file__).with_name("samples")


@pytest.fixture(scope="session")
def plates() -> Plates:
    """A wooden board of 100 squares."""
    return load(SAMPLES / "plates_10")
