"""Throws noise and damaged frames at the protocol decoder and prints what came of it.

    python benchmarks/protocol_fuzz.py [--bytes 10000000] [--frames 1000000] [--seed 1]

Every so often a good frame follows the damage: if the decoder has lost its place, it is missed.
Ends with status 1 if a good frame was missed or more wrong frames passed than the checksum allows.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from firmware_protocol.codec import Decoder, Received, encode
from firmware_protocol.codes import Content, LedColor, State
from firmware_protocol.frames import MAX_ENCODED, DecodeError, Fault
from firmware_protocol.messages import (
    Ack,
    Change,
    Heartbeat,
    Light,
    Message,
    SnapshotReport,
    led_pattern,
)

MARK = encode(Change(4660, 305419896, 50, Content.WHITE), 99)
START = (Content.BLACK,) * 20 + (Content.EMPTY,) * 10 + (Content.WHITE,) * 20


@dataclass
class Tally:
    """What one run gave. `accepted_wrongly` are messages that nobody sent."""

    given: int = 0
    good_frames_lost: int = 0
    accepted_wrongly: int = 0
    harmless: int = 0
    largest_pending: int = 0
    seconds: float = 0.0
    faults: dict[Fault, int] = field(default_factory=dict)

    def count(self, item: DecodeError) -> None:
        self.faults[item.fault] = self.faults.get(item.fault, 0) + 1


def is_mark(item: Received | DecodeError) -> bool:
    return isinstance(item, Received) and item.seq == 99 and isinstance(item.message, Change)


def feed_noise(count: int, seed: int) -> Tally:
    """`count` random bytes in pieces of 1 to 4096; after every piece a zero and one good frame."""
    rng, decoder, tally = random.Random(seed), Decoder(), Tally(count)
    begun, left = time.perf_counter(), count
    while left:
        size = min(left, rng.randint(1, 4096))
        left -= size
        items = decoder.feed(rng.randbytes(size))
        tally.largest_pending = max(tally.largest_pending, decoder.pending)
        items += decoder.feed(b"\0" + MARK)
        if not (items and is_mark(items.pop())):
            tally.good_frames_lost += 1
        for item in items:
            if isinstance(item, DecodeError):
                tally.count(item)
            else:
                tally.accepted_wrongly += 1
    tally.seconds = time.perf_counter() - begun
    return tally


def sendings(rng: random.Random) -> Iterator[tuple[Message, int, bytes]]:
    """The traffic of a game, without end."""
    while True:
        square, seq = rng.randint(1, 50), rng.randrange(256)
        changed = Change(rng.randrange(65536), rng.randrange(2**32), square, Content.WHITE)
        beat = Heartbeat(rng.randrange(65536), rng.randrange(2**32), State(1), rng.randrange(2**32))
        snapshot = SnapshotReport(rng.randrange(65536), rng.randrange(2**32), START)
        lit = led_pattern([Light(square, LedColor.BLUE)])[0]
        for message in (changed, beat, changed, snapshot, changed, Ack(4), lit):
            yield message, seq, encode(message, seq)


def flip(rng: random.Random, wire: bytearray) -> None:
    for _ in range(rng.randint(1, 5)):
        wire[rng.randrange(len(wire))] ^= 1 << rng.randrange(8)


def lose(rng: random.Random, wire: bytearray) -> None:
    at = rng.randrange(len(wire))
    del wire[at : at + rng.randint(1, 4)]


def insert(rng: random.Random, wire: bytearray) -> None:
    at = rng.randrange(len(wire))
    wire[at:at] = rng.randbytes(rng.randint(1, 4))


def overwrite(rng: random.Random, wire: bytearray) -> None:
    at = rng.randrange(len(wire))
    size = min(rng.randint(1, 8), len(wire) - at)
    wire[at : at + size] = rng.randbytes(size)


def swap(rng: random.Random, wire: bytearray) -> None:
    one, other = rng.randrange(len(wire)), rng.randrange(len(wire))
    wire[one], wire[other] = wire[other], wire[one]


MUTATIONS: tuple[Callable[[random.Random, bytearray], None], ...] = (
    flip,
    lose,
    insert,
    overwrite,
    swap,
)


def feed_mutations(count: int, seed: int) -> Tally:
    """`count` damaged frames, each followed by a zero; a good frame after every tenth."""
    rng, decoder, tally = random.Random(seed), Decoder(), Tally(count)
    begun = time.perf_counter()
    traffic = sendings(rng)
    for number in range(count):
        message, seq, wire = next(traffic)
        damaged = bytearray(wire)
        rng.choice(MUTATIONS)(rng, damaged)
        for item in decoder.feed(bytes(damaged) + b"\0"):
            if isinstance(item, DecodeError):
                tally.count(item)
            elif item == Received(seq, message):
                tally.harmless += 1
            else:
                tally.accepted_wrongly += 1
        if number % 10 == 9:
            tally.good_frames_lost += not [item for item in decoder.feed(MARK) if is_mark(item)]
    tally.seconds = time.perf_counter() - begun
    return tally


def report(title: str, tally: Tally) -> None:
    """Print one run."""
    print(f"{title}: {tally.given:,} in {tally.seconds:.1f} s, no exception")
    print(f"  good frames missed      {tally.good_frames_lost}")
    print(f"  accepted, never sent    {tally.accepted_wrongly}")
    print(f"  damage without effect   {tally.harmless:,}")
    print(f"  largest unfinished part {tally.largest_pending} of {MAX_ENCODED} bytes")
    for fault, times in sorted(tally.faults.items(), key=lambda pair: -pair[1]):
        print(f"  {fault.value:<33} {times:>9,}")


def main() -> int:
    """Both runs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bytes", type=int, default=10_000_000)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    noise = feed_noise(asked.bytes, asked.seed)
    report("random bytes", noise)
    mutated = feed_mutations(asked.frames, asked.seed)
    report("damaged frames", mutated)
    # A 16-bit checksum lets one damaged frame in 65,536 pass; three times that would be a bug.
    allowed = 3 * (asked.bytes // 256 + asked.frames) / 65536 + 3
    wrong = noise.accepted_wrongly + mutated.accepted_wrongly
    return int(noise.good_frames_lost + mutated.good_frames_lost > 0 or wrong > allowed)


if __name__ == "__main__":
    sys.exit(main())
