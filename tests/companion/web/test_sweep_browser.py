"""A walk past every sight of the site: every page in every state, the sizes all at each, languages,
colours and keys in turn. `python -m tests.companion.web.sweep` looks at all with all."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from companion.choices import LANGUAGES
from tests.companion.web.browsing import LAPTOP, Visitor
from tests.companion.web.sweep import LAPTOP_SIZE, PHONE, SIGHTS, SIZES, WALL, Inspector, school

pytestmark = pytest.mark.xdist_group("browser")

LISTS = ("lessons-unfolded", "games", "game", "players", "tournament", "camera", "board-unfolded")
"""What has most words in it: these are measured in every language."""


def test_no_sight_has_a_barrier(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    languages, schemes = cycle(LANGUAGES), cycle(("light", "dark"))
    checked, walked = cycle((PHONE, LAPTOP_SIZE, WALL)), cycle((LAPTOP_SIZE, PHONE))
    found: list[str] = []
    with school(tmp_path) as evening:
        visitor = Visitor(browser, evening.server.address, LAPTOP)
        inspector = Inspector(visitor, evening)
        for sight in SIGHTS:
            language, scheme = next(languages), next(schemes)
            inspector.comes_to(sight, language)
            here = [f"{size.name}: {one}" for size in SIZES for one in inspector.measures(size)]
            inspector.takes(next(checked))
            here += inspector.checks(scheme)
            inspector.takes(next(walked))
            here += inspector.walks()
            if sight.name in LISTS:
                for other in LANGUAGES:
                    inspector.comes_to(sight, other)
                    here += [f"{other}: {one}" for one in inspector.measures(PHONE)]
            found += [f"{sight.name} [{language}, {scheme}] {one}" for one in here]
        assert all(url.startswith(evening.server.address) for url in visitor.requests)
        visitor.errors = [error for error in visitor.errors if "404" not in error]
        visitor.goes()
    assert not found, "\n".join(found)
