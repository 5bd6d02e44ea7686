"""`dambord games` on one kept game: notes, corrections, tags, deletion. What was written down
before stays in the history of the game."""

from __future__ import annotations

import argparse

from companion.cli.shape import (
    EXIT_FINE,
    Parsers,
    UsageError,
    add_settings,
    open_archive,
    verb_parser,
)


def add_acts(acts: Parsers[argparse.ArgumentParser]) -> None:
    noted = verb_parser(
        acts,
        "annotate",
        "note something at a ply (0: the beginning); nothing takes the note away",
        'dambord games annotate 3 12 "too hasty" --mark 2',
        _annotate,
    )
    corrected = verb_parser(
        acts,
        "correct",
        "put a ply right; what was written down stays in the history",
        "dambord games correct 3 12 19-23",
        _correct,
    )
    tagged = verb_parser(
        acts,
        "tag",
        "names, event, date, result; without a value the tag goes",
        'dambord games tag 3 White="Anna de Vries" Result=2-0',
        _tag,
    )
    deleted = verb_parser(
        acts, "delete", "take a game out of the record", "dambord games delete 3", _delete
    )
    restored = verb_parser(
        acts, "restore", "bring a deleted game back", "dambord games restore 3", _restore
    )
    for act in (noted, corrected, tagged, deleted, restored):
        act.add_argument("--db", dest="database", metavar="FILE", help="the database of games")
        add_settings(act)
        act.add_argument("number", metavar="NUMBER", type=int, help="of the game")
    for act in (noted, corrected):
        act.add_argument("ply", metavar="PLY", type=int, help="1 is the first move")
    noted.add_argument("comment", metavar="TEXT", nargs="?", default="")
    noted.add_argument(
        "--mark",
        metavar="NAG",
        type=int,
        action="append",
        default=[],
        help="1 good, 2 mistake, 3 very good, 4 blunder, 5 interesting, 6 doubtful, 7 only move",
    )
    corrected.add_argument("move", metavar="MOVE", help="what was played: 32-28")
    tagged.add_argument("tags", metavar="NAME=VALUE", nargs="+")


def _annotate(given: argparse.Namespace) -> int:
    archive = open_archive(given)
    archive.annotate(given.number, given.ply, given.comment, tuple(given.mark))
    return EXIT_FINE


def _correct(given: argparse.Namespace) -> int:
    open_archive(given).correct(given.number, given.ply, given.move)
    return EXIT_FINE


def _tag(given: argparse.Namespace) -> int:
    tags = {}
    for text in given.tags:
        name, sign, value = text.partition("=")
        if not sign:
            raise UsageError(f"{text!r} is no tag; write {text}=VALUE")
        tags[name] = value
    open_archive(given).set_tags(given.number, tags)
    return EXIT_FINE


def _delete(given: argparse.Namespace) -> int:
    open_archive(given).delete(given.number)
    return EXIT_FINE


def _restore(given: argparse.Namespace) -> int:
    open_archive(given).restore(given.number)
    return EXIT_FINE
