"""The golden vectors lock the wire: a board in somebody's house must go on understanding us."""

from __future__ import annotations

import dataclasses
from typing import Any

from firmware_protocol.codec import Decoder, Received, encode
from firmware_protocol.layout import Message
from firmware_protocol.messages import MESSAGES

Vectors = list[dict[str, Any]]


def plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if dataclasses.is_dataclass(value):
        return [plain(getattr(value, field.name)) for field in dataclasses.fields(value)]
    return int(value)


def read(row: dict[str, Any]) -> Message:
    (item,) = Decoder().feed(bytes.fromhex(row["hex"]))
    assert isinstance(item, Received)
    assert item.seq == row["seq"]
    assert isinstance(item.message, Message)
    return item.message


def test_every_message_has_a_vector(vectors: Vectors) -> None:
    assert {row["kind"] for row in vectors} == {cls.__name__ for cls in MESSAGES.values()}


def test_the_bytes_mean_the_fields(vectors: Vectors) -> None:
    for row in vectors:
        message = read(row)
        assert type(message).__name__ == row["kind"]
        fields = {f.name: plain(getattr(message, f.name)) for f in dataclasses.fields(message)}  # type: ignore[arg-type]
        assert fields == row["fields"]


def test_the_fields_make_the_bytes(vectors: Vectors) -> None:
    for row in vectors:
        assert encode(read(row), row["seq"]).hex() == row["hex"]


def test_all_of_them_in_one_stream(vectors: Vectors) -> None:
    decoder = Decoder()
    wire = b"".join(bytes.fromhex(row["hex"]) for row in vectors)
    got = decoder.feed(wire)
    assert [type(item.message).__name__ for item in got if isinstance(item, Received)] == [
        row["kind"] for row in vectors
    ]
    assert decoder.errors == 0


def test_no_single_flipped_bit_in_any_of_them_passes_for_another_message(vectors: Vectors) -> None:
    """Exhaustive: flips that change nothing but the closing zero leave the rest of a frame."""
    for row in vectors:
        wire = bytes.fromhex(row["hex"])
        for bit in range(len(wire) * 8):
            flipped = bytearray(wire)
            flipped[bit // 8] ^= 1 << bit % 8
            assert not [
                i for i in Decoder().feed(bytes(flipped) + b"\0") if isinstance(i, Received)
            ]
