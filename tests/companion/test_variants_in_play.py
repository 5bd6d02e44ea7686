"""Other games and house rules in play: as a program, and on boards of their own size."""

from __future__ import annotations

import io
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from board_io.driver import BoardDriver
from board_io.simulated import SimulatedBoard
from companion.boards import Board, open_board
from companion.commands import NewGame
from companion.errors import InputError
from companion.keyboard import CommandTyped
from companion.live import Live
from companion.room import Asked, Inbox, Line, Room, Stop, Touched
from companion.session import Session
from companion.store import Store
from companion.terminal import Screen
from companion.texts import load_texts
from rules.game import Game
from rules.piece import BLACK_MAN, WHITE_MAN, Color, Piece
from rules.position import Position
from rules.variants import variant_named

ROOT = Path(__file__).parent.parent.parent
PATIENCE_S = 20.0
Typed = Callable[..., str]


@pytest.fixture
def dambord(tmp_path: Path) -> Typed:
    """Runs the program with lines typed; gives all that it says."""
    homes = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "DATA", "CACHE")}
    environment = os.environ | homes | {"LC_ALL": "nl_NL.UTF-8", "PYTHONPATH": str(ROOT)}

    def run(*arguments: str, lines: tuple[str, ...] = (), code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-u", "-m", "companion.main", *arguments],
            input="".join(f"{line}\n" for line in lines),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            cwd=tmp_path,
            timeout=120,
        )
        assert done.returncode == code, done.stdout
        return done.stdout

    return run


QUIETLY = ("play", "--no-speech", "--no-web")


def test_a_russian_game_with_huffing_is_played_kept_resumed_and_written(dambord: Typed) -> None:
    out = dambord(
        *(*QUIETLY, "--variant", "russian", "--house", "huffing"),
        lines=("c3-d4", "f6-e5", "a3-b4", "weg d4", "g7-f6"),
    )
    assert "Wit speelt c3-d4." in out
    assert "Wit moet slaan: d4:f6." in out
    assert "Zwart mag blazen: haal d4 van het bord" in out
    assert "Zwart blaast het stuk op d4" in out
    assert "Zwart speelt g7-f6." in out
    resumed = dambord(*QUIETLY, lines=("b2-c3",))
    assert "Ik ga verder met partij 1: 1. c3-d4 f6-e5 2. a3-b4 (d4) g7-f6." in resumed
    assert "Wit speelt b2-c3." in resumed
    pdn = dambord("games", "export", "1")
    assert '[GameType "25"]' in pdn
    assert '[Variant "russian+huffing"]' in pdn
    assert "c3-d4" in pdn


def test_another_game_that_is_asked_for_is_a_new_one(dambord: Typed) -> None:
    dambord(*QUIETLY, lines=("32-28",))
    out = dambord(*QUIETLY, "--house", "no_forced", lines=("33-29", "19-24", "39-33"))
    assert "Ik ga verder" not in out
    assert "Wit speelt 39-33." in out  # though 29x20 could be made


def test_the_settings_choose_the_game_too(dambord: Typed, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('variant = "spanish"\nhouse = "men_forward"\n', encoding="utf-8")
    trace = str(tmp_path / "game.trace")
    out = dambord("--config", str(file), *QUIETLY, "--trace", trace, lines=("10-14",))
    assert "Wit speelt 10-14." in out
    (replayed,) = json.loads(dambord("replay", trace, "--json"))
    assert replayed["moves"] == ["23-19"]
    assert "Wit speelt 10-14." in [told["text"] for told in replayed["announcements"]]


class Evening:
    """People at a board: the live loop in a thread, and what it says."""

    def __init__(
        self,
        game: Game,
        board: Board | None = None,
        *,
        inbox: Inbox | None = None,
        is_chosen: bool = True,
    ) -> None:
        self.inbox: Inbox = inbox or queue.SimpleQueue()
        self.out = io.StringIO()
        self.store = Store(None)
        self.error: Exception | None = None
        texts = load_texts("nl")
        room = Room(
            board or open_board("sim", game.position, self.inbox.put),
            Screen(texts, self.out, live=False),
            texts,
            Catalogue.load("nl"),
            is_chosen=is_chosen,
        )
        store = self.store
        self.live = Live(
            room, self.inbox, game, lambda sensor: Session(game, sensor, store, Announcer())
        )
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            self.live.run()
        except InputError as error:
            self.error = error

    def __enter__(self) -> Evening:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.inbox.put(Stop())
        self._thread.join(timeout=10)
        self.store.close()
        assert not self._thread.is_alive()

    def hears(self, words: str) -> None:
        self.until(lambda: words in self.out.getvalue(), words)

    def until(self, holds: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < deadline, (what, self.out.getvalue())
            time.sleep(0.02)

    def sees_a_board_of(self, squares: int) -> None:
        self.until(lambda: len(self.live.view.snapshot or ()) == squares, f"{squares} squares")

    def carry(self, piece: Piece, start: int, end: int) -> None:
        self.inbox.put(Touched(start, None))
        time.sleep(0.3)
        self.inbox.put(Touched(end, piece))

    def begin(self, name: str) -> None:
        self.inbox.put(Asked(CommandTyped(NewGame(Position.start(variant_named(name))))))


def test_the_virtual_board_becomes_that_of_another_game() -> None:
    with Evening(Game.new()) as evening:
        evening.hears("is klaar")
        evening.carry(WHITE_MAN, 32, 28)
        evening.hears("Wit speelt 32-28.")
        for name, start, end, told in (
            ("turkish", 41, 33, "Wit speelt a3-a4."),
            ("canadian", 43, 37, "Wit speelt 43-37."),
            ("italian", 22, 18, "Wit speelt 22-18."),
        ):
            evening.begin(name)
            evening.sees_a_board_of(variant_named(name).squares)
            evening.carry(WHITE_MAN, start, end)
            evening.hears(told)
        kept = [evening.store.load(game.id).game.variant.name for game in evening.store.games()]
        assert kept == ["italian", "canadian", "turkish", "international"]
        assert "weg" not in evening.out.getvalue()


@pytest.fixture
def small_board() -> Iterator[SimulatedBoard]:
    """A board of 8x8 on which people move the pieces."""
    board = SimulatedBoard(rows=8, per_row=4)
    board.set_position(Position.start(variant_named("family8")).pieces())
    with board:
        yield board


def evening_at(simulated: SimulatedBoard, *, is_chosen: bool) -> Evening:
    inbox: Inbox = queue.SimpleQueue()
    game = Game.new()
    driver = lambda _: BoardDriver(simulated.link, post=inbox.put)  # noqa: E731
    board = Board("serial", driver, game.position)
    return Evening(game, board, inbox=inbox, is_chosen=is_chosen)


def test_a_game_that_was_chosen_and_does_not_fit_is_refused_with_those_that_do(
    small_board: SimulatedBoard,
) -> None:
    with evening_at(small_board, is_chosen=True) as evening:
        evening.until(lambda: evening.error is not None, "the error")
    message = str(evening.error)
    assert "32 squares" in message
    assert "--variant: family8, family8_flying, american, russian" in message
    assert "turkish" not in message
    assert "\n" not in message


def test_a_board_for_other_games_is_asked_about_where_none_was_chosen(
    small_board: SimulatedBoard,
) -> None:
    with evening_at(small_board, is_chosen=False) as evening:
        evening.hears("Het bord heeft 32 velden. Welk spel?")
        assert "russian" in evening.live.view.fitting
        assert "international" not in evening.live.view.fitting
        evening.inbox.put(Line("spel turks"))
        evening.until(lambda: evening.out.getvalue().count("Welk spel?") == 2, "asked again")
        evening.inbox.put(Line("spel russisch blazen"))
        evening.until(lambda: evening.live.view.snapshot is not None, "the board")
        small_board.lift(22)
        time.sleep(0.3)
        small_board.put(18, WHITE_MAN)
        evening.hears("Wit speelt c3-d4.")
        (kept,) = evening.store.games()
        assert evening.store.load(kept.id).game.variant.name == "russian+huffing"


def test_a_game_on_other_squares_is_not_for_a_board_that_lacks_them(
    small_board: SimulatedBoard,
) -> None:
    with evening_at(small_board, is_chosen=False) as evening:
        evening.hears("Welk spel?")
        evening.begin("pool")
        evening.until(lambda: evening.live.view.snapshot is not None, "the board")
        evening.begin("international")
        evening.hears("past niet op het bord")
        assert evening.live.view.game.variant.name == "pool"


@pytest.mark.parametrize("says_so", [True, False])
def test_the_youngest_begins_whoever_says_so_or_just_does(says_so: bool) -> None:
    game = Game.new(variant_named("international+youngest_begins"))
    with Evening(game) as evening:
        evening.hears("Wie is de jongste?")
        assert evening.live.view.asks_youngest
        if says_so:
            evening.inbox.put(Line("jongste zwart"))
            evening.hears("Zwart is aan zet")
            assert not evening.live.view.asks_youngest
        evening.carry(BLACK_MAN, 19, 23)
        evening.hears("Zwart speelt 19-23.")
        (kept,) = evening.store.games()
        assert evening.store.load(kept.id).game.start.turn is Color.BLACK
