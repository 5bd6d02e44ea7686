"""`dambord bridge` before there is a bridge: what is missing is told in one line."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from companion.main import main


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_where_the_board_cannot_be_offered_the_remedy_is_told(
    platform: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    database = str(tmp_path / "games.db")
    assert main(["bridge", "--db", database, "--no-web", "--no-speech"]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert ("Linux or macOS" if platform == "win32" else "pip install bless") in error


@pytest.mark.parametrize("name", ["", "  ", "x" * 21, "a\tb"])
def test_a_name_that_no_phone_shows_is_refused(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["bridge", "--name", name])
    assert ended.value.code == 2
    assert "is no name" in capsys.readouterr().err
