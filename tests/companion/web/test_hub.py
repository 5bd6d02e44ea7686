"""The hub: every viewer gets the newest view and all that was told since it looked last."""

from __future__ import annotations

import asyncio
import threading
import time

from announcer.announcement import Announcement, Kind, Topic
from announcer.announcement import Subject as About
from companion.view import LinkState, View
from companion.web.hub import KEPT, Hub
from rules.game import Game

VIEW = View(Game.new())
LINKED = View(Game.new(), link=LinkState.LINKED)
RESUMED = Announcement(Kind.BOARD_RIGHT, Topic(About.BOARD))


def test_a_view_that_is_the_same_is_no_new_moment() -> None:
    hub = Hub(VIEW)
    hub.show(View(Game.new()))
    assert hub.since(0).moment == 0
    hub.show(LINKED)
    assert hub.since(0).moment == 1
    assert hub.since(0).view == LINKED


def test_what_is_told_comes_with_the_view_that_follows() -> None:
    hub = Hub(VIEW)
    hub.tell([RESUMED])
    assert hub.since(0).tellings == ()
    hub.show(VIEW)
    assert [one.what for one in hub.since(0).tellings] == [RESUMED]
    assert hub.since(hub.since(0).moment).tellings == ()


def test_a_viewer_that_was_asleep_gets_all_that_was_told_meanwhile_and_one_view() -> None:
    hub = Hub(VIEW)
    for number in range(7):
        hub.tell([f"line {number}"])
        hub.show(LINKED if number % 2 else VIEW)
    assert [one.what for one in hub.since(3).tellings] == ["line 3", "line 4", "line 5", "line 6"]
    assert hub.since(3).view == VIEW


def test_what_is_kept_for_sleepers_does_not_grow_without_end() -> None:
    hub = Hub(VIEW)
    for number in range(3 * KEPT):
        hub.tell([str(number)])
        hub.show(VIEW)
    assert len(hub.since(0).tellings) == KEPT
    assert hub.since(0).tellings[-1].what == str(3 * KEPT - 1)


def test_waiting_viewers_wake_up_in_another_thread() -> None:
    hub = Hub(VIEW)
    shown = 0.0

    async def wait() -> float:
        seen = await hub.next(0, timeout_s=60)
        assert seen is not None
        assert seen.view == LINKED
        return time.monotonic()

    def show() -> None:
        nonlocal shown
        time.sleep(0.2)
        shown = time.monotonic()
        hub.show(LINKED)

    async def both() -> float:
        threading.Thread(target=show).start()
        return max(await asyncio.gather(*(wait() for _ in range(50))))

    assert asyncio.run(both()) > shown


def test_a_viewer_that_waits_in_vain_is_told_so() -> None:
    assert asyncio.run(Hub(VIEW).next(0, timeout_s=0.01)) is None


def test_a_closed_hub_keeps_nobody_waiting() -> None:
    hub = Hub(VIEW)
    hub.close()
    assert asyncio.run(hub.next(0, timeout_s=60)) is None
    assert hub.is_closed


def test_an_ended_server_does_not_stop_the_game() -> None:
    hub = Hub(VIEW)
    loop = asyncio.new_event_loop()
    waiting = loop.create_task(hub.next(0, timeout_s=60))
    loop.run_until_complete(asyncio.sleep(0))
    assert not waiting.done()
    sleepers = set(hub._sleepers)
    waiting.cancel()
    loop.run_until_complete(asyncio.gather(waiting, return_exceptions=True))
    loop.close()
    hub._sleepers |= sleepers  # as if the loop had ended at that very moment
    hub.show(LINKED)
    assert hub.since(0).view == LINKED
