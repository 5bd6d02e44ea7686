"""The page for who does not see it: what Chromium tells a screen reader, and keys alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.texts import load_texts
from tests.companion.web.browsing import LAPTOP, PATIENCE_MS, Evening, Visitor

pytestmark = pytest.mark.xdist_group("browser")
SIGNS = load_texts("nl").templates("page")


class Listener(Visitor):
    """Somebody with a keyboard and a screen reader: the accessibility tree is all there is."""

    def __init__(self, browser: Any, evening: Evening) -> None:
        super().__init__(browser, evening.server.address, LAPTOP)
        self._client = self.context.new_cdp_session(self.page)
        self._client.send("Accessibility.enable")

    @property
    def tree(self) -> list[dict[str, Any]]:
        nodes: list[dict[str, Any]] = self._client.send("Accessibility.getFullAXTree")["nodes"]
        return [node for node in nodes if not node["ignored"]]

    def names(self, role: str) -> list[str]:
        return [_name(node) for node in self.tree if node["role"]["value"] == role]

    @property
    def squares(self) -> dict[int, str]:
        named = (name.partition(":") for name in self.names("gridcell"))
        return {int(square.split()[1]): what.strip() for square, _, what in named}

    @property
    def focused(self) -> str:
        focused = [node for node in self.tree if _property(node, "focused")]
        return _name(focused[-1])  # the page itself comes first

    def read_out(self, live: str) -> list[str]:
        """What stands in the live regions of this kind, in the order in which it is read."""
        nodes = {node["nodeId"]: node for node in self.tree}
        regions = [node for node in nodes.values() if _property(node, "live") == live]
        return [text for region in regions for text in _texts(region, nodes)]

    def is_read(self, words: str, live: str = "polite") -> None:
        """Until these words are in a live region."""
        for _ in range(PATIENCE_MS // 50):
            if any(words in text for text in self.read_out(live)):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError((words, self.read_out(live)))

    def types(self, *keys: str) -> None:
        for key in keys:
            if key.isdigit():
                self.page.keyboard.type(key)
            else:
                self.page.keyboard.press(key)

    def moves(self, start: int, end: int) -> None:
        self.types(str(start), "Enter", str(end), "Enter")


def _name(node: dict[str, Any]) -> str:
    return str(node.get("name", {}).get("value", ""))


def _property(node: dict[str, Any], name: str) -> Any:
    found = (one["value"].get("value") for one in node.get("properties", ()) if one["name"] == name)
    return next(found, None)


def _texts(node: dict[str, Any], nodes: dict[str, dict[str, Any]]) -> Iterator[str]:
    if node["role"]["value"] == "StaticText":
        yield _name(node)
        return
    for child in node.get("childIds", ()):
        if child in nodes:
            yield from _texts(nodes[child], nodes)


def test_a_screen_reader_hears_the_board_the_moves_and_what_is_wrong(
    browser: Any, evening: Evening
) -> None:
    listener = Listener(browser, evening)
    squares = listener.squares
    assert set(squares) == set(range(1, 51))
    assert {squares[n] for n in range(1, 21)} == {"zwarte schijf"}
    assert {squares[n] for n in range(21, 31)} == {"leeg"}
    listener.page.locator('.cell[tabindex="0"]').focus()
    listener.types("32")
    assert listener.focused == "Veld 32: witte schijf"
    listener.types("r")
    listener.is_read("Rij: 31 witte schijf, 32 witte schijf")
    listener.types("x")
    listener.is_read("Schuine lijnen: 5 zwarte schijf, 10 zwarte schijf")
    listener.moves(32, 28)
    listener.is_read("Wit speelt 32-28.")
    listener.moves(19, 23)
    listener.is_read("Zwart speelt 19-23.")
    said = [text for text in listener.read_out("polite") if " speelt " in text]
    assert said == ["Wit speelt 32-28.", "Zwart speelt 19-23."]
    listener.moves(33, 29)
    listener.is_read("Kijk nog eens", live="assertive")
    lit = {light.square: light.color.name.lower() for light in evening.live.view.lights}
    assert lit
    for square, color in lit.items():
        assert SIGNS[f"page.sign_{color}"] in listener.squares[square]
    names = listener.names("button")
    for button in ("demand", "play_on"):
        assert load_texts("nl")(f"game.{button}") in names
    listener.goes()


def test_questions_of_a_square_are_asked_and_answered_by_keys(
    browser: Any, evening: Evening
) -> None:
    listener = Listener(browser, evening)
    listener.page.locator("#questions summary").focus()
    listener.types("Enter")
    field = listener.page.get_by_label("Welk veld?")
    field.focus()
    listener.types("28", "Enter")
    listener.is_read("Veld 28 is leeg.")
    field.focus()
    listener.types("33", "Tab", "Tab")
    assert listener.focused == "Zijn rij"
    listener.types("Enter")
    listener.is_read("De rij van 31 tot 35.")
    field.focus()
    listener.types("77", "Enter")
    listener.is_read("Dat veld is er niet.")
    listener.page.get_by_role("button", name="Op gehoor spelen").focus()
    listener.types("Enter")
    listener.is_read("Je speelt op gehoor.")
    listener.page.wait_for_selector('#by-ear[aria-pressed="true"]')
    assert evening.live.view.by_ear
    listener.has_no_barriers()
    listener.goes()
