"""`play`: puts board, record, screen and voice together and starts the live loop."""

from __future__ import annotations

import queue
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from announcer.coach import Coach
from board_io.events import BoardInfo
from board_io.trace import TraceHeader, TraceWriter
from board_io.trace_board import TraceRecorder
from companion.boards import open_board
from companion.errors import StoreError
from companion.live import EndOfLines, Item, Line, Live, Pace, Room, Shown, Stop, Voice
from companion.session import Session
from companion.settings import Settings
from companion.speech.narrator import Narrator
from companion.speech.speaker import SpeechTrouble, open_speaker
from companion.store import PatientRecord, SavedGame, Store
from companion.terminal import Screen, last_moves
from companion.texts import Texts, load_texts
from rules.game import Game
from rules.piece import Color
from rules.position import Position
from rules.snapshot import SensorKind

Inbox = queue.SimpleQueue[Item]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What this game is to be: from `start` (None: the usual position), `new` even where one is
    unfinished; `trace`: a file for what the board reports."""

    start: Position | None = None
    new: bool = False
    trace: Path | None = None


def play(settings: Settings, wishes: Wishes, *, speech: bool) -> int:
    """Follow a game until somebody stops it; the exit code."""
    texts = load_texts(settings.language)
    screen = Screen(texts, sys.stdout, live=sys.stdout.isatty())
    inbox: Inbox = queue.SimpleQueue()
    store = open_store(settings, texts, screen)
    saved = None if wishes.new else store.unfinished()
    game = saved.game if saved else Game(wishes.start or Position.start())
    room = Room(
        board=open_board(settings.board, game.position, inbox.put),
        screen=screen,
        texts=texts,
        catalogue=Catalogue.load(settings.language),
        voice=open_voice(settings, inbox) if speech else None,
        names={Color.WHITE: settings.white, Color.BLACK: settings.black},
        pace=Pace(waits=not sys.stdin.isatty()),
    )
    opener = SessionOpener(settings, store, saved, game, inbox, texts)
    live = Live(room, inbox, game, opener, _trace_opener(wishes.trace, game, inbox, texts))
    if saved is not None:
        live.say(texts("play.resumed", number=saved.id, moves=last_moves(game, 6)))
    _listen(inbox)
    try:
        live.run()
    finally:
        _say_goodbye(store, screen, texts)
        store.close()
    return 0


def open_store(settings: Settings, texts: Texts, screen: Screen) -> Store:
    """The database of games; one in memory, and a word on it, where it cannot be used."""
    try:
        return Store(settings.database_path)
    except StoreError as error:
        print(f"dambord: {error}", file=sys.stderr)
        screen.say(texts("play.in_memory", reason=error))
        return Store(None)


def open_voice(settings: Settings, inbox: Inbox) -> Voice | None:
    """The voice of this language; without one what is wrong is shown."""
    catalogue = Catalogue.load(settings.language)

    def show(trouble: SpeechTrouble) -> None:
        inbox.put(Shown(catalogue.sentence(trouble.announcement)))

    speaker = open_speaker(settings.language, show, settings.voice, settings.volume)
    return Narrator(catalogue, speaker) if speaker else None


@dataclass(frozen=True, slots=True)
class SessionOpener:
    """Makes the session when the board has said what it can see."""

    settings: Settings
    store: Store
    saved: SavedGame | None
    game: Game
    inbox: Inbox
    texts: Texts

    def __call__(self, sensor: SensorKind) -> Session:
        if self.saved is not None:
            self.store.resume(self.saved.id)
        record = PatientRecord(
            self.store,
            lambda reason: self.inbox.put(Shown(self.texts("play.trouble", reason=reason))),
            lambda: self.inbox.put(Shown(self.texts("play.mended"))),
        )
        return Session(
            self.game,
            sensor,
            record,
            Announcer(Coach[self.settings.coach.upper()]),
            tags=(("White", self.settings.white), ("Black", self.settings.black)),
            recorded=self.saved is not None,
        )


def _trace_opener(
    path: Path | None, game: Game, inbox: Inbox, texts: Texts
) -> Callable[[BoardInfo], TraceRecorder | None]:
    def open_trace(board: BoardInfo) -> TraceRecorder | None:
        if path is None:
            return None
        header = TraceHeader(board.sensor, game.position.fen, game.variant.name, board.squares)
        try:
            return TraceRecorder(TraceWriter(path.open("w", encoding="utf-8"), header))
        except OSError as error:
            inbox.put(Shown(texts("play.trace", reason=error)))
            return None

    return open_trace


def _listen(inbox: Inbox) -> None:
    """Keyboard and signals into the inbox."""
    threading.Thread(target=_read_lines, args=(inbox,), name="keyboard", daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: inbox.put(Stop()))


def _read_lines(inbox: Inbox) -> None:
    for line in sys.stdin:
        inbox.put(Line(line))
    inbox.put(EndOfLines())


def _say_goodbye(store: Store, screen: Screen, texts: Texts) -> None:
    """Which game was kept, and how to get at it."""
    if store.current is not None and store.path is not None:
        saved = store.load(store.current)
        line = texts("play.saved", number=saved.id, plies=len(saved.game.plies))
        print(f"\n{line}" if screen.is_live else line)
    print(texts("play.bye"))
