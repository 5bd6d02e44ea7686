"""Words of the language of POV-Ray 3.7: vectors, colours, surfaces."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tests.render.scene import (
    Rgb,
)


def vector(vector: Sequence[float] | npt.NDArray[np.float64]) -> str:
    return "<" + ", ".join(f"{x:.5f}" for x in vector) + ">"


def srgb(color: Rgb) -> str:
    return f"srgb {vector(color)}"


def shade(color: Rgb, factor: float) -> Rgb:
    r, g, b = (min(1.0, max(0.0, c * factor)) for c in color)
    return r, g, b


def plain(color: Rgb) -> str:
    return f"pigment {{ {srgb(color)} }}"


def wood(color: Rgb, grain: float, scale: float, turn: float) -> str:
    """Long grain along a line `turn` degrees from x."""
    a, b = shade(color, 1 + grain), shade(color, 1 - grain)
    return (
        f"pigment {{ wood turbulence 0.07 octaves 4 color_map {{ [0 {srgb(a)}] [0.7 {srgb(color)}]"
        f" [1 {srgb(b)}] }} scale {scale:.3f} rotate <0, 88, {turn:.1f}> "
        f"translate <{turn % 7:.2f}, 3.1, 0.37> }}"
    )


def finish(gloss: float, fill: float) -> str:
    """`gloss` 0: paper, 1: varnish."""
    shine = 0.08 + 0.8 * gloss
    rough = 0.12 * (1 - gloss) + 0.006
    mirror = f"reflection {{ 0.0, {0.25 * gloss:.3f} fresnel on }}" if gloss > 0.3 else ""
    return (
        f"finish {{ ambient {fill * 0.35:.3f} diffuse {0.86 - 0.1 * gloss:.3f} "
        f"specular {shine * 0.35:.3f} roughness {rough:.4f} {mirror} }}"
    )


def interior(gloss: float) -> str:
    return "interior { ior 1.5 }" if gloss > 0.3 else ""
