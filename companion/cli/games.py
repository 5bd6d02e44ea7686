"""`dambord games`: the games that were kept."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli import games_edit
from companion.cli.shape import (
    EXIT_FINE,
    EXIT_NO,
    Parsers,
    add_json,
    add_settings,
    add_wanted,
    open_archive,
    print_json,
    settings_of,
    verb_parser,
    wanted_of,
    warn,
)

if TYPE_CHECKING:
    from companion.archive import Archive
    from companion.players.results import Standing
    from companion.saved import SavedGame
    from companion.search import GameLine
    from companion.texts import Texts


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers, "games", "the games that were kept", "dambord games list --name Anna", None
    )
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    listed = verb_parser(
        acts, "list", "look for games, the newest first", "dambord games list --name Anna", _list
    )
    shown = verb_parser(acts, "show", "one game", "dambord games show 3", _show)
    exported = verb_parser(
        acts, "export", "games as PDN", "dambord games export 3 --output game.pdn", _export
    )
    imported = verb_parser(
        acts, "import", "keep the games of PDN files", "dambord games import old.pdn", _import
    )
    counted = verb_parser(
        acts, "stats", "won, drawn and lost of every player", "dambord games stats", _stats
    )
    sheet = verb_parser(
        acts,
        "sheet",
        "the score sheet of a game, to print",
        "dambord games sheet 3 --output sheet.html",
        _sheet,
    )
    for act in (listed, shown, exported, imported, counted, sheet):
        act.add_argument("--db", dest="database", metavar="FILE", help="the database of games")
        add_settings(act)
    for act in (listed, shown, imported, counted):
        add_json(act)
    for act in (listed, exported):
        add_wanted(act)
    for act in (shown, sheet):
        act.add_argument("number", metavar="NUMBER", type=int, nargs="?", help="default: the last")
    listed.add_argument("--limit", metavar="COUNT", type=int, default=100, help="default: 100")
    listed.add_argument("--skip", metavar="COUNT", type=int, default=0, help="leave out the first")
    exported.add_argument("numbers", metavar="NUMBER", type=int, nargs="*", help="default: all")
    for act in (exported, sheet):
        act.add_argument("--output", metavar="FILE", type=Path, help="default: the screen")
    imported.add_argument("files", metavar="FILE", type=Path, nargs="+")
    counted.add_argument("--variant", metavar="NAME", default="", help="games of this kind only")
    games_edit.add_acts(acts)


def _texts(given: argparse.Namespace) -> Texts:
    from companion.texts import load_texts

    return load_texts(settings_of(given).language)


def _list(given: argparse.Namespace) -> int:
    archive, texts = open_archive(given), _texts(given)
    found = archive.search(wanted_of(given), max(0, given.limit), max(0, given.skip))
    if given.json:
        print_json([_line_facts(line) for line in found.lines])
        return EXIT_FINE
    if not found.total:
        print(texts("games.none"))
    for line in found.lines:
        print(_line(line, texts))
    if left := found.total - len(found.lines) - given.skip:
        print(texts("games.more", count=left))
    return EXIT_FINE


def _line_facts(line: GameLine) -> dict[str, object]:
    return {
        "number": line.id,
        "started": line.started,
        "day": line.day,
        "tags": {
            name: value
            for name, value in (
                ("White", line.white),
                ("Black", line.black),
                ("Event", line.event),
            )
            if value
        },
        "variant": line.variant,
        "plies": line.plies,
        "result": line.result,
    }


def _line(line: GameLine, texts: Texts) -> str:
    unknown = texts("games.unknown_name")
    return texts(
        "games.line",
        number=line.id,
        date=f"{line.day:<10}",
        white=line.white or unknown,
        black=line.black or unknown,
        count=line.plies,
        result=line.result,
    )


def _show(given: argparse.Namespace) -> int:
    archive = open_archive(given)
    saved = _one(archive, given.number)
    if given.json:
        print_json(_facts(archive, saved))
        return EXIT_FINE
    from companion.pdn_export import pdn_of

    print(pdn_of([saved]), end="")
    return EXIT_FINE


def _one(archive: Archive, number: int | None) -> SavedGame:
    from companion.errors import InputError
    from companion.search import Wanted

    if number is not None:
        return archive.load(number)
    numbers = archive.numbers(Wanted())
    if not numbers:
        raise InputError("there are no games yet; play one with `dambord play`")
    return archive.load(numbers[-1])


def _times(saved: SavedGame) -> list[dict[str, float | None] | None]:
    """What each ply took and left; of a game from a file what stands there. Empty where no clock
    ran."""
    from itertools import zip_longest

    from companion.remarks import moves_of

    plies = zip_longest(moves_of(saved), saved.clock.times if saved.clock else ())
    times = [
        {"used_s": time.used_s if time else None, "left_s": time.left_s if time else move.clock}
        for move, time in plies
    ]
    timed = [time if time["left_s"] is not None else None for time in times]
    return timed if any(timed) else []


def _facts(archive: Archive, saved: SavedGame) -> dict[str, object]:
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
        "clock": (saved.clock.control if saved.clock else "") or None,
        "times": _times(saved),
        "result": game.outcome.text if game.outcome else None,
        "termination": game.outcome.termination.value if game.outcome else None,
        "history": [
            {
                "plies": line.number,
                "kind": line.kind,
                "code": line.code,
                "squares": list(line.squares),
            }
            for line in archive.history(saved.id)
        ],
    }


def _export(given: argparse.Namespace) -> int:
    from companion.pdn_export import pdn_of

    archive = open_archive(given)
    numbers = given.numbers or archive.numbers(wanted_of(given))
    _write(given.output, pdn_of(archive.load(number) for number in numbers))
    return EXIT_FINE


def _write(output: Path | None, text: str) -> None:
    from companion.pdn_export import write_file

    if output:
        write_file(output, text)
    else:
        print(text, end="")


def _import(given: argparse.Namespace) -> int:
    from companion.pdn_import import import_file

    store, texts = open_archive(given).store, _texts(given)
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


def _stats(given: argparse.Namespace) -> int:
    from companion.players.register import Register
    from companion.players.results import standings

    found = standings(Register(open_archive(given).database).results(given.variant))
    facts, texts = [_standing_facts(one) for one in found], _texts(given)
    if given.json:
        print_json(facts)
        return EXIT_FINE
    if not found:
        print(texts("games.no_stats"))
    for fact in facts:
        print(texts("games.standing", **fact))
    return EXIT_FINE


def _standing_facts(one: Standing) -> dict[str, object]:
    return {
        "player": one.player,
        "variant": one.variant,
        "games": one.tally.games,
        "won": one.tally.won,
        "drawn": one.tally.drawn,
        "lost": one.tally.lost,
        "points": one.tally.points,
    }


def _sheet(given: argparse.Namespace) -> int:
    from companion.score_sheet import score_sheet
    from companion.web.shell import static_text

    saved, language = _one(open_archive(given), given.number), settings_of(given).language
    style = f"<style>\n{static_text('sheet.css')}</style>"
    _write(given.output, score_sheet(saved, _texts(given), language, style))
    return EXIT_FINE
