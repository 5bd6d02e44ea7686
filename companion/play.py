"""`play`: puts board, record, screen and voice together and starts the live loop."""

from __future__ import annotations

import contextlib
import queue
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from board_io.events import BoardInfo
from board_io.trace import TraceHeader, TraceWriter
from board_io.trace_board import TraceRecorder
from board_io.wire_log import WireHeader, WireLog
from companion.archive import Archive
from companion.boards import Board, open_board, timing_of, trace_start
from companion.claim import Claim
from companion.clock.control import parse_control
from companion.clock.keeper import ClockHabits, ClockHand, ClockKeeper
from companion.errors import InputError, StoreError
from companion.lessons.lending import Lender
from companion.levels import coaches_of
from companion.link_faults import keeping_faults
from companion.live import Live
from companion.manner import manner_of
from companion.mode import Lend
from companion.patient_record import PatientRecord
from companion.playback import lend_to
from companion.record import Record
from companion.room import EndOfLines, Inbox, Line, Nobody, Pace, Room, Shown, Stop, Voice
from companion.saved import SavedGame
from companion.session import Session
from companion.settings import Settings
from companion.speech.narrator import Narrator
from companion.speech.speaker import SpeechTrouble, open_speaker
from companion.store import Store
from companion.terminal import Screen
from companion.texts import Texts, load_texts
from companion.view import View, last_moves
from companion.web.card import has_display, page_card
from companion.web.hub import Hub
from companion.web.server import LOOPBACK, PageServer
from firmware_protocol.cpp.moves import Notation
from reconciler.timing import CAMERA
from rules.game import Game
from rules.piece import Color
from rules.position import Position
from rules.snapshot import SensorKind
from rules.variants import variant_named

if TYPE_CHECKING:
    from companion.bridge.end import AppEnd


@dataclass(frozen=True, slots=True)
class PageWishes:
    """Where the page is to be had: `port` None for the usual one, or another that is free; `opens`:
    show it in the browser at once."""

    listen: str = LOOPBACK
    port: int | None = None
    opens: bool = False


@dataclass(frozen=True, slots=True)
class LessonWish:
    """From which exercise or lesson on (empty: where the child was), and who does it."""

    what: str = ""
    child: str = ""


@dataclass(frozen=True, slots=True)
class BridgeWish:
    """By which name a phone app finds the board, and how squares are told to it at first."""

    name: str
    notation: Notation


@dataclass(frozen=True, slots=True)
class Wishes:
    """What this game is to be: from `start` (None: the usual position), `new` even where one is
    unfinished, `chosen`: that of the settings and no other; `trace`: a file for what the board
    reports, `wire`: one for the bytes between; `page`: where, None for none; `lesson`: begin with
    one; `bridge`: offer the board to a phone app."""

    start: Position | None = None
    new: bool = False
    chosen: bool = False
    trace: Path | None = None
    wire: Path | None = None
    page: PageWishes | None = None
    lesson: LessonWish | None = None
    bridge: BridgeWish | None = None


def play(settings: Settings, wishes: Wishes, *, speech: bool) -> int:
    """Follow a game until somebody stops it; the exit code.

    Raises InputError for a board, a trace or a file that cannot be used.
    """
    texts = load_texts(settings.language)
    variant = variant_named(settings.game)
    inbox: Inbox = queue.SimpleQueue()
    played_trace = trace_start(settings.board)
    with contextlib.ExitStack() as stack:
        store = stack.enter_context(
            contextlib.closing(open_store(settings, texts, inbox, in_memory=bool(played_trace)))
        )
        trace = stack.enter_context(_opened(wishes.trace)) if wishes.trace else None
        wire = stack.enter_context(_opened(wishes.wire)) if wishes.wire else None
        claim = Claim(store.path)
        stack.callback(claim.release)
        saved = None if wishes.new else resumable(store, claim, texts, inbox)
        if saved is not None and wishes.chosen and saved.game.variant != variant:
            saved = None  # another game was asked for
        start = wishes.start or played_trace or Position.start(variant)
        game = saved.game if saved else Game(start)
        screen = Screen(texts, sys.stdout, live=sys.stdout.isatty())
        names = {Color.WHITE: settings.white, Color.BLACK: settings.black}
        lender = _lender(store, texts, partial(_not_kept, inbox, texts))
        lesson = wishes.lesson
        hub = Hub(View(game, names=names))
        wire_log = _log(wire, settings, game)
        post = keeping_faults(inbox.put, store.database, settings.board.partition(":")[0])
        board = open_board(settings.board, game.position, post, wire_log)
        page = wishes.page
        server = _page_server(page, hub, inbox, settings, texts, store, board) if page else None
        room = Room(
            board=board,
            screen=screen,
            texts=texts,
            catalogue=Catalogue.load(settings.language),
            voice=open_voice(settings, inbox) if speech else None,
            names=names,
            pace=Pace(waits=not sys.stdin.isatty()),
            onlookers=hub if server else Nobody(),
            page_card=page_card(server, texts) if server else texts("play.page_none"),
            kept=lambda number: lend_to(store.load(number), texts),
            lesson=lender,
            open_voice=lambda language: open_voice(_in_language(settings, language), inbox),
            opening=lender(lesson.what, lesson.child) if lesson else None,
            is_chosen=wishes.chosen or wishes.start is not None or settings.game != Settings().game,
            clock_words=settings.clock_words,
            app=_app_end(wishes.bridge, inbox) if wishes.bridge else None,
        )
        record = patient_record(store, texts, inbox)
        opener = SessionOpener(settings, store, record, saved, game)
        watched = timing_of(settings.board) is CAMERA
        live = Live(
            room, inbox, game, opener, lambda board: _recorder(trace, board, game, camera=watched)
        )
        if saved is not None:
            live.say(texts("play.resumed", number=saved.id, moves=last_moves(game, 6)))
        if server is not None and wishes.page is not None:
            stack.callback(server.stop)
            server.start()
            _show_page(wishes.page, server, live, screen, room.page_card)
        _listen(inbox)
        live.run()
        _say_goodbye(store, record, screen, texts)
    return 0


def _app_end(wish: BridgeWish, inbox: Inbox) -> AppEnd:
    """Where a phone app finds the board."""
    from board_io.cpp.app_service import AppService
    from board_io.cpp.bless_server import BlessServer
    from board_io.link.radio import computer_radio
    from companion.bridge.end import AppEnd

    service = AppService(lambda: BlessServer(wish.name), inbox.put, computer_radio)
    return AppEnd(service, wish.name, wish.notation)


def _page_server(
    wishes: PageWishes,
    hub: Hub,
    inbox: Inbox,
    settings: Settings,
    texts: Texts,
    store: Store,
    board: Board,
) -> PageServer:
    """Raises InputError where the page cannot be had."""
    return PageServer(
        hub,
        inbox.put,
        language=settings.language,
        archive=Archive(store),
        listen=wishes.listen,
        port=wishes.port,
        scene=board.scene,
        manner=manner_of(settings),
        spoken=lambda: texts.language,
    )


def _show_page(
    wishes: PageWishes, server: PageServer, live: Live, screen: Screen, card: str
) -> None:
    """In the browser of this computer, and as a code for phones, where that was asked for."""
    if server.is_open:
        screen.hold(card)
    if screen.is_live or not server.is_open:
        live.say(card.splitlines()[0])
    if wishes.opens and has_display():
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(server.address,), daemon=True).start()


def open_store(settings: Settings, texts: Texts, inbox: Inbox, *, in_memory: bool = False) -> Store:
    """The database of games; one in memory, and a word on it, where it cannot be used."""
    if in_memory:
        return Store(None)
    try:
        return Store(settings.database_path)
    except StoreError as error:
        inbox.put(Shown(texts("play.in_memory", reason=error)))
        return Store(None)


def resumable(store: Store, claim: Claim, texts: Texts, inbox: Inbox) -> SavedGame | None:
    """The unfinished game, if there is one that can be read and that nobody else goes on with."""
    if not claim.is_held:
        inbox.put(Shown(texts("play.claimed")))
        return None
    try:
        return store.unfinished()
    except StoreError as error:
        inbox.put(Shown(texts("play.not_resumed", reason=error)))
        return None


def _in_language(settings: Settings, language: str) -> Settings:
    """A voice that was chosen speaks its own language only."""
    own = language == settings.language
    return replace(settings, language=language, voice=settings.voice if own else "")


def _lender(store: Store, texts: Texts, fails: Callable[[str], None]) -> Callable[[str, str], Lend]:
    """Lends the board to lessons in the language that is spoken when one begins."""
    return lambda what, child: Lender(store.database, texts.language, fails)(what, child)


def _not_kept(inbox: Inbox, texts: Texts, reason: str) -> None:
    """What a child did could not be written down."""
    inbox.put(Shown(texts("play.trouble", reason=reason)))


def patient_record(store: Store, texts: Texts, inbox: Inbox) -> PatientRecord:
    """The record of the games in this store, which says so when it has trouble."""
    return PatientRecord(
        store,
        lambda reason: inbox.put(Shown(texts("play.trouble", reason=reason))),
        lambda: inbox.put(Shown(texts("play.mended"))),
    )


def open_voice(settings: Settings, inbox: Inbox) -> Voice | None:
    """The voice of this language; without one what is wrong is shown."""
    catalogue = Catalogue.load(settings.language)

    def show(trouble: SpeechTrouble) -> None:
        inbox.put(Shown(catalogue.sentence(trouble.announcement)))

    speaker = open_speaker(
        settings.language,
        show,
        settings.voice,
        settings.volume,
        rate_percent=settings.speech_rate,
    )
    return Narrator(manner_of(settings).of(catalogue), speaker) if speaker else None


@dataclass(frozen=True, slots=True)
class SessionOpener:
    """Makes the session when the board has said what it can see."""

    settings: Settings
    store: Store
    record: Record
    saved: SavedGame | None
    game: Game

    def __call__(self, sensor: SensorKind) -> Session:
        if self.saved is not None:
            self.store.resume(self.saved.id)
        names = (("White", self.settings.white), ("Black", self.settings.black))
        return Session(
            self.game,
            sensor,
            self.record,
            Announcer(coaches_of(self.settings), by_ear=self.settings.by_ear),
            tags=tuple((tag, name) for tag, name in names if name),
            recorded=self.saved is not None,
            clock=self._clock(),
            habits=self._habits,
            timing=timing_of(self.settings.board),
        )

    @property
    def _habits(self) -> ClockHabits:
        return ClockHabits(ClockHand(self.settings.clock_hand), self.settings.clock_warns)

    def _clock(self) -> ClockKeeper | None:
        """That of the game that goes on, which has its times; else the one that is wanted."""
        kept = self.saved.clock if self.saved else None
        control = parse_control((kept.control if kept else "") or self.settings.clock)
        if control is None:
            return None
        times = kept.times if kept else (None,) * len(self.game.plies)
        thinking_s = kept.thinking_s if kept else 0.0
        return ClockKeeper(control, self.game.start.turn, self._habits, times, thinking_s)


def _opened(path: Path) -> TextIO:
    try:
        return path.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from error


def _log(wire: TextIO | None, settings: Settings, game: Game) -> WireLog | None:
    """Writes the bytes between program and board into an open file."""
    if wire is None:
        return None
    header = WireHeader(settings.board, game.variant.name, game.position.fen)
    return WireLog(wire, header)


def _recorder(
    trace: TextIO | None, board: BoardInfo, game: Game, *, camera: bool
) -> TraceRecorder | None:
    """Writes what the board reports into an open file. Raises OSError."""
    if trace is None:
        return None
    fen, variant = game.position.fen, game.variant.name
    header = TraceHeader(board.sensor, fen, variant, board.squares, camera)
    return TraceRecorder(TraceWriter(trace, header))


def _listen(inbox: Inbox) -> None:
    """Keyboard and signals into the inbox."""
    threading.Thread(target=_read_lines, args=(inbox,), name="keyboard", daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: inbox.put(Stop()))


def _read_lines(inbox: Inbox) -> None:
    for line in sys.stdin:
        inbox.put(Line(line))
    inbox.put(EndOfLines())


def _say_goodbye(store: Store, record: PatientRecord, screen: Screen, texts: Texts) -> None:
    """Which game was kept, and how to get at it."""
    lines = []
    if record.waiting:
        record.write([])
    if record.waiting:
        lines.append(texts("play.not_kept", count=record.waiting))
    if store.current is not None and store.path is not None:
        saved = store.load(store.current)
        lines.append(texts("play.saved", number=saved.id, count=len(saved.game.plies)))
    print("\n".join([*([""] if screen.is_live else []), *lines, texts("play.bye")]))
