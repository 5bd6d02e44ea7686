"""What may happen to a square before it is seen: other colours, light, sheen, hands, noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from vision.finder import SIDE
from vision.rectify import CELL

SPARE = 3
"""Pixels by which the square may lie beside the middle."""
WHOLE = 88


@dataclass
class Batch:
    """`squares` (b, 3, h, h) 0..255, `lean` (b, 2), `truth` (b, 6) as from squares.py, `covered`
    (b,) 0, 1 or NaN."""

    squares: torch.Tensor
    lean: torch.Tensor
    truth: torch.Tensor
    covered: torch.Tensor


class Chance:
    """Random numbers as tensors (b, 1, 1, 1); `grain` (512, 3, SIDE, SIDE): noise of a sensor."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        noise = self.rng.standard_normal((512, 3, SIDE, SIDE), np.float32)
        self.grain = torch.from_numpy(noise)

    def uniform(self, low: float, high: float, count: int, last: int = 1) -> torch.Tensor:
        return torch.from_numpy(self.rng.uniform(low, high, (count, last, 1, 1))).float()

    def normal(self, spread: float, count: int, last: int = 1) -> torch.Tensor:
        return torch.from_numpy(self.rng.normal(0, spread, (count, last, 1, 1))).float()

    def happens(self, often: float, count: int) -> torch.Tensor:
        return (self.uniform(0, 1, count) < often).float()


def grid(side: int) -> tuple[torch.Tensor, torch.Tensor]:
    """x and y of pixels, in cells from the middle."""
    at = (torch.arange(side) - (side - 1) / 2) / CELL
    y, x = torch.meshgrid(at, at, indexing="ij")
    return x, y


def cover(batch: Batch, chance: Chance, often: float = 0.15) -> None:
    """Lay fingers and sleeves over some of the squares."""
    at = torch.nonzero(chance.happens(often, len(batch.squares)).ravel()).ravel()
    count = len(at)
    if not count:
        return
    x, y = grid(WHOLE)
    angle, shift = chance.uniform(0, 2 * np.pi, count), chance.normal(0.45, count)
    across = x * angle.cos() + y * angle.sin() - shift
    along = x * angle.sin() - y * angle.cos()
    across = across + 0.1 * torch.sin(5 * along + 6 * angle)
    sleeve = chance.happens(0.5, count)
    wide = chance.uniform(0.18, 0.5, count)
    finger = ((wide - across.abs()) * CELL + 0.5).clamp(0, 1)
    finger = finger * ((chance.uniform(-0.6, 2, count) - along) * CELL).clamp(0, 1)
    mask = sleeve * (across * CELL + 0.5).clamp(0, 1) + (1 - sleeve) * finger
    skin = torch.tensor([120.0, 150.0, 200.0])[None, :, None, None]
    skin = skin * chance.uniform(0.3, 1.15, count) + chance.normal(10, count, 3)
    color = torch.where(chance.happens(0.5, count) > 0, skin, chance.uniform(20, 230, count, 3))
    texture = functional.avg_pool2d(batch.squares[at.flip(0)], 4)
    texture = functional.interpolate(texture, WHOLE, mode="bilinear")
    texture = (texture - texture.mean((2, 3), keepdim=True)) * chance.uniform(0, 0.8, count)
    round_ = 1 - 0.35 * ((across.abs() / wide) ** 2).clamp(0, 1)
    batch.squares[at] = batch.squares[at] * (1 - mask) + (color + texture) * round_ * mask
    edge = (WHOLE - CELL) // 2
    share = mask[:, 0, edge:-edge, edge:-edge].mean((1, 2))
    unsure = torch.full_like(share, float("nan"))
    batch.covered[at] = torch.where(share > 0.3, 1.0, torch.where(share < 0.1, 0.0, unsure))
    batch.truth[at[share > 0.1], 1:] = float("nan")
    batch.truth[at[share > 0.3], 0] = float("nan")


def disturb(batch: Batch, chance: Chance) -> None:
    """Everything else; the squares are cut to SIDE."""
    count = len(batch.squares)
    dx, dy = chance.rng.integers(-SPARE, SPARE + 1, 2).tolist()
    first = (WHOLE - SIDE) // 2
    cut = batch.squares[:, :, first + dy : first + dy + SIDE, first + dx : first + dx + SIDE] / 255
    batch.truth[:, 1] -= dx / CELL
    batch.truth[:, 2] += dy / CELL
    if chance.rng.random() < 0.5:
        cut = cut[:, chance.rng.permutation(3)]
    mixing = torch.eye(3) + torch.from_numpy(chance.rng.normal(0, 0.15, (count, 3, 3))).float()
    mixing = mixing / mixing.sum(2, keepdim=True).clamp(0.5)
    cut = torch.einsum("bij,bjhw->bihw", mixing, cut).clamp(0.004, 1)
    _fainter(cut, batch, chance, (dx, dy))
    contrast = torch.exp(chance.normal(0.25, count))
    gain = chance.normal(0.25, count) + chance.normal(0.12, count, 3)
    cut = torch.exp(contrast * torch.log(cut) + gain)
    _lit(cut, chance)
    if chance.rng.random() < 0.3:
        cut = functional.avg_pool2d(cut, 3, 1, 1, count_include_pad=False)
    grains = chance.grain[torch.from_numpy(chance.rng.permutation(len(chance.grain))[:count])]
    cut = cut.clamp(0, 1) * 255 + grains * chance.uniform(0, 5, count)
    batch.squares = cut.clamp(0, 255)
    batch.lean = batch.lean * torch.exp(chance.normal(0.05, count)[:, :, 0, 0])


def _fainter(cut: torch.Tensor, batch: Batch, chance: Chance, shift: tuple[int, int]) -> None:
    """Some pieces of nearly the colour of their square: brown on brown, black on black."""
    steep = (batch.lean.max(1).values < 0.6).float()
    at = _some(0.35 * steep, chance)
    keep = 1 - chance.uniform(0.1, 0.85, len(at))
    x, y = ((SIDE - CELL) // 2 - by for by in shift)
    inner = torch.log(cut[at, :, y : y + CELL, x : x + CELL] + 0.05)
    mean = inner.mean((2, 3), keepdim=True)
    fainter = torch.exp(mean + keep * (inner - mean)) - 0.05
    cut[at, :, y : y + CELL, x : x + CELL] = fainter.clamp(0.004, 1)


def _some(often: torch.Tensor, chance: Chance) -> torch.Tensor:
    """Which of a batch it happens to, from how often (b,)."""
    return torch.nonzero(chance.uniform(0, 1, len(often)).ravel() < often).ravel()


def _lit(cut: torch.Tensor, chance: Chance) -> None:
    """Edges of shadows, sheen, and scratches of a foil that mirror a lamp."""
    x, y = grid(SIDE)
    always = torch.ones(len(cut))
    at = _some(0.3 * always, chance)
    angle, shift = chance.uniform(0, 2 * np.pi, len(at)), chance.normal(0.5, len(at))
    soft, deep = chance.uniform(0.02, 0.6, len(at)), chance.uniform(0.2, 0.65, len(at))
    edge = torch.sigmoid((x * angle.cos() + y * angle.sin() - shift) / soft)
    cut[at] *= 1 - deep * edge

    at = _some(0.15 * always, chance)
    wide, bright = chance.uniform(0.1, 0.6, len(at)), chance.uniform(0.05, 0.6, len(at))
    where = (x - chance.normal(0.6, len(at))) ** 2 + (y - chance.normal(0.6, len(at))) ** 2
    cut[at] += bright * torch.exp(-where / wide**2)

    at = _some(0.1 * always, chance)
    angle, shift = chance.uniform(0, 2 * np.pi, len(at)), chance.normal(0.25, len(at))
    across = x * angle.sin() - y * angle.cos() + 0.12 * torch.sin(6 * x + 9 * angle) - shift
    along = x * angle.cos() + y * angle.sin()
    ends = torch.sigmoid((chance.uniform(0.1, 0.8, len(at)) - along.abs()) / 0.04)
    line = torch.exp(-((across / chance.uniform(0.01, 0.06, len(at))) ** 2)) * ends
    cut[at] += chance.uniform(0.1, 0.7, len(at)) * line
