"""A record that does not let a game wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.errors import StoreError
from companion.record import Change
from companion.store import Store


class PatientRecord:
    """A record that never stops a game: what cannot be written now is written with the next change.

    `on_trouble` is called with one line when writing begins to fail, `on_mended` when everything
    that waited is safe again.
    """

    def __init__(
        self,
        store: Store,
        on_trouble: Callable[[str], None],
        on_mended: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self._on_trouble = on_trouble
        self._on_mended = on_mended
        self._waiting: list[Change] = []

    @property
    def waiting(self) -> int:
        """How many changes are not safe yet."""
        return len(self._waiting)

    def write(self, changes: Sequence[Change]) -> None:
        failing = bool(self._waiting)
        self._waiting.extend(changes)
        try:
            self._store.write(self._waiting)
        except StoreError as error:
            if not failing:
                self._on_trouble(str(error))
            return
        self._waiting.clear()
        if failing:
            self._on_mended()
