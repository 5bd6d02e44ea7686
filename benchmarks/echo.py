"""How soon the host knows what happened on the board, through the real firmware.

    python benchmarks/echo.py [--changes N]

"event": from moving a simulated magnet until the program has the snapshot, median; the board's own
debouncing (25 ms) is part of it. "test frame": there and back. Over a pseudo-terminal, and over a
virtual radio with the smallest and with a large packet.
"""

from __future__ import annotations

import argparse
import queue
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from board_io.ble_finder import BleFinder
from board_io.driver import BoardDriver
from board_io.events import LinkUp, SnapshotSeen
from board_io.link import LinkFactory
from board_io.simulated import SimulatedBoard
from board_io.trial import try_board
from rules.piece import WHITE_MAN
from rules.snapshot import Reading

DEBOUNCE_MS = 25.0
CABLE_LIMIT_MS = DEBOUNCE_MS + 5.0
RADIO_LIMIT_MS = 60.0
SQUARE = 31

Search = Callable[[], LinkFactory]
"""A new search for the board: one that was given up finds nothing any more."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=60)
    changes = parser.parse_args().changes
    with SimulatedBoard() as board:
        fine = report("pseudo-terminal", board, lambda: board.link, changes, CABLE_LIMIT_MS)
    for mtu in (23, 247):
        with SimulatedBoard() as board, on_the_air(board, mtu) as search:
            fine &= report(f"radio, MTU {mtu}", board, search, changes, RADIO_LIMIT_MS)
    return 0 if fine else 1


@contextmanager
def on_the_air(board: SimulatedBoard, mtu: int) -> Iterator[Search]:
    """A way to this board over a virtual radio."""
    from tests.board_io.ble.virtual_radio import FirmwareBoard, VirtualRadio

    ether = VirtualRadio(mtu)
    wireless = FirmwareBoard(ether, board)
    try:
        yield lambda: BleFinder("Dambord", lambda: ether.radio)
    finally:
        wireless.stop()
        ether.radio.close()


def report(name: str, board: SimulatedBoard, search: Search, changes: int, limit: float) -> bool:
    """One line for one kind of link; whether its median keeps to the limit."""
    delays = sorted(event_delays(board, search, changes))
    median, worst = statistics.median(delays), delays[int(len(delays) * 0.95)]
    echo = try_board(search()(), beat_s=0.0).echo_ms
    verdict = "ok" if median <= limit else "TOO MUCH"
    print(
        f"{name:<16} event {median:6.1f} ms (95 %: {worst:6.1f})  limit {limit:5.1f} ms  "
        f"{verdict:<8}  test frame {echo or 0:6.2f} ms"
    )
    return median <= limit


def event_delays(board: SimulatedBoard, search: Search, changes: int) -> list[float]:
    """Milliseconds from each change on the board to the snapshot that shows it."""
    rng = random.Random(1)
    driver = BoardDriver(search())
    driver.start()
    try:
        wait_for(driver, Reading.EMPTY)
        return [change(board, driver, turn % 2 == 0, rng) for turn in range(changes)]
    finally:
        driver.stop()


def change(board: SimulatedBoard, driver: BoardDriver, put: bool, rng: random.Random) -> float:
    """Put a piece on the square or take it off at any moment between two scans."""
    time.sleep(0.05 + rng.random() / 50)
    begun = time.monotonic()
    if put:
        board.put(SQUARE, WHITE_MAN)
    else:
        board.lift(SQUARE)
    wait_for(driver, Reading.WHITE if put else Reading.EMPTY)
    return (time.monotonic() - begun) * 1000


def wait_for(driver: BoardDriver, reading: Reading) -> None:
    """Until the square is seen so."""
    while True:
        try:
            event = driver.events.get(timeout=10)
        except queue.Empty:
            sys.exit("nothing was heard of the board for 10 s")
        if isinstance(event, (LinkUp, SnapshotSeen)) and event.snapshot[SQUARE] is reading:
            return


if __name__ == "__main__":
    sys.exit(main())
