"""The decoders of foreign boards: however the bytes are cut, and whatever they are."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.decoder_fuzz import SUBJECTS, fuzz
from firmware_protocol.certabo import CertaboDecoder, LedAck, Rows
from firmware_protocol.dgt.clock import ClockAck, ClockTimes
from firmware_protocol.dgt.decoder import DgtDecoder
from firmware_protocol.dgt.event_log import LogField, LogMark, LogTime
from firmware_protocol.dgt.messages import FieldUpdate, Unknown
from firmware_protocol.dgt.pieces import Coding, dark_indexes, start_coding
from firmware_protocol.dxp import BackAnswer, BackRequest, Chat, DxpDecoder, GameAnswer, GameRequest
from firmware_protocol.millennium import Answer, MillenniumDecoder, command
from firmware_protocol.square_off import Battery, NewGame, Occupied, SquareOffDecoder
from firmware_protocol.stream import Event, StreamDecoder

DATA = Path(__file__).parents[1] / "data" / "board_vectors.json"
BYTES = {v["id"]: bytes.fromhex(v["hex"]) for v in json.loads(DATA.read_bytes())["vectors"]}


def in_pieces(decoder: StreamDecoder, data: bytes, cuts: list[int]) -> list[Event]:
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [event for start, end in pairwise(places) for event in decoder.feed(data[start:end])]


@pytest.mark.parametrize("name", SUBJECTS)
def test_noise_and_damage_break_no_decoder(name: str) -> None:
    tally = fuzz(SUBJECTS[name], 30_000, seed=7)
    assert tally.missed == 0
    assert tally.largest_pending <= SUBJECTS[name].longest
    assert tally.framing_errors > 0


@pytest.mark.parametrize("name", SUBJECTS)
@settings(max_examples=30, deadline=None)
@given(cuts=st.lists(st.integers(0, 10_000), max_size=12))
def test_messages_may_be_cut_anywhere(name: str, cuts: list[int]) -> None:
    subject = SUBJECTS[name]
    data = BYTES[subject.good] * 3
    decoder = subject.decoder()
    assert in_pieces(decoder, data, cuts) == subject.decoder().feed(data)
    assert decoder.pending == decoder.framing_errors == 0


DGT_LIKE = st.lists(
    st.one_of(
        st.sampled_from([BYTES[name] for name in BYTES if name.startswith("dgt-")]),
        st.binary(max_size=8),
    ),
    max_size=8,
).map(b"".join)


@settings(deadline=None)
@given(data=DGT_LIKE, cuts=st.lists(st.integers(0, 2000), max_size=20))
def test_a_dgt_stream_says_the_same_however_it_is_cut_and_damaged(
    data: bytes, cuts: list[int]
) -> None:
    whole, cut = DgtDecoder(), DgtDecoder()
    assert in_pieces(cut, data, cuts) == whole.feed(data)
    assert (cut.pending, cut.framing_errors) == (whole.pending, whole.framing_errors)


@given(before=st.binary(max_size=40))
def test_whatever_comes_before_a_dgt_message_never_hides_it(before: bytes) -> None:
    assert DgtDecoder().feed(before + BYTES["dgt-field-8x8-lift"])[-1] == FieldUpdate(52, 0)


def test_an_unfinished_message_is_forgotten_on_reset() -> None:
    decoder = DgtDecoder()
    decoder.feed(BYTES["dgt-battery"][:6])
    decoder.reset()
    assert decoder.pending == 0
    assert decoder.feed(BYTES["dgt-field-8x8-lift"]) == [FieldUpdate(52, 0)]


def test_zero_times_mean_nothing_and_flags_are_read() -> None:
    assert DgtDecoder().feed(bytes.fromhex("8d 00 0a 00 00 00 00 00 00 00")) == []
    (times,) = DgtDecoder().feed(bytes.fromhex("8d 00 0a 00 00 07 10 00 00 05"))
    assert times == ClockTimes(7, 0, 5, right_flag=False, left_flag=True)


def test_a_clock_may_refuse_and_may_speak_by_itself() -> None:
    (refused,) = DgtDecoder().feed(bytes.fromhex("8d 00 0a 0a 40 0c 0a 00 00 00"))
    (button,) = DgtDecoder().feed(BYTES["dgt-clock-button-ok"])
    assert isinstance(refused, ClockAck)
    assert isinstance(button, ClockAck)
    assert (refused.is_good, refused.is_event, refused.command) == (False, False, 0x0C)
    assert (button.is_good, button.is_event, button.ack[3]) == (True, True, 53)


def test_a_log_is_read_to_its_last_whole_entry() -> None:
    body = bytes.fromhex("6f 75 03 21 4a 0b 7d 40")
    events = DgtDecoder().feed(bytes((0x8F, 0, 3 + len(body))) + body)
    assert events == [
        LogMark("BEGINPOS"),
        LogTime("left", 5, 3, 21),
        LogField(11, 10, False),
        LogMark("TAG_7D"),
    ]


def test_messages_of_later_days_are_skipped_whole() -> None:
    data = bytes.fromhex("bb 00 06 01 02 03") + BYTES["dgt-field-8x8-lift"]
    assert DgtDecoder().feed(data) == [Unknown(0xBB, 6), FieldUpdate(52, 0)]


@pytest.mark.parametrize(
    ("upper", "lower", "coding"),
    [
        ([4], [1], Coding.SINCE_2011),
        ([7], [1], Coding.BEFORE_2011),
        ([1], [7], Coding.BEFORE_2011),
        ([7, 9], [1, 2, 3], Coding.CHESS),
        ([4, 7], [1], None),
        ([1], [1], None),
        ([0], [1], None),
    ],
)
def test_the_start_position_shows_the_coding(
    upper: list[int], lower: list[int], coding: Coding | None
) -> None:
    def side(codes: list[int], men: int) -> list[int]:
        return (codes * men)[:men]

    for men, middle in ((20, 10), (12, 8)):
        assert start_coding(side(upper, men) + [0] * middle + side(lower, men)) is coding


def test_a_position_that_is_not_the_start_shows_nothing() -> None:
    assert start_coding([4] * 20 + [1] + [0] * 9 + [1] * 20) is None


def test_square_one_is_at_the_top_and_dark() -> None:
    assert dark_indexes(10)[:6] == (1, 3, 5, 7, 9, 10)
    assert dark_indexes(10)[-1] == 98
    assert (dark_indexes(8)[0], dark_indexes(8)[-1], len(dark_indexes(8))) == (1, 62, 32)


@pytest.mark.parametrize("text", ["L20" + "00" * 81, "X", "W0203", "R02"])
def test_a_millennium_answers_with_the_small_letter(text: str) -> None:
    answer = {"L": "l", "X": "x", "W": "w0203", "R": "r0203"}[text[0]]
    assert MillenniumDecoder().feed(command(answer)) == [Answer(answer)]


def test_a_square_off_says_what_it_can() -> None:
    decoder = SquareOffDecoder()
    assert decoder.feed(b"14#GO*22#77*") == [NewGame(), Battery(77)]
    (seen,) = decoder.feed(b"30#" + b"1" + b"0" * 62 + b"1*")
    assert seen == Occupied(("a1", "h8"))


def test_lights_of_a_certabo_are_acknowledged_on_a_line_of_their_own() -> None:
    rows = Rows((0,) * 8)
    line = b":" + b"0 " * 8 + b"\r\n"
    assert CertaboDecoder().feed(line + b"L\r\n" + line + b"D\n") == [
        rows,
        LedAck(),
        rows,
        LedAck(),
    ]


def test_dxp_messages_of_every_kind_are_read() -> None:
    texts = [
        f"R01{'Ik':32}Z030000BW{'w' * 50}",
        f"A{'Tegenpartij':32}0",
        "Chello",
        "B005Z",
        "K2",
    ]
    data = b"".join(text.encode() + b"\0" for text in texts)
    assert DxpDecoder().feed(data) == [
        GameRequest(1, "Ik", "Z", 30, 0, "B", "W", "w" * 50),
        GameAnswer("Tegenpartij", 0),
        Chat("hello"),
        BackRequest(5, "Z"),
        BackAnswer(2),
    ]
