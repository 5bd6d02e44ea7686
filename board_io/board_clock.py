"""The board's milliseconds on the host's clock.

A report reaches the host late, never early. So of all reports the one that came through fastest
tells best how far the two clocks are apart, and the estimate follows it down at once; it follows up
only as slowly as clocks drift, so a stalled link does not shift the times of what happened.
"""

from __future__ import annotations

_WRAP = 1 << 32
_DRIFT = 1e-3  # seconds per second: more than a crystal and a host clock being slewed differ


class BoardClock:
    """Host seconds for board milliseconds (32 bits, wrapping); never goes back."""

    def __init__(self) -> None:
        self._board_s = 0.0
        self._last_raw: int | None = None
        self._offset = 0.0
        self._measured_at = 0.0
        self._latest = float("-inf")

    def host_time(self, board_ms: int, now: float) -> float:
        """When, in host seconds, the board wrote `board_ms` into a report that came at `now`."""
        self._follow(board_ms)
        self._measure(now)
        self._latest = max(self._latest, min(self._board_s + self._offset, now))
        return self._latest

    def _follow(self, board_ms: int) -> None:
        if self._last_raw is None:
            self._board_s = board_ms / 1000
        else:
            step = (board_ms - self._last_raw + _WRAP // 2) % _WRAP - _WRAP // 2
            self._board_s += step / 1000
        first, self._last_raw = self._last_raw is None, board_ms
        if first:
            self._offset = float("inf")

    def _measure(self, now: float) -> None:
        here = now - self._board_s
        if self._offset == float("inf"):
            self._offset = here
        else:
            drifted = self._offset + max(0.0, now - self._measured_at) * _DRIFT
            self._offset = min(here, drifted)
        self._measured_at = now
