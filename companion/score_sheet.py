"""The score sheet of a game, as clubs keep them: an A4 page with the moves in two columns of
thirty, names, times, result and room to sign. HTML that prints; nothing of it is markup of others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from companion.remarks import clock_text, moves_of
from companion.saved import SavedGame
from companion.search import day_of
from companion.texts import Texts
from rules.names import spelled
from rules.notation import format_move
from rules.pdn.model import PdnMove
from rules.pdn.results import result_text

TURNS_OF_A_COLUMN = 30
_COLUMNS = 2
_UNKNOWN = ("", "?")


@dataclass(frozen=True, slots=True)
class Cell:
    """One ply on the sheet: as it is written, and the time that its player had left."""

    move: str = ""
    time: str = ""


Turn = tuple[Cell, Cell]
"""What both sides played; the one that begins first."""


def score_sheet(saved: SavedGame, texts: Texts, language: str, style: str, above: str = "") -> str:
    """The whole document. `style` is HTML of its head: a link to sheet.css, or its contents;
    `above` HTML that is not printed."""
    turns = turns_of(saved)
    size = TURNS_OF_A_COLUMN * _COLUMNS
    pages = range(0, max(1, len(turns)), size)
    sheets = "\n".join(
        _page(saved, texts, turns[first : first + size], first, _is_irregular(saved))
        for first in pages
    )
    title = escape(texts("sheet.title", number=saved.id))
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n{style}\n</head>\n<body>\n{above}<main>\n{sheets}\n</main>\n"
        "</body>\n</html>\n"
    )


def turns_of(saved: SavedGame) -> list[Turn]:
    """The moves two by two; the first turn is half empty where the other side began."""
    cells = [_cell(move) for move in moves_of(saved)]
    start = saved.game.start
    if start.turn is not start.variant.first:
        cells.insert(0, Cell("…"))
    if len(cells) % 2:
        cells.append(Cell())
    return list(zip(cells[::2], cells[1::2], strict=True))


def _cell(move: PdnMove) -> Cell:
    ply = move.ply
    if ply is None or ply.move is None:
        return Cell("?")
    written = spelled(ply.before.variant, format_move(ply.before, ply.move))
    time = "" if move.clock is None else clock_text(move.clock)
    return Cell(f"{written}{' *' if ply.irregular else ''}", time)


def _is_irregular(saved: SavedGame) -> bool:
    return any(ply.irregular for ply in saved.game.plies)


def _page(
    saved: SavedGame, texts: Texts, turns: Sequence[Turn], first: int, has_irregular: bool
) -> str:
    number = first // (TURNS_OF_A_COLUMN * _COLUMNS) + 1
    columns = "\n".join(
        _column(texts, turns[start : start + TURNS_OF_A_COLUMN], first + start)
        for start in range(0, TURNS_OF_A_COLUMN * _COLUMNS, TURNS_OF_A_COLUMN)
    )
    note = f'<p class="note">{escape(texts("sheet.irregular"))}</p>' if has_irregular else ""
    return (
        f'<section class="sheet">\n<header><h{min(number, 2)}>'
        f"{escape(texts('sheet.head'))}</h{min(number, 2)}>"
        f"<dl>{''.join(_facts(saved, texts))}</dl></header>\n"
        f'<div class="columns">\n{columns}\n</div>\n{note}\n{_foot(saved, texts)}\n</section>'
    )


def _facts(saved: SavedGame, texts: Texts) -> Iterator[str]:
    tags = saved.tags
    date = day_of(tags.get("Date"), saved.started.isoformat())
    values = {
        "event": tags.get("Event", ""),
        "site": tags.get("Site", ""),
        "date": date,
        "round": tags.get("Round", ""),
        "white": tags.get("White", ""),
        "black": tags.get("Black", ""),
    }
    for name, value in values.items():
        shown = "" if value in _UNKNOWN else value
        label = escape(texts(f"sheet.{name}"))
        yield f'<div class="{name}"><dt>{label}</dt><dd>{escape(shown)}</dd></div>'


def _column(texts: Texts, turns: Sequence[Turn], first: int) -> str:
    """Thirty lines, those that nobody played empty."""
    heads = "".join(
        f'<th scope="col" class="{kind}">{escape(texts(f"sheet.{kind}"))}</th>'
        for kind in ("number", "white", "time", "black", "time")
    )
    lines = [*turns, *[(Cell(), Cell())] * (TURNS_OF_A_COLUMN - len(turns))]
    rows = "\n".join(
        f'<tr><th scope="row">{number}</th>{"".join(map(_cells, turn))}</tr>'
        for number, turn in enumerate(lines, start=first + 1)
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>\n{rows}\n</tbody></table>"


def _cells(cell: Cell) -> str:
    return f'<td class="move">{escape(cell.move)}</td><td class="time">{cell.time}</td>'


def _foot(saved: SavedGame, texts: Texts) -> str:
    outcome = saved.game.outcome
    result = result_text(saved.game.variant, outcome) if outcome else ""
    signed = "".join(
        f'<div class="sign"><dt>{escape(texts(f"sheet.sign_{side}"))}</dt><dd></dd></div>'
        for side in ("white", "black", "arbiter")
    )
    label = escape(texts("sheet.result"))
    ended = f'<div class="result"><dt>{label}</dt><dd>{escape(result)}</dd></div>'
    return f"<footer><dl>{ended}{signed}</dl></footer>"
