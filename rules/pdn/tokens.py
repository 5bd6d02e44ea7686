"""From text to tokens, with the line and column of each. Memory use is bounded: the scanner never
holds more than the longest comment it accepts."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from typing import NamedTuple

_LOOKAHEAD = 4096  # characters that any token but a comment fits in
_LONGEST_COMMENT = 1 << 18  # characters


class Kind(enum.Enum):
    """What a token is."""

    TAG = enum.auto()
    COMMENT = enum.auto()
    COMMAND = enum.auto()  # an embedded command that stands outside a comment
    OPEN = enum.auto()
    CLOSE = enum.auto()
    NUMBER = enum.auto()
    MOVE = enum.auto()
    LETTERS = enum.auto()  # a move in a3-b4 notation
    SETUP = enum.auto()
    UNKNOWN_MOVE = enum.auto()
    NAG = enum.auto()
    MARK = enum.auto()
    RESULT = enum.auto()
    ODD = enum.auto()  # can be read, but is not as it should be: worth a warning
    JUNK = enum.auto()


class Token(NamedTuple):
    """`text` is what the token says (the value of a tag, the inside of a comment). `attached`:
    nothing stands between this token and the one before. `after_blank_line`: what it says."""

    kind: Kind
    text: str
    line: int
    column: int
    name: str = ""
    attached: bool = False
    after_blank_line: bool = False


_SIGN = "[ \\t]{0,3}[-–—−xX×:][ \\t]{0,3}"
_TOKEN = re.compile(
    rf"""
      (?P<space>[\s\x00-\x1f\ufeff]+)
    | (?P<open>\()(?![!?*]+\)) | (?P<close>\))
    | \[\s*(?P<name>[^\W\d]\w*)\s*"(?P<quoted>(?:[^"\\\n]|\\.){{0,2000}}+)"\s*\]
    | \[[ \t]*(?P<odd_name>[^\W\d]\w*)(?P<odd_value>[^\n]{{0,300}}?)\][ \t]*(?=\n|\Z)
    | \[%(?P<command>[^\]\n]{{0,2000}}+)\]
    | /\s*(?i:FEN)\s*"?(?P<setup>[^"/]{{0,2000}}+)"?\s*/
    | \$(?P<nag>[0-9]{{1,3}})(?![0-9])
    | (?P<mark>[!?]+|\([!?*]+\))
    | (?P<result>
          1/2[ ]?-[ ]?1/2 | ½-½ | 1[ ]?1/2[ ]?-[ ]?1/2 | 1/2[ ]?-[ ]?1[ ]?1/2
        | 1[+][ ]?-[ ]?1- | 1-[ ]?-[ ]?1[+]
        | (?: 2[ \t]*-[ \t]*0 | 0[ \t]*-[ \t]*[012] | 1[ \t]*-[ \t]*[01] )(?![\w/:-])
        | \* )
    | (?P<move>[0-9]{{1,3}}(?:{_SIGN}[0-9]{{1,3}}){{1,24}} | [0-9]{{4}}(?![ \t]*[-.x:]))(?!\w)
    | (?P<letters>[a-lA-L][0-9]{{1,2}}(?:(?:{_SIGN}|)[a-lA-L][0-9]{{1,2}}){{1,24}})(?!\w)
    | (?P<number>[0-9]+)[ \t]*(?P<dots>\.+|…)
    | (?P<unknown_move>-[ \t]*-)(?!\w)
    | (?P<ignored>[.…]+|[0-9]{{1,3}}(?![\w/-]))
    | (?P<junk>[^\s(){{}}\[\]/!?*;$]+|.)
    """,
    re.VERBOSE,
)
# Where a comment that was never closed ends: before the tags of the next game.
_TAG_LINE = re.compile(r'^\[[^\W\d]\w*\s*"[^\n]*"\s*\][ \t]*$', re.MULTILINE)
_KINDS = {
    "open": Kind.OPEN,
    "close": Kind.CLOSE,
    "command": Kind.COMMAND,
    "setup": Kind.SETUP,
    "nag": Kind.NAG,
    "mark": Kind.MARK,
    "result": Kind.RESULT,
    "move": Kind.MOVE,
    "letters": Kind.LETTERS,
    "unknown_move": Kind.UNKNOWN_MOVE,
    "junk": Kind.JUNK,
}


class Scanner:
    """Iterate over it to get the tokens of the text that `chunks` are the pieces of."""

    def __init__(self, chunks: Iterator[str]) -> None:
        self._chunks = chunks
        self._text = ""
        self._at = 0
        self._exhausted = False
        self._line = 1
        self._column = 1
        self._attached = False
        self._after_blank_line = False

    def __iter__(self) -> Iterator[Token]:
        while self._fill(_LOOKAHEAD):
            first = self._text[self._at]
            if first == "{":
                yield from self._comment()
            elif first == ";" or (first == "%" and self._column == 1):
                yield from self._line_comment(first)
            else:
                yield from self._plain()

    def _fill(self, wanted: int) -> bool:
        """Have `wanted` characters ahead if there are that many; whether there is any."""
        while len(self._text) - self._at < wanted and not self._exhausted:
            chunk = next(self._chunks, None)
            self._exhausted = chunk is None
            self._text = self._text[self._at :] + (chunk or "")
            self._at = 0
        return self._at < len(self._text)

    def _consume(self, end: int) -> str:
        """Go on to `end`; the text up to there."""
        taken = self._text[self._at : end]
        self._at = end
        lines = taken.count("\n")
        self._line += lines
        self._column = len(taken) - taken.rfind("\n") if lines else self._column + len(taken)
        return taken

    def _token(self, kind: Kind, text: str, name: str = "") -> Token:
        """A token that begins here; call it before consuming."""
        attached, blank = self._attached, self._after_blank_line
        self._attached, self._after_blank_line = True, False
        return Token(kind, text, self._line, self._column, name, attached, blank)

    def _plain(self) -> Iterator[Token]:
        match = _TOKEN.match(self._text, self._at)
        assert match is not None  # the last alternative takes any character
        group = match.lastgroup or ""
        if group == "space":
            if self._consume(match.end()).count("\n") > 1:
                self._after_blank_line = True
            self._attached = False
            return
        if group == "quoted":
            yield self._token(Kind.TAG, _unescaped(match["quoted"]), match["name"])
        elif group == "odd_value":
            yield self._token(Kind.ODD, 'tag that is not of the form [Name "value"]')
            yield self._token(Kind.TAG, _odd_value(match["odd_value"]), match["odd_name"])
        elif group == "dots":
            yield self._token(Kind.NUMBER, match["number"][:6], match["dots"])
        elif group in _KINDS:
            yield self._token(_KINDS[group], match[group])
        else:
            self._attached = False
        self._consume(match.end())

    def _comment(self) -> Iterator[Token]:
        end, problem = self._end_of_comment()
        opened = self._token(Kind.COMMENT, self._text[self._at + 1 : end])
        if problem:
            yield self._token(Kind.ODD, problem)
        self._consume(end if problem else end + 1)
        yield opened

    def _end_of_comment(self) -> tuple[int, str]:
        """Where the inside of the comment ends, and what is wrong with it if anything is."""
        wanted = _LOOKAHEAD
        while (end := self._text.find("}", self._at)) < 0 and wanted <= _LONGEST_COMMENT:
            wanted *= 2
            self._fill(wanted)
        inside_end = end if end >= 0 else min(len(self._text), self._at + _LONGEST_COMMENT)
        tags = _TAG_LINE.search(self._text, self._at + 1, inside_end)
        if tags and (end < 0 or "{" in self._text[tags.end() : end]):
            return tags.start(), "this comment is never closed: it is ended before the next tags"
        return inside_end, "" if end >= 0 else "this comment is never closed"

    def _line_comment(self, first: str) -> Iterator[Token]:
        """`;` begins a comment that is kept, `%` in the first column a line that is not."""
        start = self._token(Kind.COMMENT, "")
        text = ""
        while self._fill(_LOOKAHEAD):
            newline = self._text.find("\n", self._at)
            text += self._consume(newline if newline >= 0 else len(self._text))
            text = text[:_LONGEST_COMMENT]
            if newline >= 0:
                break
        self._attached = False
        if first == ";" and text[1:].strip():
            yield start._replace(text=text[1:])


def _unescaped(value: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", value) if "\\" in value else value


def _odd_value(value: str) -> str:
    value = value.strip()
    for quote in '"', "'":
        value = value.removeprefix(quote).removesuffix(quote)
    return _unescaped(value.strip())
