"""How well squares are read: without calibration, and calibrated on another picture of the set.

    python benchmarks/vision_read.py [--locate] [FOLDER ...]

A folder holds pictures and `labels.json`; the default is the collection of photographs beside this
repository, with its game. Pictures of one set are known by their names, or by `set` in the labels
(`benchmarks/finder/scenes.py` makes such renders). Without `--locate` the labelled corners are
given. Printed: wrong squares, pictures without any, wrong roles of pieces seen from 30 to 70
degrees, of all and of those that are told for sure, squares called hidden, and the processor time
of one reading.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

# ruff: noqa: E402
import cv2
import numpy as np
import numpy.typing as npt

from vision.content import ROLE_TOLD, BoardReading, Content
from vision.errors import SightError
from vision.locate import locate
from vision.picture import load_picture
from vision.pose import BoardPose, Picture
from vision.reader import Reader
from vision.viewpoint import viewpoint

PHOTOS = ROOT.parent / "shared" / "photos"
SETS = {
    "b3nny01 light": ("b3nny01_0[0-8]",),
    "b3nny01 brown": ("b3nny01_09", "b3nny01_1?"),
    "ensiss": ("ensiss_20", "ensiss_21", "ensiss_26", "ensiss_28", "ensiss_29", "ensiss_3[014]"),
    "ensiss flash": ("ensiss_2[2345]",),
    "thiago": ("thiago_*",),
    "ragui": ("ragui_*",),
    "game": ("move*",),
}
UNREADABLE = -1
Contents = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Sample:
    """A picture, where the board is, and what stands on its cells (n, n), -1 unreadable."""

    name: str
    group: str
    picture: Picture
    pose: BoardPose
    cells: Contents
    kings: bool

    @property
    def start_like(self) -> bool:
        """Whether it may calibrate: many pieces of both colours, and empty squares."""
        kinds = (self.cells[self.pose.played] + 1) // 2
        return all((kinds == kind).sum() >= 2 for kind in range(3))


@dataclass
class Tally:
    """What was read and what of it was wrong."""

    squares: int = 0
    wrong: int = 0
    boards: int = 0
    exact: int = 0
    pieces: int = 0
    wrong_roles: int = 0
    told_roles: int = 0
    wrong_told: int = 0
    hidden: int = 0

    def add(self, sample: Sample, reading: BoardReading) -> None:
        seen = reading.log_likelihood.argmax(axis=2)
        known = sample.pose.played & (sample.cells != UNREADABLE)
        right = (seen + 1) // 2 == (sample.cells + 1) // 2
        wrong = int((~right & known).sum())
        self.squares += int(known.sum())
        self.wrong += wrong
        self.boards += 1
        self.exact += wrong == 0
        self.hidden += int((reading.hidden[known] >= 0.5).sum())
        height, width = sample.picture.shape[:2]
        cells = np.argwhere(known & right & (sample.cells > Content.EMPTY))
        angle = viewpoint(sample.pose, (width, height)).elevation(cells[:, ::-1] + 0.5)
        for row, column in cells[(angle >= 30) & (angle <= 70) & sample.kings]:
            man, king = sorted(reading.log_likelihood[row, column][_roles_of(seen[row, column])])
            mistaken = seen[row, column] != sample.cells[row, column]
            told = king - man >= ROLE_TOLD
            self.pieces += 1
            self.wrong_roles += int(mistaken)
            self.told_roles += int(told)
            self.wrong_told += int(mistaken and told)

    def line(self, name: str) -> str:
        if not self.boards:
            return f"{name:<34} none"
        return (
            f"{name:<34} {self.wrong:>4} of {self.squares:<6} {_percent(self.wrong, self.squares)}"
            f"  exact {self.exact:>3} of {self.boards:<4} {_percent(self.exact, self.boards)}"
            f"  roles {self.wrong_roles:>3} of {self.pieces:<5}"
            f" told {self.wrong_told:>2} of {self.told_roles:<5}"
            f" hidden {self.hidden}"
        )


def _roles_of(content: int) -> list[int]:
    """Man and king of the colour of a piece."""
    man = content - (content - 1) % 2
    return [man, man + 1]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(whole, 1):6.2f} %"


def samples(folder: Path, *, locating: bool) -> Iterator[Sample]:
    for label in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        picture = load_picture(folder / label["file"])
        cells = np.array([[".wWbB?".index(c) for c in row] for row in label["squares"]], np.intp)
        cells[cells == len(Content)] = UNREADABLE
        corners = np.array(label["corners"], np.float64)
        pose = BoardPose(corners, label["board_size"], _parity(label, cells))
        if locating and (seen := locate(picture)) is not None and _same(seen.pose, pose):
            pose = BoardPose(seen.pose.corners, pose.board_size, pose.parity)
        group = label.get("set") or _group(Path(label["file"]))
        yield Sample(label["file"], str(group), picture, pose, cells, label["kings_labelled"])


def _same(found: BoardPose, labelled: BoardPose) -> bool:
    off = np.linalg.norm(found.corners - labelled.corners, axis=1).max()
    near = 0.5 * labelled.square_side
    return found.board_size == labelled.board_size and bool(off < near)


def _parity(label: dict[str, object], cells: Contents) -> int:
    """Where the pieces stand; on empty boards of this collection, the dark or the labelled one."""
    at = np.argwhere(cells != Content.EMPTY)
    if len(at):
        return int(np.median(at.sum(axis=1) % 2))
    return int(str(label.get("parity", 1)))


def _group(file: Path) -> str:
    for name, patterns in SETS.items():
        if any(file.match(pattern + ".jpg") for pattern in patterns):
            return name
    return file.stem


def guess_all(found: list[Sample]) -> Tally:
    tally, seconds = Tally(), []
    for sample in found:
        began = time.process_time()
        reading = Reader().guess(sample.picture, sample.pose)
        seconds.append(time.process_time() - began)
        tally.add(sample, reading)
    print(tally.line("first guess, no calibration"), f" {1000 * np.median(seconds):.1f} ms")
    return tally


def read_across(found: list[Sample]) -> None:
    """Every picture of a set that may calibrate, all others read; of a game its first alone."""
    groups: dict[str, list[Sample]] = defaultdict(list)
    for sample in found:
        groups[sample.group].append(sample)
    whole, seconds = Tally(), []
    many = len(groups) > 20
    for name, group in sorted(groups.items()):
        tally = Tally()
        for first in group[:1] if name == "game" else group:
            reader = Reader()
            if not first.start_like:
                continue
            try:
                reader.calibrate(first.picture, first.pose, first.cells)
            except SightError:
                continue
            for other in group:
                if other is not first:
                    began = time.process_time()
                    reading = reader.read(other.picture, other.pose)
                    seconds.append(time.process_time() - began)
                    tally.add(other, reading)
                    whole.add(other, reading)
        if tally.boards and not many:
            print(tally.line(f"  {name}"))
    if whole.boards:
        print(whole.line("calibrated on another picture"), f" {1000 * np.median(seconds):.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[PHOTOS, PHOTOS / "tcd_game"])
    parser.add_argument("--locate", action="store_true", help="find the corners, too")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    found = [s for folder in arguments.folders for s in samples(folder, locating=arguments.locate)]
    guess_all(found)
    read_across(found)


if __name__ == "__main__":
    main()
