"""How many boards of labelled pictures are found, how exactly and how fast, beside
`cv2.findChessboardCornersSB` (which is told the size) and the `chess-corners` package (which finds
points, not boards: counted is the part of the inner points it sees).

python benchmarks/vision_locate.py [FOLDER ...]

A folder holds pictures and `labels.json`; the default is the collection of photographs beside
this repository. Times are of one core.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

# ruff: noqa: E402
import cv2
import numpy as np
import numpy.typing as npt

from vision.locate import locate
from vision.picture import load_picture
from vision.pose import BoardPose, Picture

PHOTOS = ROOT.parent / "shared" / "photos"
NEAR = 0.25
"""Of the worst corner, in squares: found."""
FOUND_LIMIT, SECONDS_LIMIT = 0.97, 0.3
CONFIDENT = 0.5

Floats = npt.NDArray[np.float64]


@dataclass
class Tally:
    """What one way of finding did."""

    tried: int = 0
    found: int = 0
    wrong: int = 0
    off: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def line(self, name: str) -> str:
        off = f"{statistics.median(self.off):.3f}" if self.off else "-"
        return (
            f"{name:<28} {self.found:>4} of {self.tried:<4} {100 * self.found / self.tried:5.1f} %"
            f"  wrong and sure {self.wrong:>2}  median worst corner {off} square"
            f"  {statistics.median(self.seconds):.3f} s, slowest {max(self.seconds):.3f} s"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="*", default=[PHOTOS, PHOTOS / "tcd_game"])
    folders = parser.parse_args().folders
    cv2.setNumThreads(1)
    labelled = list(pictures(folders))
    if not labelled:
        print(f"no labelled pictures in {', '.join(map(str, folders))}")
        return 1
    ours = Tally()
    peers = {"findChessboardCornersSB": (Tally(), grid_of_opencv)}
    locate(labelled[0][0])  # the first call loads code
    for picture, truth, parity in labelled:
        look(ours, picture, truth, parity)
        for tally, way in peers.values():
            look_with(tally, way, picture, truth)
    print(ours.line("locate (size unknown)"))
    for name, (tally, _) in peers.items():
        print(tally.line(f"{name} (size told)"[:28]))
    print(points_of_chess_corners(labelled))
    good = ours.found >= FOUND_LIMIT * ours.tried and ours.wrong == 0
    return 0 if good and statistics.median(ours.seconds) <= SECONDS_LIMIT else 1


def pictures(folders: list[Path]) -> Iterator[tuple[Picture, BoardPose, int | None]]:
    """Pictures with the true corners and, where pieces tell it, the true parity."""
    for folder in folders:
        if not (folder / "labels.json").exists():
            continue
        for label in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
            pose = BoardPose(np.array(label["corners"], np.float64), label["board_size"], 0)
            yield load_picture(folder / label["file"]), pose, label.get("parity", parity_of(label))


def parity_of(label: dict[str, list[str]]) -> int | None:
    cells = [
        (row + column) % 2
        for row, letters in enumerate(label["squares"] or [])
        for column, letter in enumerate(letters)
        if letter != "."
    ]
    return max(set(cells), key=cells.count) if cells else None


def look(tally: Tally, picture: Picture, truth: BoardPose, parity: int | None) -> None:
    begun = time.process_time()
    seen = locate(picture)
    tally.seconds.append(time.process_time() - begun)
    tally.tried += 1
    if seen is None:
        return
    off = worst(seen.pose.corners, truth)
    right = off < NEAR and seen.pose.board_size == truth.board_size
    right = right and parity in (None, seen.pose.parity)
    tally.found += right
    tally.wrong += not right and seen.confidence >= CONFIDENT
    if right:
        tally.off.append(off)


def look_with(
    tally: Tally, way: Callable[[Picture, int], Floats | None], picture: Picture, truth: BoardPose
) -> None:
    begun = time.process_time()
    corners = way(picture, truth.board_size)
    tally.seconds.append(time.process_time() - begun)
    tally.tried += 1
    if corners is None:
        return
    off = min(worst(np.roll(corners, turn, axis=0), truth) for turn in range(4))
    tally.found += off < NEAR
    tally.wrong += off >= NEAR
    if off < NEAR:
        tally.off.append(off)


def worst(corners: Floats, truth: BoardPose) -> float:
    return float(np.linalg.norm(corners - truth.corners, axis=1).max()) / truth.square_side


def grid_of_opencv(picture: Picture, board_size: int) -> Floats | None:
    """The corners of the board around the inner points that OpenCV finds."""
    inner = board_size - 1
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    found, points = cv2.findChessboardCornersSB(grey, (inner, inner))
    if not found:
        return None
    grid = np.stack(np.meshgrid(np.arange(inner), np.arange(inner)), axis=-1).reshape(-1, 2)
    homography, _ = cv2.findHomography(grid.astype(np.float64), points.reshape(-1, 2))
    ends = np.array([[[-1, -1], [inner, -1], [inner, inner], [-1, inner]]], np.float64)
    corners: Floats = cv2.perspectiveTransform(ends, homography)[0]
    x, y = (corners - corners.mean(axis=0)).T
    clockwise = float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) > 0
    return corners if clockwise else corners[::-1]


def points_of_chess_corners(labelled: list[tuple[Picture, BoardPose, int | None]]) -> str:
    """A line on the inner points that the package sees, or why it was not tried."""
    if importlib.util.find_spec("chess_corners") is None:
        return "chess-corners is not installed, so it was not tried: pip install chess-corners"
    import chess_corners

    detector = chess_corners.Detector(chess_corners.DetectorConfig.chess())
    seen, seconds = [], []
    for picture, truth, _ in labelled:
        grey = np.ascontiguousarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        begun = time.process_time()
        points = np.asarray(detector.detect(grey).xy, np.float64)
        seconds.append(time.process_time() - begun)
        inner = np.arange(1, truth.board_size)
        nodes = np.stack(np.meshgrid(inner, inner), axis=-1).reshape(-1, 2).astype(np.float64)
        away = np.linalg.norm(truth.to_pixels(nodes)[:, None] - points.reshape(1, -1, 2), axis=2)
        seen.append(float((away.min(axis=1, initial=np.inf) < 0.1 * truth.square_side).mean()))
    return (
        f"chess-corners: {100 * statistics.mean(seen):.1f} % of the inner points seen,"
        f" {statistics.median(seconds):.3f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
