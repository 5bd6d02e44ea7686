"""How fast and how well a board is found and followed under a camera.

    python benchmarks/vision.py [--photos FOLDER] [--films FOLDER...] [--frames 120]

Time to find a board at 1280x720, ours beside `cv2.findChessboardCornersSB`; frames a second while
tracking; memory; and of films with their truth (tests/render/films.py) how many moves were right,
how many frames a second, how long after the hand had left they were decided. CPU seconds beside
those of the clock: a busy machine changes only the latter.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import cv2
import numpy as np

from companion.camera.video import Plan, Watching
from rules.position import Position
from tests.vision.drawn_film import Camera, Film, random_moves
from vision.locate import locate
from vision.picture import load_picture
from vision.pose import Picture
from vision.seat import contents_of
from vision.sources import Frame
from vision.watch import Watch

START = Position.start()
LATE_MS = 500


def main() -> None:
    arguments = _arguments()
    pictures = _pictures(arguments.photos)
    print(f"find a board, {len(pictures)} pictures of 1280x720 at most")
    _time("  ours", locate, pictures)
    _time("  findChessboardCornersSB", _chessboard, pictures)
    _follow(arguments.frames)
    for folder in arguments.films:
        _film(folder)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory at most {peak:.0f} MB")


def _pictures(photos: Path | None) -> list[Picture]:
    if photos is None:
        return [next(_film_720(seed, 0).frames()).picture for seed in range(5)]
    return [_reduced(load_picture(file)) for file in sorted(photos.glob("*.jpg"))]


def _reduced(picture: Picture) -> Picture:
    scale = min(1.0, 1280 / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _chessboard(picture: Picture) -> object:
    gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    for size in (9, 7, 11):
        found, corners = cv2.findChessboardCornersSB(gray, (size, size))
        if found:
            return corners
    return None


def _time(name: str, find: Callable[[Picture], object], pictures: list[Picture]) -> None:
    cpu, wall, found = [], [], 0
    for picture in pictures:
        began = time.process_time(), time.perf_counter()
        found += find(picture) is not None
        cpu.append(time.process_time() - began[0])
        wall.append(time.perf_counter() - began[1])
    print(
        f"{name}: found {found} of {len(pictures)}, median {np.median(wall):.3f} s "
        f"(CPU {np.median(cpu):.3f}), slowest {max(wall):.3f} s (CPU {max(cpu):.3f})"
    )


def _film_720(seed: int, plies: int) -> Film:
    film = Film(START, random_moves(START, plies, seed), seed=seed, fps=25)
    corners = [[380.0, 60.0], [900.0, 70.0], [1080.0, 680.0], [190.0, 660.0]]
    film.camera = Camera((1280, 720), np.array(corners))
    return film


def _follow(count: int) -> None:
    """Frames of a game at 1280x720; drawing them is not counted."""
    watch = Watch(START.variant.geometry, contents_of(START))
    cpu = wall = 0.0
    seen = 0
    for number, frame in enumerate(_film_720(1, 8).frames()):
        began = time.process_time(), time.perf_counter()
        watch.see(Frame(frame.picture, frame.time, number))
        if number < 10:
            continue
        cpu += time.process_time() - began[0]
        wall += time.perf_counter() - began[1]
        seen += 1
        if seen == count:
            break
    print(f"follow at 1280x720: {seen / wall:.1f} frames a second ({seen / cpu:.1f} a CPU second)")


def _film(folder: Path) -> None:
    truth = json.loads((folder / "truth.json").read_text())
    files = sorted(folder.glob("film.*"))
    plan = Plan(files[0] if files else folder, truth["fps"], truth["variant"], truth["start"])
    began = time.process_time(), time.perf_counter()
    filmed = Watching(plan).watch(lambda done, count: None)
    cpu, wall = time.process_time() - began[0], time.perf_counter() - began[1]
    moves = [ply.move.short if ply.move else "?" for ply in filmed.game.plies]
    wanted = [_short(move["move"]) for move in truth["moves"]]
    right = next(
        (n for n, (one, other) in enumerate(zip(moves, wanted, strict=False)) if one != other),
        min(len(moves), len(wanted)),
    )
    waits = [
        one.t_ms - truth["moves"][one.ply]["t_ms"]
        for one in filmed.decided
        if one.ply < right and truth["moves"][one.ply]["t_ms"] is not None
    ]
    exact = "exact" if moves == wanted else f"first wrong: ply {right + 1}"
    late = sum(wait > LATE_MS for wait in waits)
    print(
        f"{folder.name}: {right} of {len(wanted)} plies, {exact}; decided after "
        f"{np.median(waits):.0f} ms (median), {late} later than {LATE_MS} ms; "
        f"{len(truth['frames']) / wall:.0f} frames a second "
        f"({len(truth['frames']) / cpu:.0f} a CPU second)"
    )


def _short(move: str) -> str:
    sign = "x" if "x" in move else "-"
    squares = move.split(sign)
    return f"{squares[0]}{sign}{squares[-1]}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--photos", type=Path, help="a folder of photographs of boards")
    parser.add_argument("--films", type=Path, nargs="*", default=[], help="folders of films")
    parser.add_argument("--frames", type=int, default=120)
    return parser.parse_args()


if __name__ == "__main__":
    main()
