"""The committed base pictures of films."""

from __future__ import annotations

import pytest

from tests.render.plates import SAMPLES, Plates, load


@pytest.fixture(scope="session")
def plates() -> Plates:
    """A wooden board of 100 squares."""
    return load(SAMPLES / "plates_10")
