"""`dambord lesson start` as a program: a lesson in typed words, on the real firmware."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from companion.lessons.diary import Diary
from companion.store import Store

ROOT = Path(__file__).parent.parent.parent


def started(folder: Path, *arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    homes = {f"XDG_{name}_HOME": str(folder / name) for name in ("CONFIG", "DATA", "CACHE")}
    return subprocess.run(
        [sys.executable, "-m", "companion.main", "lesson", "start", *arguments],
        input=lines,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=os.environ | homes | {"LC_ALL": "nl_NL.UTF-8", "PYTHONPATH": str(ROOT)},
        timeout=60,
        check=False,
    )


def test_a_lesson_by_typed_words_alone(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    options = ("--no-speech", "--no-web", "--db", str(database), "--child", "Anna")
    lines = "vraag\ntip\n9-14\n14-9\n9x40\nvolgende\nklaar\n"
    out = started(tmp_path, "coup_turc", *options, lines=lines)
    assert out.returncode == 0, out.stdout
    told = (
        "Dit is een beroemde grap.",
        "Sla met de dam",
        "twee keer erover mag niet",
        "Kijk nog eens: wit moet slaan.",
        "Zet het stuk van 14 op 9.",
        "Alles staat goed. Wit is aan zet.",
        "Dat is de Turkse slag!",
        "Tot ziens.",
    )
    places = [out.stdout.find(words) for words in told]
    assert -1 not in places, out.stdout
    assert places == sorted(places), out.stdout
    store = Store(database)
    (sitting, *_) = Diary(store.database).sittings("Anna")
    store.close()
    assert (sitting.exercise, sitting.tries, sitting.hints) == ("coup_turc-1", 2, 1)
    assert sitting.solved


def test_a_lesson_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    out = started(tmp_path, "nonsense", "--no-web", "--no-speech")
    assert out.returncode == 1
    assert out.stdout.splitlines()[-1].startswith("dambord: there is no lesson 'nonsense'")
