"""`dambord games`: the games that were kept."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.shape import (
    EXIT_FINE,
    EXIT_NO,
    Parsers,
    add_json,
    add_settings,
    print_json,
    settings_of,
    verb_parser,
    warn,
)

if TYPE_CHECKING:
    from companion.saved import GameSummary, SavedGame
    from companion.settings import Settings
    from companion.store import Store
    from companion.texts import Texts


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers, "games", "list, show, export or import games", "dambord games list", None
    )
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    listed = verb_parser(acts, "list", "every game, the newest first", "dambord games list", _list)
    shown = verb_parser(acts, "show", "one game", "dambord games show 3", _show)
    exported = verb_parser(
        acts, "export", "games as PDN", "dambord games export 3 --output game.pdn", _export
    )
    imported = verb_parser(
        acts, "import", "keep the games of PDN files", "dambord games import old.pdn", _import
    )
    for act in (listed, shown, exported, imported):
        act.add_argument("--db", dest="database", metavar="FILE", help="the database of games")
        add_settings(act)
    for act in (listed, shown, imported):
        add_json(act)
    shown.add_argument("number", metavar="NUMBER", type=int, nargs="?", help="default: the last")
    exported.add_argument("numbers", metavar="NUMBER", type=int, nargs="*", help="default: all")
    exported.add_argument("--output", metavar="FILE", type=Path, help="default: the screen")
    imported.add_argument("files", metavar="FILE", type=Path, nargs="+")


def _opened(given: argparse.Namespace) -> tuple[Store, Texts, Settings]:
    from companion.store import Store
    from companion.texts import load_texts

    settings = settings_of(given)
    return Store(settings.database_path), load_texts(settings.language), settings


def _list(given: argparse.Namespace) -> int:
    store, texts, _ = _opened(given)
    summaries = store.games()
    if given.json:
        print_json([_summary(summary) for summary in summaries])
    elif not summaries:
        print(texts("games.none"))
    for summary in [] if given.json else summaries:
        print(_summary_line(summary, texts))
    return EXIT_FINE


def _summary(summary: GameSummary) -> dict[str, object]:
    return {
        "number": summary.id,
        "started": summary.started.isoformat(),
        "tags": dict(summary.tags),
        "plies": summary.plies,
        "result": summary.result,
    }


def _summary_line(summary: GameSummary, texts: Texts) -> str:
    unknown = texts("games.unknown_name")
    return texts(
        "games.line",
        number=summary.id,
        date=f"{summary.started.astimezone():%Y-%m-%d %H:%M}",
        white=summary.tags.get("White") or unknown,
        black=summary.tags.get("Black") or unknown,
        plies=summary.plies,
        result=summary.result,
    )


def _show(given: argparse.Namespace) -> int:
    store, _, _ = _opened(given)
    saved = _one(store, given.number)
    if given.json:
        print_json(_facts(store, saved))
        return EXIT_FINE
    from companion.pdn_export import pdn_of

    print(pdn_of([saved]), end="")
    return EXIT_FINE


def _one(store: Store, number: int | None) -> SavedGame:
    from companion.errors import InputError

    if number is not None:
        return store.load(number)
    summaries = store.games()
    if not summaries:
        raise InputError("there are no games yet; play one with `dambord play`")
    return store.load(summaries[0].id)


def _facts(store: Store, saved: SavedGame) -> dict[str, object]:
    from companion.replay import moves_of

    game = saved.game
    return {
        "number": saved.id,
        "started": saved.started.isoformat(),
        "ended": saved.ended.isoformat() if saved.ended else None,
        "tags": dict(saved.tags),
        "start_fen": game.start.fen,
        "moves": moves_of(game),
        "irregular_moves": [n for n, ply in enumerate(game.plies) if ply.irregular],
        "final_fen": game.position.fen,
        "result": game.outcome.text if game.outcome else None,
        "termination": game.outcome.termination.value if game.outcome else None,
        "history": [
            {
                "plies": line.number,
                "kind": line.kind,
                "code": line.code,
                "squares": list(line.squares),
            }
            for line in store.history(saved.id)
        ],
    }


def _export(given: argparse.Namespace) -> int:
    from companion.pdn_export import pdn_of, write_file

    store, _, _ = _opened(given)
    numbers = given.numbers or [summary.id for summary in reversed(store.games())]
    text = pdn_of(store.load(number) for number in numbers)
    if given.output:
        write_file(given.output, text)
    else:
        print(text, end="")
    return EXIT_FINE


def _import(given: argparse.Namespace) -> int:
    from companion.pdn_import import import_file

    store, texts, _ = _opened(given)
    outcomes = [outcome for path in given.files for outcome in import_file(path, store)]
    kept = [outcome for outcome in outcomes if isinstance(outcome, int)]
    problems = [str(outcome) for outcome in outcomes if not isinstance(outcome, int)]
    for problem in problems:
        warn(problem)
    if given.json:
        print_json({"kept": kept, "problems": problems})
    elif kept:
        print(texts("games.imported", count=len(kept), first=kept[0], last=kept[-1]))
    return EXIT_NO if problems else EXIT_FINE
