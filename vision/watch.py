"""A board watched: frames in, what stands on every square out.

    picture -> pose -> hands -> reading -> settled contents -> snapshot

The board is located once and then tracked; when it is lost it is located again, and turned so that
it shows what it showed before. The readers of squares are calibrated on the position that is
expected (the start of the game), as soon as the board shows it, and go on learning from squares
whose content is certain. Between calls nothing happens by itself.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from rules.geometry import Geometry
from rules.snapshot import Snapshot
from vision.align import align, ranked_seats
from vision.content import BoardReading
from vision.hands import HandFinder, Hands
from vision.locate import locate
from vision.parity import played_parity
from vision.pose import BoardPose, Picture, Points
from vision.reader import Reader
from vision.seat import Contents, Seat, turned
from vision.settle import HAND_S, Settler, by_kind
from vision.sources import Frame
from vision.track import PoseTracker

Mask = npt.NDArray[np.bool_]

LEAST_CONFIDENCE = 0.5
"""A board found with less is not believed."""
MOTION_S = 0.3
"""Frames farther apart do not tell what moves."""
LOOK_AGAIN_S = 0.25
"""Between attempts to find a board that is not there."""
LOST_S = 0.8
"""A board not seen for so long is lost: what happens on it is not known."""
GUESSED = 0.5
"""A first guess that agrees on so many says where white sits."""
TRY_AGAIN_S = 0.3
STRANGE = 0.25
"""With so many squares that show something else than they should, the pose is rather wrong."""
STRANGE_S = 0.4
LEARN_S = 1.0
READ_AGAIN_S = 0.15
"""A board at rest is read again after so long."""


class Finding(enum.Enum):
    """What is known of the board."""

    SEARCHING = "no board was found yet"
    FOUND = "the board is there; what is expected does not stand on it yet"
    FOLLOWED = "the squares are known"
    LOST = "the board is no longer seen"


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one frame gave. `snapshot` is the last known one, also while the board is lost."""

    frame: Frame
    finding: Finding
    snapshot: Snapshot | None = None
    pose: BoardPose | None = None
    reading: BoardReading | None = None
    hands: Hands | None = None


class Watch:
    """Watches one board of this geometry; `expected` (m,): contents of its squares to calibrate
    on."""

    def __init__(self, geometry: Geometry, expected: Contents) -> None:
        self._geometry = geometry
        self._expected = expected
        self._reader = Reader()
        self._tracker: PoseTracker | None = None
        self._seat: Seat | None = None
        self._settler = Settler(geometry.squares)
        self._hands = HandFinder()
        self._calibrated = False
        self._before: float | None = None
        self._seen: float | None = None
        self._searched: float | None = None
        self._strange_since: float | None = None
        self._believed = False
        self._learned = 0.0
        self._tried: float | None = None
        self._read_last: tuple[float, BoardReading] | None = None
        self._disturbed: npt.NDArray[np.float64] | None = None

    def expect(self, expected: Contents, plausible: Mask) -> None:
        """This is what should stand on the board now, by the game, and (m, 3) what may stand there
        soon; anything else is believed when it is seen more clearly."""
        self._expected = expected
        self._settler.expect((expected + 1) // 2, plausible)

    def place(self, picture: Picture, corners: Points) -> None:
        """Somebody shows where the corners (4, 2) of the board are, in the order of a pose."""
        pose = BoardPose(np.asarray(corners, np.float64), self._geometry.width, 0)
        pose = replace(pose, parity=played_parity(_lab(picture), pose))
        if self._seat is not None and self._tracker is not None:
            pose = self._as_before(picture, pose)
        self._tracker = PoseTracker(pose, picture)

    def see(self, frame: Frame) -> Look:
        """The next frame; times must not go back."""
        now = frame.time
        apart = now - self._before if self._before is not None else 0.0
        self._before = now
        pose = self._find(frame, apart)
        if pose is None:
            return Look(frame, self._without_board(now), self._snapshot())
        if not self._calibrated:
            pose = self._with_parity(frame.picture, pose)
        self._seen = now
        flows = 0 < apart < MOTION_S
        hands = self._hands.find(frame.picture, pose, now, tells_motion=flows)
        if not flows:
            self._disturbed = None  # who knows what happened meanwhile
        reading = self._read(frame.picture, pose, hands, now)
        if self._seat is None or not self._calibrated:
            reading = self._align(frame.picture, reading, hands, now)
        if self._seat is None:
            return Look(frame, Finding.FOUND, None, pose, reading, hands)
        hidden = self._hidden(reading, hands)
        if not self._looks_strange(reading, hands, hidden, now):
            self._settle(reading, hidden, now)
        self._learn(frame.picture, pose, hands, now)
        finding = Finding.FOLLOWED if self._calibrated else Finding.FOUND
        return Look(frame, finding, self._snapshot(hidden), pose, reading, hands)

    # -- where the board is ------------------------------------------------------------------------

    def _find(self, frame: Frame, apart: float) -> BoardPose | None:
        if self._tracker is not None:
            pose = self._tracker.follow(frame.picture)
            since = self._strange_since
            if pose is not None and (since is None or frame.time - since < STRANGE_S):
                return pose
        now = frame.time
        if self._searched is not None and now - self._searched < LOOK_AGAIN_S and apart < 1:
            return None
        self._searched = now
        self._believed = self._strange_since is not None  # it is so, if it is so once more
        self._strange_since = None
        sighting = locate(frame.picture, board_size=self._geometry.width)
        if sighting is None or sighting.confidence < LEAST_CONFIDENCE:
            return None
        pose = sighting.pose
        if self._seat is not None:
            pose = self._as_before(frame.picture, pose)
        self._tracker = PoseTracker(pose, frame.picture)
        return pose

    def _with_parity(self, picture: Picture, pose: BoardPose) -> BoardPose:
        """On an empty board it is hard to tell which cells are squares: look again."""
        parity = played_parity(_lab(picture), pose)
        if parity == pose.parity:
            return pose
        pose = replace(pose, parity=parity)
        self._tracker = PoseTracker(pose, picture)
        return pose

    def _as_before(self, picture: Picture, pose: BoardPose) -> BoardPose:
        """The pose turned so that the squares hold what they held: the board may have been."""
        assert self._seat is not None
        assert self._tracker is not None
        parity = self._tracker.pose.parity
        ways = [turned(pose, quarters) for quarters in range(4)]
        return max(
            (way for way in ways if way.parity == parity),
            key=lambda way: self._likelihood(self._reader.read(picture, way), self._seat),
        )

    def _likelihood(self, reading: BoardReading, seat: Seat | None) -> float:
        """How well the settled contents explain a reading."""
        assert seat is not None
        kinds = by_kind(reading.log_likelihood[seat.rows, seat.columns])
        lead = kinds - kinds.max(axis=1, keepdims=True)
        settled = lead[np.arange(len(lead)), self._settler.kind]
        return float(np.clip(settled[self._settler.kind >= 0], -5, 0).sum())

    def _without_board(self, now: float) -> Finding:
        self._disturbed = None
        if self._seat is None:
            return Finding.SEARCHING
        if self._seen is None or now - self._seen > LOST_S:
            return Finding.LOST
        return Finding.FOLLOWED if self._calibrated else Finding.FOUND

    def _looks_strange(self, reading: BoardReading, hands: Hands, hidden: Mask, now: float) -> bool:
        """Whether much of the board shows something else than it should: rather the pose is wrong,
        and nothing is concluded before the board was located again."""
        assert self._seat is not None
        at = self._seat.rows, self._seat.columns
        kinds = by_kind(reading.log_likelihood[at])
        known = (self._settler.kind >= 0) & ~hands.moving[at]
        lead = kinds.max(axis=1) - kinds[np.arange(len(kinds)), self._settler.kind]
        strange = bool(known.any()) and float((lead[known] > 2).mean()) > STRANGE
        if not strange or not self._calibrated:
            self._strange_since = None
            self._believed = False
        elif self._strange_since is None and not self._believed:
            self._strange_since = now
        return strange and not self._believed

    def _read(self, picture: Picture, pose: BoardPose, hands: Hands, now: float) -> BoardReading:
        """The squares; as they were a moment ago where nothing has moved since."""
        if self._read_last is not None and self._calibrated:
            since, reading = self._read_last
            moved = np.abs(reading.pose.corners - pose.corners).max()
            at_rest = not (hands.hidden.any() or self._settler.in_doubt.any())
            if at_rest and 0 < now - since < READ_AGAIN_S and moved < 1.0:
                return reading
        reading = self._reader.read(picture, pose)
        self._read_last = now, reading
        return reading

    # -- what stands on it -------------------------------------------------------------------------

    def _align(
        self, picture: Picture, reading: BoardReading, hands: Hands, now: float
    ) -> BoardReading:
        """Find out where white sits, and calibrate where the expected position stands."""
        if self._seat is None:
            agreeing, seat = ranked_seats(reading, self._geometry, self._expected)[0]
            self._seat = seat if agreeing > GUESSED else None
        if hands.present or self._tried_again_too_soon(now):
            return reading
        aligned = align(picture, reading, self._geometry, self._expected)
        if aligned is None:
            return reading
        self._seat, self._reader, self._calibrated = aligned.seat, aligned.reader, True
        self._settler = self._settler.anew()
        return aligned.reading

    def _tried_again_too_soon(self, now: float) -> bool:
        too_soon = self._tried is not None and 0 <= now - self._tried < TRY_AGAIN_S
        self._tried = self._tried if too_soon else now
        return too_soon

    def _hidden(self, reading: BoardReading, hands: Hands) -> Mask:
        """(n, n): a square that looks strange with no hand beside it holds a piece put down askew;
        it is read all the same."""
        near = cv2.dilate(hands.hidden.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        return np.asarray(hands.hidden | ((reading.hidden >= 0.5) & near))

    def _settle(self, reading: BoardReading, hidden: Mask, now: float) -> None:
        assert self._seat is not None
        at = self._seat.rows, self._seat.columns
        self._settler.add(
            reading.log_likelihood[at],
            hidden[at],
            reading.hidden[at] >= 0.5,
            now,
            disturbed=self._just_disturbed(hidden, now)[at],
        )

    def _just_disturbed(self, hidden: Mask, now: float) -> Mask:
        """(n, n): cells that were hidden a moment ago, and those beside; all where that is not
        known, after a gap."""
        if self._disturbed is None or self._disturbed.shape != hidden.shape:
            self._disturbed = np.full(hidden.shape, now)
        near = cv2.dilate(hidden.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        self._disturbed[near] = now
        return np.asarray(now - self._disturbed < HAND_S)

    def _snapshot(self, hidden: Mask | None = None) -> Snapshot | None:
        if self._seat is None or bool((self._settler.kind < 0).all()):
            return None
        unseen = self._settler.in_doubt
        if hidden is not None:
            unseen = unseen | hidden[self._seat.rows, self._seat.columns]
        squares = frozenset((np.flatnonzero(unseen) + 1).tolist())
        return Snapshot(self._settler.readings(), squares)

    def _learn(self, picture: Picture, pose: BoardPose, hands: Hands, now: float) -> None:
        """Teach the reader what squares look like now that are known and lie still."""
        if not self._calibrated or hands.present or now - self._learned < LEARN_S:
            return
        assert self._seat is not None
        self._learned = now
        contents = self._settler.contents()
        known = (contents >= 0) & (self._settler.sure > 1.0)
        cells = self._seat.on_cells(np.maximum(contents, 0), pose.board_size)
        known_cells = self._seat.on_cells(known.astype(np.intp), pose.board_size) > 0
        self._reader.learn(picture, pose, cells, known_cells)


def _lab(picture: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), np.uint8)
