"""`dambord tournament`: a tournament for a class or a club."""

from __future__ import annotations

import argparse
from pathlib import Path
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
    from companion.texts import Texts
    from companion.tournament.model import Tournament
    from companion.tournament.storage import Tournaments

_SYSTEMS = ("swiss", "round_robin", "round_robin_twice")
_SCORINGS = ("2-1-0", "1-½-0", "3-1-0")
_SCORES = ("2-0", "1-1", "0-2", "2-0f", "0-2f", "0-0f", "open")


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers, "tournament", "a tournament for a class", "dambord tournament table", None
    )
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    rows = (
        ("new", "begin one", "dambord tournament new 'Klas 5' Anna Bram Cas Dina", _new),
        ("list", "all tournaments", "dambord tournament list", _list),
        ("add", "more players, latecomers too", "dambord tournament add Els", _add),
        ("withdraw", "a player goes home", "dambord tournament withdraw Els", _withdraw),
        ("pair", "pair the next round", "dambord tournament pair", _pair),
        ("result", "enter a result", "dambord tournament result 1 2 2-0", _result),
        ("table", "how they stand", "dambord tournament table", _table),
        ("export", "as CSV or PDN", "dambord tournament export --form csv", _export),
        ("delete", "forget a tournament", "dambord tournament delete --name 'Klas 5'", _delete),
    )
    made = {name: verb_parser(acts, name, told, example, run) for name, told, example, run in rows}
    for name, act in made.items():
        act.add_argument("--db", dest="database", metavar="FILE", help="the database of games")
        add_settings(act)
        add_json(act)
        if name not in ("new", "list"):
            act.add_argument(
                "--name", default="", required=name == "delete", help="default: the newest"
            )
    new = made["new"]
    new.add_argument("name", metavar="NAME")
    new.add_argument("players", metavar="PLAYER", nargs="*", help="the strongest first, or --draw")
    new.add_argument("--system", choices=_SYSTEMS, default="swiss")
    new.add_argument("--scoring", choices=_SCORINGS, default="2-1-0", help="won-drawn-lost")
    new.add_argument("--rounds", type=int, default=0, help="default: the usual number")
    new.add_argument("--draw", action="store_true", help="number the players by lot")
    made["add"].add_argument("players", metavar="PLAYER", nargs="+")
    made["withdraw"].add_argument("player", metavar="PLAYER")
    made["pair"].add_argument("--undo", action="store_true", help="take the last round back")
    result = made["result"]
    result.add_argument("round", type=int, nargs="?")
    result.add_argument("board", type=int, nargs="?")
    result.add_argument("score", choices=_SCORES, nargs="?", help="f: somebody was not there")
    made["export"].add_argument("--form", choices=("csv", "pairings", "pdn"), default="csv")
    made["export"].add_argument("--output", metavar="FILE", type=Path, help="default: the screen")


def _opened(given: argparse.Namespace) -> tuple[Tournaments, Texts]:
    from companion.database import Database
    from companion.texts import load_texts
    from companion.tournament.storage import Tournaments

    settings = settings_of(given)
    return Tournaments(Database(settings.database_path)), load_texts(settings.language)


def _new(given: argparse.Namespace) -> int:
    from companion.players.draw import drawn
    from companion.tournament.model import System

    tournaments, texts = _opened(given)
    players = drawn(given.players) if given.draw else given.players
    system = System(given.system)
    made = tournaments.begin(given.name, system, given.scoring, given.rounds, players)
    return _told(given, made, texts)


def _list(given: argparse.Namespace) -> int:
    tournaments, texts = _opened(given)
    names = tournaments.names()
    if given.json:
        print_json(names)
    else:
        print("\n".join(names) or texts("tournament.none"))
    return EXIT_FINE


def _add(given: argparse.Namespace) -> int:
    tournaments, texts = _opened(given)
    return _told(given, tournaments.add(given.players, given.name), texts)


def _withdraw(given: argparse.Namespace) -> int:
    tournaments, texts = _opened(given)
    return _told(given, tournaments.withdraw(given.player, given.name), texts)


def _pair(given: argparse.Namespace) -> int:
    tournaments, texts = _opened(given)
    if given.undo:
        return _told(given, tournaments.unpair(given.name), texts)
    tournaments.enter_games(given.name)
    return _told(given, tournaments.pair(given.name), texts)


def _result(given: argparse.Namespace) -> int:
    from companion.cli.shape import UsageError
    from companion.tournament.model import Score

    tournaments, texts = _opened(given)
    if given.round is None:
        return _told(given, tournaments.enter_games(given.name), texts)
    if given.score is None:
        raise UsageError("give round, board and result, as in: dambord tournament result 1 2 2-0")
    score = None if given.score == "open" else Score(given.score)
    return _told(given, tournaments.enter(given.round, given.board, score, given.name), texts)


def _table(given: argparse.Namespace) -> int:
    tournaments, texts = _opened(given)
    tournament = tournaments.enter_games(given.name)
    if given.json:
        return _told(given, tournament, texts)
    print("\n".join(_table_lines(tournament, texts)))
    return EXIT_FINE


def _export(given: argparse.Namespace) -> int:
    from companion.pdn_export import write_file
    from companion.store import Store
    from companion.tournament.export import pairings_csv, table_csv, tournament_pdn

    tournaments, texts = _opened(given)
    tournament = tournaments.enter_games(given.name)
    if given.form == "pdn":
        text = tournament_pdn(tournament, Store(settings_of(given).database_path).load)
    else:
        text = (table_csv if given.form == "csv" else pairings_csv)(tournament, texts)
    if given.output:
        write_file(given.output, text)
    else:
        print(text, end="")
    return EXIT_FINE


def _delete(given: argparse.Namespace) -> int:
    tournaments, texts = _opened(given)
    tournaments.delete(given.name)
    if given.json:
        print_json({"deleted": given.name})
    else:
        print(texts("tournament.deleted", name=given.name))
    return EXIT_FINE


def _told(given: argparse.Namespace, tournament: Tournament, texts: Texts) -> int:
    from companion.tournament.facts import facts

    if given.json:
        print_json(facts(tournament))
        return EXIT_FINE
    print(texts("tournament.stands", name=tournament.name, count=tournament.rounds))
    print(texts("tournament.players", count=len(tournament.entries)))
    print("\n".join(_round_lines(tournament, texts)))
    return EXIT_FINE


def _round_lines(tournament: Tournament, texts: Texts) -> list[str]:
    from companion.tournament.export import names_of

    if not tournament.round:
        return [texts("tournament.not_paired")]
    lines = [texts("tournament.round_number", number=tournament.round)]
    for pairing in tournament.pairings:
        if pairing.round == tournament.round:
            white, black = names_of(tournament, pairing, texts)
            score = pairing.score.value if pairing.score else ""
            lines.append(f"{pairing.board:>3}.  {white} – {black}  {score}".rstrip())
    return lines


def _table_lines(tournament: Tournament, texts: Texts) -> list[str]:
    from companion.tournament.export import number
    from companion.tournament.table import table

    lines = table(tournament)
    width = max([len(line.name) for line in lines], default=0)
    heads = [texts(f"tournament.{key}") for key in ("played", "points", "resistance", "quality")]
    return [
        " " * (width + 7) + "  ".join(heads),
        *(
            f"{line.place:>3}.  {line.name:<{width}}  "
            + "  ".join(
                f"{text:>{len(head)}}"
                for head, text in zip(
                    heads,
                    (
                        str(line.played),
                        number(line.points),
                        number(line.resistance),
                        number(line.quality),
                    ),
                    strict=True,
                )
            )
            for line in lines
        ),
    ]
