"""The last fault of a link: kept while people play, told by the doctor."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from board_io.errors import LinkFault
from board_io.events import BatteryLevel, BoardEvent, LinkDown, Searching
from companion.checkup import kept_findings
from companion.link_faults import KeptFault, keeping_faults, last_fault
from companion.store import Store
from companion.texts import load_texts

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
EVENING = datetime(2026, 3, 1, 19, 30, tzinfo=UTC)
SECRET = "/dev/serial/by-id/usb-Anna_F0:F1:F2:F3:F4:F5"
PULLED = LinkDown(1.0, LinkFault.UNPLUGGED, SECRET)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "games.db")
    yield store
    store.close()


def hear(store: Store, board: str, event: BoardEvent, at: datetime) -> list[BoardEvent]:
    posted: list[BoardEvent] = []
    keeping_faults(posted.append, store.database, board, lambda: at)(event)
    return posted


def test_nothing_was_ever_wrong(store: Store) -> None:
    assert last_fault(store.database) is None


@pytest.mark.parametrize("event", [PULLED, Searching(1.0, LinkFault.FORBIDDEN)])
def test_a_fault_is_kept_and_posted_on(store: Store, event: LinkDown | Searching) -> None:
    assert hear(store, "serial", event, NOON) == [event]
    assert last_fault(store.database) == KeptFault("serial", event.reason, NOON)


def test_the_newest_of_all_boards_counts(store: Store) -> None:
    hear(store, "dgt", Searching(1.0, LinkFault.BUSY), EVENING)
    hear(store, "serial", PULLED, NOON)
    assert last_fault(store.database) == KeptFault("dgt", LinkFault.BUSY, EVENING)
    hear(store, "dgt", Searching(1.0, LinkFault.ABSENT), NOON)
    found = last_fault(store.database)
    assert found is not None
    assert found.at == NOON


@pytest.mark.parametrize("event", [BatteryLevel(1.0, 80), LinkDown(1.0, LinkFault.CLOSED)])
def test_what_is_no_fault_is_only_posted_on(store: Store, event: BoardEvent) -> None:
    assert hear(store, "serial", event, NOON) == [event]
    assert last_fault(store.database) is None


def test_a_record_that_fails_holds_nothing_up(store: Store) -> None:
    store.database.connection.execute("DROP TABLE link_faults")
    assert hear(store, "serial", PULLED, NOON) == [PULLED]


def test_a_fault_of_another_version_is_passed_over(store: Store) -> None:
    store.database.execute("INSERT INTO link_faults VALUES ('serial', 'eaten', '2026-03-01')")
    assert last_fault(store.database) is None


def test_the_doctor_tells_it_with_the_remedy_and_nothing_personal(store: Store) -> None:
    hear(store, "ble", PULLED, NOON)
    assert store.path is not None
    *_, told = kept_findings(store.path, load_texts("en"))
    assert (told.what, told.fine) == ("last_fault", True)
    assert "ble: the connection is gone" in told.found
    assert told.remedy
    assert told.facts == {"board": "ble", "error": "unplugged", "at": "2026-03-01T12:00:00+00:00"}
    assert not [text for text in (told.found, told.remedy) if "Anna" in text or "F0" in text]
