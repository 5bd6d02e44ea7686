"""`dambord demo`: a short game on the simulated board, in about a minute."""

from __future__ import annotations

import argparse

from companion.cli.shape import Parsers, add_settings, settings_of, verb_parser


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers, "demo", "see a short game on the simulated board", "dambord demo", _demo
    )
    parser.add_argument("--fast", action="store_true", help="without pauses to read and listen")
    parser.add_argument("--no-speech", action="store_true", help="say nothing, show everything")
    add_settings(parser)


def _demo(given: argparse.Namespace) -> int:
    from companion.demo.run import demo

    settings = settings_of(given)
    return demo(settings, fast=given.fast, speech=settings.speech and not given.no_speech)
