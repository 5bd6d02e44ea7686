"""The simulated board also starts where only the installed program is: the firmware is packed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from hardware import FIRMWARE, SIMULATED_BOARD

ROOT = Path(__file__).resolve().parents[2]


def test_the_firmware_is_where_the_package_says() -> None:
    assert (FIRMWARE / "main.py").is_file()
    assert SIMULATED_BOARD.is_file()


@pytest.mark.slow
def test_a_built_wheel_holds_every_file_of_the_firmware(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", reason="building needs setuptools")
    source, out = tmp_path / "source", tmp_path / "out"
    skip = shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__", "tests")
    shutil.copytree(ROOT, source, ignore=skip)
    out.mkdir()
    build = f"import setuptools.build_meta as b; b.build_wheel({str(out)!r})"
    done = subprocess.run(
        [sys.executable, "-c", build], cwd=source, capture_output=True, text=True, timeout=120
    )
    if "invalid command 'bdist_wheel'" in done.stderr:
        pytest.skip("building needs wheel beside this old setuptools")
    assert done.returncode == 0, done.stderr
    (wheel,) = out.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    firmware = [path for path in FIRMWARE.rglob("*") if path.suffix in (".py", ".md")]
    assert len(firmware) > 15
    assert {f"hardware/firmware/{p.relative_to(FIRMWARE).as_posix()}" for p in firmware} <= names
    assert "firmware_protocol/PROTOCOL.md" in names
