from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_protocol.cobs import cobs_decode, cobs_encode

KNOWN = [
    ("", "01"),
    ("00", "0101"),
    ("0000", "010101"),
    ("11220033", "0311220233"),
    ("11223344", "0511223344"),
    ("11000000", "0211010101"),
    (bytes(range(1, 255)).hex(), "ff" + bytes(range(1, 255)).hex() + "01"),
    (bytes(range(255)).hex(), "01ff" + bytes(range(1, 255)).hex() + "01"),
]


@pytest.mark.parametrize(("plain", "stuffed"), KNOWN)
def test_known_encodings(plain: str, stuffed: str) -> None:
    assert cobs_encode(bytes.fromhex(plain)).hex() == stuffed
    decoded = cobs_decode(bytes.fromhex(stuffed))
    assert decoded is not None
    assert decoded.hex() == plain


def test_the_last_code_byte_of_a_full_run_may_be_left_out() -> None:
    run = bytes(range(1, 255))
    assert cobs_decode(b"\xff" + run) == run


@given(st.lists(st.sampled_from([0, 0, 1, 2, 255]), max_size=800).map(bytes) | st.binary())
def test_what_was_encoded_has_no_zero_and_comes_back(data: bytes) -> None:
    stuffed = cobs_encode(data)
    assert 0 not in stuffed
    assert len(stuffed) <= len(data) + 1 + len(data) // 254
    assert cobs_decode(stuffed) == data


@pytest.mark.parametrize("broken", ["05112233", "00", "0311", "02110000", "ff01"])
def test_what_is_cut_off_or_has_a_zero_code_is_no_encoding(broken: str) -> None:
    assert cobs_decode(bytes.fromhex(broken)) is None
