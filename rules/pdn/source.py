"""From bytes to text in pieces: encodings and line ends."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from typing import BinaryIO

_CHUNK = 1 << 16  # bytes or characters read at a time
_FALLBACK = "pdn-windows-1252"
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    """What is not UTF-8 is Windows-1252; the five bytes that this lacks are Latin-1."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(_WINDOWS_1252[byte] for byte in wrong), error.end


_WINDOWS_1252 = [
    bytes([byte]).decode("cp1252", "ignore") or bytes([byte]).decode("latin-1")
    for byte in range(256)
]
codecs.register_error(_FALLBACK, _as_windows_1252)


def text_chunks(source: bytes | str | BinaryIO) -> Iterator[str]:
    """The text of `source` piece by piece, with `\\n` as the only line end.

    Bytes are UTF-8, with or without mark; bytes that are not are read as Windows-1252, so a file
    joined from several sources reads right.
    """
    if isinstance(source, str):
        return _newlines(source[at : at + _CHUNK] for at in range(0, len(source), _CHUNK))
    stream = io.BytesIO(source) if isinstance(source, bytes | bytearray | memoryview) else source
    return _newlines(_decoded(stream))


def _decoded(stream: BinaryIO) -> Iterator[str]:
    chunk = stream.read(_CHUNK)
    if chunk[:2] in _UTF_16:
        decoder = codecs.getincrementaldecoder("utf-16")("replace")
    else:
        decoder = codecs.getincrementaldecoder("utf-8")(_FALLBACK)
    while chunk:
        yield decoder.decode(chunk)
        chunk = stream.read(_CHUNK)
    yield decoder.decode(b"", final=True)


def _newlines(chunks: Iterator[str]) -> Iterator[str]:
    translate = io.IncrementalNewlineDecoder(None, translate=True)
    for chunk in chunks:
        yield translate.decode(chunk)
    yield translate.decode("", final=True)
