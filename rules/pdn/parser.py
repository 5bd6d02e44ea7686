"""From tokens to games as they are written: no rules of draughts yet, but every game found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from rules.pdn.model import Command
from rules.pdn.raw import SIGN, Entry, EntryKind, Line, RawGame
from rules.pdn.tokens import Kind, Token

# No real game comes near these; they keep a hostile file from filling the memory.
_LARGEST_GAME = 500_000  # characters of tokens
_PER_TOKEN = 20
_DEEPEST_VARIATION = 50

_COMMAND = re.compile(r"\[%\s*([^\s\]]+)\s*([^\]]*)\]")
_MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "*": 7}


def parse_games(tokens: Iterable[Token]) -> Iterator[RawGame]:
    """Each game of the text, in order; also what is left over at the end if it is not nothing."""
    parser = _Parser()
    for token in tokens:
        if parser.begins_game(token):
            yield parser.next_game()
        parser.take(token)
    last = parser.next_game()
    if last.begun:
        yield last
    elif last.warnings:
        warning = last.warnings[0]
        last.fail(warning.line, warning.column, "no game was found here: " + warning.text)
        yield last


class _Parser:
    def __init__(self) -> None:
        self._game = RawGame(number=1)
        self._lines: list[Line] = [self._game.moves]
        self._opened: list[Token] = []
        self._room = _LARGEST_GAME
        self._take: dict[Kind, Callable[[Token], None]] = {
            Kind.TAG: self._tag,
            Kind.COMMENT: self._comment,
            Kind.COMMAND: self._command,
            Kind.OPEN: self._open,
            Kind.CLOSE: self._close,
            Kind.NUMBER: self._number,
            Kind.MOVE: self._move,
            Kind.LETTERS: self._letters,
            Kind.SETUP: self._setup,
            Kind.UNKNOWN_MOVE: self._unknown_move,
            Kind.NAG: self._nag,
            Kind.MARK: self._mark,
            Kind.RESULT: self._result,
            Kind.ODD: self._odd,
            Kind.JUNK: self._junk,
        }

    def begins_game(self, token: Token) -> bool:
        """Whether this token belongs to another game than the ones before it."""
        game = self._game
        if token.kind is Kind.TAG:
            return game.in_moves or game.result is not None or self._repeats_tags(token)
        if game.result is not None:
            return token.kind in _OPENINGS
        return self._numbered_again(token)

    def next_game(self) -> RawGame:
        """The game that ends here; a new one is begun."""
        game = self._game
        for opened in self._opened[:1]:
            game.fail(opened.line, opened.column, "this variation is never closed")
        self._game = RawGame(number=game.number + 1)
        self._lines = [self._game.moves]
        self._opened = []
        self._room = _LARGEST_GAME
        return game

    def take(self, token: Token) -> None:
        """Add a token to the game."""
        game = self._game
        if not game.touched:
            game.touched, game.line = True, token.line
        if self._room < 0:
            game.fail(token.line, token.column, "the game is too long: the rest is left out")
            return
        self._room -= len(token.text) + _PER_TOKEN
        self._take[token.kind](token)

    def _repeats_tags(self, token: Token) -> bool:
        """Whether a tag after tags begins another game: one without moves came before."""
        tags = self._game.tags
        if token.name == "Event" and tags and token.after_blank_line:
            return True
        if token.name not in tags:
            return False
        return token.after_blank_line or token.name == next(iter(tags))

    def _numbered_again(self, token: Token) -> bool:
        """A game may end with nothing: then the numbers begin again after a blank line."""
        return (
            token.kind is Kind.NUMBER
            and token.after_blank_line
            and token.text.lstrip("0") == "1"
            and len(self._game.moves.entries) > 1
        )

    def _tag(self, token: Token) -> None:
        if self._opened and not self._game.begun:
            self._warn(self._opened[0], "bracket before any game")
            self._opened, self._lines = [], [self._game.moves]
        if token.name in self._game.tags:
            self._warn(token, f"tag {token.name} occurs twice: the first one counts")
        self._game.tags.setdefault(token.name, token.text)

    def _comment(self, token: Token) -> None:
        text = " ".join(_COMMAND.sub(" ", token.text).split())
        if self._entry is None:
            # Nothing is lost: before the first move commands are kept as part of the comment.
            self._lines[-1].comments.append(" ".join(token.text.split()))
            return
        for name, value in _COMMAND.findall(token.text):
            self._entry.commands.append(Command(name, " ".join(value.split())))
        if text:
            self._entry.comments.append(text)

    def _command(self, token: Token) -> None:
        self._warn(token, "command outside a comment")
        self._comment(token._replace(text=f"[%{token.text}]"))

    def _open(self, token: Token) -> None:
        self._opened.append(token)
        inner = Line()
        if self._entry is None:
            self._warn(token, "variation before any move: it is left out")
        elif len(self._lines) > _DEEPEST_VARIATION:
            self._warn(token, "variation in too many others: it is left out")
        else:
            self._entry.variations.append(inner)
        self._lines.append(inner)

    def _close(self, token: Token) -> None:
        if not self._opened:
            self._warn(token, "bracket that closes nothing")
            return
        self._opened.pop()
        self._lines.pop()

    def _number(self, token: Token) -> None:
        self._game.numbered = True

    def _move(self, token: Token) -> None:
        text = "".join(token.text.split())
        squares = [int(part) for part in SIGN.split(text)]
        if len(squares) == 1:
            squares = [int(text[:2]), int(text[2:])]
        self._add(EntryKind.MOVE, token, text, tuple(squares))

    def _letters(self, token: Token) -> None:
        self._add(EntryKind.LETTERS, token, "".join(token.text.split()))

    def _setup(self, token: Token) -> None:
        self._add(EntryKind.SETUP, token, "".join(token.text.split()))

    def _unknown_move(self, token: Token) -> None:
        self._add(EntryKind.UNKNOWN_MOVE, token, token.text)

    def _nag(self, token: Token) -> None:
        if self._entry is None:
            self._warn(token, f"${token.text} before any move")
        else:
            self._entry.nags.append(int(token.text))

    def _mark(self, token: Token) -> None:
        nag = _MARKS.get(token.text.strip("()"))
        if self._entry is None or nag is None:
            self._warn(token, f"{token.text[:10]} is no mark of a move")
        else:
            self._entry.nags.append(nag)

    def _result(self, token: Token) -> None:
        if token.text == "*" and token.attached and self._entry is not None:
            self._entry.nags.append(_MARKS["*"])
        elif self._opened:
            remarks = self._lines[-1].comments if self._entry is None else self._entry.comments
            remarks.append(token.text)
        elif self._game.result is None and self._game.begun:
            self._game.result = "".join(token.text.split())
        elif self._game.result != token.text:
            self._warn(token, f"result {token.text} where no game ends")

    def _odd(self, token: Token) -> None:
        self._warn(token, token.text)

    def _junk(self, token: Token) -> None:
        shown = f"{token.text[:30]!r} cannot be read"
        if self._game.in_moves and self._game.result is None and re.search(r"\d", token.text):
            self._add(EntryKind.UNREADABLE, token, token.text[:30])
        else:
            self._warn(token, shown)

    @property
    def _entry(self) -> Entry | None:
        """What remarks belong to now."""
        entries = self._lines[-1].entries
        return entries[-1] if entries else None

    def _add(
        self,
        kind: EntryKind,
        token: Token,
        text: str,
        path: tuple[int, ...] = (),
    ) -> None:
        entry = Entry(kind, text, token.line, token.column, path)
        self._lines[-1].entries.append(entry)

    def _warn(self, token: Token, text: str) -> None:
        self._game.warn(token.line, token.column, text)


_OPENINGS = frozenset(
    {Kind.NUMBER, Kind.MOVE, Kind.LETTERS, Kind.SETUP, Kind.UNKNOWN_MOVE, Kind.OPEN}
)
