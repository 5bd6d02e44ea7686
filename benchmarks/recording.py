"""How exactly games are recorded: games, through simulated hands, into the reconciler.

    python benchmarks/recording.py [FILE_OR_FOLDER ...] [--games 20] [--seed 1] [--repeat 1]
        [--profile home] [--sensor colour] [--violations 0.05] [--workers 2] [--show-failures]

Reads the 10x10 games of PDN files (without any: games of random legal moves) and prints per
profile and sensor: games recorded exactly; plies right, unsure and silently wrong; violations
told that were none; injected violations found; the time from the last event of a ply to its
announcement; the CPU time per call. Exit status 1 where a limit is missed.
"""

from __future__ import annotations

import argparse
import random
import sys
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

HERE = Path(__file__).resolve().parent
# A neighbour of this file has the name of a package: the packages must be found first.
sys.path[:] = [str(HERE.parent), *(p for p in sys.path if Path(p or ".").resolve() != HERE)]

# ruff: noqa: E402
from benchmarks.hands.failure import describe
from benchmarks.hands.following import CrashError, StuckError, follow
from benchmarks.hands.verdict import Verdict, judge_record
from board_io.hand.player import perform
from board_io.hand.profiles import PROFILES
from rules.game import Game
from rules.pdn import read_pdn
from rules.snapshot import SensorKind
from rules.variants import INTERNATIONAL


@dataclass(frozen=True)
class Case:
    """One game, by its number, played by one kind of hands before one kind of sensor."""

    game: int
    profile: str
    sensor: SensorKind
    seed: int


class Runner:
    """Runs cases; each worker process reads the games once for itself."""

    games: list[tuple[str, Game]]
    args: argparse.Namespace

    @classmethod
    def prepare(cls, args: argparse.Namespace) -> None:
        cls.args, cls.games = args, load_games(args)

    @classmethod
    def run(cls, case: Case) -> tuple[tuple[str, str], Verdict, str]:
        """The verdict on a case, and the story of its failure where it is to be told."""
        name, game = cls.games[case.game]
        performance = perform(game, PROFILES[case.profile], case.seed, cls.args.violations)
        key = (case.profile, case.sensor.value)
        title = f"{name}, {case.profile}, {case.sensor.value}, seed {case.seed}\n"
        try:
            followed = follow(performance, case.sensor)
        except (CrashError, StuckError):
            plies = len(performance.plies)
            verdict = Verdict(games=1, plies=plies, wrong=plies, crashed=1)
            return key, verdict, title + traceback.format_exc(limit=-3)
        verdict = judge_record(performance, followed, case.sensor)
        failed = verdict.failures or not verdict.exact
        if failed and cls.args.show_failures:
            return key, verdict, title + describe(performance, followed, verdict)
        return key, verdict, ""


def load_games(args: argparse.Namespace) -> list[tuple[str, Game]]:
    """The games to be played."""
    if args.paths:
        return list(islice(pdn_games(args.paths), args.games))
    return list(random_games(args.games or 10, args.seed))


def pdn_games(paths: Sequence[Path]) -> Iterator[tuple[str, Game]]:
    """The international games with moves in these files and folders; others are passed over."""
    for path in paths:
        files = sorted(path.rglob("*.pdn")) if path.is_dir() else [path]
        for file in files:
            for read in read_pdn(file.read_bytes()):
                game = read.game
                if game and game.plies and game.variant is INTERNATIONAL and not read.error:
                    yield f"{file.name} game {read.number}", game


def random_games(count: int, seed: int) -> Iterator[tuple[str, Game]]:
    """Games of random legal moves, 150 plies at most."""
    for number in range(count):
        rng, game = random.Random(f"{seed}/{number}"), Game.new()
        while len(game.plies) < 150 and (moves := game.position.legal_moves()):
            game = game.play(rng.choice(moves))
        yield f"random game {number}", game


def cases(args: argparse.Namespace, games: int) -> list[Case]:
    """Every game with every seed, profile and sensor."""
    numbers = product(range(games), range(args.seed, args.seed + args.repeat))
    kinds = [SensorKind(name) for name in args.sensor or [kind.value for kind in SensorKind]]
    return [
        Case(game, profile, sensor, seed * 100_000 + game)
        for game, seed in numbers
        for profile in args.profile or PROFILES
        for sensor in kinds
    ]


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def _milliseconds(values: Sequence[float]) -> str:
    return f"{1000 * percentile(values, 0.5):5.0f}/{1000 * percentile(values, 0.95):5.0f}"


def report(totals: dict[tuple[str, str], Verdict]) -> None:
    """Prints the table."""
    print(
        f"{'profile':8} {'sensor':13} {'games exact':>12} {'plies right':>15} {'unsure':>6}"
        f" {'wrong':>5} {'false':>5} {'hints':>5} {'found':>9} {'other':>5} {'miss':>4} {'late':>4}"
        f" {'notes':>7} {'men ms':>11} {'kings ms':>11} {'cpu p99':>8}"
    )
    for (profile, sensor), v in sorted(totals.items()):
        print(
            f"{profile:8} {sensor:13} {f'{v.exact}/{v.games}':>12} {f'{v.right}/{v.plies}':>15}"
            f" {v.unsure:6} {v.wrong:5} {v.false_violations:5} {v.hints:5}"
            f" {f'{v.found}/{v.injected}':>9} {v.miscoded:5} {v.missed:4} {v.late:4}"
            f" {f'{v.notes_told}/{v.notes}':>7} {_milliseconds(v.men):>11}"
            f" {_milliseconds(v.kings):>11} {1000 * percentile(v.costs, 0.99):6.2f}ms"
        )
    missed = sum((v.missed_faults for v in totals.values()), start=Verdict().missed_faults)
    for what, count in missed.most_common():
        print(f"  {count:5}  {what}")


def shortcomings(totals: dict[tuple[str, str], Verdict]) -> list[str]:
    """The limits that were missed."""
    found = []
    for (profile, sensor), v in sorted(totals.items()):
        where = f"{profile}, {sensor}"
        if sensor != SensorKind.OCCUPANCY.value or profile == "careful":
            if v.exact < v.games:
                found.append(f"{where}: {v.games - v.exact} games are not exact")
        elif v.right < 0.999 * v.plies:
            found.append(f"{where}: fewer than 99.9 % of the plies are right")
        if v.crashed:
            found.append(f"{where}: the reconciler broke down in {v.crashed} games")
        if v.wrong:
            found.append(f"{where}: {v.wrong} plies are silently wrong")
        if v.false_violations:
            found.append(f"{where}: {v.false_violations} violations are invented")
        if v.found < v.injected:
            found.append(f"{where}: {v.injected - v.found} violations are not found")
        if percentile([*v.men, *v.kings], 0.5) > 0.2:
            found.append(f"{where}: half of the plies are told too late")
        for name, times, limit in (("men", v.men, 0.5), ("kings", v.kings, 0.7)):
            if percentile(times, 0.95) > limit:
                found.append(f"{where}: {name} are told too late ({_milliseconds(times)} ms)")
        if percentile(v.costs, 0.99) > 0.001:
            found.append(f"{where}: a call costs more than 1 ms of CPU")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("paths", nargs="*", type=Path, help="PDN files, or folders of them")
    parser.add_argument("--games", type=int, help="at most so many games (random games: 10)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=1, help="so many seeds for each game")
    parser.add_argument("--profile", action="append", choices=list(PROFILES))
    parser.add_argument("--sensor", action="append", choices=[k.value for k in SensorKind])
    parser.add_argument("--violations", type=float, default=0.0, help="probability per ply")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--show-failures", action="store_true")
    args = parser.parse_args()
    totals: dict[tuple[str, str], Verdict] = {}
    absent = [str(path) for path in args.paths if not path.exists()]
    if absent:
        parser.error(f"no such file or folder: {', '.join(absent)}")
    todo = cases(args, len(load_games(args)))
    if not todo:
        parser.error("no international games with moves in these files")
    with ProcessPoolExecutor(args.workers, initializer=Runner.prepare, initargs=(args,)) as pool:
        for key, verdict, story in pool.map(Runner.run, todo, chunksize=4):
            totals.setdefault(key, Verdict()).add(verdict)
            if story:
                print(story)
    report(totals)
    missed = shortcomings(totals)
    for line in missed:
        print(f"missed: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
