"""How quickly the program starts and how much memory it takes, against the limits.

python benchmarks/startup.py [--runs N]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HELP_LIMIT_S = 0.3
READY_LIMIT_S = 2.0
MEMORY_LIMIT_MB = 120
MOVES = ("32-28", "19-23", "28x19", "14x23", "33-28", "23x32", "37x28", "16-21")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    helps = [seconds_for_help() for _ in range(runs)]
    games = [game() for _ in range(max(1, runs // 2))]
    rows = [
        ("dambord --help, median", statistics.median(helps), HELP_LIMIT_S, "s"),
        ("ready to play, slowest", max(ready for ready, _ in games), READY_LIMIT_S, "s"),
        ("memory after 8 plies, most", max(memory for _, memory in games), MEMORY_LIMIT_MB, "MB"),
    ]
    for what, value, limit, unit in rows:
        verdict = "ok" if value <= limit else "TOO MUCH"
        print(f"{what:<28} {value:8.2f} {unit:<2}  limit {limit:6.1f} {unit:<2}  {verdict}")
    return 0 if all(value <= limit for _, value, limit, _ in rows) else 1


def seconds_for_help() -> float:
    began = time.perf_counter()
    subprocess.run(command("--help"), cwd=ROOT, check=True, capture_output=True)
    return time.perf_counter() - began


def game() -> tuple[float, float]:
    """(seconds until the board is ready, most memory in MB) of one game on the simulated board."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        process = subprocess.Popen(
            command("play", "--board", "sim", "--language", "nl", "--db", f"{folder}/games.db"),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"XDG_CACHE_HOME": folder},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        wait_for(process, "is klaar")
        ready = time.perf_counter() - began
        process.stdin.write("".join(f"{move}\n" for move in MOVES))
        process.stdin.flush()
        for _ in MOVES:
            wait_for(process, " speelt ", " slaat")
        memory = peak_memory_mb(process.pid)
        process.communicate("stop\n", timeout=30)
        return ready, memory


def wait_for(process: subprocess.Popen[str], *words: str) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if any(word in line for word in words):
            return
    raise SystemExit("the program ended early")


def peak_memory_mb(process: int) -> float:
    """The most that the process has held, from the kernel; -1 where it does not tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return -1.0
    lines = (line.split() for line in status.splitlines())
    return next(int(words[1]) / 1024 for words in lines if words[0] == "VmHWM:")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-u", "-m", "companion.main", *arguments]


if __name__ == "__main__":
    sys.exit(main())
