"""Runs the demo: the live loop, with a script in the place of the keyboard."""

from __future__ import annotations

import queue
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import resources

from announcer.catalogue import Catalogue
from companion.boards import open_board
from companion.live import Live
from companion.pdn_export import pdn_of
from companion.play import SessionOpener, open_voice
from companion.room import EndOfLines, Inbox, Item, Line, Pace, Room
from companion.settings import Settings
from companion.store import Store
from companion.terminal import Screen
from companion.texts import Texts, load_texts
from companion.view import View
from rules.fen import parse_fen
from rules.game import Game
from rules.piece import Color

PAUSE_S = 1.7
"""Between a text and what the hand does: time to read it."""


@dataclass(frozen=True, slots=True)
class Step:
    """What is told in each language, and what the hand does, as it is typed in English."""

    text: dict[str, str]
    act: str


@dataclass(frozen=True, slots=True)
class Script:
    """A game to show: `moves` are those that stand at the end."""

    start: str
    moves: tuple[str, ...]
    steps: tuple[Step, ...]


def load_script() -> Script:
    """The script of `game.toml`."""
    source = resources.files("companion.demo").joinpath("game.toml")
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    steps = tuple(Step({k: v for k, v in s.items() if k != "do"}, s["do"]) for s in data["step"])
    return Script(data["fen"], tuple(data["moves"]), steps)


def demo(settings: Settings, *, fast: bool, speech: bool) -> int:
    """Show the game and print it as PDN; the exit code."""
    script, texts = load_script(), load_texts(settings.language)
    screen = Screen(texts, sys.stdout, live=sys.stdout.isatty())
    inbox: Inbox = queue.SimpleQueue()
    for item in _items(script, settings.language, texts):
        inbox.put(item)
    store, game = Store(None), Game(parse_fen(script.start))
    names = {color: texts(f"demo.{color.name.lower()}") for color in Color}
    room = Room(
        board=open_board("sim", game.position, inbox.put),
        screen=screen,
        texts=texts,
        catalogue=Catalogue.load(settings.language),
        voice=open_voice(settings, inbox) if speech else None,
        names=names,
        pace=Pace(waits=True, pause_s=0.0 if fast else PAUSE_S),
    )
    screen.print_board(View(game))
    named = replace(settings, white=names[Color.WHITE], black=names[Color.BLACK])
    Live(room, inbox, game, SessionOpener(named, store, store, None, game)).run()
    print(f"\n{texts('demo.pdn')}\n")
    print(pdn_of(store.load(summary.id) for summary in store.games()), end="")
    store.close()
    return 0


def _items(script: Script, language: str, texts: Texts) -> Iterator[Item]:
    """The script as lines that are typed; remarks begin with #."""
    yield Line(f"# {texts('demo.title')}")
    for step in script.steps:
        yield Line(f"# {texts('demo.hand', text=step.text[language])}")
        yield Line(texts.words("words.take_back")[0] if step.act == "undo" else step.act)
    yield EndOfLines()
