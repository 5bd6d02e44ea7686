"""`dambord play` and `dambord demo` as programs, on the simulated board with its real firmware."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.choices import LANGUAGES
from companion.demo.run import load_script
from companion.replay import moves_of, replay
from companion.scenario import read_scenarios
from companion.store import Store
from companion.web.server import own_address
from rules.errors import IllegalMoveError
from rules.fen import parse_fen
from rules.game import Game
from rules.notation import parse_move
from rules.pdn import read_pdn

ROOT = Path(__file__).parent.parent.parent
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    homes = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "DATA", "CACHE")}
    return os.environ | homes | {"LC_ALL": "nl_NL.UTF-8", "PYTHONPATH": str(ROOT)}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "DATA" / "dambord" / "games.db"


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Starts `dambord` with pipes; what still runs at the end of a test is killed."""
    started: list[subprocess.Popen[str]] = []

    def start_it(*arguments: object) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "companion.main", *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            cwd=tmp_path,
            preexec_fn=hears_interrupts,
        )
        started.append(process)
        return process

    yield start_it
    for process in started:
        process.kill()
        process.communicate()


def hears_interrupts() -> None:
    """As from a terminal; a shell's background jobs are started deaf to them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def played(process: subprocess.Popen[str], *lines: str) -> str:
    """Types these lines and gives all output."""
    out, _ = process.communicate("".join(f"{line}\n" for line in lines), timeout=60)
    assert process.returncode == 0, out
    return out


def kept(database: Path) -> Game:
    store = Store(database)
    game = store.load(store.games()[0].id).game
    store.close()
    return game


def test_moves_are_followed_explained_and_recorded(start: Start, database: Path) -> None:
    out = played(
        start("play", "--no-speech", "--white", "Anna", "--black", "Đorđe"),
        "# een opmerking",
        "32-28",
        "28-33",
        "19-23",
        "37-32",
        "28-22",
        "terug",
        "28x19",
        "2-0",
    )
    lines = out.splitlines()
    assert "een opmerking" in lines
    assert "Wit speelt 32-28." in lines
    assert "Op 33 staat al een stuk." in lines
    assert "Op 32 staat niets." not in lines
    assert any("slaan moet: met de schijf 28x19" in line for line in lines)
    assert "Wit wint de partij!" in lines
    assert lines[-1] == "Tot ziens."
    game = kept(database)
    assert game.outcome is not None
    assert game.outcome.text == "2-0"


def test_an_unfinished_game_goes_on_without_a_question(start: Start, database: Path) -> None:
    played(start("play", "--no-speech"), "32-28", "19-23")
    out = played(start("play", "--no-speech"), "28x19")
    assert "Ik ga verder met partij 1: 1. 32-28 19-23." in out
    assert "Wit slaat: 28x19." in out
    assert moves_of(kept(database)) == ["32-28", "19-23", "28x19"]
    out = played(start("play", "--no-speech", "--new"), "33-29")
    assert "Ik ga verder" not in out
    assert moves_of(kept(database)) == ["33-29"]


def test_a_trace_of_the_game_replays_to_the_same_game(
    start: Start, database: Path, tmp_path: Path
) -> None:
    trace = tmp_path / "game.trace"
    played(start("play", "--no-speech", "--trace", trace), "31-27", "20-24", "terug", "20-25")
    scenarios, errors = read_scenarios(trace)
    assert errors == []
    assert moves_of(replay(scenarios[0]).game) == moves_of(kept(database)) == ["31-27", "20-25"]
    shown = start("play", "--no-speech", "--board", f"trace:{trace}")
    assert shown.stdin is not None
    out, _ = shown.communicate(timeout=60)
    assert "Zwart speelt 20-25." in out
    assert shown.returncode == 0
    assert len(Store(database).games()) == 1


def test_a_new_game_from_a_position(start: Start, database: Path) -> None:
    played(start("play", "--no-speech", "--fen", "W:W27,32:B18,9"), "32-28", "nieuw", "32-28")
    store = Store(database)
    assert [store.load(game.id).game.start.fen for game in store.games()] == [
        Game.new().start.fen,
        "W:W27,32:B9,18",
    ]
    store.close()


def test_a_database_that_cannot_be_used_does_not_stop_the_game(
    start: Start, tmp_path: Path
) -> None:
    database = tmp_path / "games.db"
    database.write_bytes(b"no database" * 500)
    out = played(start("play", "--no-speech", "--db", database), "32-28")
    assert "Het spel wordt niet bewaard" in out
    assert "Wit speelt 32-28." in out
    assert database.read_bytes() == b"no database" * 500


def test_the_game_goes_on_while_the_database_is_locked(start: Start, database: Path) -> None:
    played(start("play", "--no-speech"), "32-28")
    process = start("play", "--no-speech")
    other = sqlite3.connect(database, isolation_level=None)
    assert process.stdin is not None
    assert process.stdout is not None
    wait_for(process, "is klaar")
    other.execute("BEGIN IMMEDIATE")
    process.stdin.write("19-23\n")
    process.stdin.flush()
    wait_for(process, "Bewaren lukt nu niet")
    other.execute("ROLLBACK")
    other.close()
    assert "Alles is weer bewaard." in played(process, "28x19")
    assert moves_of(kept(database)) == ["32-28", "19-23", "28x19"]


def test_two_programs_do_not_go_on_with_one_game(start: Start, database: Path) -> None:
    played(start("play", "--no-speech"), "32-28")
    first = start("play", "--no-speech")
    wait_for(first, "is klaar")
    out = played(start("play", "--no-speech"), "33-29")
    assert "Er speelt al iemand" in out
    played(first, "19-23")
    store = Store(database)
    games = [moves_of(store.load(game.id).game) for game in store.games()]
    store.close()
    assert games == [["33-29"], ["32-28", "19-23"]]


def test_a_board_that_is_not_there_is_looked_for(start: Start) -> None:
    process = start("play", "--no-speech", "--board", "tcp:127.0.0.1:1")
    began = time.monotonic()
    wait_for(process, "Ik zoek het bord (tcp:127.0.0.1:1)")
    assert time.monotonic() - began < 30
    time.sleep(1.0)
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert out.endswith("Tot ziens.\n")


def test_who_types_stop_need_not_wait_for_a_board(start: Start) -> None:
    out = played(start("play", "--no-speech", "--no-web", "--board", "tcp:127.0.0.1:1"), "stop")
    assert "Ik zoek het bord (tcp:127.0.0.1:1)" in out
    assert out.endswith("Tot ziens.\n")


def test_the_page_is_there_while_the_game_is_and_shows_it(start: Start, database: Path) -> None:
    process = start("play", "--board", "sim", "--no-speech", "--port", "0")
    assert process.stdin is not None
    assert process.stdout is not None
    said = process.stdout.readline()
    match = re.search(r"http://127\.0\.0\.1:\d+/", said)
    assert match, said
    process.stdin.write("32-28\n")
    process.stdin.flush()
    for line in process.stdout:
        if "Wit speelt 32-28." in line:
            break
    wait_until(lambda: '"moves":[{"text":"32-28"' in page_at(match[0]))
    out, _ = process.communicate("pagina\nstop\n", timeout=60)
    assert match[0] in out
    assert "--listen" in out
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(match[0], timeout=10)


def test_there_is_no_page_where_nobody_wants_one(start: Start) -> None:
    out = played(start("play", "--board", "sim", "--no-speech", "--no-web"), "pagina", "stop")
    assert "http" not in out
    assert "--no-web" in out


def test_a_port_that_is_taken_is_told_in_one_line(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = start("play", "--board", "sim", "--no-speech", "--port", port)
        out, _ = process.communicate("stop\n", timeout=60)
    assert process.returncode == 1
    assert "--port" in out
    assert "Traceback" not in out


def test_phones_get_the_pin_and_a_code_to_scan(start: Start) -> None:
    process = start("play", "--board", "sim", "--no-speech", "--port", "0", "--listen")
    out = played(process, "stop")
    if own_address() is None:
        pytest.skip("this computer is in no network")
    assert re.search(r"pincode[^)]* \d{6}\)", out)
    assert "▄▄▄▄▄" in out


def test_without_anybody_at_the_keyboard_it_keeps_running(start: Start) -> None:
    process = start("play", "--no-speech")
    assert process.stdin is not None
    process.stdin.close()
    process.stdin = None
    wait_for(process, "is klaar")
    time.sleep(1.5)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 0


@pytest.mark.slow
def test_kill_at_any_moment_loses_no_announced_ply(start: Start, database: Path) -> None:
    """The program is killed in the middle of a game, again and again; it goes on each time."""
    rng = random.Random(3)
    told = 0
    for _ in range(4):
        game = kept(database) if database.exists() else Game.new()
        moves = random_moves(game, rng, 12)
        process = start("play", "--no-speech")
        assert process.stdin is not None
        process.stdin.write("".join(f"{move}\n" for move in moves))
        process.stdin.flush()
        announced = len(game.plies)
        until = announced + rng.randint(1, 3)
        while announced < until:
            announced += is_move(line_of(process))
        time.sleep(rng.random() * 0.8)
        process.kill()
        rest, _ = process.communicate()
        announced += sum(is_move(line) for line in rest.splitlines())
        assert len(kept(database).plies) >= announced > told
        told = announced
    store = Store(database)
    assert len(store.games()) == 1
    store.close()


@pytest.mark.slow
def test_the_demo_shows_every_thing_that_is_promised(start: Start) -> None:
    process = start("demo", "--fast", "--no-speech")
    out, _ = process.communicate(timeout=90)
    assert process.returncode == 0
    for sentence in (
        "Wit speelt 23-18.",
        "Zwart moet slaan: 12x23.",
        "De grootste slag gaat voor: met de schijf 37x28x19x10. Dat zijn 3 stukken.",
        "Wit slaat 3 stukken: 37x10.",
        "Een dam voor wit!",
        "Wit wint! Zwart heeft geen stukken meer.",
    ):
        assert sentence in out
    (pdn,) = read_pdn(out[out.index("[Event") :])
    assert pdn.error is None
    assert pdn.game is not None
    assert moves_of(pdn.game) == list(load_script().moves)
    assert pdn.tags["Result"] == "2-0"


def test_the_game_of_the_demo_is_played_by_the_rules() -> None:
    script = load_script()
    game = Game(parse_fen(script.start))
    for move in script.moves:
        game = game.play(parse_move(game.position, move))
    assert game.outcome is not None
    assert game.outcome.text == "2-0"
    acts = [step.act for step in script.steps]
    wrong = acts[acts.index("undo") - 1]
    before = Game(parse_fen(script.start))
    for move in script.moves[: acts.index(wrong)]:
        before = before.play(parse_move(before.position, move))
    with pytest.raises(IllegalMoveError):
        parse_move(before.position, wrong)
    right = [act for act in acts if act not in ("undo", wrong)]
    assert len(right) == len(script.moves)
    assert all(set(LANGUAGES) <= step.text.keys() for step in script.steps)


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, "the program ended"
    return line


def wait_for(process: subprocess.Popen[str], words: str) -> None:
    while words not in line_of(process):
        pass


def wait_until(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def page_at(address: str) -> str:
    with urllib.request.urlopen(address, timeout=10) as answer:
        return str(answer.read().decode())


def is_move(line: str) -> bool:
    return any(word in line for word in (" speelt ", " slaat: ", " slaat 2", " slaat 3"))


def random_moves(game: Game, rng: random.Random, count: int) -> list[str]:
    """Legal moves that can be typed without ambiguity."""
    moves = []
    for _ in range(count):
        move = rng.choice(game.position.legal_moves())
        moves.append("x".join(map(str, move.route.path)) if move.is_capture else move.short)
        game = game.play(move)
    return moves
