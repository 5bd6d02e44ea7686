"""The commands of both sides. Which of them a side may say is in the sessions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from firmware_protocol.cpp.options import OptionSpec, parse_option
from firmware_protocol.cpp.shapes import Command, Named, Placed, Plain, Played, Spoken
from firmware_protocol.errors import BodyError, MessageError

_MOST_MS = 10**9


class Ok(Plain):
    TYPE: ClassVar[str] = "ok"


class Nok(Plain):
    TYPE: ClassVar[str] = "nok"


class GetState(Plain):
    TYPE: ClassVar[str] = "get_state"


class SetState(Plain):
    TYPE: ClassVar[str] = "set_state"


class Moved(Plain):
    """What was asked for stands on the board."""

    TYPE: ClassVar[str] = "moved"


class Resign(Plain):
    TYPE: ClassVar[str] = "resign"


class UndoOffer(Plain):
    TYPE: ClassVar[str] = "undo_offer"


class DrawOffer(Plain):
    TYPE: ClassVar[str] = "draw_offer"


class OptionsBegin(Plain):
    """The central wants to hear all options."""

    TYPE: ClassVar[str] = "options_begin"


class OptionsEnd(Plain):
    TYPE: ClassVar[str] = "options_end"


class OptionsReset(Plain):
    """All options have their default values again."""

    TYPE: ClassVar[str] = "options_reset"


class Feature(Named):
    """Whether the board can do this (`FeatureName`)."""

    TYPE: ClassVar[str] = "feature"


class Variant(Named):
    """Whether the board can play this game (`VariantName`)."""

    TYPE: ClassVar[str] = "variant"


class SetVariant(Named):
    """The game of the rounds that follow."""

    TYPE: ClassVar[str] = "set_variant"


class Side(Named):
    """Whose pieces are moved at the board (`SideName`)."""

    TYPE: ClassVar[str] = "side"


class End(Named):
    """The round is over (`EndReason`)."""

    TYPE: ClassVar[str] = "end"


class Check(Named):
    """Where a king is attacked; in draughts nowhere."""

    TYPE: ClassVar[str] = "check"


class Begin(Placed):
    """A round begins, from here."""

    TYPE: ClassVar[str] = "begin"


class Sync(Placed):
    """The board shows what the round has."""

    TYPE: ClassVar[str] = "sync"


class Unsync(Placed):
    """The board shows this, and not what the round has."""

    TYPE: ClassVar[str] = "unsync"


class UnsyncSettable(Placed):
    """The same of a board that can put it right by itself."""

    TYPE: ClassVar[str] = "unsync_settable"


class State(Placed):
    """The board shows this now."""

    TYPE: ClassVar[str] = "state"


class Undo(Placed):
    """A move was taken back; the round has this now."""

    TYPE: ClassVar[str] = "undo"


class Redo(Placed):
    """A move that was taken back stands again; the round has this now."""

    TYPE: ClassVar[str] = "redo"


class Move(Played):
    TYPE: ClassVar[str] = "move"


class Promote(Played):
    """The move of the board is accepted, and crowns a man."""

    TYPE: ClassVar[str] = "promote"


class LastMove(Played):
    """By which move the position of the round came about."""

    TYPE: ClassVar[str] = "last_move"


class Msg(Spoken):
    TYPE: ClassVar[str] = "msg"


class Err(Spoken):
    TYPE: ClassVar[str] = "err"


class Unknown(Spoken):
    """A command that is not known here, whole."""

    TYPE: ClassVar[str] = "unknown"


@dataclass(frozen=True, slots=True)
class Time(Command):
    """What is left of the time of both sides, in milliseconds."""

    TYPE: ClassVar[str] = "time"
    white_ms: int
    black_ms: int

    @property
    def content(self) -> str:
        return f"{_checked(self.white_ms)} {_checked(self.black_ms)}"

    @classmethod
    def read(cls, content: str) -> Self:
        words = content.split()
        if len(words) != 2 or not all(re.fullmatch("[0-9]{1,10}", word) for word in words):
            raise BodyError(f"{content[:40]!r} are no two times in milliseconds")
        return cls(*(min(int(word), _MOST_MS) for word in words))

    def facts(self) -> dict[str, Any]:
        return {"white_ms": self.white_ms, "black_ms": self.black_ms}


@dataclass(frozen=True, slots=True)
class Score(Command):
    """The score of both sides after a round, mostly ratings."""

    TYPE: ClassVar[str] = "score"
    white: str
    black: str

    @property
    def content(self) -> str:
        return f"{self.white} {self.black}"

    @classmethod
    def read(cls, content: str) -> Self:
        white, *black = content.split() or [""]
        if len(black) != 1 or len(content) > 40:
            raise BodyError(f"{content[:40]!r} are no two scores")
        return cls(white, black[0])

    def facts(self) -> dict[str, Any]:
        return {"white": self.white, "black": self.black}


@dataclass(frozen=True, slots=True)
class Option(Command):
    """An option that the board has."""

    TYPE: ClassVar[str] = "option"
    spec: OptionSpec

    @property
    def content(self) -> str:
        return self.spec.text

    @classmethod
    def read(cls, content: str) -> Self:
        return cls(parse_option(content))

    def facts(self) -> dict[str, Any]:
        spec = self.spec
        return {
            "name": spec.name,
            "kind": spec.kind.value,
            "default": spec.default,
            "params": list(spec.params),
        }


@dataclass(frozen=True, slots=True)
class SetOption(Command):
    """An option has this value now."""

    TYPE: ClassVar[str] = "set_option"
    name: str
    value: str

    @property
    def content(self) -> str:
        return f"{self.name} {self.value}"

    @classmethod
    def read(cls, content: str) -> Self:
        name, _, value = content.partition(" ")
        if not name or not value:
            raise BodyError(f"{content[:40]!r} names no option and its value")
        return cls(name, value)

    def facts(self) -> dict[str, Any]:
        return {"name": self.name, "value": self.value}


_KNOWN: tuple[type[Command], ...] = (
    Ok, Nok, Feature, Variant, SetVariant, Side, Begin, Sync, Unsync, UnsyncSettable, State,
    Move, Promote, LastMove, End, Check, Moved, Resign, Undo, Redo, UndoOffer, DrawOffer,
    Time, Score, GetState, SetState, OptionsBegin, Option, OptionsEnd, OptionsReset, SetOption,
    Msg, Err,
)  # fmt: skip
READERS: Mapping[str, Callable[[str], Command]] = {kind.TYPE: kind.read for kind in _KNOWN}


def _checked(ms: int) -> int:
    if not 0 <= ms <= _MOST_MS:
        raise MessageError(f"{ms} ms must be 0 to {_MOST_MS}")
    return ms
