"""The command line: what it prints, its exit codes, and its errors of one line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.main import build_parser, main

ROOT = Path(__file__).parent.parent.parent
DATA = ROOT / "tests" / "data"
START = "W:W31-50:B1-20"
Run = Callable[..., tuple[int, str, str]]

PDN = """[Event "Club"]
[White "Ñandú"]
[Black "王"]
[Date "2001.02.03"]
[Result "1-1"]
[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 1-1
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs `dambord` with these arguments: exit code, output, errors."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")

    def run_it(*arguments: object) -> tuple[int, str, str]:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return run_it


def one_line(text: str) -> bool:
    return text.count("\n") == 1 and text.endswith("\n") and "Traceback" not in text


# -- help ------------------------------------------------------------------------------------


def all_commands() -> list[list[str]]:
    """Every verb, with every question or act below it."""
    found: list[list[str]] = []

    def walk(parser: Any, path: list[str]) -> None:
        found.append(path)
        for action in parser._actions:
            if isinstance(action.choices, dict):
                for name, below in action.choices.items():
                    walk(below, [*path, name])

    walk(build_parser(), [])
    return found


@pytest.mark.parametrize("command", all_commands(), ids=" ".join)
def test_every_verb_has_help_with_an_example(command: list[str], run: Run) -> None:
    code, out, _ = run(*command, "--help")
    assert code == 0
    assert f"example: dambord {' '.join(command)}".strip() in " ".join(out.split())


def test_there_are_the_verbs_that_are_promised() -> None:
    verbs = {command[0] for command in all_commands() if command}
    assert verbs == {
        *("play", "demo", "replay", "rules", "games", "lesson", "players", "tournament"),
        *("bridge", "print", "photo", "video", "calibrate", "decode", "doctor"),
    }


@pytest.mark.parametrize(
    "arguments",
    [
        ["dance"],
        ["rules"],
        ["rules", "moves"],
        ["rules", "moves", "rubbish"],
        ["rules", "moves", "--variant", "mars", START],
        ["rules", "perft", "--depth", "x", START],
        ["rules", "perft", "--depth", "-1", START],
        ["rules", "judge", START, "{"],
        ["rules", "judge", START, "[]"],
        ["rules", "judge", START, '{"from": "x"}'],
        ["rules", "judge", START, '{"events": ["jump 3"]}'],
        ["play", "--board", "wood"],
        ["play", "--fen", "rubbish"],
        ["play", "--language", "xx"],
        ["replay"],
        ["games"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_one_line_and_exit_code_2(arguments: list[str], run: Run) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert one_line(err)


def test_no_verb_at_all_shows_the_help(run: Run) -> None:
    code, out, _ = run()
    assert code == 2
    assert "replay" in out


# -- rules -----------------------------------------------------------------------------------


def test_every_legal_move_is_listed(run: Run) -> None:
    code, out, _ = run("rules", "moves", "W:W28,39:B13,23,14", "--json")
    assert code == 0
    assert json.loads(out) == {
        "fen": "W:W28,39:B13,14,23",
        "side": "W",
        "moves": [
            {
                "notation": "28x8",
                "route": [28, 19, 8],
                "captures": [23, 13],
                "promotes": False,
            },
            {
                "notation": "28x10",
                "route": [28, 19, 10],
                "captures": [23, 14],
                "promotes": False,
            },
        ],
    }


def test_moves_are_also_told_for_people(run: Run) -> None:
    _, out, _ = run("rules", "moves", "W:W6:B40")
    assert out == "6-1  promotes\n"


@pytest.mark.parametrize(
    ("variant", "fen", "told", "numbered"),
    [
        ("russian", "W:Wc3:Bd4", "c3:e5  takes d4", "22x15"),
        ("brazilian", "W:Wa3:Bh8", "a3-b4", "21-17"),
        ("american", "W:W21:B7", "21-17", "21-17"),
    ],
)
def test_moves_are_told_as_the_game_writes_them_and_numbered_for_programs(
    variant: str, fen: str, told: str, numbered: str, run: Run
) -> None:
    asked = ("--variant", variant, fen)
    _, out, _ = run("rules", "moves", *asked)
    assert told in out.splitlines()
    moves = json.loads(run("rules", "moves", *asked, "--json")[1])["moves"]
    assert numbered in [move["notation"] for move in moves]
    move = told.partition("  ")[0]
    _, ruling, _ = run("rules", "judge", *asked, '{"from": 1, "to": 2}')
    assert move in ruling.splitlines()[-1].removeprefix("legal moves: ").split()


ATTEMPTS = [
    case
    for case in json.loads((DATA / "rules.json").read_text(encoding="utf-8"))["cases"]
    if case["variant"] == "international" and "attempt" in case
]


@pytest.mark.parametrize("case", ATTEMPTS, ids=[case["id"] for case in ATTEMPTS])
def test_an_attempt_is_judged(case: dict[str, Any], run: Run) -> None:
    attempt = case["attempt"] | {"uncrowned": case.get("uncrowned", [])}
    code, out, err = run("rules", "judge", case["fen"], json.dumps(attempt), "--json")
    assert err == ""
    facts = json.loads(out)
    assert facts["reason"] == case["reason"]
    assert sorted(facts["legal_moves"]) == sorted(case["legal"])
    assert facts["legal"] is (facts["severity"] == "note")
    if "severity" in case:
        assert facts["severity"] == case["severity"]
    assert code == (0 if facts["legal"] else 1)
    assert facts["article"]


def test_a_legal_attempt_is_legal(run: Run) -> None:
    attempt = '{"from": 32, "to": 28, "removed": []}'
    code, out, _ = run("rules", "judge", START, attempt, "--json")
    assert code == 0
    assert json.loads(out)["legal"] is True
    assert run("rules", "judge", START, attempt)[1].startswith("legal\n")


def test_moves_are_counted(run: Run) -> None:
    _, out, _ = run("rules", "perft", "--depth", 4, START, "--json")
    assert json.loads(out) == {"unique": 4265, "routes": 4265}


# -- replay ----------------------------------------------------------------------------------


def test_a_replay_is_printed_in_the_agreed_form(run: Run) -> None:
    code, out, err = run("replay", DATA / "scenarios.json", "--only", "open-07", "--json")
    assert (code, err) == (0, "")
    (done,) = json.loads(out)
    assert done["id"] == "open-07"
    assert done["moves"] == ["29x20"]
    assert done["captured"] == [[24]]
    assert done["final_fen"] == "B:W20,40,45:B3,8"
    assert done["checkpoints"] == [{"t_ms": 7500, "moves": ["29x20"]}]
    (violation,) = done["violations"]
    assert violation.keys() == {"code", "squares", "t_ms"}
    assert [decision.keys() for decision in done["decided"]] == [{"ply", "t_ms"}]
    assert all(a.keys() == {"t_ms", "kind", "text"} for a in done["announcements"])


def test_a_replay_can_be_read_by_people(run: Run) -> None:
    _, out, _ = run("replay", DATA / "scenarios.json", "--only", "open-11", "--language", "nl")
    assert out.startswith("open-11: 37-32?! 8-12 *\n")
    assert "! capture_obligatory 28 23 19" in out


def test_a_bad_file_is_told_and_the_others_are_read(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{", encoding="utf-8")
    assert run("replay", bad)[1] == ""
    code, out, err = run("replay", bad, DATA / "scenarios.json", "--json")
    assert code == 1
    assert len(json.loads(out)) == 30
    assert one_line(err)
    assert str(bad) in err


def test_a_bad_settings_file_is_told_and_defaults_are_used(run: Run, tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('language = "xx"\n', encoding="utf-8")
    scenarios = DATA / "scenarios.json"
    code, _, err = run("--config", settings, "replay", scenarios, "--only", "open-01")
    assert code == 0
    assert one_line(err)
    assert "line 1, language" in err
    assert run("replay", "--config", settings, scenarios, "--only", "open-01")[2] == err


# -- games -----------------------------------------------------------------------------------


def test_games_are_found_and_counted(run: Run, tmp_path: Path) -> None:
    pdn = tmp_path / "old.pdn"
    pdn.write_text(PDN, encoding="utf-8")
    for _ in range(3):
        assert run("games", "import", pdn)[0] == 0
    assert len(json.loads(run("games", "list", "--name", "ñandú", "--json")[1])) == 3
    assert json.loads(run("games", "list", "--name", "nobody", "--json")[1]) == []
    code, out, _ = run("games", "list", "--result", "draw", "--limit", "1", "--language", "en")
    assert code == 0
    assert "2 more games" in out
    code, _, err = run("games", "list", "--moves", "e4")
    assert (code, err.count("\n")) == (1, 1)
    counted = json.loads(run("games", "stats", "--json")[1])
    assert {(one["player"], one["drawn"]) for one in counted} == {("Ñandú", 3), ("王", 3)}
    assert "Ñandú" in run("games", "stats")[1]


def test_a_game_is_noted_put_right_named_printed_and_deleted(run: Run, tmp_path: Path) -> None:
    pdn, sheet = tmp_path / "old.pdn", tmp_path / "sheet.html"
    pdn.write_text(PDN, encoding="utf-8")
    assert run("games", "import", pdn)[0] == 0
    assert run("games", "annotate", 1, 1, "well seen", "--mark", 1)[0] == 0
    assert "! {well seen}" in run("games", "export", 1)[1]
    code, _, err = run("games", "correct", 1, 1, "31-26")
    assert (code, err.count("\n")) == (1, 1)
    assert "correct that ply first" in err
    assert run("games", "tag", 1, "White=Anna <b>", "Result=2-0")[0] == 0
    assert run("games", "tag", 1, "White")[0] == 2
    assert run("games", "sheet", 1, "--output", sheet)[0] == 0
    html = sheet.read_text(encoding="utf-8")
    assert "Anna &lt;b&gt;" in html
    assert "<style>" in html
    assert run("games", "delete", 1)[0] == 0
    assert json.loads(run("games", "list", "--json")[1]) == []
    assert run("games", "restore", 1)[0] == 0
    assert json.loads(run("games", "list", "--json")[1])[0]["result"] == "2-0"
    assert run("games", "show", 10**30)[0] == 1


def test_times_in_a_file_are_kept_and_shown(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "timed.pdn"
    file.write_text('[GameType "20"]\n\n1. 32-28 {[%clk 0:59:58]} 19-23 2. 28x19 14x23 *\n')
    assert run("games", "import", file)[0] == 0
    shown = json.loads(run("games", "show", "--json")[1])
    assert shown["times"] == [{"used_s": None, "left_s": 3598.0}, None, None, None]
    assert "32-28 {[%clk 0:59:58]}" in run("games", "show")[1]


def test_games_are_imported_listed_shown_and_exported(run: Run, tmp_path: Path) -> None:
    pdn, exported = tmp_path / "old.pdn", tmp_path / "new.pdn"
    pdn.write_text(PDN, encoding="utf-8")
    code, out, err = run("games", "import", pdn, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {"kept": [1], "problems": []}

    (listed,) = json.loads(run("games", "list", "--json")[1])
    assert (listed["number"], listed["plies"], listed["result"]) == (1, 4, "1-1")
    assert listed["tags"]["White"] == "Ñandú"
    assert "Ñandú – 王" in run("games", "list")[1]

    shown = json.loads(run("games", "show", "--json")[1])
    assert shown["moves"] == ["32-28", "19-23", "28x19", "14x23"]
    assert shown["started"].startswith("2001-02-03")

    assert run("games", "export", "--output", exported)[0] == 0
    text = exported.read_text(encoding="utf-8")
    assert "1. 32-28 19-23 2. 28x19 14x23" in text
    assert '[Site "?"]' in text
    assert run("games", "export", 1)[1] == text == run("games", "show", 1)[1]


def test_a_latin_1_file_is_read(run: Run, tmp_path: Path) -> None:
    pdn = tmp_path / "latin.pdn"
    pdn.write_bytes(PDN.replace("Ñandú", "André").replace("王", "B").encode("latin-1"))
    assert run("games", "import", pdn)[0] == 0
    assert "André" in run("games", "list")[1]


def test_what_cannot_be_imported_is_told(run: Run, tmp_path: Path) -> None:
    pdn = tmp_path / "bad.pdn"
    pdn.write_text(PDN.replace("2. 28x19", "2. 28x99"), encoding="utf-8")
    code, _, err = run("games", "import", pdn, tmp_path / "missing.pdn")
    assert code == 1
    assert err.count("\n") == 2
    assert f"{pdn}: game 1: line 8, column 19: " in err
    assert "missing.pdn cannot be read" in err


def test_a_file_without_games_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.pdn").touch()
    code, out, err = run("games", "import", tmp_path / "empty.pdn")
    assert (code, out) == (1, "")
    assert one_line(err)
    assert "holds no game" in err


def test_settings_that_cannot_be_read_are_told_once(run: Run, tmp_path: Path) -> None:
    code, _, err = run("--config", tmp_path, "games", "list")
    assert code == 0
    assert one_line(err)
    assert err.endswith("cannot be read: Is a directory; defaults are used\n")


@pytest.mark.parametrize("arguments", [["show"], ["show", "7"], ["export", "7"]], ids=" ".join)
def test_a_game_that_is_not_there_is_told(arguments: list[str], run: Run) -> None:
    code, out, err = run("games", *arguments)
    assert (code, out) == (1, "")
    assert one_line(err)


def test_a_database_that_is_none_is_told(run: Run, tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    database.write_bytes(b"no database" * 500)
    code, _, err = run("games", "list", "--db", database)
    assert code == 1
    assert one_line(err)
    assert str(database) in err


def test_a_file_that_cannot_be_written_leaves_the_old_one(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    code, _, err = run("games", "export", "--output", folder)
    assert code == 1
    assert one_line(err)
    assert list(folder.iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "folder"]


# -- doctor ----------------------------------------------------------------------------------


def test_the_doctor_looks_at_everything(run: Run) -> None:
    code, out, _ = run("doctor", "--json")
    findings = json.loads(out)
    whats = {finding["what"] for finding in findings}
    everything = "system board bluetooth simulator voice sound record last_fault settings"
    assert whats == set(everything.split())
    assert code == (0 if all(finding["fine"] for finding in findings) else 1)
    assert all(finding["fine"] or finding["remedy"] for finding in findings)


# -- as a program ----------------------------------------------------------------------------


def test_it_runs_as_a_program_and_stops_quietly_when_nobody_reads() -> None:
    command = f"{sys.executable} -m companion.main rules moves '{START}' --json | head -1"
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=30
    )
    assert done.stdout == "{\n"
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full to write to")
@pytest.mark.parametrize("verb", ["lesson list", "print board", "decode --board dgt --hex 9300"])
def test_a_full_disk_is_told_in_one_line(verb: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "companion.main", *verb.split()],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=30,
        )
    assert done.returncode == 1
    assert one_line(done.stderr)
    assert "the disk is full" in done.stderr


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from companion.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print([m for m in ('rules','reconciler','announcer','board_io','sqlite3','serial')"
        " if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=30
    )
    assert done.stdout.splitlines()[-1] == "[]"
