"""A pairing of a tournament that is to be played at this board."""

from __future__ import annotations

import queue
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from companion.archive import Archive
from companion.keyboard import PairingTyped
from companion.room import Asked, Item
from companion.store import Store
from companion.tournament.model import Score, System
from companion.tournament.storage import Tournaments
from companion.view import GuestView, View
from companion.web.access import Access
from companion.web.app import application
from companion.web.hub import Hub
from companion.web.site import Site
from rules.game import Game, Outcome, Termination

ORIGIN = "http://localhost:10100"
BEGUN = Game.new().play(Game.new().position.legal_moves()[0])
ENDED = BEGUN.finish(Outcome(None, Termination.ENTERED))
LENT = GuestView("lesson", {})


class Club:
    """A tournament of three whose first round is paired, and a board that shows a view."""

    def __init__(self, view: View) -> None:
        self.inbox: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self.archive = Archive(Store(None))
        self.tournaments = Tournaments(self.archive.database)
        self.tournaments.begin("Club", System.SWISS, "2-1-0", 0, ["Anna", "Bram", "Cas"])
        self.pairing = self.tournaments.pair("Club").pairings[0]
        site = Site(Hub(view), Access(), self.inbox.put, "nl", self.archive)
        app = application(site, is_open=False)
        self._client = TestClient(app, base_url=ORIGIN, client=("127.0.0.1", 1))

    def play(self, **more: Any) -> Any:
        meant = {"name": "Club", "round": 1, "board": 1, **more}
        return self._client.post("/tournament/play", json=meant, headers={"Origin": ORIGIN})

    @property
    def names(self) -> tuple[str, str]:
        tournament = self.tournaments.load("Club")
        assert self.pairing.black is not None
        white, black = (tournament.entry(n) for n in (self.pairing.white, self.pairing.black))
        return white.name, black.name


@pytest.mark.parametrize(
    ("view", "more", "obstacle"),
    [
        (View(Game.new()), {}, None),
        (View(BEGUN), {}, "going_on"),
        (View(BEGUN), {"leave": True}, None),
        (View(ENDED), {}, None),
        (replace(View(Game.new()), guest=LENT), {}, "lent"),
        (replace(View(BEGUN), guest=LENT), {"leave": True}, "lent"),
    ],
)
def test_a_pairing_begins_where_nothing_is_in_its_way(
    view: View, more: dict[str, Any], obstacle: str | None
) -> None:
    club = Club(view)
    answer = club.play(**more)
    assert answer.status_code == 200
    assert answer.json().get("obstacle") == obstacle
    if obstacle is None:
        assert club.inbox.get_nowait() == Asked(PairingTyped(*club.names))
    assert club.inbox.empty()


@pytest.mark.parametrize(
    "meant",
    [{"board": 2}, {"board": 9}, {"round": 2}, {"round": "1"}, {"round": None}, {"name": "Other"}],
)
def test_what_is_no_pairing_of_two_is_refused(meant: dict[str, Any]) -> None:
    club = Club(View(Game.new()))
    assert club.play(**meant).status_code == 400
    assert club.inbox.empty()


def test_a_pairing_with_a_result_is_not_played_again() -> None:
    club = Club(View(Game.new()))
    club.tournaments.enter(1, 1, Score.DRAW, "Club")
    assert club.play().status_code == 400
    assert club.inbox.empty()
