"""From what the announcer wants to show to what a board is told to light."""

from __future__ import annotations

from announcer.lights import Blink, LightColor, LightPattern
from firmware_protocol.codes import LedBlink, LedColor
from firmware_protocol.requests import Light

_COLORS = {color: LedColor[color.name] for color in LightColor}
_BLINKS = {blink: LedBlink[blink.name] for blink in Blink}


def board_lights(pattern: LightPattern) -> tuple[Light, ...]:
    """The pattern in the numbers of the game."""
    return tuple(
        Light(square, _COLORS[light.color], _BLINKS[light.blink])
        for square, light in pattern.items()
    )


def turned_lights(lights: tuple[Light, ...], squares: int) -> tuple[Light, ...]:
    """The same lights on a board of so many squares that lies turned by 180 degrees."""
    return tuple(Light(squares + 1 - x.square, x.color, x.blink) for x in lights)
