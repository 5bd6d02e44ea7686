"""The newest frame of a live source: streams that break off and come back, held exposure."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import cast

import cv2
import numpy as np
import pytest

from vision.errors import SourceError, SourceFault
from vision.exposure import hold_exposure
from vision.newest import NewestFrame
from vision.sources import Capture, Frame, open_live

PATIENCE_S = 60.0


class Phone(BaseHTTPRequestHandler):
    """A phone that serves its camera as multipart JPEG, and breaks off after some frames; every
    connection shows a lighter picture than the one before."""

    connections = 0

    def do_GET(self) -> None:
        light = 60 * Phone.connections
        Phone.connections += 1
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        jpeg = cv2.imencode(".jpg", np.full((240, 320, 3), light, np.uint8))[1].tobytes()
        for _ in range(40):
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
            self.wfile.write(head.encode() + jpeg + b"\r\n")

    def log_message(self, *args: object) -> None:
        """Nothing: nobody reads it."""


@pytest.fixture
def phone() -> Iterator[str]:
    Phone.connections = 0
    server = ThreadingHTTPServer(("127.0.0.1", 0), Phone)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/video"
    server.shutdown()
    server.server_close()
    thread.join()


def waited_for(source: NewestFrame, wanted: Callable[[Frame | SourceError], bool]) -> None:
    while (news := source.wait(PATIENCE_S)) is not None:
        if wanted(news):
            return
    raise AssertionError("it never came")


def test_a_stream_that_breaks_off_is_told_and_taken_up_again(phone: str) -> None:
    source = NewestFrame(lambda: open_live(phone, lambda: 0.0))
    source.start()
    try:
        waited_for(source, lambda news: isinstance(news, Frame))
        waited_for(
            source, lambda news: isinstance(news, SourceError) and news.fault is SourceFault.GONE
        )
        waited_for(source, lambda news: isinstance(news, Frame) and news.picture.mean() > 30)
        source.hold_exposure(held=True)
        assert not source.exposure_is_held
    finally:
        source.stop()


class Sensor:
    """A camera by its switches: one that obeys, one that refuses, one that only says it obeys."""

    def __init__(self, *, refuses: bool = False, pretends: bool = False) -> None:
        self.refuses, self.pretends = refuses, pretends
        self.values: dict[int, float] = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3,
            cv2.CAP_PROP_EXPOSURE: 166,
            cv2.CAP_PROP_AUTO_WB: 1,
        }

    def get(self, prop: int) -> float:
        return self.values.get(prop, 0.0)

    def set(self, prop: int, value: float) -> bool:
        if self.refuses:
            return False
        if not self.pretends:
            self.values[prop] = value
            if prop == cv2.CAP_PROP_AUTO_EXPOSURE and value == 1:
                self.values[cv2.CAP_PROP_EXPOSURE] = 10  # what it was set to by hand before
        return True

    def read(self) -> tuple[bool, np.ndarray]:
        return True, np.full((48, 64, 3), 90, np.uint8)

    def release(self) -> None:
        """Nothing is open."""

    @property
    def capture(self) -> cv2.VideoCapture:
        """As OpenCV gives it."""
        return cast(cv2.VideoCapture, self)


def test_a_camera_that_obeys_keeps_the_exposure_that_it_has_found() -> None:
    sensor = Sensor()
    assert hold_exposure(sensor.capture, held=True)
    assert sensor.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert sensor.values[cv2.CAP_PROP_EXPOSURE] == 166
    assert sensor.values[cv2.CAP_PROP_AUTO_WB] == 0
    assert not hold_exposure(sensor.capture, held=False)
    assert sensor.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
    assert sensor.values[cv2.CAP_PROP_AUTO_WB] == 1


@pytest.mark.parametrize("manner", ["refuses", "pretends"])
def test_a_camera_that_does_not_obey_holds_nothing(manner: str) -> None:
    assert not hold_exposure(Sensor(**{manner: True}).capture, held=True)


@pytest.mark.parametrize("refuses", [False, True])
def test_exposure_is_held_once_it_was_found(refuses: bool) -> None:
    sensor = Sensor(refuses=refuses)
    source = NewestFrame(
        lambda: Capture("camera 0", sensor.capture, lambda: 0.0, has_exposure=True)
    )
    source.hold_exposure(held=True)
    source.start()
    try:
        waited_for(source, lambda news: isinstance(news, Frame) and news.number > 100)
        assert source.exposure_is_held is not refuses
    finally:
        source.stop()
