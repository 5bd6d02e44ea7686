"""The page of the camera in Chromium: what is seen, what to change, corners that are dragged."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numpy as np
import pytest

from companion.camera.scene import CameraScene
from rules.position import Position
from tests.companion.web.browsing import LAPTOP, PATIENCE_MS, PHONE, Evening, Visitor
from tests.vision.drawn_film import Film
from vision.pose import Points
from vision.seat import contents_of
from vision.sources import Frame
from vision.watch import Watch

pytestmark = pytest.mark.xdist_group("browser")

START = Position.start()
Wish = TypeVar("Wish")


class Camera:
    """A camera over a board at the start of a game, and what it shows people."""

    def __init__(self) -> None:
        self.scene = CameraScene()
        self.film = Film(START, [], seed=3, rest_s=10.0)
        self._frames = self.film.frames()
        self._watch = Watch(START.variant.geometry, contents_of(START))

    def look(self, light: float = 1.0) -> None:
        """One more frame, lit so much."""
        self.film.camera.light = light
        seen = next(self._frames)
        self.scene.show(self._watch.see(Frame(seen.picture, seen.time, round(seen.time * 12.5))))

    def dragged(self) -> Points:
        """The corners that somebody drags next."""
        return came(self.scene.take_corners)


def came(take: Callable[[], Wish | None]) -> Wish:
    """What somebody wishes on the page, when it has come."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while (wish := take()) is None:
        assert time.monotonic() < until, "nothing came"
        time.sleep(0.02)
    return wish


@pytest.fixture
def camera() -> Camera:
    camera = Camera()
    camera.look()
    camera.look()
    return camera


@pytest.fixture
def evening(camera: Camera) -> Iterator[Evening]:
    evening = Evening(scene=camera.scene)
    yield evening
    evening.end()


def comes(browser: Any, evening: Evening, screen: dict[str, Any], language: str) -> Visitor:
    path = f"camera?lang={language}"
    return Visitor(browser, evening.server.address, screen, path, ("#corners .corner",))


def corner(visitor: Visitor, number: int) -> Any:
    return visitor.page.locator("#corners .corner").nth(number)


def in_frame(visitor: Visitor, size: tuple[int, int]) -> Points:
    """The middles of the four buttons, in pixels of the frame."""
    view = visitor.page.locator("#view").bounding_box()
    boxes = [corner(visitor, number).bounding_box() for number in range(4)]
    middles = [
        [b["x"] + b["width"] / 2 - view["x"], b["y"] + b["height"] / 2 - view["y"]] for b in boxes
    ]
    return np.asarray(np.array(middles) * size[0] / view["width"])


@pytest.mark.parametrize(
    ("name", "screen", "language", "followed"),
    [("phone", PHONE, "nl", "gevolgd"), ("laptop", LAPTOP, "pl", "śledzona")],
)
def test_what_is_seen_is_shown_and_corners_are_dragged_to_where_the_board_is(
    browser: Any,
    evening: Evening,
    camera: Camera,
    name: str,
    screen: dict[str, Any],
    language: str,
    followed: str,
) -> None:
    visitor = comes(browser, evening, screen, language)
    size, true = camera.film.camera.size, camera.film.camera.corners
    visitor.page.wait_for_function(
        "(words) => document.querySelector('#finding').innerText.includes(words)", arg=followed
    )
    near = 3 * size[0] / visitor.page.locator("#view").bounding_box()["width"]
    assert np.abs(in_frame(visitor, size) - true).max() < near
    seen = visitor.page.evaluate(
        "() => { const v = document.querySelector('#view');"
        " return [...v.getContext('2d').getImageData(v.width / 2, v.height / 2, 9, 9).data]; }"
    )
    assert len(set(seen)) > 10
    height = screen["viewport"]["height"]
    assert all(corner(visitor, n).bounding_box()["y"] < height for n in range(4))
    visitor.sees_all_of_its_width()
    visitor.has_no_barriers()
    visitor.picture(f"camera-{name}")
    corner(visitor, 2).scroll_into_view_if_needed()
    box = corner(visitor, 2).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x - 20, y - 12, steps=3)
    visitor.page.mouse.up()
    scale = size[0] / visitor.page.locator("#view").bounding_box()["width"]
    wanted = true + np.array([[0, 0], [0, 0], [-20, -12], [0, 0]]) * scale
    assert np.abs(camera.dragged() - wanted).max() < near
    corner(visitor, 0).focus()
    visitor.page.keyboard.press("Shift+ArrowLeft")
    assert camera.dragged()[0, 0] == pytest.approx(true[0, 0] - 0.05 * size[0], abs=near)
    assert not visitor.errors


def test_what_to_change_is_said_and_taken_back(
    browser: Any, evening: Evening, camera: Camera
) -> None:
    visitor = comes(browser, evening, LAPTOP, "nl")
    assert visitor.page.locator("#advice").inner_text() == ""
    camera.look(light=0.15)
    visitor.page.wait_for_function(
        "() => document.querySelector('#advice').innerText.includes('Te donker')"
    )
    camera.look()
    visitor.page.wait_for_function(
        "() => !document.querySelector('#advice').innerText.includes('Te donker')"
    )


def test_the_exposure_is_held_where_the_camera_can(
    browser: Any, evening: Evening, camera: Camera
) -> None:
    visitor = comes(browser, evening, PHONE, "nl")
    box = visitor.page.locator("#held")
    assert not box.is_visible()  # a stream has none to hold
    camera.scene.show_held(False)
    box.wait_for(state="visible")
    visitor.has_no_barriers()
    box.click()
    assert came(camera.scene.take_hold) is True
    camera.scene.show_held(True)
    visitor.page.wait_for_function("() => document.querySelector('#held').checked")
    camera.scene.show_held(False)  # it refuses after all
    visitor.page.wait_for_function("() => !document.querySelector('#held').checked")


def test_where_the_camera_gives_nothing_the_last_picture_does_not_stay(
    browser: Any, evening: Evening, camera: Camera
) -> None:
    visitor = comes(browser, evening, PHONE, "nl")
    camera.scene.clear()
    visitor.page.locator("#view").wait_for(state="hidden")
    assert "stekker" in visitor.page.locator("#finding").inner_text()
    visitor.has_no_barriers()
    camera.look()
    visitor.page.locator("#view").wait_for(state="visible")
