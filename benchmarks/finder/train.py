"""Train the network that finds pieces on squares, and write it as ONNX.

python benchmarks/finder/train.py SQUARES OUT.onnx [--steps 4500] [--seed 5]

SQUARES: the folder that squares.py filled; some drawn boards are kept out and measured at the
end. See README.md.
"""

from __future__ import annotations

import argparse
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
from vision.finder import SIDE, blob

SIZE = 128
LAYERS = ((5, 16, 3), (16, 24, 3), (24, 48, 3))
HIDDEN, OUTPUTS = 48, 7
WEIGHTS = torch.tensor([1.0, 1.0, 1.0, 4.0])
"""Of x, y, radius, side."""
LEAST_LEAN, SURE = 0.36, 2.0
"""Seen from 70 degrees or lower; the odds of a disc on a disc, a logarithm, that are sure."""
KEPT = range(1100, 1200)
"""Drawn boards that are kept out."""


class Network(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *(
                nn.Sequential(
                    nn.Conv2d(i, o, k, 2, k // 2, bias=False), nn.BatchNorm2d(o), nn.ReLU()
                )
                for i, o, k in LAYERS
            )
        )
        self.last = SIDE // 2 ** len(LAYERS)
        self.hidden = nn.Linear(LAYERS[-1][1] * self.last**2, HIDDEN)
        self.out = nn.Linear(HIDDEN, OUTPUTS)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        flat = torch.flatten(self.layers(seen), 1)
        hidden = torch.relu(self.hidden(functional.dropout(flat, 0.2, self.training)))
        return self.out(hidden)


def seen(batch: Batch) -> torch.Tensor:
    """What the network is shown, made by the code that shows it later."""
    squares = batch.squares.permute(0, 2, 3, 1).round().clamp(0, 255).byte().numpy()
    shown = torch.from_numpy(blob(squares, batch.lean.double().numpy()))
    return shown.contiguous(memory_format=torch.channels_last)


def loss(found: torch.Tensor, batch: Batch) -> torch.Tensor:
    known = ~torch.isnan(batch.truth[:, 0])
    told = batch.truth[known, 0] * 0.98 + 0.01
    total = functional.binary_cross_entropy_with_logits(found[known, 0], told)
    sure = ~torch.isnan(batch.covered)
    total += 0.3 * functional.binary_cross_entropy_with_logits(found[sure, 1], batch.covered[sure])
    piece = ~torch.isnan(batch.truth[:, 5])
    told = batch.truth[piece, 5] * 0.98 + 0.01
    total += functional.binary_cross_entropy_with_logits(found[piece, 6], told)
    shape = shapes(batch)
    there = ~torch.isnan(shape).any(1)
    if there.any():
        off = functional.smooth_l1_loss(
            found[there, 2:6], shape[there], beta=0.03, reduction="none"
        )
        total += 10 * (off * WEIGHTS).mean()
    return total


def shapes(batch: Batch) -> torch.Tensor:
    """(b, 4): x, y, radius, seen side."""
    side = batch.truth[:, 4] * batch.lean.norm(dim=1)
    return torch.cat([batch.truth[:, 1:4], side[:, None]], 1)


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


def train(drawn: Squares, photographs: Squares | None, steps: int, seed: int) -> Network:
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # sums in one order: the same bytes each time
    chance, network = Chance(seed), Network()
    network.to(memory_format=torch.channels_last)  # twice as fast
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, steps)
    for step in range(steps):
        data = photographs if photographs is not None and step % 4 == 3 else drawn
        batch = batch_of(data, chance.rng.integers(0, len(data[0]), SIZE))
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
    batch = batch_of(data, np.arange(len(data[0])))
    edge = (WHOLE - SIDE) // 2
    batch.squares = batch.squares[:, :, edge:-edge, edge:-edge]
    with torch.no_grad():
        found, shape = network(seen(batch)), shapes(batch)
    there = ~torch.isnan(shape).any(1)
    wrong = ((found[:, 0] > 0) != (batch.truth[:, 0] > 0.5)).float().mean()
    off = (found[there, 2:6] - shape[there]).abs().mean(0)
    print(f"kept out: {100 * wrong:.2f} % of {len(found)} squares wrong; off by {off.tolist()}")
    piece = there & (batch.lean.norm(dim=1) > LEAST_LEAN)
    double, true = found[piece, 6], batch.truth[piece, 5] > 0.5
    sure = double.abs() > SURE
    mistaken = ((double > 0) != true) & sure
    print(
        f"one disc or two: {int(sure.sum())} of {len(double)} sure, {int(mistaken.sum())} of them "
        "wrong"
    )


def save(network: Network, out: Path) -> None:
    """As convolutions alone, which every OpenCV reads; the normalisation folded into them."""
    weights: list[tuple[torch.Tensor, torch.Tensor, int, int]] = []
    for convolution, normal, _ in network.layers:
        gain = normal.weight / torch.sqrt(normal.running_var + normal.eps)
        kernel = convolution.weight * gain[:, None, None, None]
        weights.append((kernel, normal.bias - normal.running_mean * gain, 2, kernel.shape[2] // 2))
    last = network.hidden.weight.reshape(HIDDEN, -1, network.last, network.last)
    weights.append((last, network.hidden.bias, 1, 0))
    weights.append((network.out.weight[:, :, None, None], network.out.bias, 1, 0))
    nodes, constants, name = [], [], "input"
    for number, (kernel, bias, stride, pad) in enumerate(weights):
        for letter, tensor in (("w", kernel), ("b", bias)):
            array = tensor.detach().numpy().astype(np.float32)
            constants.append(numpy_helper.from_array(array, f"{letter}{number}"))
        end = number == len(weights) - 1
        made = "output" if end else f"c{number}"
        nodes.append(
            helper.make_node(
                "Conv",
                [name, f"w{number}", f"b{number}"],
                [made],
                kernel_shape=list(kernel.shape[2:]),
                strides=[stride] * 2,
                pads=[pad] * 4,
            )
        )
        if not end:
            nodes.append(helper.make_node("Relu", [made], [f"r{number}"]))
            name = f"r{number}"
    shown = helper.make_tensor_value_info("input", TensorProto.FLOAT, ["n", 5, SIDE, SIDE])
    told = helper.make_tensor_value_info("output", TensorProto.FLOAT, ["n", OUTPUTS, 1, 1])
    graph = helper.make_graph(nodes, "finder", [shown], [told], constants)
    opset = helper.make_opsetid("", 11)
    model = helper.make_model(graph, opset_imports=[opset], ir_version=6, producer_name="dambord")
    onnx.checker.check_model(model)
    onnx.save(model, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("squares", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=4500)
    parser.add_argument("--seed", type=int, default=5)
    arguments = parser.parse_args()
    files = sorted(arguments.squares.glob("*.npz"))
    drawn = [file for file in files if file.stem.startswith("drawn")]
    photographs = [file for file in files if file not in drawn]
    kept = [file for file in drawn if int(file.stem.removeprefix("drawn_")) in KEPT]
    network = train(
        load([file for file in drawn if file not in kept]),
        load(photographs) if photographs else None,
        arguments.steps,
        arguments.seed,
    )
    report(network, load(kept))
    save(network, arguments.out)


if __name__ == "__main__":
    main()
