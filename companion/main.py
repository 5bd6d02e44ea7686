"""The command line: `dambord VERB`. Each verb has a module of its own in `companion.cli`.

Exit codes: 0 fine, 1 said no (a file, a board, an illegal move), 2 usage. Errors are one line on
stderr. Nothing heavy is imported before a verb runs, so that `--help` is quick.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from companion.cli import (
    bridge,
    calibrate,
    decode,
    demo,
    doctor,
    games,
    lesson,
    photo,
    play,
    players,
    print_verb,
    replay,
    rules_verb,
    tournament,
    video,
)
from companion.cli.shape import EXIT_NO, EXIT_USAGE, Parser, UsageError

VERBS = (
    play,
    demo,
    replay,
    rules_verb,
    games,
    lesson,
    players,
    tournament,
    bridge,
    print_verb,
    photo,
    video,
    calibrate,
    decode,
    doctor,
)


def build_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="dambord",
        description="Follows, judges, announces and records the game on a real draughts board.",
        epilog="example: dambord play --board sim",
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    parser.add_argument("--config", metavar="FILE", help="settings file (TOML)")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs")
    for verb in VERBS:
        verb.add_parser(verbs)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; the exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a poor terminal must not stop a game
    parser = build_parser()
    given = parser.parse_args(arguments)
    if given.version:
        print(_version())
        return 0
    if given.verb is None:
        parser.print_help()
        return EXIT_USAGE
    try:
        code: int = given.run(given)
        sys.stdout.flush()
        return code
    except UsageError as error:
        return _say_no(error, EXIT_USAGE)
    except BrokenPipeError:
        # Whoever read our output has heard enough; Python must not complain when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return EXIT_NO
    except Exception as error:
        if not _is_known(error):
            raise
        return _say_no(error, EXIT_NO)


def _is_known(error: Exception) -> bool:
    """Whether this is an error of ours, with a message for people."""
    from board_io.errors import BoardIoError
    from companion.errors import CompanionError
    from rules.errors import RulesError
    from vision.errors import VisionError

    return isinstance(error, CompanionError | BoardIoError | RulesError | VisionError)


def _say_no(error: Exception, code: int) -> int:
    print(f"dambord: {' '.join(str(error).split())}", file=sys.stderr)
    return code


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"dambord {version('dambord')}"
    except PackageNotFoundError:
        return "dambord (not installed)"


if __name__ == "__main__":
    sys.exit(main())
