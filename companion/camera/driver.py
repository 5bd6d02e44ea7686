"""A camera over an ordinary board, driven like any board: what it sees comes as board events.

A thread takes frames (the newest of a camera or stream; those of a film when their time has come),
watches the board on them and posts what is news. Where no picture or no board is seen, it says why.
"""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from board_io.errors import LinkFault
from board_io.events import BoardEvent, BoardInfo, LinkDown, LinkUp, Searching, SnapshotSeen
from companion.camera.plausible import plausible
from companion.camera.scene import CameraScene
from firmware_protocol.requests import Light
from rules.geometry import Geometry
from rules.position import Position
from rules.snapshot import Reading, SensorKind, Snapshot
from rules.variants import VARIANTS
from vision.errors import SourceError, SourceFault
from vision.newest import NewestFrame
from vision.seat import contents_of
from vision.sources import Frame, open_file, open_live
from vision.streams import is_stream, without_password
from vision.watch import Finding, Look, Watch

AFTER_FILM_S = 3.0
"""So long after the last frame of a film whatever is due still comes."""
_LATE_S = 0.15
"""A frame of a film that is shown so late is left out, as one of a camera would be."""
_QUIET_S = 3.0
"""A source that gives nothing for so long is gone."""
_DARK = 25.0
"""A picture with less mean brightness (of 255) is too dark."""

Post = Callable[[BoardEvent], None]

_FAULTS = {
    SourceFault.ABSENT: LinkFault.ABSENT,
    SourceFault.FORBIDDEN: LinkFault.FORBIDDEN,
    SourceFault.BUSY: LinkFault.BUSY,
    SourceFault.GONE: LinkFault.UNPLUGGED,
    SourceFault.BROKEN: LinkFault.REFUSED,
}


class CameraReports:
    """From looks at a board to board events; times of frames are those of the host's clock."""

    def __init__(self, squares: int, name: str) -> None:
        self._info = BoardInfo(
            squares=squares,
            sensor=SensorKind.COLOR,
            has_leds=False,
            serial=name,
            boot_id=0,
            firmware="",
            protocol=(1, 0),
        )
        self._linked = False
        self._last: Snapshot | None = None
        self._reason: LinkFault | None = None

    def of_look(self, look: Look) -> list[BoardEvent]:
        """What is news in this look."""
        now = look.frame.time
        known = look.finding in (Finding.FOUND, Finding.FOLLOWED)
        if not known or look.snapshot is None:
            dark = float(look.frame.picture.mean()) < _DARK
            return self._down(now, LinkFault.DARK if dark else LinkFault.UNSEEN)
        snapshot = _colors(look.snapshot)
        if not self._linked:
            self._linked, self._last, self._reason = True, snapshot, None
            return [LinkUp(now, snapshot, self._info)]
        if snapshot == self._last:
            return []
        self._last = snapshot
        return [SnapshotSeen(now, snapshot)]

    def of_error(self, error: SourceError, now: float) -> list[BoardEvent]:
        """The source fails."""
        return self._down(now, _FAULTS[error.fault], str(error))

    def again(self, now: float) -> list[BoardEvent]:
        """The last snapshot once more: somebody asked."""
        return [SnapshotSeen(now, self._last)] if self._linked and self._last else []

    def _down(self, now: float, reason: LinkFault, detail: str = "") -> list[BoardEvent]:
        was_linked, self._linked = self._linked, False
        if was_linked:
            self._reason = reason
            return [LinkDown(now, reason, detail)]
        if reason is self._reason:
            return []
        self._reason = reason
        return [Searching(now, reason, detail)]


def _colors(snapshot: Snapshot) -> Snapshot:
    """Kings come from the rules: what a single picture says of them is not sure enough."""
    readings = tuple(_COLORS.get(reading, reading) for reading in snapshot.readings)
    return Snapshot(readings, snapshot.hidden)


_COLORS = {
    Reading.WHITE_MAN: Reading.WHITE,
    Reading.WHITE_KING: Reading.WHITE,
    Reading.BLACK_MAN: Reading.BLACK,
    Reading.BLACK_KING: Reading.BLACK,
}


class CameraDriver:
    """A camera, stream or film as a board of these squares. `spec`: the number or name of a camera,
    a URL, or a file; `start`: what stands on it at first, where that is known; `scene` shows people
    what is seen."""

    def __init__(
        self, spec: str, squares: Geometry, start: Position, post: Post, scene: CameraScene
    ) -> None:
        self._spec = spec
        self._name = without_password(spec)
        self._post = post
        self._scene = scene
        self._geometry = squares
        if start.variant.geometry != squares:
            start = usual_start(squares)
        self._watch = Watch(squares, contents_of(start))
        self._expected: Position | None = None
        self._reports = CameraReports(self._geometry.squares, self._name)
        self._stopped = threading.Event()
        self._asked = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        self._thread.start()
        atexit.register(self.stop)  # OpenCV must not be at work while Python goes down

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join()
        atexit.unregister(self.stop)

    def set_leds(self, lights: Sequence[Light]) -> None:
        """A board of wood has no lights; they are on the page."""

    def request_snapshot(self) -> None:
        self._asked.set()

    def expect(self, position: Position) -> None:
        """This should stand on the board, by the game."""
        if position.variant.geometry == self._geometry and position != self._expected:
            self._expected = position
            self._watch.expect(contents_of(position), plausible(position))

    # -- the thread ------------------------------------------------------------------------

    def _run(self) -> None:
        path = Path(self._spec)
        if self._spec and not is_stream(self._spec) and not _is_device(path) and path.exists():
            self._run_film(path)
        else:
            self._run_camera()

    def _run_camera(self) -> None:
        source = NewestFrame(lambda: open_live(self._spec, time.monotonic))
        source.start()
        heard: float | None = time.monotonic()  # None after an error: its own words stand
        try:
            while not self._stopped.is_set():
                if (held := self._scene.take_hold()) is not None:
                    source.hold_exposure(held=held)
                news = source.wait(0.25)
                if not is_stream(self._spec):
                    self._scene.show_held(source.exposure_is_held)
                if isinstance(news, Frame):
                    self._see(news)
                elif news is not None:
                    self._fail(news)
                elif heard is not None and time.monotonic() - heard > _QUIET_S:
                    what = self._name or "the camera"
                    self._fail(SourceError(f"{what} is silent; is it on?", SourceFault.GONE))
                if news is not None:
                    heard = time.monotonic() if isinstance(news, Frame) else None
        finally:
            source.stop()

    def _run_film(self, path: Path) -> None:
        try:
            source = open_file(path)
            origin = time.monotonic()
            while not self._stopped.is_set() and (frame := source.read()) is not None:
                due = origin + frame.time
                if time.monotonic() - due > _LATE_S:
                    continue
                if self._stopped.wait(max(0.0, due - time.monotonic())):
                    return
                self._see(Frame(frame.picture, due, frame.number))
            source.close()
        except SourceError as error:
            self._tell(self._reports.of_error(error, time.monotonic()))
        if not self._stopped.wait(AFTER_FILM_S):
            self._post(LinkDown(time.monotonic(), LinkFault.CLOSED))

    def _see(self, frame: Frame) -> None:
        if (corners := self._scene.take_corners()) is not None:
            self._watch.place(frame.picture, corners)
        look = self._watch.see(frame)
        self._scene.show(look)
        self._tell(self._reports.of_look(look))
        if self._asked.is_set():
            self._asked.clear()
            self._tell(self._reports.again(frame.time))

    def _fail(self, error: SourceError) -> None:
        self._scene.clear()
        self._tell(self._reports.of_error(error, time.monotonic()))

    def _tell(self, events: Sequence[BoardEvent]) -> None:
        for event in events:
            self._post(event)


def usual_start(squares: Geometry) -> Position:
    """The start position of the usual game on these squares."""
    kinds = (kind for kind in VARIANTS.values() if kind.geometry == squares)
    return Position.start(next(kinds))


def _is_device(path: Path) -> bool:
    return path.is_char_device()
