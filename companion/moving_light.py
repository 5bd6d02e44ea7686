"""The way of a capture as a light that runs along it, for a player who is shown how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from announcer.announcement import Announcement, Form
from announcer.lights import Light, LightPattern, Meaning

STEP_S = 0.7
"""So long the light stays on a square; once more at the end the whole way is lit."""


class MovingLight:
    """Runs along the way of the announcement that tells every step; times are in seconds."""

    def __init__(self) -> None:
        self._route: tuple[int, ...] = ()
        self._began = 0.0
        self._steps = 0

    def next_time(self) -> float | None:
        """When the light goes on; None while none runs."""
        return self._began + (self._steps + 1) * STEP_S if self._route else None

    def over(
        self, lights: LightPattern, told: Iterable[Announcement], now: float
    ) -> Mapping[int, Light]:
        """These lights, with the one that runs as it stands now."""
        route = next((one.values.route for one in told if one.form is Form.STEPS), ())
        if route != self._route:
            self._route, self._began = route, now
        if not route:
            return lights
        self._steps = int((now - self._began) / STEP_S)
        step = self._steps % (len(route) + 1)
        if step == len(route):
            return lights
        way = set(route)
        still = {square: light for square, light in lights.items() if square not in way}
        return still | {route[step]: _HERE, route[0]: Meaning.MUST_MOVE.value}


_HERE = Light(Meaning.GOES_HERE.value.color)
"""Steady: it moves instead of blinking."""
