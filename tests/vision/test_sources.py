"""Frames from files and folders, and cameras by their names."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras import camera_named, cameras, check_access
from vision.errors import SourceError, SourceFault
from vision.sources import STILLS_APART_S, Film, Folder, Frame

SIZE = (96, 64)


def films_made(path: Path, frames: int = 20, fps: float = 25.0) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, SIZE)
    for number in range(frames):
        writer.write(np.full((SIZE[1], SIZE[0], 3), number * 4, np.uint8))
    writer.release()
    return path


def all_of(source: Film | Folder) -> list[Frame]:
    frames = []
    while (frame := source.read()) is not None:
        frames.append(frame)
    source.close()
    return frames


def test_a_film_gives_every_frame_with_its_time(tmp_path: Path) -> None:
    film = Film(films_made(tmp_path / "game.avi"))
    assert film.length == 20
    frames = all_of(film)
    assert [frame.number for frame in frames] == list(range(20))
    assert [frame.time for frame in frames] == pytest.approx([n / 25 for n in range(20)], abs=0.002)
    assert frames[7].picture.mean() == pytest.approx(28, abs=3)
    assert film.warnings == []


@pytest.mark.parametrize("name", ["game.mp4", "game.mov", "game.mkv", "game.avi", "game.wmv"])
def test_the_usual_kinds_of_film_are_read(tmp_path: Path, name: str) -> None:
    assert len(all_of(Film(films_made(tmp_path / name, frames=5)))) == 5


def test_frames_can_be_passed_over(tmp_path: Path) -> None:
    film = Film(films_made(tmp_path / "game.avi"), fps=10)
    film.skip(12)
    frame = film.read()
    assert frame is not None
    assert (frame.number, frame.time) == (12, 1.2)
    film.close()


def test_a_film_that_breaks_off_says_so(tmp_path: Path) -> None:
    whole = films_made(tmp_path / "whole.avi", frames=60).read_bytes()
    (tmp_path / "cut.avi").write_bytes(whole[: len(whole) // 2])
    film = Film(tmp_path / "cut.avi")
    assert 0 < len(all_of(film)) < 60
    assert len(film.warnings) == 1
    assert "breaks off" in film.warnings[0]


def test_a_film_goes_on_after_a_part_that_is_damaged(tmp_path: Path) -> None:
    film = films_made(tmp_path / "game.avi", frames=60)
    data = bytearray(film.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 400] = b"\xd3" * 400
    film.write_bytes(data)
    frames = all_of(Film(film))
    assert len(frames) > 50
    assert frames[-1].picture.mean() == pytest.approx(59 * 4, abs=3)
    assert frames[-1].time == pytest.approx(59 / 25, abs=0.1)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("noise.mp4", b"\x00\x01noise" * 100),
        ("empty.mp4", b""),
        ("game.txt", b"1. 32-28 19-23 2. 28x19 14x23\n" * 100),
        ("game.nfo", b"1. 32-28 19-23 2. 28x19 14x23\n" * 100),
        ("list.m3u8", b"#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/secret.ts\n"),
    ],
)
def test_what_is_no_film_is_refused_in_one_line(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError, match="record it again") as told:
        Film(tmp_path / name)
    assert "\n" not in str(told.value)


def test_a_film_that_is_not_there() -> None:
    with pytest.raises(SourceError, match="does not exist"):
        Film(Path("/nowhere/game.mp4"))


def test_pictures_of_a_folder_come_in_natural_order_and_broken_ones_are_named(
    tmp_path: Path,
) -> None:
    for number in (1, 2, 10):
        picture = np.full((64, 96, 3), number * 20, np.uint8)
        cv2.imwrite(str(tmp_path / f"move{number}.png"), picture)
    (tmp_path / "move3.jpg").write_bytes(b"no picture")
    (tmp_path / "labels.json").write_text("[]")
    folder = Folder(tmp_path)
    frames = all_of(folder)
    assert [int(frame.picture.mean()) for frame in frames] == [20, 40, 200]
    assert [frame.time for frame in frames] == [0, STILLS_APART_S, 3 * STILLS_APART_S]
    assert len(folder.warnings) == 1
    assert "move3.jpg" in folder.warnings[0]


def test_an_empty_folder_is_no_film(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no pictures"):
        Folder(tmp_path)


@pytest.fixture
def linux(tmp_path: Path) -> tuple[Path, Path]:
    """The files of a computer with two cameras; each has a second node without pictures."""
    names, devices = tmp_path / "names", tmp_path / "dev"
    devices.mkdir()
    for number, index, name in (
        (0, 0, "Integrated Camera"),
        (1, 1, "Integrated Camera"),
        (2, 0, "USB  Cam"),
        (3, 1, "USB  Cam"),
    ):
        folder = names / f"video{number}"
        folder.mkdir(parents=True)
        (folder / "name").write_text(f"{name}\n")
        (folder / "index").write_text(f"{index}\n")
        (devices / f"video{number}").touch()
    return names, devices


@pytest.mark.parametrize(
    ("spec", "number"), [("", 0), ("2", 2), ("usb", 2), ("integrated", 0), ("/dev/video2", 2)]
)
def test_cameras_go_by_number_name_and_device(
    linux: tuple[Path, Path], spec: str, number: int
) -> None:
    assert [camera.number for camera in cameras(*linux)] == [0, 2]
    assert camera_named(spec, *linux).number == number


@pytest.mark.parametrize("spec", ["7", "thermal", "/dev/ttyUSB0", "1"])
def test_a_camera_that_is_not_there_is_answered_with_those_that_are(
    linux: tuple[Path, Path], spec: str
) -> None:
    with pytest.raises(SourceError, match=r"Integrated Camera.*USB Cam") as told:
        camera_named(spec, *linux)
    assert told.value.fault is SourceFault.ABSENT


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may open everything")
def test_a_forbidden_camera_names_the_group(linux: tuple[Path, Path]) -> None:
    camera = camera_named("0", *linux)
    assert camera.device is not None
    camera.device.chmod(0)
    with pytest.raises(SourceError, match="usermod -aG video"):
        check_access(camera)
