"""Write everything that is made from the table: `python -m hardware.drawing`."""

from __future__ import annotations

from pathlib import Path

from hardware.drawing.everything import everything

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    for name, text in everything(ROOT).items():
        path = ROOT / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(name)


main()
