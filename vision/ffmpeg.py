"""What FFmpeg, which opens films and streams for OpenCV, is told from the outside."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import cv2

_OPTIONS = "OPENCV_FFMPEG_CAPTURE_OPTIONS"


@contextmanager
def ffmpeg_options(options: str) -> Iterator[None]:
    """It takes these from the environment: what a file may be, and where it may lead to."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # what is wrong is told by us
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    before = os.environ.get(_OPTIONS)
    os.environ[_OPTIONS] = options
    try:
        yield
    finally:
        if before is None:
            del os.environ[_OPTIONS]
        else:
            os.environ[_OPTIONS] = before
