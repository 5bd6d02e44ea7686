"""`dambord calibrate`: set up and try a board of our own."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from companion.cli.shape import (
    EXIT_FINE,
    EXIT_NO,
    Parsers,
    UsageError,
    add_json,
    add_settings,
    print_json,
    settings_of,
    verb_parser,
)

if TYPE_CHECKING:
    from board_io.workbench import Workbench
    from companion.builder import Reader
    from companion.calibration import Result
    from companion.texts import Texts

_BOARDS = "sim, auto, serial, serial:PORT, ble, ble:NAME or tcp:HOST:PORT; default: serial"


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers,
        "calibrate",
        "set up a board that you built, and try its lights and sensors one by one",
        "dambord calibrate --board serial",
        _calibrate,
    )
    parser.add_argument("--board", default="serial", help=_BOARDS)
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--test",
        choices=("lights", "sensors"),
        nargs="?",
        const="lights",
        help="try the lights and then the sensors, or the sensors alone",
    )
    what.add_argument("--show", action="store_true", help="show settings and levels")
    what.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        help="change a setting, for instance lights=100, sensor=1, supply_ma=500",
    )
    what.add_argument(
        "--restart",
        choices=("firmware", "console", "bootloader"),
        help="start the board anew, or give its console back to replace the firmware",
    )
    add_settings(parser)
    add_json(parser)


def _calibrate(given: argparse.Namespace) -> int:
    from companion.texts import load_texts

    wishes = [_setting(text) for text in given.set or []]
    texts = load_texts(settings_of(given).language)
    with _bench(given.board, texts, quiet=given.json) as (bench, person):
        if given.set:
            return _change(bench, wishes, texts)
        if given.restart:
            return _restart(bench, given.restart, texts)
        if given.show:
            return _show(bench, texts, given.json)
        if given.test:
            return _try(bench, person, texts, given.test)
        return _learn(bench, person, texts, given.json)


@contextlib.contextmanager
def _bench(board: str, texts: Texts, *, quiet: bool) -> Iterator[tuple[Workbench, Reader]]:
    """The board, greeted, and whoever stands at it."""
    from board_io.simulated import SimulatedBoard
    from board_io.workbench import Workbench
    from companion.boards import links_to
    from companion.builder import Obedient, Reader

    say = _say_nothing if quiet else print
    if board != "sim":
        with Workbench(links_to(board)) as bench:
            yield bench, Reader(texts, say)
        return
    with SimulatedBoard() as simulated, Workbench(simulated.link) as bench:
        yield bench, Obedient(simulated, texts, say)


def _say_nothing(_: str) -> None:
    """For JSON, which must stand alone on the output."""


def _setting(text: str) -> tuple[str, int]:
    from firmware_protocol.codes import SettingKey

    name, _, value = text.partition("=")
    names = [key.name.lower() for key in SettingKey if key is not SettingKey.SCAN_HZ]
    if name not in names or not value.isascii() or not value.isdigit() or int(value[:6]) > 65535:
        raise UsageError(f"{text!r} is no setting; use NAME=NUMBER with {', '.join(names)}")
    return name, int(value)


def _change(bench: Workbench, wishes: list[tuple[str, int]], texts: Texts) -> int:
    from companion.calibration import change_setting
    from firmware_protocol.codes import SettingKey

    for name, value in wishes:
        change_setting(bench, SettingKey[name.upper()], value)
        print(texts("calibrate.set", name=name, value=value))
    return EXIT_FINE


def _restart(bench: Workbench, how: str, texts: Texts) -> int:
    from firmware_protocol.codes import RestartMode
    from firmware_protocol.messages import Restart

    modes = {"firmware": RestartMode.FIRMWARE, "console": RestartMode.REPL}
    bench.do(Restart(modes.get(how, RestartMode.BOOTLOADER)))
    print(texts(f"calibrate.{how}"))
    return EXIT_FINE


def _show(bench: Workbench, texts: Texts, as_json: bool) -> int:
    from companion.calibration import needs_calibration, read_levels, read_settings

    settings = read_settings(bench)
    levels = read_levels(bench) if needs_calibration(bench) else ()
    if as_json:
        print_json({"settings": settings, "levels": [asdict(level) for level in levels]})
        return EXIT_FINE
    for name, value in settings.items():
        print(f"{name:<20}{value:>7}")
    for level in levels:
        row = asdict(level)
        print(texts("calibrate.level", **row))
    return EXIT_FINE


def _try(bench: Workbench, person: Reader, texts: Texts, what: str) -> int:
    from companion.builder import listed
    from companion.calibration import try_board
    from firmware_protocol.codes import LedKind, SelfTestStep

    assert bench.board is not None
    lit = bench.board.led_kind is not LedKind.NONE
    step = SelfTestStep.LIGHTS if what == "lights" and lit else SelfTestStep.SENSORS
    missing = try_board(bench, person, step)
    key = "calibrate.never_seen" if missing else "calibrate.all_seen"
    print(texts(key, squares=listed(missing)))
    return EXIT_NO if missing else EXIT_FINE


def _learn(bench: Workbench, person: Reader, texts: Texts, as_json: bool) -> int:
    from companion.calibration import calibrate, needs_calibration

    if not needs_calibration(bench):
        print(texts("calibrate.not_needed"))
        return EXIT_FINE
    result = calibrate(bench, person)
    if as_json:
        print_json(asdict(result))
    else:
        _tell(result, texts)
    return EXIT_FINE if result.fine else EXIT_NO


def _tell(result: Result, texts: Texts) -> None:
    from companion.builder import listed

    for key, squares in (
        ("failed", result.failed),
        ("wrong_way", result.wrong_way),
        ("weak", result.weak),
    ):
        if squares:
            print(texts(f"calibrate.{key}", squares=listed(squares)))
    print(texts("calibrate.done" if result.fine else "calibrate.not_done"))
