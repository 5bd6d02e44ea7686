"""`dambord print`: a sheet on paper, in the language of the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.main import main


@pytest.mark.parametrize("sheet", ["markers", "board"])
def test_a_sheet_is_written(sheet: str, tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    assert main(["print", sheet, "--size", "8", "--out", str(file)]) == 0
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_how_to_lay_markers_is_said_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "markers", "--language", "nl"]) == 0
    dutch = capsys.readouterr().out
    assert main(["print", "markers", "--language", "en"]) == 0
    english = capsys.readouterr().out
    assert "10x10" in dutch
    assert "10x10" in english
    assert dutch != english


def test_a_file_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "board", "--out", str(tmp_path / "none" / "board.svg")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_a_paper_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["print", "board", "--paper", "A9"])
    assert "--paper" in capsys.readouterr().err
