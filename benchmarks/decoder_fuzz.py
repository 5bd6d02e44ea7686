"""Throws noise and damaged messages at the decoder of every foreign board; prints what came of it.

    python benchmarks/decoder_fuzz.py [--bytes 10000000] [--seed 1] [--board NAME]

After each piece of damage three good messages follow. One may be lost in the damage, where a
protocol does not mark its beginnings; the two behind it must be read. Ends with status 1 if one was
missed or more bytes were held than the longest message has.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from firmware_protocol.certabo import CertaboDecoder
from firmware_protocol.chessnut import ChessnutDecoder
from firmware_protocol.dgt.bus import BusDecoder
from firmware_protocol.dgt.decoder import DgtDecoder
from firmware_protocol.dxp import DxpDecoder
from firmware_protocol.echess import EchessDecoder
from firmware_protocol.ichessone import IChessOneDecoder
from firmware_protocol.millennium import MillenniumDecoder
from firmware_protocol.pegasus import PegasusDecoder
from firmware_protocol.square_off import SquareOffDecoder
from firmware_protocol.stream import Event, StreamDecoder

VECTORS = Path(__file__).parents[1] / "tests" / "data" / "board_vectors.json"


@dataclass(frozen=True, slots=True)
class Subject:
    """A decoder, the vector that is its good message, and the size of its longest message."""

    decoder: Callable[[], StreamDecoder]
    good: str
    longest: int


SUBJECTS = {
    "dgt": Subject(DgtDecoder, "dgt-dump-10x10-kings", 0x1F03),
    "dgt-bus": Subject(BusDecoder, "dgt-bus-ping-reply", 0x1F06),
    "pegasus": Subject(PegasusDecoder, "pegasus-dump", 0x1F03),
    "chessnut": Subject(ChessnutDecoder, "chessnut-start", 139),
    "millennium": Subject(MillenniumDecoder, "millennium-status-r", 67),
    "certabo": Subject(CertaboDecoder, "certabo-two-pieces", 1297),
    "sentio": Subject(CertaboDecoder, "tabutronic-start", 1297),
    "squareoff": Subject(SquareOffDecoder, "squareoff-lift", 70),
    "ichessone": Subject(IChessOneDecoder, "ichessone-start", 34),
    "echess": Subject(EchessDecoder, "echess-start", 19),
    "dxp": Subject(DxpDecoder, "dxp-move-capture", 128),
}


@dataclass
class Tally:
    """What one run gave."""

    given: int = 0
    good: int = 0
    missed: int = 0
    largest_pending: int = 0
    framing_errors: int = 0
    seconds: float = 0.0


def good_message(name: str) -> bytes:
    """The bytes of a published vector."""
    vectors = json.loads(VECTORS.read_bytes())["vectors"]
    return bytes.fromhex(next(vector["hex"] for vector in vectors if vector["id"] == name))


def damage(rng: random.Random, message: bytes) -> bytes:
    """Noise, or a few messages with bytes flipped, lost, invented, or cut off."""
    if rng.random() < 0.5:
        return rng.randbytes(rng.randint(1, 2048))
    data = bytearray(message * rng.randint(1, 4))
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[at] ^= 1 << rng.randrange(8)
            case 1:
                del data[at : at + rng.randint(1, 4)]
            case 2:
                data[at:at] = rng.randbytes(rng.randint(1, 4))
            case _:
                del data[at + 1 :]
        data = data or bytearray(b"\0")
    return bytes(data)


def fuzz(subject: Subject, count: int, seed: int) -> Tally:
    """At least `count` bytes into a new decoder."""
    rng, decoder, tally = random.Random(seed), subject.decoder(), Tally()
    message = good_message(subject.good)
    told = subject.decoder().feed(message)
    begun = time.perf_counter()
    while tally.given < count:
        piece = damage(rng, message)
        tally.given += len(piece)
        decoder.feed(piece)
        tally.largest_pending = max(tally.largest_pending, decoder.pending)
        tally.good += 2
        tally.missed += _missed(decoder, message, told)
    tally.framing_errors = decoder.framing_errors
    tally.seconds = time.perf_counter() - begun
    return tally


def _missed(decoder: StreamDecoder, message: bytes, told: list[Event]) -> int:
    events = decoder.feed(message)
    first, second = decoder.feed(message), decoder.feed(message)
    read = (events + first).count(told[0]) + second.count(told[0])
    return max(0, 2 - read)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--bytes", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--board", action="append", choices=list(SUBJECTS))
    asked = parser.parse_args()
    failed = False
    print(f"{'decoder':11} {'bytes':>11} {'missed':>6} {'held at most':>14} {'broken':>9} {'s':>6}")
    for name in asked.board or SUBJECTS:
        subject = SUBJECTS[name]
        tally = fuzz(subject, asked.bytes, asked.seed)
        held = f"{tally.largest_pending}/{subject.longest}"
        print(
            f"{name:11} {tally.given:11,} {tally.missed:6} {held:>14}"
            f" {tally.framing_errors:9,} {tally.seconds:6.1f}",
            flush=True,
        )
        failed |= tally.missed > 0 or tally.largest_pending > subject.longest
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
