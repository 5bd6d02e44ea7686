"""`dambord players`: who plays, who begins, and what became of their games."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.cli.shape import (
    EXIT_FINE,
    Parsers,
    add_json,
    add_settings,
    print_json,
    settings_of,
    verb_parser,
)

if TYPE_CHECKING:
    from companion.players.register import Register
    from companion.players.results import Result, Tally
    from companion.texts import Texts


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers, "players", "players and their results", "dambord players list", None
    )
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    rows = (
        ("list", "all players with their results", "dambord players list", _list),
        ("show", "one player: results, opponents, runs", "dambord players show Anna", _show),
        ("pair", "the score between two players", "dambord players pair Anna Bram", _pair),
        ("draw", "draw who begins", "dambord players draw Anna,Bram,Cas", _draw),
        ("add", "let players be known", "dambord players add Anna Bram", _add),
        ("rename", "give a player another name", "dambord players rename Ana Anna", _rename),
        ("merge", "make one player of two", "dambord players merge Ana Anna", _merge),
        ("delete", "forget a player; the games stay", "dambord players delete Anna", _delete),
    )
    made = {name: verb_parser(acts, name, told, example, run) for name, told, example, run in rows}
    for act in made.values():
        act.add_argument("--db", dest="database", metavar="FILE", help="the database of games")
        add_settings(act)
        add_json(act)
    for name in ("list", "show", "pair"):
        made[name].add_argument("--variant", default="", help="only games of this kind")
    made["draw"].add_argument("who", help="names with commas, or a number of players")
    made["add"].add_argument("names", metavar="NAME", nargs="+")
    for name in ("show", "delete"):
        made[name].add_argument("name", metavar="NAME")
    for name in ("pair", "rename", "merge"):
        made[name].add_argument("one", metavar="NAME")
        made[name].add_argument("other", metavar="NAME")


def _opened(given: argparse.Namespace) -> tuple[Register, Texts]:
    from companion.database import Database
    from companion.players.register import Register
    from companion.texts import load_texts

    settings = settings_of(given)
    return Register(Database(settings.database_path)), load_texts(settings.language)


def _list(given: argparse.Namespace) -> int:
    from companion.players.results import tally

    register, texts = _opened(given)
    results = register.results(given.variant)
    found = {name: tally(results, name) for name in register.names()}
    if given.json:
        print_json([{"name": name, **_facts(one)} for name, one in found.items()])
    elif not found:
        print(texts("players.none"))
    else:
        for name, one in sorted(found.items(), key=lambda item: (-item[1].points, item[0])):
            print(_line(name, one, texts))
    return EXIT_FINE


def _show(given: argparse.Namespace) -> int:
    from companion.players.results import between, by_variant, longest_wins, opponents, streak_now
    from companion.players.results import tally as tally_of

    register, texts = _opened(given)
    name, results = register.find(given.name), register.results(given.variant)
    streak = streak_now(results, name)
    met = {other: between(results, name, other) for other in opponents(results, name)}
    kinds = by_variant(results, name)
    if given.json:
        print_json(
            {
                "name": name,
                **_facts(tally_of(results, name)),
                "streak": {"kind": streak.kind, "length": streak.length} if streak else None,
                "longest_wins": longest_wins(results, name),
                "opponents": {other: _facts(one) for other, one in met.items()},
                "variants": {kind: _facts(one) for kind, one in kinds.items()},
            }
        )
        return EXIT_FINE
    print(_line(name, tally_of(results, name), texts))
    if streak:
        key = {1: "won_in_a_row", 0: "drawn_in_a_row", -1: "lost_in_a_row"}[streak.kind]
        print(texts(f"players.{key}", count=streak.length))
    print(texts("players.longest", count=longest_wins(results, name)))
    for label, one in (*met.items(), *kinds.items()):
        print("  " + _line(label, one, texts))
    return EXIT_FINE


def _pair(given: argparse.Namespace) -> int:
    from companion.players.results import between

    register, texts = _opened(given)
    one, other = register.find(given.one), register.find(given.other)
    results = register.results(given.variant)
    score, back = between(results, one, other), between(results, other, one)
    if given.json:
        games = [_game(r) for r in results if r.color_of(one) and r.color_of(other)]
        print_json({"players": [one, other], "points": [score.points, back.points], "games": games})
    else:
        points = f"{score.points}-{back.points}"
        print(texts("players.score", one=one, other=other, points=points, games=score.games))
    return EXIT_FINE


def _draw(given: argparse.Namespace) -> int:
    from companion.players.draw import drawn, participants
    from companion.texts import load_texts

    texts = load_texts(settings_of(given).language)
    order = drawn(participants(given.who, texts("players.player")))
    if given.json:
        print_json({"begins": order[0], "order": order})
        return EXIT_FINE
    print(texts("players.begins", name=order[0]))
    for number, name in enumerate(order, start=1):
        print(f"{number:>3}. {name}")
    return EXIT_FINE


def _add(given: argparse.Namespace) -> int:
    register, texts = _opened(given)
    return _done(given, {"names": register.add(given.names)}, texts("players.added"))


def _rename(given: argparse.Namespace) -> int:
    register, texts = _opened(given)
    register.rename(given.one, given.other)
    return _done(given, {"name": register.find(given.other)}, texts("players.renamed"))


def _merge(given: argparse.Namespace) -> int:
    register, texts = _opened(given)
    register.merge(given.one, given.other)
    return _done(given, {"name": register.find(given.other)}, texts("players.merged"))


def _delete(given: argparse.Namespace) -> int:
    register, texts = _opened(given)
    register.delete(given.name)
    return _done(given, {"deleted": True}, texts("players.deleted"))


def _done(given: argparse.Namespace, facts: dict[str, object], line: str) -> int:
    if given.json:
        print_json(facts)
    else:
        print(line)
    return EXIT_FINE


def _line(name: str, one: Tally, texts: Texts) -> str:
    return texts(
        "players.line",
        name=name,
        games=one.games,
        won=one.won,
        drawn=one.drawn,
        lost=one.lost,
        points=one.points,
    )


def _facts(one: Tally) -> dict[str, object]:
    return {
        "games": one.games,
        "won": one.won,
        "drawn": one.drawn,
        "lost": one.lost,
        "points": one.points,
    }


def _game(result: Result) -> dict[str, object]:
    return {
        "day": result.day,
        "white": result.white,
        "black": result.black,
        "winner": result.winner.value if result.winner else None,
        "variant": result.variant,
        "game": result.game,
    }
