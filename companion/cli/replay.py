"""`dambord replay`: sensor traces and scenario files, through exactly the code that runs live."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
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
    from announcer.catalogue import Catalogue
    from companion.errors import InputError
    from companion.replay import Replay
    from companion.scenario import Scenario


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers,
        "replay",
        "play sensor traces and scenario files again",
        "dambord replay game.trace --json",
        _replay,
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    parser.add_argument("--only", metavar="ID", help="only the scenario with this id")
    add_settings(parser)
    add_json(parser)


def _replay(given: argparse.Namespace) -> int:
    from announcer.catalogue import Catalogue
    from companion.errors import InputError
    from companion.levels import coaches_of
    from companion.replay import replay

    settings = settings_of(given)
    catalogue = Catalogue.load(settings.language)
    coach = coaches_of(settings)
    code = EXIT_FINE
    replays: list[Replay] = []
    for scenario in _scenarios(given):
        if isinstance(scenario, InputError):
            warn(str(scenario))
            code = EXIT_NO
            continue
        try:
            done = replay(scenario, coach)
        except InputError as error:
            warn(f"scenario {scenario.id}: {error}")
            code = EXIT_NO
            continue
        replays.append(done)
        for words in done.ignored:
            warn(f"scenario {scenario.id}: {words}")
    if given.json:
        print_json([done.as_json(catalogue) for done in replays])
    elif replays:
        print("\n\n".join(_lines(done, catalogue) for done in replays))
    return code


def _scenarios(given: argparse.Namespace) -> Iterator[Scenario | InputError]:
    from companion.errors import InputError
    from companion.scenario import read_scenarios

    for path in given.files:
        try:
            scenarios, errors = read_scenarios(path)
        except InputError as error:
            yield error
            continue
        yield from (s for s in scenarios if given.only in (None, s.id))
        yield from errors


def _lines(done: Replay, catalogue: Catalogue) -> str:
    """What happened, in order of time, then how the game stands."""
    facts = done.as_json(catalogue)
    lines = [(a["t_ms"], a["text"]) for a in facts["announcements"]]
    lines += [
        (v["t_ms"], f"{sign} {v['code']} {' '.join(map(str, v['squares']))}")
        for sign, signals in (("!", facts["violations"]), ("ok", facts["mended"]))
        for v in signals
    ]
    told = [f"  {t_ms / 1000:8.2f} s  {text}" for t_ms, text in sorted(lines, key=lambda x: x[0])]
    moves = [
        f"{move}{'?!' if n in facts['irregular_moves'] else ''}"
        for n, move in enumerate(facts["moves"])
    ]
    result = facts["result"] or "*"
    return "\n".join([f"{done.id}: {' '.join(moves)} {result}", *told, f"  {facts['final_fen']}"])
