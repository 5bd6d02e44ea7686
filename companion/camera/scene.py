"""What the camera sees now, for people who set it up: kept by the camera's thread, fetched by the
page; and the corners that they drag, the other way."""

from __future__ import annotations

import threading
from typing import Any

import cv2
import numpy as np

from vision.advice import Advice, advice
from vision.overlay import overlay, sureness
from vision.pose import Points
from vision.watch import Look

_SHOWN_WIDTH = 960
_QUALITY = 80


class CameraScene:
    """The newest look, while there is a picture. Nothing is drawn before somebody asks."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._look: Look | None = None
        self._corners: Points | None = None
        self._hold: bool | None = None
        self._held: bool | None = None

    # -- the camera's side -----------------------------------------------------------------

    def show(self, look: Look) -> None:
        with self._lock:
            self._look = look

    def clear(self) -> None:
        """There is no picture any more."""
        with self._lock:
            self._look = None

    def take_corners(self) -> Points | None:
        """Corners (4, 2) that somebody dragged, handed out once."""
        with self._lock:
            corners, self._corners = self._corners, None
            return corners

    def take_hold(self) -> bool | None:
        """Whether somebody wants the exposure held, or let go; handed out once."""
        with self._lock:
            hold, self._hold = self._hold, None
            return hold

    def show_held(self, held: bool) -> None:
        """Whether the camera holds its exposure; only what has one to hold says so."""
        with self._lock:
            self._held = held

    # -- the page's side -------------------------------------------------------------------

    def hold(self, held: bool) -> None:
        """Ask the camera to hold its exposure, or to let it go."""
        with self._lock:
            self._hold = held

    def drag(self, corners: Points) -> None:
        """Look for the board at these corners (4, 2), in pixels of the frame."""
        with self._lock:
            self._corners = corners

    def jpeg(self) -> bytes | None:
        """The newest frame with what is seen drawn over it; None where there is no picture."""
        look = self._newest()
        if look is None:
            return None
        picture = look.frame.picture
        if look.reading is not None:
            picture = overlay(picture, look.reading)
        scale = min(1.0, _SHOWN_WIDTH / picture.shape[1])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        encoded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]
        return encoded.tobytes()

    def facts(self) -> dict[str, Any]:
        """What is known of the newest frame, as JSON."""
        look = self._newest()
        if look is None:
            return {"finding": None, "advice": []}
        height, width = look.frame.picture.shape[:2]
        told: list[Advice] = advice(look.frame.picture, look.pose, look.reading)
        facts: dict[str, Any] = {
            "finding": look.finding.name.lower(),
            "frame": look.frame.number,
            "size": [width, height],
            "advice": [one.value for one in told],
            "held": self._held,
        }
        if look.pose is not None:
            facts["corners"] = np.round(look.pose.corners, 1).tolist()
        if look.reading is not None:
            played = look.reading.pose.played
            facts["rows"] = list(look.reading.rows())
            facts["sure"] = round(float(sureness(look.reading)[played].mean()), 3)
        return facts

    def _newest(self) -> Look | None:
        with self._lock:
            return self._look
