"""The tolerant reader: a stream of games, each with what could be read of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import BinaryIO

from rules.errors import FenError
from rules.game import Game, Outcome
from rules.pdn import irregular, results
from rules.pdn.follower import Followed, Step, follow_moves, mark_in, written_path
from rules.pdn.gametype import Guess, variant_of
from rules.pdn.matching import passes
from rules.pdn.model import PdnGame, PdnMove, Variation
from rules.pdn.parser import parse_games
from rules.pdn.raw import Entry, EntryKind, Line, RawGame
from rules.pdn.setup import start_positions
from rules.pdn.source import text_chunks
from rules.pdn.tokens import Scanner
from rules.position import Position
from rules.variant import Variant
from rules.variants import INTERNATIONAL

_UNMARKED = "neither marked as a game of any variant nor one by its moves: the variant is unknown"
_RESULT_TAGS = ("result", "risultato")


def read_pdn(source: bytes | str | BinaryIO, untagged: Variant | None = None) -> Iterator[PdnGame]:
    """Every game in a PDN text (the text itself, its bytes, or a binary stream of it), one after
    the other, so that files of any size can be read. Games without a GameType tag are taken for
    games of `untagged`; where it is not given, the squares and moves in them tell.

    Nothing in the text raises an error: a game that cannot be read to its end has an `error` with
    line and column and holds the plies before it; the games after it are read all the same. What
    was read though it is not as it should be is in `warnings`. Only errors of the stream itself
    (OSError) come out.
    """
    for raw in parse_games(Scanner(text_chunks(source))):
        yield _game(raw, untagged)


def _game(raw: RawGame, untagged: Variant | None) -> PdnGame:
    """The game as the likeliest variant, or as the first of the others that explains all of it."""
    tags = {name.lower(): value for name, value in reversed(raw.tags.items())}
    guess = variant_of(
        tags.get("gametype"),
        tags.get("variant"),
        untagged,
        tags.get("fen", ""),
        raw.moves.entries,
    )
    first = _Reader(_copy(raw), guess).game()
    if first.error is None or raw.error is not None:
        return first
    for variant in guess.variants[1:]:
        copy = _copy(raw)
        copy.warn(raw.line, 1, f"no GameType tag: read as {variant.name}")
        other = _Reader(copy, Guess((variant,))).game()
        if other.error is None and other.game and other.game.plies:
            return other
    return first


def _copy(raw: RawGame) -> RawGame:
    """The same game with warnings of its own."""
    return replace(raw, warnings=list(raw.warnings))


class _Reader:
    """Reads a game as the first of the variants that it may be."""

    def __init__(self, raw: RawGame, guess: Guess) -> None:
        self._raw = raw
        self._guess = guess
        self._entries: Sequence[Entry] = raw.moves.entries
        self._comments = list(raw.moves.comments)

    def game(self) -> PdnGame:
        """The game, as far as it can be read."""
        starts = self._starts() if self._raw.begun else []
        if not starts:
            return self._built(None, Followed((), 0))
        followed = self._followed(starts)
        if not self._guess.certain and not self._confirmed(followed):
            self._fail(_UNMARKED)
            return self._built(None, Followed((), 0))
        if followed.problem:
            self._fail(followed.problem + self._assumption(), followed.stop)
        plies = tuple(step.ply for step in followed.steps)
        game = Game(plies[0].before if plies else starts[0], plies)
        return self._built(game.finish(self._verdict(game)), followed)

    def _built(self, game: Game | None, followed: Followed) -> PdnGame:
        raw = self._raw
        moves = self._moves(self._entries, followed)
        return PdnGame(
            number=raw.number,
            game=game,
            tags=MappingProxyType(raw.tags),
            moves=moves,
            comments=tuple(filter(None, self._comments)),
            warnings=tuple(sorted(raw.warnings, key=lambda w: (w.line, w.column))),
            error=raw.error,
            line=raw.line,
        )

    def _tag(self, *names: str) -> str | None:
        """The value of the first tag of one of these names, in capitals or not."""
        return next((v for k, v in self._raw.tags.items() if k.lower() in names), None)

    def _assumption(self) -> str:
        if len(self._guess.variants) == 1:
            return ""
        return f" (read as {self._guess.variants[0].name}: no GameType tag says else)"

    def _fail(self, problem: str, at: int = 0) -> None:
        entries = self._entries
        if at < len(entries):
            self._raw.fail(entries[at].line, entries[at].column, problem)
        else:
            self._raw.fail(self._raw.line, 1, problem)

    def _warn(self, entry: Entry, text: str) -> None:
        self._raw.warn(entry.line, entry.column, text)

    def _starts(self) -> list[Position]:
        """Where the game may begin: the FEN tag, or a setup before the first move."""
        guess, tag = self._guess, self._tag("fen")
        if not guess.variants:
            self._fail(guess.problem)
            return []
        variant = guess.variants[0]
        try:
            starts = [Position.start(variant)]
            if tag is not None and tag.strip(" ?"):
                starts = start_positions(tag, variant)
        except FenError as error:
            self._fail(str(error) if guess.certain else _UNMARKED)
            return []
        return self._set_up_first(variant) or starts

    def _set_up_first(self, variant: Variant) -> list[Position]:
        first = self._entries[0] if self._entries else None
        if first is None or first.kind is not EntryKind.SETUP:
            return []
        try:
            found = start_positions(first.text, variant)
        except FenError:
            return []
        self._comments += first.comments
        self._entries = self._entries[1:]
        return found

    def _confirmed(self, followed: Followed) -> bool:
        """Whether a game without any sign of its variant is what it was taken for. The first move
        of an international game tells: no other game has it. Of other games and from a position
        of its own all moves must be legal, and a position without moves may be of any variant."""
        if self._tag("fen") is None and self._guess.variants[0] is INTERNATIONAL:
            return bool(followed.steps) or followed.problem is None
        return bool(followed.steps) and followed.problem is None

    def _followed(self, starts: list[Position]) -> Followed:
        followed = follow_moves(starts, self._entries)
        if followed.problem and self._ends_in_result(followed):
            self._warn(self._entries[-1], f"{self._entries[-1].text} is taken as the result")
            self._entries = self._entries[:-1]
            followed = follow_moves(starts, self._entries)
        if followed.unsettled is not None:
            entry = self._entries[followed.unsettled]
            self._warn(entry, f"{entry.text} is ambiguous to the end: the first reading is taken")
        if followed.unknown:
            self._warn(self._entries[-1], "the game ends with an unknown move")
        for step in followed.steps:
            self._check(step)
        return followed

    def _ends_in_result(self, followed: Followed) -> bool:
        """Tournaments with points of their own end a game with 12-8 or 1-9: it is the Result tag
        or no move of any piece of the side to move, and no other result follows."""
        last = self._entries[-1]
        if followed.stop != len(self._entries) - 1 or len(last.path) != 2 or last.sign != "-":
            return False
        tag = self._tag(*_RESULT_TAGS)
        if not followed.steps or self._raw.result is not None or tag is None:
            return False
        position = followed.steps[-1].ply.after
        return last.text == tag or last.path[0] not in position.squares(position.turn)

    def _check(self, step: Step) -> None:
        """Warn about what was read but not written as it should be."""
        move = step.ply.move
        entry = self._entries[step.end - 1]
        if move is None or entry.kind is EntryKind.SETUP or mark_in(entry):
            return
        silent = step.ply.before.variant.capture_sign == "-"
        if entry.sign and not silent and (entry.sign == "x") is not move.is_capture:
            self._warn(entry, f"{entry.text} is {'a' if move.is_capture else 'no'} capture")
        if step.end - step.first == 1 and not passes(move, written_path(entry, step.ply.before)):
            self._warn(entry, f"{entry.text} does not pass these squares: its ends were taken")

    def _verdict(self, game: Game) -> Outcome | None:
        """The result of the tag; of the end of the game where the tag says nothing."""
        raw, tag = self._raw, self._tag(*_RESULT_TAGS)
        result = raw.result if tag is None or results.says_nothing(tag) else tag
        end = None if results.says_nothing(raw.result) else raw.result
        if tag and end and not results.same_result(tag, end):
            raw.warn(raw.line, 1, f"Result {tag!r}, but the game ends with {end!r}")
        if result is None or results.says_nothing(result):
            return None
        if not results.is_known(result):
            raw.warn(raw.line, 1, f"result {result[:20]!r} is not known")
            return None
        return results.verdict(game, result, self._tag("termination"))

    def _moves(self, entries: Sequence[Entry], followed: Followed) -> tuple[PdnMove, ...]:
        steps = followed.steps
        moves = [self._move(entries[step.first : step.end], step) for step in steps]
        rest = steps[-1].end if steps else 0
        return (*moves, *(self._move([entry], None) for entry in entries[rest:]))

    def _move(self, entries: Sequence[Entry], step: Step | None) -> PdnMove:
        around = (step.ply.before, step.ply.after) if step else ()
        remarks = [_remarks(entry, step is not None) for entry in entries]
        return PdnMove(
            text=" ".join(_written(entry) for entry in entries),
            ply=step.ply if step else None,
            comments=tuple(comment for comments, _ in remarks for comment in comments),
            commands=tuple(command for entry in entries for command in entry.commands),
            nags=tuple(nag for _, nags in remarks for nag in nags),
            variations=tuple(
                self._variation(line, around) for entry in entries for line in entry.variations
            ),
        )

    def _variation(self, line: Line, starts: tuple[Position, ...]) -> Variation:
        """A variation replaces the move before it; some files go on from after it instead."""
        followed = Followed((), 0)
        for start in starts:
            attempt = follow_moves([start], line.entries)
            if start is starts[0] or attempt.problem is None:
                followed = attempt
            if attempt.problem is None:
                break
        if followed.problem:
            self._warn(line.entries[followed.stop], f"variation: {followed.problem}")
        return Variation(self._moves(line.entries, followed), tuple(filter(None, line.comments)))


def _remarks(entry: Entry, followed: bool) -> tuple[list[str], list[int]]:
    """Comments and NAGs of an entry, without those that mark an irregular ply."""
    mark = mark_in(entry) if followed else None
    if mark is None:
        return entry.comments, entry.nags
    comments = [comment for comment in entry.comments if comment != str(mark)]
    nags = list(entry.nags)
    if irregular.NAG in nags:
        nags.remove(irregular.NAG)
    return comments, nags


def _written(entry: Entry) -> str:
    return f'/FEN "{entry.text}"/' if entry.kind is EntryKind.SETUP else entry.text
