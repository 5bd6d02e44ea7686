"""`dambord video`: the game that a film shows."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.shape import (
    EXIT_FINE,
    EXIT_NO,
    Parsers,
    UsageError,
    add_settings,
    print_json,
    settings_of,
    verb_parser,
    warn,
)

if TYPE_CHECKING:
    from companion.camera.filmed import Filmed, Unsure
    from companion.texts import Texts

_EXAMPLE = "dambord video game.mp4 --pdn"
_BAR = 30


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(parsers, "video", "read the game on a film", _EXAMPLE, _video)
    parser.add_argument("film", metavar="FILE", type=Path, help="a video, or a folder of pictures")
    parser.add_argument(
        "--fps", type=_rate, help="pictures a second; default: as the video says, or stills"
    )
    parser.add_argument("--start", metavar="FEN", help="the first position; default: the usual one")
    parser.add_argument("--variant", help="the game; default: the one that explains the film best")
    parser.add_argument("--from-start", action="store_true", help="do not go on where it stopped")
    add_settings(parser)
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--pdn", action="store_true", help="print the game as PDN (the default)")
    ways.add_argument("--json", action="store_true", help="print JSON")


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 0 < rate <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is no rate; use 0.1 to 1000 pictures a second")
    return rate


def _video(given: argparse.Namespace) -> int:
    from companion.camera.video import Plan, Watching
    from companion.settings import data_folder
    from companion.texts import load_texts

    if not given.film.exists():
        raise UsageError(f"{given.film} does not exist; give a video or a folder of pictures")
    _check(given)
    plan = Plan(given.film, given.fps, given.variant or "", given.start or "")
    watching = Watching(plan, data_folder() / "films", anew=given.from_start)
    if watching.resumed:
        warn(f"going on at frame {watching.seen.looked_at}; --from-start begins again")
    bar = _Bar() if sys.stderr.isatty() else None
    try:
        filmed = watching.watch(bar or _nothing)
    except KeyboardInterrupt:
        warn(f"stopped after {watching.seen.looked_at} frames; the same command goes on")
        return EXIT_NO
    finally:
        if bar is not None:
            bar.end()
        for line in watching.seen.warnings:
            warn(line)
    return _show(filmed, given, load_texts(settings_of(given).language))


def _check(given: argparse.Namespace) -> None:
    """Raises UsageError for a game or position that is none, before the film is watched."""
    from rules.errors import RulesError
    from rules.fen import parse_fen
    from rules.variants import VARIANTS, variant_named

    try:
        kinds = [variant_named(given.variant)] if given.variant else list(VARIANTS.values())
    except RulesError as error:
        raise UsageError(str(error)) from error
    errors = []
    for kind in kinds if given.start else []:
        try:
            parse_fen(given.start, kind)
            return
        except RulesError as error:
            errors.append(error)
    if errors:
        raise UsageError(str(errors[0])) from errors[0]


def _show(filmed: Filmed, given: argparse.Namespace, texts: Texts) -> int:
    """Print the game and what was not understood of it. A film of which nothing was understood
    shows no game, and none is printed as PDN."""
    from rules.pdn.writer import write_pdn

    is_game = bool(filmed.game.plies) or not filmed.open
    if given.json:
        print_json(filmed.as_json())
    else:
        if is_game:
            print(write_pdn(({}, filmed.game)))
        for one in filmed.open:
            warn(_in_words(one, texts))
    if not is_game:
        warn(texts("film.nothing", name=given.film))
    return EXIT_FINE if is_game else EXIT_NO


def _in_words(one: Unsure, texts: Texts) -> str:
    what, seconds = texts(f"fault.{one.code}"), f"{one.t_ms / 1000:.1f}"
    if not one.squares:
        return texts("film.open", seconds=seconds, what=what)
    squares = " ".join(map(str, one.squares))
    return texts("film.open_on_squares", seconds=seconds, what=what, squares=squares)


def _nothing(done: int, count: int | None) -> None:
    """Nobody looks at a bar."""


class _Bar:
    """How far the film is, on one line of the terminal."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._shown = 0.0

    def __call__(self, done: int, count: int | None) -> None:
        now = time.monotonic()
        if now - self._shown < 0.2:
            return
        self._shown = now
        rate = done / max(now - self._began, 1e-3)
        if count:
            full = round(_BAR * min(1.0, done / count))
            bar = "#" * full + "." * (_BAR - full)
            line = f"[{bar}] {done}/{count} frames, {rate:.0f} a second"
        else:
            line = f"{done} frames, {rate:.0f} a second"
        print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
