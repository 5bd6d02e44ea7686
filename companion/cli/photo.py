"""`dambord photo`: what stands on the boards of photographs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.shape import (
    EXIT_FINE,
    EXIT_NO,
    Parsers,
    UsageError,
    print_json,
    verb_parser,
    warn,
)

if TYPE_CHECKING:
    from companion.camera.still import Still, StillReader
    from vision.pose import Picture

_EXAMPLE = "dambord photo board.jpg --json"


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(parsers, "photo", "read the board on photographs", _EXAMPLE, _photo)
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    parser.add_argument(
        "--known",
        metavar="FEN",
        help="the position on the first photograph, to learn from; or start",
    )
    parser.add_argument(
        "--calibrate",
        metavar="FILE=FEN",
        help="learn the set from a photograph of a known position",
    )
    parser.add_argument("--variant", default="", help="of these positions; default: by the board")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--json", action="store_true", help="print JSON")
    ways.add_argument("--svg", action="store_true", help="print a diagram of each")
    ways.add_argument(
        "--overlay", action="store_true", help="draw what is seen into FILE.overlay.jpg"
    )


def _photo(given: argparse.Namespace) -> int:
    from companion.camera.still import StillReader
    from vision.errors import PictureError

    reader = StillReader()
    _calibrate(reader, given)
    facts: list[dict[str, Any]] = []
    for file in given.files:
        try:
            still = reader.read(file)
        except PictureError as error:
            warn(str(error))
            facts.append({"file": str(file), "found": False, "confidence": 0.0})
            continue
        facts.append(still.as_json())
        if not given.json:
            _show(still, given)
    if given.json:
        print_json(facts)
    return EXIT_FINE if all(one["found"] for one in facts) else EXIT_NO


def _calibrate(reader: StillReader, given: argparse.Namespace) -> None:
    from rules.errors import RulesError

    file, fen = given.files[0], given.known
    if given.calibrate:
        name, sign, fen = given.calibrate.rpartition("=")
        if not sign:
            raise UsageError("--calibrate wants a photograph and its position: FILE=FEN")
        file = Path(name)
    if not fen:
        return
    try:
        reader.calibrate(file, fen, given.variant)
    except RulesError as error:
        raise UsageError(str(error)) from error


def _show(still: Still, given: argparse.Namespace) -> None:
    from vision.overlay import diagram_svg, overlay

    if still.sighting is None or still.reading is None:
        warn(f"{still.file} shows no board; let all four corners be in the picture")
    elif given.svg:
        print(diagram_svg(still.reading))
    elif given.overlay:
        _write(Path(f"{still.file}.overlay.jpg"), overlay(still.photograph.pixels, still.reading))
    else:
        print(f"{still.file}: {still.sighting.confidence:.2f}", *still.reading.rows(), sep="\n  ")
        print(f"  {still.fen or ''}")


def _write(path: Path, picture: Picture) -> None:
    import cv2

    encoded = cv2.imencode(".jpg", picture)[1].tobytes()
    try:
        path.write_bytes(encoded)
    except OSError as error:
        warn(f"{path} cannot be written: {error.strerror}")
        return
    print(path, file=sys.stdout)
