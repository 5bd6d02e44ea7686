"""Frames with times: from a camera, a video file, a folder of pictures or a stream of a phone.

Every source is read the same way: `read` gives the next frame, None at the end, and raises
SourceError when the source fails. Files and folders give every frame; a camera and a stream give
the newest, so nothing piles up while the last one is looked at (see `vision.newest`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.cameras import Camera, camera_named, check_access
from vision.errors import PictureError, SourceError, SourceFault
from vision.exposure import hold_exposure
from vision.ffmpeg import ffmpeg_options
from vision.picture import load_picture
from vision.pose import Picture
from vision.streams import open_stream, without_password

MOST_PIXELS = 40_000_000
"""Frames larger than this are refused: the file is broken, or made to fill the memory."""
LONGEST_SIDE = 1920
"""Frames are made smaller than this: a board needs no more."""
STILLS_APART_S = 10.0
"""Pictures of a folder whose rate nobody told are so far apart: each shows a board at rest."""
_PICTURES = {".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}
_FILMS = (
    "mov,mp4,m4v,matroska,webm,avi,mpeg,mpegts,mpegvideo,mjpeg,h264,hevc,flv,asf,ogg,gif,ivf,dv,mxf"
)
"""The kinds of file that are a film, as FFmpeg calls them: it takes plain text for one too."""
_ATTEMPTS = 10
"""So often a damaged part of a film may be run into before it counts as the end."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture, the second it was taken (of any clock), and its number from 0."""

    picture: Picture
    time: float
    number: int


class Folder:
    """Pictures of a folder in natural order (`move2` before `move10`); `fps` per second, or
    `STILLS_APART_S` apart. A file that is no picture is left out and named in `warnings`."""

    def __init__(self, path: Path, fps: float | None = None) -> None:
        self.name = str(path)
        self.warnings: list[str] = []
        self._files = pictures_in(path)
        self._apart = 1.0 / fps if fps else STILLS_APART_S
        self._next = 0

    @property
    def length(self) -> int | None:
        return len(self._files)

    def read(self) -> Frame | None:
        while self._next < len(self._files):
            number, self._next = self._next, self._next + 1
            try:
                picture = load_picture(self._files[number])
            except PictureError as error:
                self.warnings.append(str(error))
                continue
            return Frame(_reduced(picture), number * self._apart, number)
        return None

    def skip(self, count: int) -> None:
        self._next += count

    def close(self) -> None:
        """Nothing is held open."""


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder in natural order. Raises SourceError where there are none."""
    try:
        files = [file for file in folder.iterdir() if file.suffix.lower() in _PICTURES]
    except OSError as error:
        raise SourceError(f"{folder} cannot be read: {error.strerror}") from error
    if not files:
        raise SourceError(f"{folder} holds no pictures; put JPEG or PNG files in it")
    return sorted(files, key=lambda file: _natural(file.name))


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]


class Film:
    """A video file. Times are those of the file, or of `fps` where that is given; a file that ends
    before it said it would is told in `warnings`."""

    def __init__(self, path: Path, fps: float | None = None) -> None:
        if not path.is_file():
            raise SourceError(f"{path} does not exist; give a video file or a folder of pictures")
        self.name = str(path)
        self.warnings: list[str] = []
        with ffmpeg_options(f"protocol_whitelist;file|format_whitelist;{_FILMS}"):
            self._capture = cv2.VideoCapture(str(path.resolve()), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise SourceError(
                f"{path} is no video, or was cut short; record it again, as MP4 (H.264)"
            )
        _check_size(self._capture, self.name)
        told = self._capture.get(cv2.CAP_PROP_FPS)
        self._fps = told if 0.01 <= told <= 1000 else 25.0
        self._wanted_fps = fps
        self._number = 0
        self._last = -1.0

    @property
    def length(self) -> int | None:
        count = self._capture.get(cv2.CAP_PROP_FRAME_COUNT)
        return int(count) if 0 < count < 1e9 else None

    def read(self) -> Frame | None:
        taken, picture = self._capture.retrieve() if self._grab() else (False, None)
        if not taken or picture is None:
            self._note_the_end()
            return None
        number, self._number = self._number, self._number + 1
        return Frame(_reduced(_as_bgr(picture)), self._time(number), number)

    def skip(self, count: int) -> None:
        for _ in range(count):
            if not self._grab():
                return
            self._time(self._number)
            self._number += 1

    def close(self) -> None:
        self._capture.release()

    def _grab(self) -> bool:
        """Go to the next frame, beyond damage."""
        return any(self._capture.grab() for _ in range(_ATTEMPTS))

    def _time(self, number: int) -> float:
        """Of the frame just grabbed; never before the one before it."""
        if self._wanted_fps:
            return number / self._wanted_fps
        stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        if not self._last < stamp < self._last + 600:
            stamp = number / self._fps if self._last < 0 else self._last + 1 / self._fps
        self._last = stamp
        return stamp

    def _note_the_end(self) -> None:
        promised = self.length
        if self._number == 0:
            raise SourceError(f"{self.name} holds no frame that can be read; record it again")
        if promised is not None and self._number < 0.98 * promised - 2 and not self.warnings:
            self.warnings.append(
                f"{self.name} breaks off after {self._number} of {promised} frames"
            )


class Capture:
    """A camera or a stream that is open: every `read` waits for the next frame.

    `clock` gives the time of a frame; to be read by a thread of its own. `has_exposure`: it is a
    camera of this computer, which may let its exposure be held."""

    def __init__(
        self,
        name: str,
        capture: cv2.VideoCapture,
        clock: Callable[[], float],
        *,
        has_exposure: bool = False,
    ) -> None:
        self.name = name
        self._capture = capture
        self._clock = clock
        self._has_exposure = has_exposure
        self._number = 0
        _check_size(capture, name)

    @property
    def length(self) -> int | None:
        return None

    def read(self) -> Frame | None:
        taken, picture = self._capture.read()
        if not taken or picture is None:
            still = "is it still plugged in?" if self._has_exposure else "is its app still open?"
            raise SourceError(f"{self.name} gives no more pictures; {still}", SourceFault.GONE)
        number, self._number = self._number, self._number + 1
        return Frame(_reduced(_as_bgr(picture)), self._clock(), number)

    def hold_exposure(self, *, held: bool) -> bool:
        """See `vision.exposure`; never held where there is none to hold."""
        return self._has_exposure and hold_exposure(self._capture, held=held)

    def skip(self, count: int) -> None:
        for _ in range(count):
            self._capture.grab()

    def close(self) -> None:
        self._capture.release()


def open_file(path: Path, fps: float | None = None) -> Film | Folder:
    """A video file, or a folder of pictures. Raises SourceError."""
    return Folder(path, fps) if path.is_dir() else Film(path, fps)


def open_live(spec: str, clock: Callable[[], float]) -> Capture:
    """The camera of this number, name or device, or the stream of this URL; empty: the first
    camera. Raises SourceError."""
    if "://" in spec:
        return Capture(without_password(spec), open_stream(spec), clock)
    camera = camera_named(spec)
    check_access(camera)
    return Capture(camera.label, _open_camera(camera), clock, has_exposure=True)


def _open_camera(camera: Camera) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(camera.number, cv2.CAP_V4L2 if camera.device else cv2.CAP_ANY)
    if not capture.isOpened():
        raise SourceError(
            f"{camera.label} cannot be opened; close other programs that use it",
            SourceFault.BUSY,
        )
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def _check_size(capture: cv2.VideoCapture, name: str) -> None:
    width = capture.get(cv2.CAP_PROP_FRAME_WIDTH)
    height = capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
    if width * height > MOST_PIXELS:
        capture.release()
        raise SourceError(
            f"{name} has frames of {width:.0f} x {height:.0f}; 1920 x 1080 is large enough"
        )


def _as_bgr(picture: np.ndarray) -> Picture:
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    return np.asarray(picture[:, :, :3], np.uint8)


def _reduced(picture: Picture) -> Picture:
    scale = LONGEST_SIDE / max(picture.shape[:2])
    if scale >= 1:
        return picture
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
