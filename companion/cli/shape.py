"""What all verbs share: parsers with an example, exit codes, JSON output, settings."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from companion.choices import COACH_LEVELS, HOUSE_RULES, LANGUAGES

if TYPE_CHECKING:
    from companion.archive import Archive
    from companion.search import Wanted
    from companion.settings import Settings
    from rules.position import Position

EXIT_FINE = 0
EXIT_NO = 1
EXIT_USAGE = 2

Parsers = argparse._SubParsersAction  # argparse names no public type for it
Run = Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_USAGE, f"{self.prog}: {message}; see {self.prog} --help\n")


class UsageError(Exception):
    """The command line asks for something that does not exist; one line with the remedy."""


def verb_parser(
    parsers: Parsers[argparse.ArgumentParser],
    name: str,
    summary: str,
    example: str,
    run: Run | None,
) -> argparse.ArgumentParser:
    """A parser of one verb, with its summary and example in the help."""
    parser = parsers.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"example: {example}",
    )
    if run is not None:
        parser.set_defaults(run=run)
    return parser


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_settings(parser: argparse.ArgumentParser) -> None:
    """What the settings say for every verb, and the file that they come from."""
    parser.add_argument("--language", choices=LANGUAGES, help="default: that of the system")
    parser.add_argument(
        "--config", metavar="FILE", default=argparse.SUPPRESS, help="settings file (TOML)"
    )
    parser.add_argument(
        "--coach",
        action=_CoachLevels,
        metavar="LEVEL",
        help=f"how much is told: {', '.join(COACH_LEVELS)} (default: help); "
        "or by player: white=teach,black=off",
    )


class _CoachLevels(argparse.Action):
    """One level, or levels by player, as the settings `coach`, `coach_white`, `coach_black`."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        for part in str(values).replace(" ", "").split(","):
            side, _, level = part.rpartition("=")
            if side not in ("", "white", "black") or level not in COACH_LEVELS:
                raise argparse.ArgumentError(
                    self, f"{part!r} is no level; use {', '.join(COACH_LEVELS)}, or white=LEVEL"
                )
            setattr(namespace, f"coach_{side}" if side else "coach", level)
            if not side:
                namespace.coach_white = namespace.coach_black = ""


def house_rules(text: str) -> str:
    """The value of --house: names of house rules with commas."""
    rules = [rule for part in text.split(",") if (rule := part.strip())]
    for rule in rules:
        if rule not in HOUSE_RULES:
            known = ", ".join(HOUSE_RULES)
            raise argparse.ArgumentTypeError(f"no house rule is named {rule!r}; use {known}")
    return ",".join(rules)


def add_wanted(parser: argparse.ArgumentParser) -> None:
    """Which games are looked for."""
    parser.add_argument("--name", default="", help="in the names of players, event or place")
    parser.add_argument("--since", metavar="DAY", default="", help="2026-11-30, 2026-11 or 2026")
    parser.add_argument("--until", metavar="DAY", default="", help="the last day")
    parser.add_argument(
        "--result",
        dest="ending",
        choices=("white", "black", "draw", "open"),
        default="",
        help="who won",
    )
    parser.add_argument("--variant", metavar="NAME", default="", help="the kind of game")
    parser.add_argument(
        "--moves", metavar="MOVES", default="", help="first moves (32-28 19-23), or a FEN"
    )


def wanted_of(given: argparse.Namespace) -> Wanted:
    """The games that the command line looks for. Raises InputError."""
    from companion.search import wanted_from

    return wanted_from(
        words=given.name,
        since=given.since,
        until=given.until,
        ending=given.ending,
        variant=given.variant,
        moves=given.moves,
    )


def open_archive(given: argparse.Namespace) -> Archive:
    """The kept games of the database that is meant; one that another program is playing is left
    alone. Raises StoreError."""
    from companion.archive import Archive
    from companion.claim import Claim
    from companion.store import Store

    path = settings_of(given).database_path

    def is_played(game: int) -> bool:
        claim = Claim(path)
        is_ours = claim.is_held
        claim.release()
        return not is_ours

    return Archive(Store(path), is_played)


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def warn(line: str) -> None:
    """One line on stderr for what is wrong but stops nothing."""
    print(f"dambord: {line}", file=sys.stderr)


def settings_of(given: argparse.Namespace) -> Settings:
    """The settings file, and over it what the command line says; problems go to stderr."""
    from dataclasses import fields, replace
    from pathlib import Path

    from companion.settings import load_settings

    settings, problems = load_settings(Path(given.config) if given.config else None)
    if not getattr(given, "is_warned", False):
        for problem in problems:
            warn(problem)
    given.is_warned = True  # a verb asks for its settings here and there
    chosen = {
        field.name: getattr(given, field.name)
        for field in fields(settings)
        if getattr(given, field.name, None) is not None
    }
    return replace(settings, **chosen)


def position_of(fen: str, variant: str) -> Position:
    """The position of the command line. Raises UsageError."""
    from rules.errors import RulesError
    from rules.fen import parse_fen
    from rules.variants import variant_named

    try:
        return parse_fen(fen, variant_named(variant))
    except RulesError as error:
        raise UsageError(str(error)) from error


def position_asked(given: argparse.Namespace) -> Position:
    """The position of a question, with --variant and --house. Raises UsageError."""
    house = [rule for rule in given.house.replace(" ", "").split(",") if rule]
    return position_of(given.fen, "+".join((given.variant, *house)))
