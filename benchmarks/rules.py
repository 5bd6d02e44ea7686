"""Speed of the rules beside other draughts libraries, in one run.

    python benchmarks/rules.py [--positions 300] [--seconds 2] [--depth 6] [--seed 1]

Prints legal-move calls per second on midgame positions (self-played with the seed) and perft
nodes per second, each with its ratio to ours. Every peer runs in its own environment below
benchmarks/.cache, made with pip at the first run; a peer that cannot be installed is named with
the reason.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
# This file has the name of the package that it measures: the package must be found first.
sys.path[:] = [str(HERE.parent), *(p for p in sys.path if Path(p or ".").resolve() != HERE)]

from benchmarks.environments import PeerError, interpreter, run  # noqa: E402
from rules.position import Position  # noqa: E402

PEERS = {"py-draughts": "py_draughts.py", "pydraughts": "pydraughts.py", "dame-rs": "dame_rs.py"}


def midgames(count: int, seed: int) -> list[str]:
    """Positions from games of random legal moves, 12 to 28 pieces, at most one per game."""
    chooser = random.Random(seed)
    found: list[str] = []
    while len(found) < count:
        position = Position.start()
        wanted = chooser.randint(12, 28)
        while position.occupied.bit_count() > wanted and position.legal_moves():
            position = position.play(chooser.choice(position.legal_moves()))
        if position.legal_moves():
            found.append(position.fen)
    return found


def measure(python: Path, worker: str, task: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(
        run([str(python), str(HERE / "peers" / worker)], json.dumps(task)).splitlines()[-1]
    )
    return result


def line(result: dict[str, Any], own: dict[str, Any]) -> str:
    calls, nodes = result["calls_per_s"], result["nodes_per_s"]
    same = sum(a == b for a, b in zip(result["moves"], own["moves"], strict=True))
    return (
        f"{result['name']:12} {calls:12,.0f} {own['calls_per_s'] / calls:9.2f}x"
        f" {nodes:14,.0f} {own['nodes_per_s'] / nodes:9.2f}x"
        f"   {same}/{len(own['moves'])} counts as ours,"
        f" perft({result['depth']}) = {result['nodes']}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=2.0, help="of timed calls per library")
    parser.add_argument("--depth", type=int, default=6, help="of perft at most")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    task = {
        "fens": midgames(chosen.positions, chosen.seed),
        "seconds": chosen.seconds,
        "depth": chosen.depth,
        "start": Position.start().fen,
    }
    own = measure(Path(sys.executable), "own.py", task)
    print(f"{chosen.positions} midgame positions, seed {chosen.seed}")
    print(f"{'library':12} {'calls/s':>12} {'ours is':>10} {'perft nodes/s':>14} {'ours is':>10}")
    print(line(own, own))
    for peer, worker in PEERS.items():
        try:
            print(line(measure(interpreter(peer), worker, task), own))
        except PeerError as error:
            print(f"{peer:12} skipped: {error}")


if __name__ == "__main__":
    main()
