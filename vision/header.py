"""The header of an image file: its kind and size, told before a single pixel is decoded.

A few hundred bytes may ask for gigabytes of pixels, so the size is looked at first. Sources: JPEG
ITU-T T.81 annex B, PNG (W3C), RFC 9649 (WebP), BITMAPINFOHEADER (Microsoft), TIFF 6.0.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass

from vision.errors import PictureError

_CUT = "the picture is cut short; copy or download it again"
_FOREIGN = {
    b"ftypheic": "HEIC",
    b"ftypheix": "HEIC",
    b"ftypmif1": "HEIC",
    b"ftypavif": "AVIF",
    b"GIF8": "GIF",
    b"%PDF": "PDF",
    b"ftyp": "a video",
}


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says of itself; `alpha`: some pixels may be transparent."""

    kind: str
    width: int
    height: int
    alpha: bool = False


def read_header(data: bytes) -> Header:
    """The header of a JPEG, PNG, WebP, BMP or TIFF file.

    Raises PictureError where it is none of these, cut short, or without any pixels.
    """
    if not data:
        raise PictureError("the picture is empty; copy or download it again")
    for magic, read in _READERS.items():
        if data.startswith(magic):
            try:
                header = read(data)
            except (struct.error, IndexError) as error:
                raise PictureError(_CUT) from error
            if header.width < 1 or header.height < 1:
                raise PictureError("the picture has no pixels; save it anew as JPEG or PNG")
            return header
    for magic, name in _FOREIGN.items():
        if magic in data[:12]:
            raise PictureError(f"this is {name}, which is not read; save it as JPEG or PNG")
    raise PictureError("this is no picture; give a JPEG, PNG, WebP, BMP or TIFF file")


def _jpeg(data: bytes) -> Header:
    size = None
    at = 2
    while True:
        marker, length = struct.unpack_from(">xBH", data, at)
        if data[at] != 0xFF:
            raise PictureError("the picture is damaged; copy or download it again")
        if marker == 0xFF:  # padding before a marker
            at += 1
            continue
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = width, height
        if marker == 0xDA:
            break
        at += 2 + length
    if size is None or data.find(b"\xff\xd9", at) < 0:  # older OpenCV fills the rest with grey
        raise PictureError(_CUT)
    return Header("JPEG", *size)


def _png(data: bytes) -> Header:
    width, height, _, color_type = struct.unpack_from(">IIBB", data, 16)
    if b"IEND" not in data:
        raise PictureError(_CUT)
    transparent = b"tRNS" in data[: data.find(b"IDAT")]
    return Header("PNG", width, height, alpha=color_type in (4, 6) or transparent)


def _riff(data: bytes) -> Header:
    (length,) = struct.unpack_from("<I", data, 4)
    if len(data) < 30 or len(data) < length + 8:
        raise PictureError(_CUT)
    if data[8:12] != b"WEBP":
        raise PictureError("this is sound or a video; give a JPEG, PNG, WebP, BMP or TIFF file")
    match data[12:16]:
        case b"VP8X":
            width = 1 + int.from_bytes(data[24:27], "little")
            height = 1 + int.from_bytes(data[27:30], "little")
            return Header("WebP", width, height, alpha=bool(data[20] & 0x10))
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", data, 21)
            width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
            return Header("WebP", width, height, alpha=bool(bits >> 28 & 1))
        case _:
            width, height = struct.unpack_from("<HH", data, 26)
            return Header("WebP", width & 0x3FFF, height & 0x3FFF)


def _bmp(data: bytes) -> Header:
    (header_size,) = struct.unpack_from("<I", data, 14)
    if header_size == 12:  # BITMAPCOREHEADER
        return Header("BMP", *struct.unpack_from("<HH", data, 18))
    width, height = struct.unpack_from("<ii", data, 18)
    return Header("BMP", width, abs(height))  # a negative height: top row first


def _tiff(data: bytes) -> Header:
    order = "<" if data.startswith(b"II") else ">"
    (at,) = struct.unpack_from(order + "I", data, 4)
    (entries,) = struct.unpack_from(order + "H", data, at)
    values = {}
    for entry in range(at + 2, at + 2 + 12 * entries, 12):
        tag, kind = struct.unpack_from(order + "HH", data, entry)
        (values[tag],) = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, entry + 8)
    return Header("TIFF", values.get(256, 0), values.get(257, 0))


_READERS: dict[bytes, Callable[[bytes], Header]] = {
    b"\xff\xd8\xff": _jpeg,
    b"\x89PNG\r\n\x1a\n": _png,
    b"RIFF": _riff,
    b"BM": _bmp,
    b"II*\0": _tiff,
    b"MM\0*": _tiff,
}
