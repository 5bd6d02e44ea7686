"""Whatever hands do at the board: after every word that is told the record holds the game as told,
and a program that starts again from it at any moment goes on with the same game."""

from __future__ import annotations

import random

import pytest

from announcer.announcer import Announcer
from board_io.hand.performance import HandEvent
from board_io.hand.player import perform
from board_io.hand.profiles import CHILD, HOME, HandProfile
from board_io.sensing import reading_of, snapshot_of
from companion.session import Session, Told
from companion.store import Store
from rules.game import Game
from rules.snapshot import SensorKind

PLIES = 24


def random_game(seed: int) -> Game:
    rng = random.Random(seed)
    game = Game.new()
    while len(game.plies) < PLIES and game.position.legal_moves():
        game = game.play(rng.choice(game.position.legal_moves()))
    return game


class Watched:
    """A session whose record is compared with its game whenever something was told."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.store = Store(None)
        self.session = self._opened(Game.new(), recorded=False)
        self.restarts = 0

    def _opened(self, game: Game, recorded: bool) -> Session:
        return Session(game, SensorKind.COLOR, self.store, Announcer(), recorded=recorded)

    def check(self, told: list[Told]) -> None:
        game = self.session.game
        if told and game.plies:
            assert self.store.load(self.store.games()[0].id).game == game

    def restart(self) -> None:
        """As after a power cut: nothing is left but the record."""
        saved = self.store.unfinished()
        assert (saved.game if saved else Game.new()).plies == self.session.game.plies
        if saved is not None:
            self.store.resume(saved.id)
            self.session = self._opened(saved.game, recorded=True)
            self.restarts += 1


@pytest.mark.parametrize("profile", [HOME, CHILD], ids=lambda profile: profile.name)
@pytest.mark.parametrize("seed", range(4))
def test_the_record_follows_the_game(profile: HandProfile, seed: int) -> None:
    performance = perform(random_game(seed), profile, seed, violations=0.1)
    watched = Watched(seed)
    snapshot = snapshot_of(Game.new().position.pieces(), 50, SensorKind.COLOR)
    watched.check(watched.session.observe(snapshot, -2.0))
    for event in performance.events:
        now = event.t_ms / 1000
        while (due := watched.session.next_deadline) is not None and due <= now:
            watched.check(watched.session.advance(due))
        if isinstance(event, HandEvent):
            reading = reading_of(event.piece, SensorKind.COLOR)
            snapshot = snapshot.with_changes([(event.square, reading)])
            if event.lost:
                continue
        watched.check(watched.session.observe(snapshot, now))
        if watched.rng.random() < 0.08:
            watched.restart()
            watched.check(watched.session.observe(snapshot, now))
    assert watched.restarts > 0
    assert len(watched.store.games()) == 1
    watched.store.close()
