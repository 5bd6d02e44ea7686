"""What the page draws, as plain data: a view in, values for JSON out. Pure, and without a word in
any language but what is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from announcer.announcement import Announcement, Subject, Urgency
from announcer.catalogue import Catalogue
from companion.move_list import Written, moves_of
from companion.view import View, pieces_shown
from companion.web.hub import Telling
from firmware_protocol.requests import Light
from rules.counters import DrawCounters
from rules.game import Game
from rules.geometry import Geometry
from rules.move import Route
from rules.piece import Color, Piece, Role
from rules.position import Position

Value = str | int | bool | None | list["Value"] | dict[str, "Value"]
_TOLD_WAYS = (Subject.DUTY, Subject.FOUL)


def picture(view: View) -> dict[str, Value]:
    """All that a page shows of this view."""
    game = view.game
    geometry = game.variant.geometry
    shown = pieces_shown(game.position, view.snapshot)
    return {
        "width": geometry.width,
        "height": geometry.height,
        "rows": [list[Value](row) for row in rows_of(geometry)],
        "pieces": "".join(letter_of(shown.get(n)) for n in range(1, geometry.squares + 1)),
        "lights": [_light(light) for light in view.lights],
        "turn": game.position.turn.value,
        "first": game.start.turn.value,
        "moves": [_written(move) for move in moves_of(game)],
        "last": _last_way(game),
        "ways": [_way(route) for route in told_ways(view.open, game.position)],
        "begun_with": {color.value: len(game.start.squares(color)) for color in Color},
        "left": {color.value: len(game.position.squares(color)) for color in Color},
        "counters": list(_counters(game.counters)),
        "outcome": _outcome(game),
        "names": {color.value: view.players.get(color, "") for color in Color},
        "link": {
            "state": view.link.name.lower(),
            "fault": view.fault.value if view.fault else None,
        },
        "is_virtual": view.is_virtual,
        "by_ear": view.by_ear,
        "is_busy": view.is_busy,
        "guest": {"kind": view.guest.kind, **view.guest.values} if view.guest else None,
    }


def told(tellings: Iterable[Telling], catalogue: Catalogue) -> list[Value]:
    """What was told, in the words of a language: to read and to say."""
    return [one for telling in tellings if (one := _told(telling, catalogue)) is not None]


def told_ways(announcements: Iterable[Announcement], position: Position) -> list[Route]:
    """The ways of the captures that people have been told of; no others, and none unasked."""
    starts = {
        start
        for announcement in announcements
        if announcement.topic.subject in _TOLD_WAYS
        for start in (*announcement.values.starts, *announcement.values.route[:1])
    }
    if not starts:
        return []
    return [
        route
        for move in position.legal_moves()
        if move.is_capture and move.start in starts
        for route in move.routes
    ]


def _told(telling: Telling, catalogue: Catalogue) -> Value:
    what = telling.what
    if isinstance(what, str):
        return {"number": telling.number, "text": what, "spoken": "", "tone": "notice"}
    if what.is_silent:
        return None
    return {
        "number": telling.number,
        "text": catalogue.sentence(what),
        "spoken": catalogue.spoken(what),
        "tone": _tone(what),
    }


def _tone(announcement: Announcement) -> str:
    if announcement.topic.subject is Subject.DUTY:
        return "duty"
    return Urgency(announcement.urgency).name.lower()


@cache
def rows_of(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """The squares row by row as they lie on the board, 0 where nobody plays."""
    return tuple(
        tuple(geometry.at(row, column) or 0 for column in range(1, geometry.width + 1))
        for row in range(1, geometry.height + 1)
    )


def letter_of(piece: Piece | None) -> str:
    """A letter for a square as in FEN, kings as capitals: w W b B, a point for an empty one."""
    if piece is None:
        return "."
    letter = piece.color.value
    return letter if piece.role is Role.KING else letter.lower()


def _light(light: Light) -> Value:
    return {
        "square": light.square,
        "color": light.color.name.lower(),
        "blink": light.blink.name.lower(),
    }


def _written(move: Written) -> Value:
    irregular = move.irregular.value if move.irregular else None
    written: dict[str, Value] = {"text": move.text, "irregular": irregular}
    return written | {"huffed": move.huffed} if move.huffed else written


def _last_way(game: Game) -> Value:
    move = game.plies[-1].move if game.plies else None
    return _way(move.route) if move else None


def _way(route: Route) -> Value:
    return {"path": list(route.path), "captured": list(route.captured)}


def _outcome(game: Game) -> Value:
    outcome = game.outcome
    if outcome is None:
        return None
    return {"text": outcome.text, "winner": outcome.winner.value if outcome.winner else None}


def _counters(counters: DrawCounters) -> Iterator[Value]:
    """The counters that run, in moves of one side."""
    if counters.kings_only and counters.kings_only_limit:
        played, limit = counters.kings_only // 2, counters.kings_only_limit // 2
        yield {"name": "kings_only", "played": played, "limit": limit}
    if counters.endgame is not None:
        played, limit = counters.endgame_plies // 2, counters.endgame_limit // 2
        yield {"name": "endgame", "played": played, "limit": limit}
    if counters.repetitions > 1:
        yield {
            "name": "repetitions",
            "played": counters.repetitions,
            "limit": counters.repetitions_limit,
        }
