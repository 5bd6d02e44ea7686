"""The trace of a game: what the board reports and people enter, until it cannot be written."""

from __future__ import annotations

from collections.abc import Callable

from board_io.events import BoardEvent, BoardInfo
from board_io.trace_board import TraceRecorder
from companion.commands import Command, command_fields

OpenTrace = Callable[[BoardInfo], TraceRecorder | None]
"""Makes the recorder once the board has said what it is; None for no trace. Raises OSError."""


class PatientTrace:
    """A trace that fails is told once to `fails`, and the game goes on without it."""

    def __init__(self, opens: OpenTrace, fails: Callable[[OSError], None]) -> None:
        self._opens = opens
        self._fails = fails
        self._recorder: TraceRecorder | None = None

    def begin(self, board: BoardInfo) -> None:
        try:
            self._recorder = self._opens(board)
        except OSError as error:
            self._fails(error)

    def end(self) -> None:
        """The trace ends here: what follows is of another board."""
        self._recorder = None

    def record(self, event: BoardEvent) -> None:
        self._write(lambda recorder: recorder.record(event))

    def command(self, command: Command, time: float) -> None:
        self._write(lambda recorder: recorder.command(*command_fields(command), time))

    def _write(self, write: Callable[[TraceRecorder], None]) -> None:
        if self._recorder is None:
            return
        try:
            write(self._recorder)
        except OSError as error:
            self._recorder = None
            self._fails(error)
