"""Asks another draughts library for the legal moves of positions.

Runs in the environment of that library, with nothing of ours: reads {"variant", "fens"} from stdin
and prints, for each position, [start, end, captured squares ascending] of each move, or the error
that the library raised.

    python answer.py py-draughts|pydraughts|dame-rs
"""

import json
import sys


def py_draughts(variant):
    import draughts

    boards = {
        "international": draughts.StandardBoard,
        "american": draughts.AmericanBoard,
        "frisian": draughts.FrisianBoard,
        "russian": draughts.RussianBoard,
        "brazilian": draughts.BrazilianBoard,
    }

    def moves(fen):
        for move in boards[variant].from_fen(fen).legal_moves:
            squares = [square + 1 for square in move.square_list]
            yield squares[0], squares[-1], sorted(square + 1 for square in move.captured_list)

    return moves


def pydraughts(variant):
    from draughts import Board

    name = {"american": "english", "international": "standard"}.get(variant, variant)

    def square(number):
        """Turkish squares are counted from the bottom there."""
        row, column = divmod(number - 1, 8)
        return 8 * (7 - row) + column + 1 if variant == "turkish" else number

    def moves(fen):
        for move in Board(variant=name, fen=fen).legal_moves():
            steps = move.board_move
            captured = sorted(square(number) for number in move.captures)
            yield square(steps[0][0]), square(steps[-1][1]), captured

    return moves


def dame_rs(variant):
    import dame

    def moves(fen):
        board = dame.Board(fen)
        for move in [] if board.is_game_over() else board.legal_moves:
            yield move.from_square, move.to_square, sorted(move.captured)

    return moves


LIBRARIES = {"py-draughts": py_draughts, "pydraughts": pydraughts, "dame-rs": dame_rs}


def answer(moves, fen):
    try:
        return [list(move) for move in moves(fen)]
    except Exception as error:  # whatever a foreign library does is its answer
        return f"{type(error).__name__}: {error}"


def main():
    task = json.load(sys.stdin)
    moves = LIBRARIES[sys.argv[1]](task["variant"])
    print(json.dumps([answer(moves, fen) for fen in task["fens"]]))


main()
