"""All files that are made from the table, by their names below hardware/."""

from __future__ import annotations

from pathlib import Path

from hardware.drawing.maps import lights_from_below, numbers_from_above, tiles, wires_from_below
from hardware.drawing.mechanics import case_from_above, case_section, pieces
from hardware.drawing.netlist import netlist, netlist_csv
from hardware.drawing.sketches import overview, right_way_round
from hardware.drawing.table import BUILDS
from hardware.drawing.tables import fill_tables
from hardware.drawing.wiring import wiring

DOCUMENTS = ("BUILD.md", "LEES_MIJ.md")


def everything(root: Path) -> dict[str, str]:
    """Name -> text. `root` is hardware/, where the documents and the list of parts lie."""
    files: dict[str, str] = {}
    for build in BUILDS:
        parts = netlist(build)
        files[f"netlist-{build.name}.csv"] = netlist_csv(parts)
        files[f"pictures/wiring-{build.name}.svg"] = wiring(build, parts)
    files["pictures/overview.svg"] = overview()
    files["pictures/parts.svg"] = right_way_round()
    files["pictures/squares.svg"] = numbers_from_above()
    files["pictures/wires-4067.svg"] = wires_from_below(color=True)
    files["pictures/wires-165.svg"] = wires_from_below(color=False)
    for lights in (50, 100):
        files[f"pictures/lights-{lights}.svg"] = lights_from_below(lights)
    files["pictures/case.svg"] = case_from_above()
    files["pictures/section.svg"] = case_section()
    files["pictures/pieces.svg"] = pieces()
    files |= {f"pictures/{name}.svg": text for name, text in tiles()}
    for name in DOCUMENTS:
        files[name] = fill_tables(root, (root / name).read_text(encoding="utf-8"))
    return files
