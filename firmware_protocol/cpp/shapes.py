"""The shapes that commands have: what follows the first word, and how it is read and written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Self

from firmware_protocol.cpp.moves import Uci, parse_uci
from firmware_protocol.cpp.placement import Placement, parse_placement
from firmware_protocol.errors import BodyError, MessageError
from firmware_protocol.stream import Event

_WORD = re.compile(r"[a-z0-9_?]{1,40}")


class Command(Event):
    """Base of all commands; TYPE is the first word on the wire."""

    __slots__ = ()

    @property
    def content(self) -> str:
        """What follows the first word."""
        return ""

    @classmethod
    def read(cls, content: str) -> Self:
        """The inverse of `content`. Raises BodyError, MessageError."""
        return cls()

    def form(self) -> object:
        return {"type": self.TYPE} | self.facts()

    def facts(self) -> dict[str, Any]:
        """What is told of it besides its type."""
        return {}


@dataclass(frozen=True, slots=True)
class Plain(Command):
    """A command of one word."""


@dataclass(frozen=True, slots=True)
class Named(Command):
    """A command with one word behind it."""

    name: str

    @property
    def content(self) -> str:
        if not _WORD.fullmatch(self.name):
            raise MessageError(f"{self.name[:40]!r} is no word of the protocol")
        return self.name

    @classmethod
    def read(cls, content: str) -> Self:
        if not _WORD.fullmatch(content):
            raise BodyError(f"{content[:40]!r} is no word of the protocol")
        return cls(content)

    def facts(self) -> dict[str, Any]:
        return {"name": self.name}


@dataclass(frozen=True, slots=True)
class Placed(Command):
    """A command with what stands on a board behind it."""

    placement: Placement

    @property
    def content(self) -> str:
        return self.placement.fen

    @classmethod
    def read(cls, content: str) -> Self:
        return cls(parse_placement(content))

    def facts(self) -> dict[str, Any]:
        return {
            "fen": self.placement.fen,
            "rows": list(self.placement.rows),
            "turn": self.placement.turn or None,
        }


@dataclass(frozen=True, slots=True)
class Played(Command):
    """A command with a move behind it."""

    uci: Uci

    @property
    def content(self) -> str:
        return self.uci.text

    @classmethod
    def read(cls, content: str) -> Self:
        return cls(parse_uci(content))

    def facts(self) -> dict[str, Any]:
        return {
            "uci": self.uci.text,
            "squares": list(self.uci.squares),
            "notation": self.uci.notation.value,
            "promotes": self.uci.promotes,
        }


@dataclass(frozen=True, slots=True)
class Spoken(Command):
    """A command with text for people behind it."""

    text: str

    @property
    def content(self) -> str:
        if not self.text.isprintable():
            raise MessageError("text must be one line that can be printed")
        return self.text

    @classmethod
    def read(cls, content: str) -> Self:
        return cls(content)

    def facts(self) -> dict[str, Any]:
        return {"text": self.text}
