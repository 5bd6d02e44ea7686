"""Streams of phones: what plays, and what people are told to change where none does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.vision.phone import phone_there
from tests.vision.rtsp_camera import FRAMES, GREY, HEIGHT, WIDTH, camera_there
from vision.errors import SourceError, SourceFault
from vision.sources import open_live
from vision.streams import is_stream, without_password


@pytest.fixture(scope="module")
def phone() -> Iterator[str]:
    with phone_there() as address:
        yield address


@pytest.fixture(scope="module")
def rtsp_camera() -> Iterator[str]:
    with camera_there() as address:
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


def test_a_camera_in_the_network_plays_until_it_is_switched_off(rtsp_camera: str) -> None:
    capture = open_live(f"rtsp://anna:a%20secret@{rtsp_camera}/live", lambda: 2.5)
    for _ in range(FRAMES // 2):
        frame = capture.read()
        assert frame is not None
        assert frame.picture.shape == (HEIGHT, WIDTH, 3)
        assert frame.picture.mean() == pytest.approx(GREY, abs=3)
    with pytest.raises(SourceError, match="gives no more pictures; is its app") as error:
        all(capture.read() for _ in range(FRAMES))
    capture.close()
    assert error.value.fault is SourceFault.GONE


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("rtsp://{}/live", "wants the right name and password: rtsp://NAME:PASSWORD@"),
        ("rtsp://anna:wrong@{}/live", "wants the right name and password"),
        ("rtsp://anna:a%20secret@{}/other", "is no video; take the address"),
    ],
)
def test_a_camera_that_refuses_says_why(rtsp_camera: str, url: str, told: str) -> None:
    with pytest.raises(SourceError, match=told) as error:
        open_live(url.format(rtsp_camera), lambda: 0.0)
    assert "wrong@" not in str(error.value)


def test_streams_are_known_by_their_scheme_and_shown_without_a_password() -> None:
    assert is_stream("RTSP://phone/live")
    assert not any(map(is_stream, ["", "http", "0", "C:/film.mp4", "file:///film.mp4"]))
    assert without_password("rtsp://a:b@c@phone/live@2") == "rtsp://phone/live@2"
    assert without_password("USB Camera @ home") == "USB Camera @ home"
