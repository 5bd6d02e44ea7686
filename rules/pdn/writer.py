"""The strict writer: PDN 3.0 as every reader should accept it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rules.errors import FenError
from rules.fen import format_fen, parse_fen
from rules.game import Game, Ply
from rules.huffing import huffed_square
from rules.names import spelled, square_name
from rules.notation import format_move
from rules.pdn import irregular
from rules.pdn.errors import PdnError
from rules.pdn.model import PdnGame, PdnMove, Tags, Variation
from rules.pdn.tags import tag_lines
from rules.position import Position

_WIDTH = 79  # characters in a line of moves
_MARKS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
_END = "*"  # PDN 3.0 ends every game with this; the result is in its tag
_NOT_AT_LINE_START = ("%", ";", "[")  # there they would be a line comment or a tag
_LIKE_A_RESULT = ("1-1",)

Writable = PdnGame | tuple[Tags, Game]


def write_pdn(games: Iterable[Writable] | Writable) -> str:
    """The games as PDN text; each is a `PdnGame` or its tags with the `Game`.

    `read_pdn` gives back the same games: start, plies (irregular ones too), verdict, tags and
    remarks. Raises PdnError for a game that could not be read at all and for a
    start that FEN does not allow.
    """
    if isinstance(games, PdnGame):
        games = [games]
    elif isinstance(games, tuple) and len(games) == 2 and isinstance(games[1], Game):
        games = [(games[0], games[1])]
    return "\n".join(_written(game) for game in games)


def _written(item: Writable) -> str:
    if isinstance(item, PdnGame):
        if item.game is None:
            raise PdnError(f"game {item.number} cannot be written: {item.error}")
        tags, game, moves, comments = item.tags, item.game, item.moves, item.comments
    else:
        (tags, game), moves, comments = item, (), ()
    _check_start(game.start)
    if tuple(move.ply for move in moves if move.ply) != game.plies:
        moves = tuple(PdnMove("", ply) for ply in game.plies)
    words = [*_comments(comments), *_start(game), *_moves(moves, 1), _END]
    return "\n".join([*tag_lines(tags, game), "", *_wrapped(words), ""])


def _start(game: Game) -> Iterator[str]:
    """A setup before the first move would be taken for the start: so the start goes before it."""
    if game.plies and game.plies[0].move is None:
        yield _setup(game.start)


def _check_start(start: Position) -> None:
    try:
        parse_fen(start.fen, start.variant)
    except FenError as error:
        raise PdnError(f"the start of the game cannot be written: {error}") from error


def _moves(moves: Sequence[PdnMove], number: int) -> Iterator[str]:
    """The words of a line of moves; `number` is the number of its first move."""
    numbered = False  # whether the number was just written, with the first move of the pair
    unread: list[str] = []
    for move, following in zip_longest(moves, moves[1:]):
        ply = move.ply
        if ply is None:
            unread.append(move.text)
            continue
        setup_follows = bool(following and following.ply and following.ply.move is None)
        words = list(_ply(ply, setup_follows, move.nags))
        if ply.move is not None:
            words[0] = _numbered(words[0], number, _is_first(ply), numbered)
        remarks = [*_remarks(move), *_variations(move.variations, ply, number)]
        yield from words
        yield from remarks
        plain = ply.move is not None and all(word.startswith("$") for word in words[1:])
        numbered = _is_first(ply) and plain and not remarks
        number += not _is_first(ply)
    if unread:
        yield from _comment("not followed: " + " ".join(unread))


def _is_first(ply: Ply) -> bool:
    """Whether this is the first ply of a numbered pair: white's, in most variants."""
    return ply.before.turn is ply.before.variant.first


def _numbered(text: str, number: int, first: bool, numbered: bool) -> str:
    if first:
        return f"{number}. {text}"
    return text if numbered else f"{number}... {text}"


def _ply(ply: Ply, setup_follows: bool, nags: tuple[int, ...]) -> Iterator[str]:
    """The words of a ply: move and NAGs, what is irregular, the setup."""
    if ply.move is None:
        yield _setup(ply.after)
        yield from (f"${nag}" for nag in nags)
        yield from _braced(_huffed(ply)) if _huffed(ply) else ()
        if ply.irregular:
            yield from _braced(str(irregular.Mark(ply.irregular)))
    elif _is_regular(ply):
        mark = _MARKS.get(nags[0]) if nags else None
        text = format_move(ply.before, ply.move)
        yield spelled(ply.before.variant, text) + (mark or "")
        yield from (f"${nag}" for nag in (nags[1:] if mark else nags))
    else:
        yield from _irregular(ply, setup_follows)
        yield from (f"${nag}" for nag in nags)


def _is_regular(ply: Ply) -> bool:
    before, move = ply.before, ply.move
    if ply.irregular or move is None or move not in before.legal_moves():
        return False
    return before.play(move) == ply.after


def _irregular(ply: Ply, setup_follows: bool) -> Iterator[str]:
    move = ply.move
    assert move is not None
    path = move.route.path
    if len(path) < 2 or (path[0], path[-1]) != (move.start, move.end):
        path = (move.start, move.end)
    text = ("x" if move.is_capture else "-").join(map(str, path))
    text = text.replace("-", "x") if text in _LIKE_A_RESULT else text
    yield spelled(ply.before.variant, text)
    yield f"${irregular.NAG}"
    yield from _braced(str(irregular.mark_of(ply, path)))
    if setup_follows or irregular.follow(ply.before, move) != ply.after:
        yield _setup(ply.after)


def _huffed(ply: Ply) -> str:
    """What is said of a piece that was taken for a missed capture; empty for any other ply."""
    square = huffed_square(ply)
    return f"huffed: {square_name(ply.before.variant, square)}" if square else ""


def _setup(position: Position) -> str:
    return f'/FEN "{format_fen(position, national=True)}"/'


def _remarks(move: PdnMove) -> Iterator[str]:
    if move.commands:
        yield from _braced(" ".join(map(str, move.commands)))
    huffed = _huffed(move.ply) if move.ply else ""
    yield from _comments(comment for comment in move.comments if comment != huffed)


def _variations(variations: Iterable[Variation], ply: Ply, number: int) -> Iterator[str]:
    for variation in variations:
        first = variation.moves[0].ply if variation.moves else None
        goes_on = first is not None and first.before != ply.before
        yield "("
        yield from _comments(variation.comments)
        yield from _moves(variation.moves, number + (goes_on and not _is_first(ply)))
        yield ")"


def _comments(comments: Iterable[str]) -> Iterator[str]:
    for comment in comments:
        yield from _comment(comment)


def _comment(text: str) -> Iterator[str]:
    """The words of a comment. Braces cannot stand in it; what looks like the mark of an
    irregular ply gets a full stop."""
    text = " ".join(text.replace("{", "(").replace("}", ")").split())
    if irregular.parse_mark(text):
        text += "."
    if text:
        yield from _braced(text)


def _braced(text: str) -> list[str]:
    return f"{{{text}}}".split(" ")


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        fits = len(line) + 1 + len(word) <= _WIDTH
        if not line:
            line = word
        elif fits or word.startswith(_NOT_AT_LINE_START):
            line += f" {word}"
        else:
            yield line
            line = word
    yield line
