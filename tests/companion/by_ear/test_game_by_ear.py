"""A whole game in the dark: set up, played, put right and ended by what is said and by hand alone.

Who plays white hears sentences and moves pieces. He sees no board, no light and no screen: what he
believes of the game comes from words, and has to be true.
"""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import replace

import pytest

from announcer.announcer import Announcer
from announcer.catalogue import Catalogue, SquareSpeech
from companion.choices import LANGUAGES
from companion.session import Session
from companion.store import Store
from rules.game import Game
from rules.piece import Color
from rules.position import Position
from rules.snapshot import SensorKind
from tests.companion.by_ear.ear import Ear
from tests.companion.by_ear.player import BlindPlayer, carried_out
from tests.companion.by_ear.room import DarkRoom


class Evening:
    """White does not see; black does, and plays at random. The board is not set up yet: some of
    its pieces stand where they should, one does not, the others lie in the box."""

    def __init__(
        self, catalogue: Catalogue, sensor: SensorKind, seed: int, errs_every: int = 5
    ) -> None:
        pieces = {n: p for n, p in Position.start().pieces().items() if n % 3 or n > 40}
        pieces[25] = pieces.pop(20)
        shown = Position.of(Position.start().variant, Color.WHITE, pieces)
        self.room = DarkRoom(catalogue, shown, sensor)
        self.session = Session(Game.new(), sensor, Store(None), Announcer(by_ear=True))
        self.white = BlindPlayer(Ear(catalogue), Color.WHITE, seed, errs_every)
        self.room.hears = self.white.hears
        self._dice = random.Random(seed + 1)
        self._catalogue = catalogue
        self.lit_in_vain: list[tuple[int, tuple[str, ...]]] = []

    def _lights_that_nobody_told(self) -> list[tuple[int, tuple[str, ...]]]:
        """Squares that are lit now, and not named by anything that was told and still holds."""
        told = tuple(map(self._catalogue.spoken, self.session.open))
        words = [word for sentence in told for word in re.findall(r"[\w-]+", sentence)]
        return [
            (square, told)
            for square in self.session.lights
            if not _are_in(self._catalogue.square(square).split(), words)
        ]

    def is_played(self) -> None:
        self.room.begin(self.session)
        for _ in range(600):
            self.room.listens()
            self.lit_in_vain += self._lights_that_nobody_told()
            if self.white.over:
                return
            if self.white.waits and self.white.game is not None:
                route = self._dice.choice(self.session.game.position.legal_moves()).route
                self.room.moves(carried_out(route.path, route.captured))
            else:
                self.room.moves(self.white.does())
        raise AssertionError("the game does not end")


SEEDS = (12, 1, 0)
"""Games in which white captures several pieces at once and gets a king."""


def _are_in(square: list[str], words: list[str]) -> bool:
    size = len(square)
    return any(words[at : at + size] == square for at in range(len(words)))


MANNERS = [
    *zip(map(Catalogue.load, LANGUAGES), itertools.cycle(SensorKind)),
    (replace(Catalogue.load("nl", SquareSpeech.EVERY_DIGIT), is_brief=True), SensorKind.COLOR),
    (replace(Catalogue.load("en", SquareSpeech.DIGITS), is_brief=True), SensorKind.COLOR_KINGS),
]


@pytest.mark.parametrize(
    ("seed", "manner"),
    list(enumerate(MANNERS)),
    ids=[f"{catalogue.language}-{sensor.name}" for catalogue, sensor in MANNERS],
)
def test_a_whole_game_is_played_by_what_is_heard(
    seed: int, manner: tuple[Catalogue, SensorKind]
) -> None:
    evening = Evening(*manner, seed=SEEDS[seed % len(SEEDS)])
    evening.is_played()
    game, white = evening.session.game, evening.white
    assert white.game is not None
    assert white.believes == game.position
    assert [ply.move for ply in white.game.plies] == [ply.move for ply in game.plies]
    own = [ply for ply in game.plies[::2] if ply.move]
    assert max(len(ply.move.captured) for ply in own if ply.move) >= 2
    assert any(ply.move.promotes for ply in own if ply.move)
    assert white.errors >= 5
    assert not any(ply.irregular for ply in game.plies)
    assert evening.lit_in_vain == []
    heard = [one.what for one in white.heard]
    assert heard.count("set_up.place") >= 8
    assert heard.count("square_right.plain") >= 8
    assert {"promotion.plain", "captured_piece_left.plain", "move.jumps"} <= set(heard)
    assert heard[-1].startswith("game_over.")
