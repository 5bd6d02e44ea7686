"""Train the network that finds pieces on squares, and write it as ONNX.

python benchmarks/finder/train.py SQUARES OUT.onnx [--steps 6500] [--seed 5]

SQUARES: the folder that squares.py filled; some drawn boards are kept out and measured at the
end. See README.md.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn import functional

from benchmarks.finder.disturb import WHOLE, Batch, Chance, cover, disturb
from vision.finder import GRID, MAPS, PLACES, SIDE, TOLD, blob

SHARES = 70, 34, 24
"""Squares of drawn boards, of traced ones and of photographs in a batch."""
TRUNK = ((5, 16, 2), (16, 32, 2), (32, 48, 2), (48, 48, 1), (48, 48, 1))
"""Channels in and out, and stride, of 3 x 3 convolutions."""
WIDE, HIDDEN = 96, 96
WEIGHTS = torch.tensor([1.0, 1.0, 1.0, 5.0, 1.0, 1.0])
"""Of top x, y, radius, side, foot x, y."""
LEAST_LEAN, SURE = 0.36, 2.0
"""Seen from 70 degrees or lower; the odds of a disc on a disc, a logarithm, that are sure."""
KEPT = range(1100, 1200)
"""Drawn boards that are kept out."""


def block(channels: int, out: int, stride: int) -> nn.Sequential:
    convolution = nn.Conv2d(channels, out, 3, stride, 1, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(out), nn.ReLU())


class Network(nn.Module):
    """The trunk keeps places; from it `maps` tell where top and foot are, and how large the top is;
    `told`, from the whole, what does not depend on the place."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(*(block(*sizes) for sizes in TRUNK))
        last = TRUNK[-1][1]
        self.maps = nn.Conv2d(last, MAPS, 1)
        self.wide = block(last, WIDE, 2)
        self.hidden = nn.Linear(WIDE * (GRID // 2) ** 2, HIDDEN)
        self.told = nn.Linear(HIDDEN, TOLD)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        trunk = self.trunk(seen)
        flat = torch.flatten(self.wide(trunk), 1)
        hidden = torch.relu(self.hidden(functional.dropout(flat, 0.2, self.training)))
        return self.maps(trunk), self.told(hidden)


def placed(maps: torch.Tensor, batch: Batch) -> tuple[torch.Tensor, list[torch.Tensor]]:
    """(b, 6): top x, y, radius, side, foot x, y, as `Finder` reads them off the maps; and where it
    looks for top and foot, (b, GRID * GRID), logarithms."""
    flat = torch.flatten(maps, 2)
    where = [functional.log_softmax(flat[:, number], 1) for number in (0, 1)]
    places = torch.from_numpy(PLACES).float()
    top, foot = (part.exp() @ places for part in where)
    radius = (where[0].exp() * flat[:, 2]).sum(1)
    along = batch.lean / batch.lean.norm(dim=1, keepdim=True).clamp(1e-6)
    side = ((top - foot) * along).sum(1)
    return torch.cat([top, radius[:, None], side[:, None], foot], 1), where


def seen(batch: Batch) -> torch.Tensor:
    """What the network is shown, made by the code that shows it later."""
    squares = batch.squares.permute(0, 2, 3, 1).round().clamp(0, 255).byte().numpy()
    shown = torch.from_numpy(blob(squares, batch.lean.double().numpy()))
    return shown.contiguous(memory_format=torch.channels_last)


def loss(found: tuple[torch.Tensor, torch.Tensor], batch: Batch) -> torch.Tensor:
    maps, told = found
    known = ~torch.isnan(batch.truth[:, 0])
    true = batch.truth[known, 0] * 0.98 + 0.01
    total = functional.binary_cross_entropy_with_logits(told[known, 0], true)
    sure = ~torch.isnan(batch.covered)
    total += 0.3 * functional.binary_cross_entropy_with_logits(told[sure, 1], batch.covered[sure])
    piece = ~torch.isnan(batch.truth[:, 5])
    true = batch.truth[piece, 5] * 0.98 + 0.01
    total += functional.binary_cross_entropy_with_logits(told[piece, 2], true)
    shape, (places, where) = shapes(batch), placed(maps, batch)
    there = ~torch.isnan(shape)
    if there.any():
        off = functional.smooth_l1_loss(places[there], shape[there], beta=0.03, reduction="none")
        weights = WEIGHTS.expand(len(shape), -1)[there]
        total += 10 * (off * weights).sum() / (4 * there.any(1).sum())
    whole = there[:, 0]
    for part, place in zip(where, (shape[whole, :2], shape[whole, 4:]), strict=True):
        total += 0.05 * -(_nearest(place) * part[whole]).sum(1).mean()
    tall = there[:, 3]
    if tall.any():  # how wrong the side is (Laplace's distribution), while that is left as it is
        wrong = (places[tall, 3].detach() - shape[tall, 3]).abs().clamp(0.002)
        total += (told[tall, 3] + wrong * torch.exp(-told[tall, 3])).mean()
    return total


def _nearest(place: torch.Tensor) -> torch.Tensor:
    """(b, GRID * GRID): shares of the fields around places (b, 2) that have those for a mean."""
    fields = torch.from_numpy(PLACES).float()
    apart = (fields[None] - place[:, None]).abs() * GRID / 2
    share = (1 - apart).clamp(0).prod(2)
    return share / share.sum(1, keepdim=True).clamp(1e-3)


def shapes(batch: Batch) -> torch.Tensor:
    """(b, 6): top x, y, radius, seen side, foot x, y."""
    side = batch.truth[:, 4:5] * batch.lean.norm(dim=1, keepdim=True)
    foot = batch.truth[:, 1:3] - batch.truth[:, 4:5] * batch.lean
    return torch.cat([batch.truth[:, 1:4], side, foot], 1)


Squares = tuple[np.ndarray, np.ndarray, np.ndarray]


def load(files: list[Path]) -> Squares:
    parts = [np.load(file) for file in files]
    squares, lean, truth = (
        np.concatenate([part[name] for part in parts]) for name in ("squares", "lean", "truth")
    )
    return squares, lean.astype(np.float32), truth.astype(np.float32)


def batch_of(data: Squares, index: np.ndarray) -> Batch:
    squares, lean, truth = (torch.from_numpy(part[index]) for part in data)
    return Batch(squares.permute(0, 3, 1, 2).float(), lean, truth, torch.zeros(len(index)))


def mixed(sources: list[tuple[Squares, int]], rng: np.random.Generator) -> Batch:
    """So many squares of each source."""
    parts = [batch_of(data, rng.integers(0, len(data[0]), count)) for data, count in sources]
    return Batch(
        *(
            torch.cat([getattr(part, field.name) for part in parts])
            for field in dataclasses.fields(Batch)
        )
    )


def train(sources: list[tuple[Squares, int]], steps: int, seed: int) -> Network:
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # sums in one order: the same bytes each time
    chance, network = Chance(seed), Network()
    network.to(memory_format=torch.channels_last)  # twice as fast
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, steps)
    for step in range(steps):
        batch = mixed(sources, chance.rng)
        cover(batch, chance)
        disturb(batch, chance)
        wrong = loss(network(seen(batch)), batch)
        optimizer.zero_grad()
        wrong.backward()
        optimizer.step()
        schedule.step()
        if step % 100 == 0:
            print(step, round(wrong.item(), 3), flush=True)
    return network.eval()


def report(network: Network, data: Squares) -> None:
    parts = [_measured(network, data, at) for at in np.array_split(np.arange(len(data[0])), 20)]
    told, seen, shape, truth, lean = (torch.cat(part) for part in zip(*parts, strict=True))
    there = ~torch.isnan(shape).any(1)
    wrong = ((told[:, 0] > 0) != (truth[:, 0] > 0.5)).float().mean()
    off = (seen[there] - shape[there]).abs().mean(0)
    print(f"kept out: {100 * wrong:.2f} % of {len(told)} squares wrong; off by {off.tolist()}")
    piece = there & (lean > LEAST_LEAN)
    double, true = told[piece, 2], truth[piece, 5] > 0.5
    sure = double.abs() > SURE
    mistaken = ((double > 0) != true) & sure
    print(
        f"one disc or two: {int(sure.sum())} of {len(double)} sure, {int(mistaken.sum())} of them "
        "wrong"
    )


def _measured(network: Network, data: Squares, index: np.ndarray) -> tuple[torch.Tensor, ...]:
    batch = batch_of(data, index)
    edge = (WHOLE - SIDE) // 2
    batch.squares = batch.squares[:, :, edge:-edge, edge:-edge]
    with torch.no_grad():
        maps, told = network(seen(batch))
        places, _ = placed(maps, batch)
    return told, places, shapes(batch), batch.truth, batch.lean.norm(dim=1)


def save(network: Network, out: Path) -> None:
    """As convolutions alone, which every OpenCV reads; the normalisation folded into them."""
    nodes: list[onnx.NodeProto] = []
    constants: list[onnx.TensorProto] = []

    def convolved(
        name: str, out: str, kernel: torch.Tensor, bias: torch.Tensor, stride: int
    ) -> str:
        side = kernel.shape[2]
        for letter, tensor in (("w", kernel), ("b", bias)):
            array = tensor.detach().numpy().astype(np.float32)
            constants.append(numpy_helper.from_array(array, f"{out}_{letter}"))
        inputs, shape = [name, f"{out}_w", f"{out}_b"], [side, side]
        pad = side // 2 if side == 3 else 0
        nodes.append(
            helper.make_node(
                "Conv", inputs, [out], kernel_shape=shape, strides=[stride] * 2, pads=[pad] * 4
            )
        )
        return out

    def rectified(name: str) -> str:
        nodes.append(helper.make_node("Relu", [name], [f"{name}_r"]))
        return f"{name}_r"

    def folded(name: str, out: str, part: nn.Sequential) -> str:
        convolution, normal, _ = part
        gain = normal.weight / torch.sqrt(normal.running_var + normal.eps)
        kernel = convolution.weight * gain[:, None, None, None]
        bias = normal.bias - normal.running_mean * gain
        return rectified(convolved(name, out, kernel, bias, convolution.stride[0]))

    name = "input"
    for number, part in enumerate(network.trunk):
        name = folded(name, f"trunk{number}", part)
    convolved(name, "maps", network.maps.weight, network.maps.bias, 1)
    name = folded(name, "wide", network.wide)
    kernel = network.hidden.weight.reshape(HIDDEN, WIDE, GRID // 2, GRID // 2)
    name = rectified(convolved(name, "hidden", kernel, network.hidden.bias, 1))
    convolved(name, "told", network.told.weight[:, :, None, None], network.told.bias, 1)
    shown = helper.make_tensor_value_info("input", TensorProto.FLOAT, ["n", 5, SIDE, SIDE])
    outputs = [
        helper.make_tensor_value_info("maps", TensorProto.FLOAT, ["n", MAPS, GRID, GRID]),
        helper.make_tensor_value_info("told", TensorProto.FLOAT, ["n", TOLD, 1, 1]),
    ]
    graph = helper.make_graph(nodes, "finder", [shown], outputs, constants)
    opset = helper.make_opsetid("", 11)
    model = helper.make_model(graph, opset_imports=[opset], ir_version=6, producer_name="dambord")
    onnx.checker.check_model(model)
    onnx.save(model, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("squares", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=6500)
    parser.add_argument("--seed", type=int, default=5)
    arguments = parser.parse_args()
    files = sorted(arguments.squares.glob("*.npz"))
    drawn = [file for file in files if file.stem.startswith("drawn")]
    traced = [file for file in files if file.stem.startswith("traced")]
    photographs = [file for file in files if file not in (*drawn, *traced)]
    kept = [file for file in drawn if int(file.stem.removeprefix("drawn_")) in KEPT]
    shown = [file for file in drawn if file not in kept]
    sources = [
        (load(files), count)
        for files, count in zip((shown, traced, photographs), SHARES, strict=True)
        if files
    ]
    network = train(sources, arguments.steps, arguments.seed)
    report(network, load(kept))
    save(network, arguments.out)


if __name__ == "__main__":
    main()
