"""DamExchange: two draughts programs over TCP. Messages of fixed columns, a zero byte ends each.

Source: the pages of its author on the messages GAMEREQ, GAMEACC, MOVE, GAMEEND, BACKREQ, BACKACC.
Z (zwart) is black. The captured squares may come in any order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from firmware_protocol.stream import Event, Step, StreamDecoder

PORT = 27531
_LONGEST = 127


@dataclass(frozen=True, slots=True)
class GameRequest(Event):
    """`follower` is the colour of whoever answers; `moves` 0 is no limit. `start` A is the usual
    position; with B, `turn` and `position` (w z W Z e, square 1 first) say which."""

    version: int
    name: str
    follower: str
    minutes: int
    moves: int
    start: str
    turn: str = ""
    position: str = ""

    def form(self) -> object:
        form: dict[str, object] = {
            "type": "R",
            "version": self.version,
            "name": self.name,
            "follower": self.follower,
            "minutes": self.minutes,
            "moves": self.moves,
            "start": self.start,
        }
        return form | ({"turn": self.turn, "position": self.position} if self.turn else {})


@dataclass(frozen=True, slots=True)
class GameAnswer(Event):
    """Code 0: yes. 1: not this version, 2: not this game, 3: no games at all."""

    name: str
    code: int

    def form(self) -> object:
        return {"type": "A", "name": self.name, "code": self.code}


@dataclass(frozen=True, slots=True)
class Move(Event):
    """A move after so many seconds."""

    seconds: int
    start: int
    end: int
    captured: tuple[int, ...] = ()

    def form(self) -> object:
        return {
            "type": "M",
            "seconds": self.seconds,
            "from": self.start,
            "to": self.end,
            "captured": list(self.captured),
        }


@dataclass(frozen=True, slots=True)
class GameEnd(Event):
    """Reason 0 unknown, 1 I lose, 2 draw, 3 I win; `stop` 1: no more games."""

    reason: int
    stop: int

    def form(self) -> object:
        return {"type": "E", "reason": self.reason, "stop": self.stop}


@dataclass(frozen=True, slots=True)
class Chat(Event):
    text: str

    def form(self) -> object:
        return {"type": "C", "text": self.text}


@dataclass(frozen=True, slots=True)
class BackRequest(Event):
    """Go back to where this colour was to play this move."""

    move: int
    turn: str

    def form(self) -> object:
        return {"type": "B", "move": self.move, "turn": self.turn}


@dataclass(frozen=True, slots=True)
class BackAnswer(Event):
    """0 yes, 1 not supported, 2 no."""

    code: int

    def form(self) -> object:
        return {"type": "K", "code": self.code}


class DxpDecoder(StreamDecoder):
    """Whole messages; one that is none of these, or too long, counts as a framing error."""

    def _step(self, buffer: bytearray) -> Step | None:
        end = buffer.find(0)
        if end < 0:
            return Step(len(buffer), broken=True) if len(buffer) > _LONGEST else None
        if end == 0:
            return Step(1)
        event = read_message(bytes(buffer[:end]))
        return Step(end + 1, [event] if event else (), broken=event is None)


def read_message(message: bytes) -> Event | None:
    """The message without its zero byte; None where it is none."""
    if len(message) > _LONGEST or not message.isascii():
        return None
    text = message.decode("ascii")
    for pattern, read in _MESSAGES:
        if (found := pattern.fullmatch(text)) is not None:
            return read(*found.groups())
    return None


def _game_request(*parts: str | None) -> GameRequest:
    version, name, follower, minutes, moves, start, turn, position = (part or "" for part in parts)
    return GameRequest(
        int(version), name.rstrip(), follower, int(minutes), int(moves), start, turn, position
    )


def _move(seconds: str, start: str, end: str, count: str, captured: str) -> Move | None:
    if len(captured) != 2 * int(count):
        return None
    squares = tuple(int(captured[at : at + 2]) for at in range(0, len(captured), 2))
    return Move(int(seconds), int(start), int(end), squares)


_MESSAGES: tuple[tuple[re.Pattern[str], Callable[..., Event | None]], ...] = (
    (re.compile(r"R(\d\d)(.{32})([WZ])(\d{3})(\d{3})(A|B(?=.{51}))(?:([WZ])([wzWZe]{50}))?"),
     _game_request),
    (re.compile(r"A(.{32})(\d)"), lambda name, code: GameAnswer(name.rstrip(), int(code))),
    (re.compile(r"M(\d{4})(\d\d)(\d\d)(\d\d)((?:\d\d)*)"), _move),
    (re.compile(r"E(\d)(\d)"), lambda reason, stop: GameEnd(int(reason), int(stop))),
    (re.compile(r"C(.{0,126})", re.DOTALL), Chat),
    (re.compile(r"B(\d{3})([WZ])"), lambda move, turn: BackRequest(int(move), turn)),
    (re.compile(r"K(\d)"), lambda code: BackAnswer(int(code))),
)  # fmt: skip
