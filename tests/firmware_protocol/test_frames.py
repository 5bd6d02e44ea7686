from __future__ import annotations

from binascii import crc_hqx

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_protocol.cobs import cobs_encode
from firmware_protocol.errors import MessageError
from firmware_protocol.frames import (
    MAX_BODY,
    MAX_ENCODED,
    DecodeError,
    Fault,
    Frame,
    FrameDecoder,
    decode_frame,
    encode_frame,
)

byte = st.integers(0, 255)
frames = st.builds(Frame, byte, byte, st.binary(max_size=MAX_BODY))
noise = st.binary(max_size=600)


def cut(data: bytes, sizes: list[int]) -> list[bytes]:
    pieces = []
    for size in sizes:
        pieces.append(data[:size])
        data = data[size:]
    return [*pieces, data]


def test_the_checksum_is_ccitt_false() -> None:
    assert crc_hqx(b"123456789", 0xFFFF) == 0x29B1


@given(frames)
def test_a_frame_comes_back_whole(frame: Frame) -> None:
    wire = encode_frame(frame)
    assert wire.endswith(b"\0")
    assert len(wire) <= MAX_ENCODED + 1
    assert FrameDecoder().feed(wire) == [frame]


@given(st.lists(frames, max_size=5), st.lists(st.integers(0, 90), max_size=12))
def test_frames_may_be_cut_anywhere(sent: list[Frame], sizes: list[int]) -> None:
    wire = b"".join(encode_frame(frame) for frame in sent)
    decoder = FrameDecoder()
    assert [got for piece in cut(wire, sizes) for got in decoder.feed(piece)] == sent
    assert decoder.pending == 0


@given(st.lists(frames, min_size=1, max_size=3))
def test_frames_may_come_byte_by_byte(sent: list[Frame]) -> None:
    wire = b"".join(encode_frame(frame) for frame in sent)
    decoder = FrameDecoder()
    assert [got for n in range(len(wire)) for got in decoder.feed(wire[n : n + 1])] == sent


@given(frames, frames, noise, noise, noise)
def test_noise_closed_by_a_zero_costs_no_frame(
    first: Frame, second: Frame, before: bytes, between: bytes, after: bytes
) -> None:
    wire = (
        before
        + b"\0"
        + encode_frame(first)
        + between
        + b"\0"
        + encode_frame(second)
        + after
        + b"\0"
    )
    got = [item for item in FrameDecoder().feed(wire) if isinstance(item, Frame)]
    assert [item for item in got if item in (first, second)][:1] == [first]
    assert second in got[1:]


@given(frames, frames, noise)
def test_noise_without_a_zero_costs_one_frame_at_most(
    first: Frame, second: Frame, before: bytes
) -> None:
    assert second in FrameDecoder().feed(before + encode_frame(first) + encode_frame(second))


@given(frames, st.data())
def test_a_lost_byte_costs_at_most_the_frame_and_its_neighbour(
    frame: Frame, data: st.DataObject
) -> None:
    wire = encode_frame(frame)
    hole = data.draw(st.integers(0, len(wire) - 1))
    stream = wire[:hole] + wire[hole + 1 :] + encode_frame(frame) * 2
    assert FrameDecoder().feed(stream)[-1] == frame


@given(noise, st.lists(st.integers(0, 50), max_size=6))
def test_noise_is_bounded_in_memory_and_never_fails(data: bytes, sizes: list[int]) -> None:
    decoder = FrameDecoder()
    for piece in cut(data, sizes):
        decoder.feed(piece)
        assert decoder.pending <= MAX_ENCODED


def test_empty_frames_are_silence() -> None:
    assert FrameDecoder().feed(bytes(1000)) == []


def test_what_is_longer_than_any_frame_is_told_once_and_skipped() -> None:
    decoder = FrameDecoder()
    got = [item for _ in range(1000) for item in decoder.feed(b"\x55" * 1000)]
    assert [item.fault for item in got if isinstance(item, DecodeError)] == [Fault.TOO_LONG]
    assert decoder.pending == 0
    frame = Frame(1, 2, b"3")
    assert decoder.feed(b"\0" + encode_frame(frame)) == [frame]


def test_the_longest_frame_fits_and_one_byte_more_does_not() -> None:
    longest = Frame(255, 255, b"\xff" * MAX_BODY)
    assert FrameDecoder().feed(encode_frame(longest)) == [longest]
    with pytest.raises(MessageError, match="at most 240"):
        encode_frame(Frame(1, 1, bytes(MAX_BODY + 1)))


@pytest.mark.parametrize(("kind", "seq"), [(256, 0), (-1, 0), (0, 256)])
def test_numbers_that_are_no_bytes_are_refused(kind: int, seq: int) -> None:
    with pytest.raises(MessageError):
        encode_frame(Frame(kind, seq, b""))


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"\x05\x01", Fault.STUFFING),
        (cobs_encode(b"\x01\x02\x03"), Fault.TOO_SHORT),
        (cobs_encode(b"\x01\x02\x03\x04"), Fault.CHECKSUM),
    ],
)
def test_each_fault_has_its_name(content: bytes, fault: Fault) -> None:
    error = decode_frame(content)
    assert isinstance(error, DecodeError)
    assert (error.fault, error.data) == (fault, content)
    assert str(error) == f"{fault.value} ({len(content)} bytes dropped)"


def test_after_a_reset_an_unfinished_frame_is_forgotten() -> None:
    decoder = FrameDecoder()
    wire = encode_frame(Frame(1, 2, b"345"))
    decoder.feed(wire[:4])
    decoder.reset()
    assert decoder.feed(wire) == [Frame(1, 2, b"345")]
