"""`dambord doctor`: what is there, what is missing, and what to do."""

from __future__ import annotations

import argparse
from dataclasses import replace
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
)

if TYPE_CHECKING:
    from companion.finding import Finding
    from companion.texts import Texts


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers,
        "doctor",
        "ports, permissions, Bluetooth, boards, voices, sound: what is there and what to do",
        "dambord doctor --json > report.json (holds nothing personal)",
        _doctor,
    )
    parser.add_argument("--db", dest="database", metavar="FILE", help="the database of games")
    add_settings(parser)
    add_json(parser)
    parser.add_argument(
        "--udev", action="store_true", help="print the rule by which Linux lets you use the board"
    )


def _doctor(given: argparse.Namespace) -> int:
    from companion.board_checkup import udev_rule
    from companion.checkup import examine
    from companion.texts import load_texts

    if given.udev:
        print(udev_rule())
        return EXIT_FINE
    settings = settings_of(given)
    texts = load_texts(settings.language)
    findings = [_anonymous(finding) for finding in examine(settings, texts)]
    if given.json:
        print_json([_facts(finding) for finding in findings])
    else:
        for finding in findings:
            print(_line(finding, texts))
    return EXIT_FINE if all(finding.fine for finding in findings) else EXIT_NO


def _facts(finding: Finding) -> dict[str, object]:
    return {
        "what": finding.what,
        "fine": finding.fine,
        "found": finding.found,
        "remedy": finding.remedy,
        "facts": dict(finding.facts),
    }


def _anonymous(finding: Finding) -> Finding:
    """The same without the name of the user, which is in the path of the home folder."""
    from pathlib import Path

    home = str(Path.home())
    if len(home) < 2:  # a system without homes
        return finding
    found, remedy = (text.replace(home, "~") for text in (finding.found, finding.remedy))
    return replace(finding, found=found, remedy=remedy)


def _line(finding: Finding, texts: Texts) -> str:
    what = texts(f"doctor.{finding.what}")
    mark = "ok" if finding.fine else "!!"
    remedy = f"\n        -> {finding.remedy}" if finding.remedy else ""
    return f"{mark:>4}  {what:<12} {finding.found}{remedy}"
