"""The command line: `dambord VERB`. Each verb has a module of its own in `companion.cli`.

Exit codes: 0 fine, 1 said no (a file, a board, an illegal move), 2 usage. Errors are one line on
stderr. Nothing heavy is imported before a verb runs, so that `--help` is quick.
"""

from __future__ import annotations

import argparse
import errno
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
_DISK_IS_FULL = "the disk is full: not all of it was written; make room, or write it elsewhere"


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
        _drop_output()  # whoever read it has heard enough
        return 0
    except KeyboardInterrupt:
        return EXIT_NO
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            _drop_output()
            return _say_no(_DISK_IS_FULL, EXIT_NO)
        if not _is_known(error):
            raise
        return _say_no(error, EXIT_NO)


def _drop_output() -> None:
    """Python must not complain when it flushes what is left."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_known(error: Exception) -> bool:
    """Whether this is an error of ours, with a message for people."""
    from board_io.errors import BoardIoError
    from companion.errors import CompanionError
    from rules.errors import RulesError
    from vision.errors import VisionError

    return isinstance(error, CompanionError | BoardIoError | RulesError | VisionError)


def _say_no(reason: object, code: int) -> int:
    print(f"dambord: {' '.join(str(reason).split())}", file=sys.stderr)
    return code


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"dambord {version('dambord')}"
    except PackageNotFoundError:
        return "dambord (not installed)"


if __name__ == "__main__":
    sys.exit(main())
