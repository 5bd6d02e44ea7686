"""`dambord rules`: legal moves, rulings and move counts of a position.

What is asked at the table is in `rules_table`.
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from companion.cli import rules_table
from companion.cli.shape import (
    EXIT_FINE,
    EXIT_NO,
    Parsers,
    UsageError,
    add_json,
    position_asked,
    print_json,
    verb_parser,
)

if TYPE_CHECKING:
    from rules.move import Move
    from rules.position import Position
    from rules.ruling import Ruling
    from rules.variant import Variant

_FEN = "W:W28,37:B19,23"


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers,
        "rules",
        "legal moves, rulings and move counts of a position",
        f'dambord rules moves "{_FEN}"',
        None,
    )
    questions = parser.add_subparsers(dest="question", metavar="QUESTION", required=True)
    moves = verb_parser(
        questions, "moves", "every legal move", f'dambord rules moves "{_FEN}" --json', _moves
    )
    judge = verb_parser(
        questions,
        "judge",
        "whether a move is legal, and why not",
        f"""dambord rules judge "{_FEN}" '{{"from": 37, "to": 32, "removed": []}}'""",
        _judge,
    )
    perft = verb_parser(
        questions,
        "perft",
        "how many ways to play so many plies",
        f'dambord rules perft --depth 5 "{_FEN}"',
        _perft,
    )
    table = rules_table.add_questions(questions)
    for question in (moves, judge, perft, *table):
        question.add_argument("--variant", default="international", help="default: international")
        question.add_argument(
            "--house",
            metavar="RULE,…",
            default="",
            help="house rules: huffing, no_forced, men_forward, youngest_begins, free_draw",
        )
        question.add_argument("fen", metavar="FEN", help="the position")
        add_json(question)
    rules_table.add_question_text(table[-1])
    judge.add_argument("attempt", metavar="ATTEMPT", help="what was done, as JSON")
    perft.add_argument("--depth", type=_depth, default=4, help="plies, default 4")


def _depth(text: str) -> int:
    depth = int(text)
    if not 0 <= depth <= 30:
        raise argparse.ArgumentTypeError("a depth is from 0 to 30")
    return depth


def _moves(given: argparse.Namespace) -> int:
    position = position_asked(given)
    moves = [_move(position, move) for move in position.legal_moves()]
    if given.json:
        print_json({"fen": position.fen, "side": position.turn.value, "moves": moves})
    else:
        for move in moves:
            print(_move_line(move, position.variant))
    return EXIT_FINE


def _move(position: Position, move: Move) -> dict[str, Any]:
    from rules.notation import format_move

    return {
        "notation": format_move(position, move),
        "route": list(move.route.path),
        "captures": list(move.captured),
        "promotes": move.promotes,
    }


def _move_line(move: dict[str, Any], variant: Variant) -> str:
    taken = ", ".join(_told(variant, str(square)) for square in move["captures"])
    takes = f"  takes {taken}" if taken else ""
    promotes = "  promotes" if move["promotes"] else ""
    return f"{_told(variant, move['notation'])}{takes}{promotes}"


def _told(variant: Variant, text: str) -> str:
    """With the letters of the games that have them; numbers stay those of the FEN."""
    from rules.names import spelled
    from rules.traits import SquareNames

    return spelled(variant, text) if variant.square_names is SquareNames.LETTERS else text


def _judge(given: argparse.Namespace) -> int:
    from companion.attempts import attempt_from
    from companion.errors import InputError
    from rules.judge import judge

    position = position_asked(given)
    try:
        ruling = judge(position, attempt_from(json.loads(given.attempt)))
    except json.JSONDecodeError as error:
        raise UsageError(f"the attempt is no JSON: {error}") from error
    except InputError as error:
        raise UsageError(f"the attempt: {error}") from error
    facts = _ruling(position, ruling)
    if given.json:
        print_json(facts)
    else:
        print(_ruling_lines(facts, position.variant))
    return EXIT_FINE if ruling.legal else EXIT_NO


def _ruling(position: Position, ruling: Ruling) -> dict[str, Any]:
    from rules.notation import format_move

    return {
        "legal": ruling.legal,
        "reason": ruling.reason.value if ruling.reason else None,
        "severity": ruling.severity.value,
        "article": ruling.article,
        "squares": list(ruling.squares),
        "legal_moves": [format_move(position, move) for move in ruling.legal_moves],
    }


def _ruling_lines(facts: dict[str, Any], variant: Variant) -> str:
    verdict = "legal" if facts["legal"] else "not legal"
    reason = f": {facts['reason']} ({facts['article']})" if facts["reason"] else ""
    moves = " ".join(_told(variant, move) for move in facts["legal_moves"])
    return f"{verdict}{reason}\nlegal moves: {moves}"


def _perft(given: argparse.Namespace) -> int:
    from rules.perft import perft

    position = position_asked(given)
    counts = perft(position, given.depth)
    if given.json:
        print_json({"unique": counts.moves, "routes": counts.routes})
    else:
        print(f"depth {given.depth}: {counts.moves} moves, {counts.routes} routes")
    return EXIT_FINE
