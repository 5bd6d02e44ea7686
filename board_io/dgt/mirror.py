"""The host's copy of a DGT board.

Nothing that this board says has a checksum, and it looks at one square after the other. So a field
update is a hint, and a dump is believed when it is what the hints foretold, or when a second one
says the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from board_io.layout import Way
from board_io.sensing import as_sensed
from firmware_protocol.codes import Content
from firmware_protocol.dgt.pieces import Coding, dark_indexes, start_coding
from rules.snapshot import Reading, SensorKind, Snapshot

_READINGS = {
    Content.EMPTY: Reading.EMPTY,
    Content.WHITE: Reading.WHITE,
    Content.BLACK: Reading.BLACK,
    Content.WHITE_MAN: Reading.WHITE_MAN,
    Content.WHITE_KING: Reading.WHITE_KING,
    Content.BLACK_MAN: Reading.BLACK_MAN,
    Content.BLACK_KING: Reading.BLACK_KING,
    Content.UNKNOWN: Reading.UNKNOWN,
}
Codes = tuple[int, ...]  # of squares 1, 2, ...


def likely_coding(codes: Sequence[int]) -> Coding:
    """What the pieces of a position are coded in, for a board that is met in the middle of a game:
    a start position is sure; else there are more men than kings."""
    if (shown := start_coding(codes)) is not None:
        return shown
    known = Coding.SINCE_2011
    if any(known.content(code) is Content.UNKNOWN for code in codes):
        return Coding.CHESS
    return Coding.BEFORE_2011 if codes.count(7) > codes.count(4) else known


def sensor_of(coding: Coding) -> SensorKind:
    """What pieces of this coding tell: draughts pieces their kind, chess figures their colour."""
    return SensorKind.COLOR if coding is Coding.CHESS else SensorKind.COLOR_KINGS


class DgtMirror:
    """What stands on the squares. `coding` None: it is learnt from what is seen. `way` holds the
    board's number of each square."""

    def __init__(self, coding: Coding | None = None) -> None:
        self._given = coding
        self._coding = coding
        self._sensor: SensorKind | None = None
        self._sure: Codes | None = None  # the last dump that was believed
        self._expected: Codes = ()  # what the hints since then have made of it
        self._doubtful: Codes | None = None
        self._hinted: dict[int, int] = {}
        self._numbering_known = False
        self.way: Way = dark_indexes(10)

    @property
    def squares(self) -> int:
        """50, 32 or 64; 0 before the first dump was believed."""
        return len(self._expected)

    @property
    def sensor(self) -> SensorKind:
        """What this board can tell. Stays as it was first seen."""
        assert self._sensor is not None
        return self._sensor

    @property
    def snapshot(self) -> Snapshot | None:
        """What stands there as far as can be said: sure, and changed by hints that can be trusted;
        None before the first dump was believed."""
        if self._sure is None or self._coding is None:
            return None
        codes = self._expected if self._numbering_known else self._sure
        return Snapshot(tuple(map(self._reading, codes)))

    @property
    def is_sure(self) -> bool:
        """Whether no hint waits to be confirmed by a dump."""
        return self._sure is not None and not self._hinted and self._doubtful is None

    def forget(self) -> None:
        """The link was lost: what stands there has to be seen anew. What stood there last is as
        good as one dump; the coding stays known."""
        self._doubtful = self._expected or self._doubtful
        self._sure = None
        self._expected = ()
        self._hinted.clear()

    def accept_hint(self, index: int, code: int) -> None:
        """A field update: `index` as the board numbers its squares."""
        if self._sure is None or index not in self.way:
            return
        place = self.way.index(index)
        self._hinted[place] = code
        self._expected = (*self._expected[:place], code, *self._expected[place + 1 :])

    def accept_dump(self, codes: Codes) -> bool:
        """All squares. False: it surprises, so that another one has to be asked for."""
        if codes not in (self._expected if self._sure else None, self._doubtful):
            self._doubtful = codes
            return False
        self._learn_numbering(codes)
        self._learn_coding(codes)
        self._sure = self._expected = codes
        self._doubtful = None
        self._hinted.clear()
        return True

    def _learn_numbering(self, codes: Codes) -> None:
        """Hints can be shown once they have foretold a change, and no more once they were wrong."""
        if self._sure is None or codes == self._sure:
            return
        changed = {place for place, code in enumerate(codes) if code != self._sure[place]}
        if self._hinted:
            foretold = all(codes[place] == code for place, code in self._hinted.items())
            self._numbering_known = foretold and changed <= self._hinted.keys()

    def _learn_coding(self, codes: Codes) -> None:
        shown = start_coding(codes)
        if self._coding is None:
            self._coding = likely_coding(codes)
        elif shown is not None and self._given is None:
            self._coding = shown
        if self._sensor is None:
            self._sensor = sensor_of(self._coding)

    def _reading(self, code: int) -> Reading:
        assert self._coding is not None
        reading = _READINGS[self._coding.content(code)]
        if self.sensor is SensorKind.COLOR and reading.color is not None:
            return Reading.WHITE if reading.color.value == "W" else Reading.BLACK
        return as_sensed(reading, self.sensor)
