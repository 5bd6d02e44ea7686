"""The trace that a log of bytes amounts to: what was heard then is heard again, at its times.

Nothing is sent, so nothing is waited for and nothing times out: all that a board tells it tells in
what it says.
"""

from __future__ import annotations

from collections.abc import Iterator

from board_io.errors import LinkError, LinkFault, TraceError
from board_io.events import (
    BatteryLevel,
    BoardEvent,
    ButtonPressed,
    LinkDown,
    LinkUp,
    SnapshotSeen,
)
from board_io.session import BoardSession
from board_io.trace import Trace, TraceHeader
from board_io.trace_event import (
    BatteryRead,
    ButtonPushed,
    FullReport,
    LinkBack,
    LinkCut,
    TraceEvent,
)
from board_io.wire_log import Opened, Passed, read_wire_log
from companion.conversations import sessions_of
from rules.fen import parse_fen
from rules.variants import variant_named

_AGAIN_S = 10.0  # later than any pause between two attempts to open a link


def trace_of_wire(text: str, source: str) -> Trace:
    """The trace in a log of bytes. Raises TraceError where there is no board in it, a RulesError
    where the game is not known."""
    header, lines = read_wire_log(text, source)
    start = parse_fen(header.fen, variant_named(header.variant), uncrowned=True)
    for session in sessions_of(header.board, start):
        heard = list(_heard(session, lines))
        for event in heard:
            if isinstance(event, LinkUp):
                board = event.board
                of = TraceHeader(board.sensor, header.fen, header.variant, board.squares)
                return Trace(of, tuple(_trace_events(heard)))
    raise TraceError(source, len(lines) + 1, f"no board was heard ({header.board})")


def _heard(session: BoardSession, lines: list[Passed | Opened]) -> Iterator[BoardEvent]:
    for line in lines:
        now = line.t_ms / 1000
        match line:
            case Opened():
                yield from session.link_failed(LinkError(LinkFault.UNPLUGGED, "opened anew"), now)
                session.advance(now + _AGAIN_S)
                session.link_opened(now)
            case Passed(from_board=True, data=data):
                yield from session.receive(data, now)


def _trace_events(heard: list[BoardEvent]) -> Iterator[TraceEvent]:
    """In order of time: a board may tell late of what was before a button or a lost link."""
    latest = 0
    for event in heard:
        latest = max(latest, round(event.time * 1000))
        if (told := _trace_event(latest, event)) is not None:
            yield told


def _trace_event(t_ms: int, event: BoardEvent) -> TraceEvent | None:
    match event:
        case SnapshotSeen(snapshot=snapshot):
            return FullReport(t_ms, snapshot)
        case LinkUp(snapshot=snapshot):
            return LinkBack(t_ms, snapshot)
        case LinkDown(reason=reason):
            return LinkCut(t_ms, reason)
        case ButtonPressed(button=button):
            return ButtonPushed(t_ms, button)
        case BatteryLevel(percent=percent):
            return BatteryRead(t_ms, percent)
    return None
