"""A film of a game watched from end to end, as fast as the machine can, and the game that it shows.

What was seen so far is kept in a file, so that a film that takes an hour can be gone on with.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.camera.filmed import Filmed, Judges, starts_of
from companion.camera.plausible import plausible
from companion.camera.sightings import Sighting, Sightings
from companion.errors import InputError
from companion.pdn_export import write_file
from rules.position import Position
from rules.snapshot import Reading
from rules.variants import variant_named
from vision.content import READINGS, Content
from vision.locate import locate
from vision.seat import Contents, contents_of
from vision.sources import Film, Folder, Frame, open_file
from vision.watch import LEAST_CONFIDENCE, Watch

KEPT_EVERY = 250
"""Frames after which what was seen is kept, up to where the board last was at rest."""

Progress = Callable[[int, int | None], None]
"""Told the frames looked at, and how many there are if that is known."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which film is watched: `fps` where the source does not tell; `variant` and `fen`, the game
    and its first position, where they are known."""

    path: Path
    fps: float | None = None
    variant: str = ""
    fen: str = ""

    @property
    def key(self) -> str:
        """Names the film and what was asked of it; another when the file has changed."""
        about = self.path.stat()
        file = (str(self.path.resolve()), about.st_size, about.st_mtime_ns)
        facts = (*file, self.fps, self.variant, self.fen)
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:24]


@dataclass
class Seen:
    """What was seen of a film: `sightings` up to frame `looked_at`; `board_size` once a board was
    found."""

    looked_at: int = 0
    board_size: int | None = None
    sightings: list[Sighting] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {
            "looked_at": self.looked_at,
            "board_size": self.board_size,
            "sightings": [sighting.to_json() for sighting in self.sightings],
        }

    @classmethod
    def from_json(cls, value: Any) -> Seen:
        """Raises ValueError, TypeError, KeyError or IndexError for anything else."""
        size = value["board_size"]
        sightings = [Sighting.from_json(one) for one in value["sightings"]]
        return cls(int(value["looked_at"]), None if size is None else int(size), sightings)


class Watching:
    """Watches one film. `keep_in`: the folder where what was seen is kept, None for nowhere;
    `anew`: whatever was kept there."""

    def __init__(self, plan: Plan, keep_in: Path | None = None, *, anew: bool = False) -> None:
        self._plan = plan
        self._source: Film | Folder = open_file(plan.path, plan.fps)
        self._file = keep_in / f"{plan.key}.json" if keep_in else None
        self.seen = Seen() if anew else self._kept()
        self.seen.warnings = self._source.warnings
        self._watch: Watch | None = None
        self._judges: Judges | None = None
        self._expected_now: Position | None = None
        self._news = Sightings()
        self._at_rest = self.seen.looked_at, len(self.seen.sightings)

    @property
    def resumed(self) -> bool:
        """Whether part of the film was seen before."""
        return self.seen.looked_at > 0

    def watch(self, progress: Progress) -> Filmed:
        """To the end; an interrupt leaves what was seen so far in the file. Raises SourceError, and
        InputError where the film shows no game."""
        try:
            self._go_on(progress)
        except BaseException:
            self._keep()
            raise
        finally:
            self._source.close()
        if self._judges is None or not self.seen.sightings:
            raise InputError(self._nothing_seen())
        if self._file is not None:
            self._file.unlink(missing_ok=True)
        return self._judges.end()

    def _go_on(self, progress: Progress) -> None:
        self._source.skip(self.seen.looked_at)
        while (frame := self._source.read()) is not None:
            watch = self._watch or self._begin(frame)
            is_at_rest = watch is None or self._take(watch, frame)
            self.seen.looked_at = frame.number + 1
            if is_at_rest:
                self._at_rest = self.seen.looked_at, len(self.seen.sightings)
            progress(self.seen.looked_at, self._source.length)
            if self.seen.looked_at % KEPT_EVERY == 0:
                self._keep()

    def _take(self, watch: Watch, frame: Frame) -> bool:
        """Look at a frame, let the judges see what is news, and expect what they expect. Whether
        the board is at rest: whoever goes on here later knows it at once."""
        assert self._judges is not None
        self._judges.advance(frame.time)
        look = watch.see(frame)
        for sighting in self._news.take(look):
            self.seen.sightings.append(sighting)
            self._judges.see(sighting)
        if (position := self._judges.position) != self._expected_now:
            self._expected_now = position
            watch.expect(contents_of(position), plausible(position))
        return look.hands is not None and not look.hands.present

    def _begin(self, frame: Frame) -> Watch | None:
        """Begin to watch with the first frame that shows a board."""
        if self.seen.board_size is None:
            sighting = locate(frame.picture, board_size=self._wanted_size())
            if sighting is None or sighting.confidence < LEAST_CONFIDENCE:
                return None
            self.seen.board_size = sighting.pose.board_size
        starts = starts_of(self.seen.board_size, self._plan.variant, self._plan.fen)
        self._judges = Judges(starts)
        for seen in self.seen.sightings:
            self._judges.see(seen)
        self._watch = Watch(starts[0].variant.geometry, self._expected())
        return self._watch

    def _wanted_size(self) -> int | None:
        variant = self._plan.variant
        return variant_named(variant).geometry.width if variant else None

    def _expected(self) -> Contents:
        """What stood on the board last, as far as it was seen, else by the game."""
        assert self._judges is not None
        held = contents_of(self._judges.position)
        seen = [one.snapshot for one in self.seen.sightings if one.snapshot is not None]
        for square, reading in seen[-1] if seen else ():
            held[square - 1] = _CONTENTS.get(reading, held[square - 1])
        return held

    def _kept(self) -> Seen:
        if self._file is None:
            return Seen()
        try:
            return Seen.from_json(json.loads(self._file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, KeyError, IndexError):
            return Seen()

    def _keep(self) -> None:
        looked_at, count = self._at_rest
        if self._file is not None and looked_at:
            kept = Seen(looked_at, self.seen.board_size, self.seen.sightings[:count])
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_file(self._file, json.dumps(kept.to_json()))

    def _nothing_seen(self) -> str:
        name = self._plan.path
        if self.seen.board_size is None:
            if (size := self._wanted_size()) is not None:
                return f"{name} shows no board of {size} x {size}; check --variant"
            return f"{name} shows no board; film all four corners, in good light"
        if self._plan.fen:
            return f"{name} never shows the position of --start; check it"
        return f"{name} never shows the start of a game; give its first position: --start FEN"


_CONTENTS = {reading: number for number, reading in enumerate(READINGS)} | {
    Reading.WHITE: Content.WHITE_MAN,
    Reading.BLACK: Content.BLACK_MAN,
}
