"""Plays kept games over the Chess Peripheral Protocol, in made-up time, and prints what came of it.

    python benchmarks/cpp_games.py [--games 10]

Our program is the app, with the reconciler behind it; a board of ours is the peripheral. Each game
is played on a board that tells moves only, and on one that tells all it can. Ends with status 1 if
a game was not recorded exactly, or a legal move refused.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

HERE = Path(__file__).resolve().parent
# A neighbour of this file has the name of a package: the packages must be found first.
sys.path[:] = [str(HERE.parent), *(p for p in sys.path if Path(p or ".").resolve() != HERE)]

# ruff: noqa: E402
from firmware_protocol.cpp.names import FeatureName
from rules.game import Game
from rules.pdn import read_pdn
from tests.board_io.cpp.table import Table

FOLDER = HERE.parent / "tests" / "data" / "games"
BOARDS: dict[str, frozenset[str]] = {"moves only": frozenset(), "all": frozenset(FeatureName)}


def kept(count: int) -> Iterator[Game]:
    """So many games of the engine, and as many by chance."""
    for name in ("selfplay", "random"):
        for read in islice(read_pdn((FOLDER / f"{name}.pdn").read_bytes()), count):
            assert read.game is not None
            yield read.game


def play(game: Game, features: frozenset[str]) -> Counter[str]:
    """What came of one game."""
    table = Table(Game(game.start), features=features)
    moves = [ply.move for ply in game.plies if ply.move is not None]
    for move in moves:
        table.make(move)
    return Counter(
        games=1,
        exact=table.game.plies == game.plies and not table.count("c nok"),
        plies=len(moves),
        multi=sum(len(move.captured) > 1 for move in moves),
        crowned=sum(move.promotes for move in moves),
        messages=len(table.said),
        bytes=sum(len(said) - 2 for said in table.said),
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--games", type=int, default=10, help="of each kind")
    asked = parser.parse_args()
    failed = False
    for name, features in BOARDS.items():
        begun = time.process_time()
        total = sum((play(game, features) for game in kept(asked.games)), Counter[str]())
        seconds = time.process_time() - begun
        print(
            f"{name:10} {total['exact']}/{total['games']} exact, {total['plies']} plies, "
            f"{total['multi']} of several pieces, {total['crowned']} crowned; "
            f"{total['messages']} messages, {total['bytes'] / total['plies']:.0f} bytes a ply, "
            f"{1000 * seconds / total['plies']:.2f} ms a ply"
        )
        failed |= total["exact"] < total["games"]
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
