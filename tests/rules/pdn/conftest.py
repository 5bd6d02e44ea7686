"""Short ways to read one game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.pdn import PdnGame, read_pdn


def _one(text: str | bytes) -> PdnGame:
    (game,) = read_pdn(text)
    return game


def _plies(game: PdnGame) -> str:
    assert game.game is not None
    return " ".join(str(ply.move) if ply.move else "?" for ply in game.game.plies)


@pytest.fixture(name="read")
def fixture_read() -> Callable[[str | bytes], PdnGame]:
    """Reads a text that holds one game."""
    return _one


@pytest.fixture(name="plies")
def fixture_plies() -> Callable[[PdnGame], str]:
    """The moves of a game in short form; `?` where a ply has none."""
    return _plies
