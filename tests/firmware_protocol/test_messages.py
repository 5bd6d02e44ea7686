from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_protocol import messages
from firmware_protocol.codec import Decoder, Received, encode
from firmware_protocol.codes import (
    BoardKind,
    ButtonCode,
    CalibrationStep,
    Capability,
    Charge,
    Content,
    ErrorCode,
    LedBlink,
    LedColor,
    LedKind,
    MessageType,
    NakReason,
    RestartMode,
    SelfTestStep,
    SensorCode,
    SettingKey,
    State,
)
from firmware_protocol.errors import BodyError, MessageError
from firmware_protocol.frames import DecodeError, Fault, Frame, encode_frame
from firmware_protocol.layout import Message
from firmware_protocol.messages import LedStep, Light, SquareLevels

u8, u16, u32 = st.integers(0, 255), st.integers(0, 65535), st.integers(0, 2**32 - 1)
square = st.integers(1, 255)
lights = st.builds(Light, square, st.sampled_from(LedColor), st.sampled_from(LedBlink))


def flags(kind: type[Capability] | type[State], top: int) -> st.SearchStrategy[int]:
    return st.integers(0, top).map(kind)


ANY_MESSAGE: st.SearchStrategy[Message] = st.one_of(
    st.builds(messages.Hello, u8, u8),
    st.builds(
        messages.HelloAnswer, u8, u8, u32, st.sampled_from(BoardKind), u8,
        st.sampled_from(SensorCode), st.sampled_from(LedKind), u8, flags(Capability, 65535),
        st.tuples(u8, u8, u8), st.binary(max_size=32),
    ),
    st.builds(messages.GetSnapshot),
    st.builds(
        messages.SnapshotReport, u16, u32,
        st.lists(st.sampled_from(Content), min_size=1, max_size=200).map(tuple),
    ),
    st.builds(messages.Ping, st.binary(max_size=240)),
    st.builds(messages.Pong, st.binary(max_size=240)),
    st.builds(
        messages.SetLeds, st.sampled_from([LedStep.ADD, LedStep.CLEAR, LedStep.SHOW]), u8,
        st.lists(lights, max_size=60).map(tuple),
    ),
    st.builds(messages.ReadSetting, st.sampled_from(SettingKey)),
    st.builds(messages.WriteSetting, st.sampled_from(SettingKey), u16),
    st.builds(messages.Setting, st.sampled_from(SettingKey), u16),
    st.builds(messages.ReadCalibration, u8, u8),
    st.builds(
        messages.Calibration, square,
        st.lists(st.builds(SquareLevels, u16, u16, u16), max_size=39).map(tuple),
    ),
    st.builds(
        messages.WriteCalibration, square, st.lists(st.tuples(u16, u16), max_size=59).map(tuple)
    ),
    st.builds(messages.Calibrate, st.sampled_from(CalibrationStep)),
    st.builds(messages.SelfTest, st.sampled_from(SelfTestStep)),
    st.builds(messages.Restart, st.sampled_from(RestartMode)),
    st.builds(messages.Change, u16, u32, square, st.sampled_from(Content)),
    st.builds(messages.Heartbeat, u16, u32, flags(State, 255), u32),
    st.builds(messages.Button, u32, st.sampled_from(ButtonCode), st.booleans()),
    st.builds(messages.Battery, u8, u16, st.sampled_from(Charge)),
    st.builds(messages.Calibrated, st.sampled_from(CalibrationStep), u8, u8),
    st.builds(messages.ErrorReport, st.sampled_from(ErrorCode), u8, u16),
    st.builds(messages.Ack, u8),
    st.builds(messages.Nak, u8, st.sampled_from(NakReason)),
)  # fmt: skip


@given(ANY_MESSAGE, u8)
def test_every_message_comes_back_as_it_was(message: Message, seq: int) -> None:
    assert Decoder().feed(encode(message, seq)) == [Received(seq, message)]


@given(st.lists(st.tuples(ANY_MESSAGE, u8), max_size=6), st.integers(1, 40))
def test_a_stream_cut_in_any_pieces_gives_the_same_messages(
    sent: list[tuple[Message, int]], size: int
) -> None:
    wire = b"".join(encode(message, seq) for message, seq in sent)
    decoder = Decoder()
    pieces = [wire[n : n + size] for n in range(0, len(wire), size)]
    got = [item for piece in pieces for item in decoder.feed(piece)]
    assert got == [Received(seq, message) for message, seq in sent]
    assert decoder.errors == 0


@given(ANY_MESSAGE, st.lists(st.integers(0, 246 * 8), min_size=1, max_size=3, unique=True))
def test_up_to_three_flipped_bits_never_make_another_message(
    message: Message, flipped: list[int]
) -> None:
    wire = bytearray(encode(message, 7))
    for bit in flipped:
        wire[bit // 8 % len(wire)] ^= 1 << bit % 8
    accepted = [item for item in Decoder().feed(bytes(wire) + b"\0") if isinstance(item, Received)]
    assert all(item == Received(7, message) for item in accepted)


def test_every_type_of_the_document_has_a_class() -> None:
    assert set(messages.MESSAGES) == set(MessageType)


def test_events_and_common_requests_fit_twenty_bytes() -> None:
    top = 2**32 - 1
    common: list[Message] = [
        messages.Change(65535, top, 50, Content.BLACK_KING),
        messages.Heartbeat(65535, top, State(255), top),
        messages.Button(top, ButtonCode.CONFIRM, True),
        messages.GetSnapshot(),
        messages.led_pattern([Light(n, LedColor.RED) for n in range(1, 7)])[0],
        messages.Ack(255),
    ]
    assert max(len(encode(message, 255)) for message in common) <= 20


# Growth


def receive(kind: int, body: bytes) -> Received | DecodeError:
    (item,) = Decoder().feed(encode_frame(Frame(kind, 1, body)))
    return item


def test_an_unknown_type_is_handed_on_and_is_no_error() -> None:
    item = receive(0xDD, b"later")
    assert item == Received(1, messages.Unknown(0xDD, b"later"))


@given(st.binary(max_size=20))
def test_bytes_behind_the_known_fields_are_ignored(tail: bytes) -> None:
    for message in (
        messages.Change(9, 8, 7, Content.WHITE),
        messages.Heartbeat(1, 2, State(1), 3),
        messages.SnapshotReport(1, 2, (Content.WHITE,) * 5),
        messages.Ack(4),
    ):
        assert receive(message.TYPE, message.pack() + tail) == Received(1, message)


def test_codes_of_a_later_version_read_as_other_and_flags_are_kept() -> None:
    assert receive(0xF1, bytes((5, 200))) == Received(1, messages.Nak(5, NakReason.OTHER))
    assert receive(0xC6, bytes((99, 0, 1, 0))) == Received(
        1, messages.ErrorReport(ErrorCode.OTHER, 0, 1)
    )
    beat = receive(0xC2, bytes((0, 0, 0, 0, 0, 0, 0x81, 0, 0, 0, 0)))
    assert isinstance(beat, Received)
    assert isinstance(beat.message, messages.Heartbeat)
    assert beat.message.state == State.CALIBRATED | 0x80


# Bodies that fit no message


@pytest.mark.parametrize(
    ("kind", "body", "says"),
    [
        (0xC1, "0100", "Change: 2 bytes, needs 8"),
        (0xC1, "0100e803000000" + "02", "square 0"),
        (0xC1, "0100e8030000" + "1f" + "09", "content cannot be 9"),
        (0x82, "0000" + "00000000", "1 to 200 squares"),
        (0x82, "0000" + "00000000" + "3203", "2 or 4 bits"),
        (0x82, "0000" + "00000000" + "3202" + "00" * 12, "cut off"),
        (0x82, "0000" + "00000000" + "0102" + "04", "bits behind the last square"),
        (0x82, "0000" + "00000000" + "0104" + "08", "8"),
        (0x81, "01" * 16, "cut off"),
        (0x81, "01" * 16 + "09" + "00", "cut off"),
        (0x04, "0101" + "0101" + "05", "3 bytes are no whole number"),
        (0x04, "0101" + "0008", "square 0"),
        (0x04, "0101" + "0108", "8"),
        (0x04, "0101" + "0141", "4"),
        (0x04, "0801", "step cannot be 8"),
        (0x06, "77", "key cannot be 119"),
        (0x0E, "00" + "0000", "guard"),
        (0x88, "00", "square 0"),
    ],
)
def test_a_body_that_does_not_fit_is_told_with_its_reason(kind: int, body: str, says: str) -> None:
    item = receive(kind, bytes.fromhex(body))
    assert isinstance(item, DecodeError)
    assert item.fault is Fault.BODY
    assert says in str(item)


@pytest.mark.parametrize(
    "message",
    [
        messages.Hello(256, 0),
        messages.WriteSetting(SettingKey.SENSOR, 65536),
        messages.Ping(bytes(241)),
        messages.SnapshotReport(0, 0, ()),
        messages.SnapshotReport(0, 0, (Content.EMPTY,) * 201),
        messages.SetLeds(LedStep.ADD, 1, (Light(0, LedColor.RED),)),
    ],
)
def test_what_the_wire_cannot_carry_is_refused_before_it_is_sent(message: Message) -> None:
    with pytest.raises(MessageError):
        encode(message)


def test_square_zero_cannot_even_be_made_into_a_change() -> None:
    with pytest.raises(MessageError, match="square 0"):
        messages.Change(0, 0, 0, Content.EMPTY)


def test_body_errors_are_theirs_and_message_errors_ours() -> None:
    with pytest.raises(BodyError):
        messages.Change.unpack(b"")


# Light patterns


@given(st.lists(lights, max_size=50, unique_by=lambda light: light.square))
def test_a_pattern_clears_first_shows_last_and_counts_what_is_lit(pattern: list[Light]) -> None:
    steps = messages.led_pattern(pattern)
    lit = [light for light in pattern if light.color is not LedColor.OFF]
    assert [light for step in steps for light in step.lights] == lit
    assert all(step.lit == len(lit) for step in steps)
    assert [bool(step.step & LedStep.CLEAR) for step in steps] == [
        n == 0 for n in range(len(steps))
    ]
    assert [bool(step.step & LedStep.SHOW) for step in steps] == [
        n == len(steps) - 1 for n in range(len(steps))
    ]
    assert all(len(encode(step, 1)) <= 20 for step in steps)


def test_a_square_named_twice_is_refused() -> None:
    twice = [Light(5, LedColor.RED), Light(5, LedColor.BLUE)]
    with pytest.raises(MessageError, match="twice"):
        messages.led_pattern(twice)
