"""A small run of benchmarks/protocol_fuzz.py, so that it is tried with every change."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "protocol_fuzz.py"


def test_noise_and_mutations_never_break_the_decoder() -> None:
    spec = importlib.util.spec_from_file_location("protocol_fuzz", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    fuzz = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = fuzz  # dataclasses look their module up
    spec.loader.exec_module(fuzz)
    noise = fuzz.feed_noise(300_000, seed=2)
    assert noise.good_frames_lost == 0
    assert noise.largest_pending <= fuzz.MAX_ENCODED
    mutated = fuzz.feed_mutations(20_000, seed=2)
    assert mutated.good_frames_lost == 0
    # One in 65,536 damaged frames has the right checksum by chance; see PROTOCOL.md.
    assert mutated.accepted_wrongly <= 2
