"""Measures the firmware on this machine: start, ping, delay of a change, echo, idle CPU share.

    python benchmarks/simulated_firmware.py          (Linux; both interpreters, both sensor kinds)

"Change" is from moving the simulated magnet to having the message; 25 ms of it are the debounce.
"""

from __future__ import annotations

import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from firmware_protocol.messages import Change, Hello, Ping
from tests.hardware.running_board import HEAP, RunningBoard

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(process: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def timed(action: Callable[[], object]) -> float:
    """Milliseconds that an action took."""
    begun = time.monotonic()
    action()
    return (time.monotonic() - begun) * 1e3


def spread(title: str, values: list[float]) -> None:
    """One line: median and worst percent."""
    values.sort()
    worst = values[int(len(values) * 0.99)]
    print(f"  {title:<10} median {statistics.median(values):6.2f} ms, p99 {worst:6.2f} ms")


def change(board: RunningBoard, piece: bool) -> None:
    """Put a piece on square 31 or take it away, and wait for the message."""
    board.place("." * 30 + ("w" if piece else ".") + "." * 19)
    board.wait_for(Change)


def measure(board: RunningBoard) -> None:
    """Everything about one running board."""
    board.ask(Hello(1, 0), timeout_s=20)
    print(f"  hello      {(time.monotonic() - board.started) * 1e3:.0f} ms after start")
    spread("ping", [timed(lambda: board.ask(Ping())) for _ in range(300)])
    rng, begun, echoed = random.Random(1), time.monotonic(), 0
    for _ in range(200):
        body = rng.randbytes(rng.randrange(241))
        assert board.ask(Ping(body)).body == body
        echoed += 2 * len(body)
    print(f"  echo       {echoed / (time.monotonic() - begun):,.0f} bytes/s, 200 of 200 exact")
    delays = []
    for turn in range(100):
        time.sleep(0.02 + rng.random() / 50)
        delays.append(timed(lambda turn=turn: change(board, turn % 2 == 0)))  # type: ignore[misc]
    spread("change", delays)
    before, begun = cpu_seconds(board.process.pid), time.monotonic()
    board.listen(5)
    share = (cpu_seconds(board.process.pid) - before) / (time.monotonic() - begun)
    print(f"  idle CPU   {share:.1%}")


def main() -> None:
    """Each interpreter with each kind of sensor."""
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    commands = {"CPython": [sys.executable]}
    if found:
        commands = {"MicroPython": [found, "-X", f"heapsize={HEAP}"], **commands}
    for name, command in commands.items():
        for sensor, kind in ((1, "switches"), (2, "linear Hall")):
            print(f"{name}, {kind}")
            with tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "board.json").write_text(f'{{"sensor": {sensor}}}')
                board = RunningBoard(command, Path(folder))
                try:
                    measure(board)
                finally:
                    board.stop()


if __name__ == "__main__":
    main()
