"""Every file becomes an upright picture of 8 bit, or one line that says what is wrong with it."""

from __future__ import annotations

import contextlib
import os
import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.drawn_board import chequer
from vision.errors import PictureError
from vision.header import read_header
from vision.picture import MAX_PIXELS, load_photograph, load_picture
from vision.pose import Picture

PICTURES = Path(__file__).parent / "pictures"
BOARD = chequer(4, 3)  # 192 x 144
KINDS = (".jpg", ".png", ".webp", ".bmp", ".tiff")


def encoded(kind: str, picture: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> bytes:
    done, data = cv2.imencode(kind, picture)
    assert done
    return data.tobytes()


def is_board(picture: Picture) -> bool:
    """Alike, whatever was lost on the way."""
    return picture.shape == BOARD.shape and float(np.abs(picture.astype(int) - BOARD).mean()) < 6


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_of_all_kinds(kind: str) -> None:
    photograph = load_photograph(encoded(kind, BOARD))
    assert is_board(photograph.pixels)
    assert photograph.reduced == 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_header_tells_the_size(kind: str) -> None:
    header = read_header(encoded(kind, BOARD))
    assert (header.width, header.height) == (192, 144)


@pytest.mark.parametrize("kind", [".png", ".tiff"])
def test_sixteen_bits(kind: str) -> None:
    assert is_board(load_picture(encoded(kind, BOARD.astype(np.uint16) * 257)))


def test_a_rare_form_is_told_in_one_line_and_by_nobody_else(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(PictureError, match="this TIFF is damaged or of a rare form"):
        load_picture(encoded(".tiff", (BOARD / 255).astype(np.float32)))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("kind", KINDS)
def test_grey(kind: str) -> None:
    grey = cv2.cvtColor(BOARD, cv2.COLOR_BGR2GRAY)
    picture = load_picture(encoded(kind, grey))
    assert picture.shape == BOARD.shape
    assert float(np.abs(picture.mean(axis=2) - grey).mean()) < 6


@pytest.mark.parametrize(
    "name",
    [
        "cmyk.jpg",  # the four colours of a printer
        "palette.png",
        "animated.webp",  # the first picture counts
    ],
)
def test_rare_forms(name: str) -> None:
    assert is_board(load_picture(PICTURES / name))


@pytest.mark.parametrize("kind", [".png", ".webp"])
def test_what_is_transparent_is_white(kind: str) -> None:
    opacity = np.full(BOARD.shape[:2], 255, np.uint8)
    opacity[:, :96] = 0
    hidden = BOARD.copy()
    hidden[:, :96] = 0
    picture = load_picture(encoded(kind, np.dstack([hidden, opacity])))
    assert (picture[:, :90] == 255).all()
    assert np.abs(picture[:, 100:].astype(int) - BOARD[:, 100:]).mean() < 6


EXIF_TURNED = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
"""Orientation 6: the first row of the file is the right side of the picture."""


def taken_upright(picture: Picture) -> bytes:
    """The file of a telephone that was held upright: the picture lies in it."""
    lying = encoded(".jpg", np.rot90(picture).copy())
    block = b"\xff\xe1" + struct.pack(">H", len(EXIF_TURNED) + 2) + EXIF_TURNED
    return lying[:2] + block + lying[2:]


def test_a_telephone_held_upright() -> None:
    assert is_board(load_picture(taken_upright(BOARD)))


def test_a_large_picture_is_made_smaller_and_its_pixels_are_known() -> None:
    large = np.zeros((4200, 5000), np.uint8)
    large[2000:2008, 3000:3008] = 255
    photograph = load_photograph(encoded(".png", large))
    assert photograph.pixels.shape == (2100, 2500, 3)
    y, x = np.argwhere(photograph.pixels[..., 0] > 200).mean(axis=0)
    assert photograph.in_full(np.array([x, y])) == pytest.approx([3003.5, 2003.5])


def bomb() -> bytes:
    """A PNG of a few hundred bytes that asks for 40 gigabytes."""

    def chunk(name: bytes, data: bytes) -> bytes:
        crc = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + crc

    header = struct.pack(">IIBBBBB", 100_000, 100_000, 8, 2, 0, 0, 0)
    data = chunk(b"IDAT", zlib.compress(bytes(1000)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + data + chunk(b"IEND", b"")


BROKEN = {
    "nothing": (b"", "empty"),
    "text": (b"hello, world" * 20, "no picture"),
    "a GIF": (b"GIF89a" + bytes(100), "GIF"),
    "a telephone's HEIC": (b"\0\0\0\x18ftypheic" + bytes(100), "HEIC"),
    "a sound": (b"RIFF" + struct.pack("<I", 92) + b"WAVE" + bytes(100), "sound"),
    "a bomb": (bomb(), f"less than {MAX_PIXELS // 1_000_000} million"),
    "a stamp": (encoded(".png", BOARD[:20, :20]), "larger"),
    "no pixels": (b"BM" + bytes(12) + struct.pack("<Iii", 40, 0, 0) + bytes(40), "no pixels"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_picture_is_told_with_the_remedy(name: str) -> None:
    data, why = BROKEN[name]
    with pytest.raises(PictureError, match=why) as error:
        load_photograph(data)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", [0.01, 0.5, 0.99])
def test_a_picture_cut_short(kind: str, part: float) -> None:
    data = encoded(kind, BOARD)
    with pytest.raises(PictureError):
        load_photograph(data[: max(4, int(len(data) * part))])


@given(data=st.data(), kind=st.sampled_from(KINDS))
def test_damaged_files_are_a_picture_or_an_error_of_ours(data: st.DataObject, kind: str) -> None:
    damaged = bytearray(encoded(kind, BOARD[:80, :80]))
    for at in data.draw(st.lists(st.integers(0, min(len(damaged), 400) - 1), max_size=8)):
        damaged[at] = data.draw(st.integers(0, 255))
    try:
        picture = load_picture(bytes(damaged))
    except PictureError:
        return
    assert picture.dtype == np.uint8
    assert picture.ndim == 3


def damaged(data: bytes) -> bytes:
    """The file with some bytes in its middle overwritten."""
    middle = len(data) // 2
    return data[:middle] + b"\xff\xd3" * 15 + data[middle + 30 :]


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_of_damage_inside_only_we_speak(kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    with contextlib.suppress(PictureError):  # a JPEG shows what is left
        load_picture(damaged(encoded(kind, BOARD)))
    assert capfd.readouterr() == ("", "")


def test_others_are_heard_after_many_pictures_at_once(capfd: pytest.CaptureFixture[str]) -> None:
    large = encoded(".png", np.random.default_rng(1).integers(0, 255, (900, 900, 3), np.uint8))
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(load_picture, [large] * 16))
    os.write(2, b"here")
    assert capfd.readouterr() == ("", "here")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such thing")
def test_what_never_ends_is_too_large() -> None:
    with pytest.raises(PictureError, match="too large"):
        load_picture(Path("/dev/zero"))


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "board.png"
    file.write_bytes(encoded(".png", BOARD))
    assert is_board(load_picture(file))
    for path, why in ((tmp_path, "folder"), (tmp_path / "none.jpg", "not there")):
        with pytest.raises(PictureError, match=why):
            load_picture(path)
    file.write_bytes(b"")
    with pytest.raises(PictureError, match=r"board\.png"):
        load_picture(file)
