"""Exposure and white balance of a camera, held as they are or left to the camera."""

from __future__ import annotations

import cv2

_MANUAL, _AUTOMATIC = 1, 3
"""As V4L2 numbers them; OpenCV takes these on Linux."""


def hold_exposure(camera: cv2.VideoCapture, *, held: bool) -> bool:
    """Keep both as they are now, or let the camera find them again; gives whether they are held
    after this: many cameras do not do it, or only say so."""
    wanted = _MANUAL if held else _AUTOMATIC
    now = camera.get(cv2.CAP_PROP_EXPOSURE)
    done = camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, wanted)
    done = done and camera.get(cv2.CAP_PROP_AUTO_EXPOSURE) == wanted
    if held and done:
        camera.set(cv2.CAP_PROP_EXPOSURE, now)
    camera.set(cv2.CAP_PROP_AUTO_WB, 0 if held and done else 1)
    return held and done
