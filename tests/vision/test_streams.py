"""Streams of phones: what plays, and what people are told to change where none does."""

from __future__ import annotations

import socketserver
from collections.abc import Iterator

import pytest

from tests.vision.phone import phone_there, running
from vision.errors import SourceError, SourceFault
from vision.sources import open_live
from vision.streams import is_stream, without_password


class RtspCamera(socketserver.StreamRequestHandler):
    """A camera in the network that is there, and refuses everybody."""

    answer = b"RTSP/1.0 401 Unauthorized"

    def handle(self) -> None:
        while line := self.rfile.readline():
            if line.startswith(b"CSeq"):
                number = line.strip()
            elif line == b"\r\n":
                self.wfile.write(self.answer + b"\r\n" + number + b"\r\n\r\n")


class NewRtspCamera(RtspCamera):
    """One whose video is at another address."""

    answer = b"RTSP/1.0 404 Not Found"


@pytest.fixture(scope="module")
def phone() -> Iterator[str]:
    with phone_there() as address:
        yield address


@pytest.mark.parametrize(
    "url",
    ["http://{}/video", "Http://{}/video", "http://{}/moved", "http://anna:a%20secret@{}/mine"],
)
def test_a_phone_is_a_camera(phone: str, url: str) -> None:
    capture = open_live(url.format(phone), lambda: 2.5)
    frame = capture.read()
    capture.close()
    assert frame is not None
    assert (frame.picture.shape, frame.time) == ((240, 320, 3), 2.5)
    assert "secret" not in capture.name


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://{}/mine", "wants the right name and password: http://NAME:PASSWORD@"),
        ("http://anna:wrong@{}/mine", "wants the right name and password"),
        ("http://anna:a%20secret@{}/none", "is no video; take the address"),
        ("http://{}/page", "is no video"),
        ("http://{}/picture", "is no video"),
        ("http://{}/list", "is no video"),
        ("http://{}/round", "is no video"),
        ("http://{}/", "is no video"),
        ("rtsp://127.0.0.1:9/x", "does not answer; start the camera app"),
        ("http://anna:wrong@[127.0.0.1/x", "does not answer"),
        ("http://127.0.0.1:99999/x", "does not answer"),
        ("ftp://{}/video", "use rtsp"),
    ],
)
def test_what_gives_no_video_is_told_with_the_remedy_and_without_the_password(
    phone: str, url: str, told: str
) -> None:
    with pytest.raises(SourceError, match=told) as error:
        open_live(url.format(phone), lambda: 0.0)
    assert "wrong" not in str(error.value)
    assert "secret" not in str(error.value)
    assert (error.value.fault is SourceFault.ABSENT) is ("does not answer" in told)


@pytest.mark.parametrize(
    ("camera", "told"),
    [(RtspCamera, "name and password: rtsp://NAME"), (NewRtspCamera, "no video")],
)
def test_a_camera_that_refuses_says_why(camera: type[RtspCamera], told: str) -> None:
    with (
        running(socketserver.ThreadingTCPServer(("127.0.0.1", 0), camera)) as address,
        pytest.raises(SourceError, match=told),
    ):
        open_live(f"rtsp://anna:wrong@{address}/live", lambda: 0.0)


def test_streams_are_known_by_their_scheme_and_shown_without_a_password() -> None:
    assert is_stream("RTSP://phone/live")
    assert not any(map(is_stream, ["", "http", "0", "C:/film.mp4", "file:///film.mp4"]))
    assert without_password("rtsp://a:b@c@phone/live@2") == "rtsp://phone/live@2"
    assert without_password("USB Camera @ home") == "USB Camera @ home"
