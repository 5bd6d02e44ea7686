"""Patches of light laid over each other, in linear light, float32 (h, w, 3)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Light = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]


def multiply(light: Light, origin: tuple[int, int], share: Light) -> None:
    if window := _window(light.shape, origin, share.shape):
        light[window[0]] *= share[window[1]][..., None]


def lay(light: Light, origin: tuple[int, int], patch: Light, alpha: Light) -> None:
    if window := _window(light.shape, origin, alpha.shape):
        there, part = window
        share = alpha[part][..., None]
        light[there] += (patch[part] - light[there]) * share


def hide(cover: Light, origin: tuple[int, int], alpha: Light) -> None:
    if window := _window(cover.shape, origin, alpha.shape):
        np.maximum(cover[window[0]], alpha[window[1]], out=cover[window[0]])


def about(here: Points, there: Points, scale: float) -> Points:
    """(2, 3): scales about `here`, which goes to `there`."""
    shift = there - scale * here
    return np.array([[scale, 0.0, shift[0]], [0.0, scale, shift[1]]])


def _window(
    shape: tuple[int, ...], origin: tuple[int, int], patch: tuple[int, ...]
) -> tuple[tuple[slice, slice], tuple[slice, slice]] | None:
    """The part of the picture that a patch lies on, and the part of the patch that lies on it."""
    (x, y), (height, width) = origin, patch[:2]
    left, top = max(0, -x), max(0, -y)
    right, bottom = min(width, shape[1] - x), min(height, shape[0] - y)
    if right <= left or bottom <= top:
        return None
    there = slice(y + top, y + bottom), slice(x + left, x + right)
    return there, (slice(top, bottom), slice(left, right))
