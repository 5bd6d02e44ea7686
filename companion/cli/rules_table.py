"""`dambord rules result|draws|conduct`: what an arbiter is asked at the table."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.cli.shape import (
    EXIT_FINE,
    Parsers,
    UsageError,
    position_asked,
    print_json,
    verb_parser,
)

if TYPE_CHECKING:
    from rules.game import Game


def add_questions(questions: Parsers[argparse.ArgumentParser]) -> list[argparse.ArgumentParser]:
    """The parsers of these questions; the caller adds what all questions have."""
    result = verb_parser(
        questions,
        "result",
        "whether a game is over, and who has won",
        'dambord rules result "W:W31:B20" --event resign:W',
        _result,
    )
    result.add_argument("--event", default="", help="a move, resign:W, flag:B or agree_draw")
    draws = verb_parser(
        questions,
        "draws",
        "which count makes a draw, and whether one may be agreed",
        'dambord rules draws "W:WK46:BK5,K1" --moves "46-41 5-10"',
        _draws,
    )
    draws.add_argument("--match", action="store_true", help="by the rules of a match")
    draws.add_argument("--played", metavar="N", type=int, help="moves made by each before")
    for question in (result, draws):
        question.add_argument("--moves", default="", help="what was played from the position")
    conduct = verb_parser(
        questions,
        "conduct",
        "what a touch, a half-made move or a claim comes to",
        """dambord rules conduct "W:W31:B20" '{"touched": [31]}'""",
        _conduct,
    )
    return [result, draws, conduct]


def add_question_text(conduct: argparse.ArgumentParser) -> None:
    """The question of `conduct`, which comes after the position."""
    conduct.add_argument("asked", metavar="QUESTION", help="what happened, as JSON")


def _result(given: argparse.Namespace) -> int:
    from companion.table_questions import result

    return _answered(given, lambda: result(_game(given), given.event))


def _draws(given: argparse.Namespace) -> int:
    from companion.table_questions import draws

    return _answered(
        given, lambda: draws(_game(given), match=given.match, played_each=given.played)
    )


def _conduct(given: argparse.Namespace) -> int:
    from companion.table_questions import conduct

    try:
        asked = json.loads(given.asked)
    except ValueError as error:
        raise UsageError(f"the question is no JSON: {error}") from error
    if not isinstance(asked, dict):
        raise UsageError('the question must be an object such as {"touched": [31]}')
    return _answered(given, lambda: conduct(position_asked(given), asked))


def _game(given: argparse.Namespace) -> Game:
    from companion.table_questions import played

    return played(position_asked(given), given.moves.split())


def _answered(given: argparse.Namespace, answer: Callable[[], dict[str, Any]]) -> int:
    from companion.errors import InputError
    from rules.errors import RulesError

    try:
        facts = answer()
    except (InputError, RulesError) as error:
        raise UsageError(str(error)) from error
    if given.json:
        print_json(facts)
    else:
        print("\n".join(f"{name}: {json.dumps(value)}" for name, value in facts.items()))
    return EXIT_FINE
