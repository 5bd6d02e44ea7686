"""Files that are too large to be what was asked for, made without filling the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.given_files import MOST_BYTES_OF_GAMES, MOST_BYTES_WHOLE, read_whole
from companion.main import main


def file_of(path: Path, size: int) -> Path:
    """A file with a hole of this size."""
    with path.open("wb") as file:
        file.truncate(size)
    return path


@pytest.mark.parametrize(
    ("size", "verb", "code"),
    [
        (MOST_BYTES_WHOLE + 1, ["replay"], 1),
        (MOST_BYTES_WHOLE + 1, ["decode", "--board", "dgt", "--file"], 2),
        (MOST_BYTES_OF_GAMES + 1, ["games", "import"], 1),
    ],
    ids=["replay", "decode", "import"],
)
def test_a_file_that_is_too_large_is_refused_in_one_line(
    size: int,
    verb: list[str],
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = file_of(tmp_path / "large", size)
    assert main([*verb, str(path)]) == code
    told = capsys.readouterr().err
    assert "is larger than" in told
    assert str(path) in told
    assert told.count("\n") == 1


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    assert len(read_whole(file_of(tmp_path / "largest", MOST_BYTES_WHOLE))) == MOST_BYTES_WHOLE
