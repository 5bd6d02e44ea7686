"""A small run of benchmarks/protocol_fuzz.py, so that it is tried with every change."""

from __future__ import annotations

from benchmarks import protocol_fuzz as fuzz


def test_noise_never_breaks_the_decoder() -> None:
    noise = fuzz.feed_noise(300_000, seed=2)
    assert noise.good_frames_lost == 0
    assert noise.largest_pending <= fuzz.MAX_ENCODED
    assert noise.accepted_wrongly == 0


def test_damaged_frames_are_dropped_and_the_next_one_is_read() -> None:
    mutated = fuzz.feed_mutations(20_000, seed=2)
    assert mutated.good_frames_lost == 0
    # One in 65,536 damaged frames has the right checksum by chance; see PROTOCOL.md.
    assert mutated.accepted_wrongly <= 2
    assert sum(mutated.faults.values()) > 15_000
