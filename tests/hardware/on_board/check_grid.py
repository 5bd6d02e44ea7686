# Squares and positions as phone apps write them, on both sizes of board.
import grid

TEN, EIGHT = grid.Grid(10, 5), grid.Grid(8, 4)
START = (
    "1m1m1m1m1m/m1m1m1m1m1/1m1m1m1m1m/m1m1m1m1m1/10/10/1M1M1M1M1M/M1M1M1M1M1/1M1M1M1M1M/M1M1M1M1M1"
)


def fails(work, *arguments):
    try:
        work(*arguments)
    except ValueError:
        return True
    return False


# Square 1 is the left dark one at the top; the lower left corner is dark.
for board, place, name in (
    (TEN, 0, "b10"), (TEN, 4, "j10"), (TEN, 5, "a9"), (TEN, 45, "a1"), (TEN, 49, "i1"),
    (EIGHT, 0, "b8"), (EIGHT, 28, "a1"), (EIGHT, 31, "g1"),
):  # fmt: skip
    assert board.name(place) == name
    assert board.at(*board.where(place)) == place
for board in (TEN, EIGHT):
    for place in range(board.size):
        for name in (board.name(place), board.number(place)):
            assert board.squares(name + name)[0] == [place, place]

# Moves: letters or numbers, two squares or more, signs between them, a role behind them.
for text, places, role, numbers in (
    ("a1b2", [45, 40], "", False),
    ("j10i9", [4, 9], "", False),
    ("A1-C3xE5", [45, 36, 27], "", False),
    ("a9b10d", [5, 0], "d", False),
    ("a9b10q", [5, 0], "q", False),
    ("3228", [31, 27], "", True),
    ("32-28", [31, 27], "", True),
    ("0501d", [4, 0], "d", True),
):
    assert TEN.squares(text) == (places, role, numbers), text
for text in (
    "", "a1", "a", "1", "a1b", "a1b11", "a1a2", "k1l2", "a0b1", "3251", "0028", "328", "a1b2x9",
    "a1b2dd", "aa11", "e2e4k9", "a1b222", "z", "    ", "a1b2w",
):  # fmt: skip
    assert fails(TEN.squares, text), text

# Positions: what was read is written the same; chess letters count as men and kings.
position, white = TEN.position(START + " w")
assert white and bytes(position) == b"m" * 20 + bytes(10) + b"M" * 20
assert TEN.fen(position) == START
for board, fen, turn in (
    (TEN, "10/10/10/10/10/10/10/10/10/10", True),
    (TEN, "1d8/10/10/10/10/2D7/10/10/10/M9", False),
    (EIGHT, "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1", True),
):
    position, white = board.position(fen + (" w" if turn else " b"))
    assert board.fen(position) == fen and white == turn
    assert board.position(fen) == (position, True)
assert (
    EIGHT.position("1p1r1n1b/8/8/8/8/8/8/Q1K5 b")[0]
    == EIGHT.position("1m1m1m1m/8/8/8/8/8/8/D1D5 b")[0]
)
for fen in (
    "", " ", "w", "10", START[:-1], START + "/10", START + " x", "m" + START[1:],
    START.replace("10", "11", 1), START.replace("10", "9", 1),
    START.replace("m", "u", 1), START.replace("m", "?", 1), START.replace("m", "x", 1),
    "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 w", "/////////",
    "99999999999999999999/10/10/10/10/10/10/10/10/10",
):  # fmt: skip
    assert fails(TEN.position, fen), fen
print("ok")
