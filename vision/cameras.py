"""Which cameras this computer has, by number, by name and by device."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from vision.errors import SourceError, SourceFault

NAMES = Path("/sys/class/video4linux")
"""Where Linux keeps the names of its cameras (V4L2)."""
DEVICES = Path("/dev")


@dataclass(frozen=True, slots=True)
class Camera:
    """`number` as OpenCV counts; `device` None where the system has no such files."""

    number: int
    name: str
    device: Path | None = None

    @property
    def label(self) -> str:
        """For people."""
        return f"camera {self.number} ({self.name})" if self.name else f"camera {self.number}"


def cameras(names: Path = NAMES, devices: Path = DEVICES) -> tuple[Camera, ...]:
    """The cameras of a Linux computer in order of number; empty elsewhere: they have no names."""
    found = []
    for folder in names.glob("video*"):
        number = folder.name.removeprefix("video")
        if not number.isdecimal() or _is_metadata(folder):
            continue
        found.append(Camera(int(number), _text(folder / "name"), devices / folder.name))
    return tuple(sorted(found, key=lambda camera: camera.number))


def _is_metadata(folder: Path) -> bool:
    """Whether this is not the first node of its device: those carry no pictures."""
    return _text(folder / "index") not in ("", "0")


def _text(path: Path) -> str:
    try:
        return " ".join(path.read_text(encoding="utf-8", errors="replace").split())
    except OSError:
        return ""


def camera_named(spec: str, names: Path = NAMES, devices: Path = DEVICES) -> Camera:
    """The camera of this number, device (/dev/video0, /dev/v4l/by-id/...) or part of a name; the
    first where `spec` is empty. Raises SourceError, which lists those that are there."""
    found = cameras(names, devices)
    if not sys.platform.startswith("linux") and (not spec or spec.isdecimal()):
        return Camera(int(spec or 0), "")
    wanted = _number(spec)
    matching = [
        camera
        for camera in found
        if (camera.number == wanted if wanted is not None else spec.lower() in camera.name.lower())
    ]
    if not matching or (not spec and not found):
        there = ", ".join(camera.label for camera in found) or "none"
        raise SourceError(
            f"no camera {spec or 0}; found: {there}; plug one in, or give its number, its name"
            " or the address of a stream, http://...",
            SourceFault.ABSENT,
        )
    return matching[0]


def _number(spec: str) -> int | None:
    """The number that a spec names by itself or by a device, links followed."""
    if spec.isascii() and spec.isdecimal():
        return int(spec[:6])
    if spec.startswith("/"):
        device = re.fullmatch(r"video(\d{1,6})", Path(spec).resolve().name)
        return int(device[1]) if device else -1
    return None


def check_access(camera: Camera) -> None:
    """Raises SourceError where this user may not open the camera."""
    if camera.device is None:
        return
    if not camera.device.exists():
        raise SourceError(f"{camera.label} is gone; plug it in again", SourceFault.ABSENT)
    if not os.access(camera.device, os.R_OK | os.W_OK):
        raise SourceError(
            f"no permission for {camera.device}: run: sudo usermod -aG video $USER, "
            "then log in again",
            SourceFault.FORBIDDEN,
        )
