"""A file or bytes made a picture: upright, BGR, 8 bit, and of a size that fits into memory."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.errors import PictureError
from vision.header import Header, read_header
from vision.pose import Picture, Points

MAX_PIXELS = 100_000_000
"""A picture that asks for more is refused before it is decoded."""
MAX_BYTES = 200_000_000
FULL_PIXELS = 16_000_000
"""What is larger is decoded at a half, a quarter or an eighth of its size."""
LEAST_SIDE = 64


@dataclass(frozen=True, eq=False, slots=True)
class Photograph:
    """`pixels` are at hand; each stands for `reduced` x `reduced` pixels of the whole picture."""

    pixels: Picture
    reduced: int = 1

    def in_full(self, points: Points) -> Points:
        """Points (..., 2) of `pixels` as points of the whole picture."""
        return (np.asarray(points, np.float64) + 0.5) * self.reduced - 0.5


def load_photograph(source: Path | bytes) -> Photograph:
    """The picture in a file or in bytes: JPEG, PNG, WebP, BMP or TIFF; turned as EXIF says,
    transparent pixels white. Raises PictureError."""
    data = source if isinstance(source, bytes) else _read(source)
    try:
        return _decode(data)
    except PictureError as error:
        if isinstance(source, bytes):
            raise
        raise PictureError(f"{source}: {error}") from error


def load_picture(source: Path | bytes) -> Picture:
    """The pixels of `load_photograph` alone, for whom a reduced size is no matter."""
    return load_photograph(source).pixels


def _read(path: Path) -> bytes:
    if path.is_dir():
        raise PictureError(f"{path} is a folder; give the picture in it")
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise PictureError(f"{path} is not there; check the name") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PictureError(f"{path} cannot be read: {reason}; check its permissions") from error
    if len(data) > MAX_BYTES:
        raise PictureError(f"{path} is too large; save it with less than 200 MB")
    return data


def _decode(data: bytes) -> Photograph:
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # what is wrong we tell
    header = read_header(data)
    pixels = header.width * header.height
    if pixels > MAX_PIXELS:
        raise PictureError(
            f"the picture has {header.width} x {header.height} pixels;"
            f" save it with less than {MAX_PIXELS // 1_000_000} million"
        )
    if min(header.width, header.height) < LEAST_SIDE:
        raise PictureError(
            f"the picture has {header.width} x {header.height} pixels; take one that is larger"
        )
    reduced = next(by for by in _REDUCED if by == 8 or pixels <= FULL_PIXELS * by * by)
    picture = _imdecode(data, _REDUCED[reduced], header)
    if header.alpha and reduced == 1:
        picture = _on_white(picture, _imdecode(data, cv2.IMREAD_UNCHANGED, header))
    return Photograph(picture, reduced)


_REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""These flags turn by EXIF and make 8 bit BGR of grey, 16 bit, CMYK and palettes."""


def _imdecode(data: bytes, flag: int, header: Header) -> Picture:
    try:
        with _silence():
            picture = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
    except (cv2.error, MemoryError) as error:
        raise PictureError(
            f"this {header.kind} cannot be decoded; save it anew as JPEG or PNG"
        ) from error
    if picture is None:
        raise PictureError(
            f"this {header.kind} is damaged or of a rare form; copy it again or save it as JPEG"
        )
    return np.asarray(picture)


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """The libraries that decode write what they think of a file past Python to the terminal. One at
    a time: of two, the later would restore the silence of the earlier."""
    with _SILENT:
        try:
            kept = os.dup(2)
        except OSError:  # there is none
            yield
            return
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            os.close(nothing)


_SILENT = threading.Lock()


def _on_white(picture: Picture, unchanged: Picture) -> Picture:
    """What is see-through has any colour in the file; people see the page behind it."""
    if unchanged.ndim != 3 or unchanged.shape[2] != 4 or unchanged.shape[:2] != picture.shape[:2]:
        return picture
    full = float(np.iinfo(unchanged.dtype).max)
    opacity = (unchanged[..., 3:] / full).astype(np.float32)
    return np.asarray(255 - opacity * (255 - picture.astype(np.float32))).round().astype(np.uint8)
