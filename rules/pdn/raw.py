"""Games as they are written: what the parser finds, before the rules of draughts see it."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field

from rules.pdn.errors import PdnError
from rules.pdn.model import Command, PdnWarning

SIGN = re.compile(r"[-–—−xX×:]")
_MOST_WARNINGS = 50  # in one game; more would say no more, and fill the memory


class EntryKind(enum.Enum):
    """What stands in the moves."""

    MOVE = enum.auto()
    LETTERS = enum.auto()
    SETUP = enum.auto()
    UNKNOWN_MOVE = enum.auto()
    UNREADABLE = enum.auto()


@dataclass(slots=True)
class Entry:
    """One move or setup with what is said about it. `path` are the squares of a numeric move."""

    kind: EntryKind
    text: str
    line: int
    column: int
    path: tuple[int, ...] = ()
    comments: list[str] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)
    variations: list[Line] = field(default_factory=list)

    @property
    def sign(self) -> str:
        """`-` for a quiet move, `x` for a capture, nothing where it is written without."""
        signs = SIGN.findall(self.text)
        return ("-" if signs[0] in "-–—−" else "x") if signs else ""


@dataclass(slots=True)
class Line:
    """The moves of a game or of a variation."""

    entries: list[Entry] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


@dataclass(slots=True)
class RawGame:
    """A game as it is written. `result` is the token at its end."""

    number: int = 0
    line: int = 0
    tags: dict[str, str] = field(default_factory=dict)
    moves: Line = field(default_factory=Line)
    result: str | None = None
    warnings: list[PdnWarning] = field(default_factory=list)
    error: PdnError | None = None
    numbered: bool = False  # a move number was seen
    touched: bool = False  # anything was seen

    @property
    def begun(self) -> bool:
        """Whether this is a game, and not just something between games."""
        return bool(self.tags or self.moves.entries or self.numbered)

    @property
    def in_moves(self) -> bool:
        return bool(self.moves.entries or self.numbered)

    def warn(self, line: int, column: int, text: str) -> None:
        if len(self.warnings) < _MOST_WARNINGS:
            self.warnings.append(PdnWarning(line, column, text))

    def fail(self, line: int, column: int, problem: str) -> None:
        """Keep the first error."""
        if self.error is None:
            self.error = PdnError(problem, line, column, self.number)
