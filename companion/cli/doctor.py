"""`dambord doctor`: what is there, what is missing, and what to do."""

from __future__ import annotations

import argparse
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
    from companion.checkup import Finding
    from companion.texts import Texts


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers,
        "doctor",
        "ports, permissions, voices, sound: what is there and what to do",
        "dambord doctor",
        _doctor,
    )
    parser.add_argument("--db", dest="database", metavar="FILE", help="the database of games")
    add_settings(parser)
    add_json(parser)


def _doctor(given: argparse.Namespace) -> int:
    from companion.checkup import examine
    from companion.texts import load_texts

    settings = settings_of(given)
    texts = load_texts(settings.language)
    findings = examine(settings, texts)
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
    }


def _line(finding: Finding, texts: Texts) -> str:
    what = texts(f"doctor.{finding.what}")
    mark = "ok" if finding.fine else "!!"
    remedy = f"\n        -> {finding.remedy}" if finding.remedy else ""
    return f"{mark:>4}  {what:<12} {finding.found}{remedy}"
