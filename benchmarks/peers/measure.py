"""What every worker does: read positions, count and time legal moves and perft, print figures.

Runs in the peer's own environment, so it imports nothing but the standard library.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any


def main(
    name: str,
    board: Callable[[str], Any],
    moves: Callable[[Any], Sequence[Any]],
    perft: Callable[[Any, int], int],
) -> None:
    """Read {"fens", "seconds", "depth", "start"} from stdin and print the figures as JSON.

    Processor time is measured, not the clock on the wall, so that a busy machine does not matter.
    """
    task = json.load(sys.stdin)
    per_position = [len(moves(board(fen))) for fen in task["fens"]]
    depth, nodes, nodes_per_s = _deepest_perft(task, board, perft)
    calls = _calls_per_second(task, board, moves)
    print(
        json.dumps(
            {
                "name": name,
                "moves": per_position,
                "calls_per_s": calls,
                "depth": depth,
                "nodes": nodes,
                "nodes_per_s": nodes_per_s,
            }
        )
    )


def _deepest_perft(task: dict[str, Any], board: Any, perft: Any) -> tuple[int, int, float]:
    """Perft from the start position, deeper while there is time: depth, nodes, nodes per second."""
    spent, depth, nodes = 0.0, 0, 0
    while depth < task["depth"] and spent * 5 < task["seconds"]:
        depth += 1
        begin = time.process_time()
        nodes = perft(board(task["start"]), depth)
        spent = time.process_time() - begin
    return depth, nodes, nodes / spent


def _calls_per_second(task: dict[str, Any], board: Any, moves: Any) -> float:
    """Best round. Each round has fresh boards, made off the clock: some boards remember moves."""
    best = float("inf")
    spent = 0.0
    while spent < task["seconds"]:
        boards = [board(fen) for fen in task["fens"]]
        begin = time.process_time()
        for one in boards:
            moves(one)
        taken = time.process_time() - begin
        spent += taken
        best = min(best, taken)
    return len(task["fens"]) / best


def walk(legal: Callable[[Any], Sequence[Any]]) -> Callable[[Any, int], int]:
    """Perft for a board that is pushed and popped."""

    def perft(board: Any, depth: int) -> int:
        found = legal(board)
        if depth == 1:
            return len(found)
        total = 0
        for move in list(found):
            board.push(move)
            total += perft(board, depth - 1)
            board.pop()
        return total

    return perft
