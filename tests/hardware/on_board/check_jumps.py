# The ways a piece may have gone, without rules: over what stands there to an empty square beyond.
import grid
import jumps

TEN = grid.Grid(10, 5)
INTERNATIONAL = jumps.LONG_KINGS | jumps.MEN_BACK


def placed(text):
    # "Ma1 md4": a position.
    position = bytearray(TEN.size)
    for word in text.split():
        position[place(word[1:])] = ord(word[0])
    return position


def place(name):
    return TEN.squares(name + name)[0][0]


def ways(traits, pieces, start, end):
    found = jumps.Jumps(TEN, traits).outcomes(placed(pieces), place(start), place(end))
    return sorted(["".join(sorted([TEN.name(n) for n in captured])) for _, captured in found])


# traits, what stands there, from, to, what it takes
for traits, pieces, start, end, taken in (
    (INTERNATIONAL, "Mc3", "c3", "d4", [""]),
    (INTERNATIONAL, "Mc3 md4", "c3", "e5", ["d4"]),
    (INTERNATIONAL, "Mc3 Md4", "c3", "e5", [""]),
    (INTERNATIONAL, "Mc3 md4 me5", "c3", "e5", [""]),
    # backwards, or not in a game without that
    (INTERNATIONAL, "Me5 md4", "e5", "c3", ["d4"]),
    (0, "Me5 md4", "e5", "c3", [""]),
    (0, "me5 Md4", "e5", "c3", ["d4"]),
    (0, "De5 md4", "e5", "c3", ["d4"]),
    # the most is taken; what was jumped stands in the way until the end
    (INTERNATIONAL, "Mc3 md4 mf6 mf4", "c3", "g7", ["d4f6"]),
    (INTERNATIONAL, "Mc3 md4 md6 mf6 mf4", "c3", "c3", [""]),
    (INTERNATIONAL, "Mc3 md4 md6 mb6 mb4", "c3", "c3", ["b4b6d4d6"]),
    # two ways round take different pieces
    (INTERNATIONAL, "Mc1 mb2 mb4 md2 md4", "c1", "c5", ["b2b4", "d2d4"]),
    # kings over any distance, or not
    (INTERNATIONAL, "Da1 mf6", "a1", "h8", ["f6"]),
    (INTERNATIONAL, "Da1 mf6 mg7", "a1", "h8", [""]),
    (INTERNATIONAL, "Da1 md4 mh6", "a1", "i5", ["d4h6"]),
    (0, "Da1 mf6", "a1", "h8", [""]),
    # straight ones of the Frisian games
    (INTERNATIONAL | jumps.STRAIGHT, "Mc3 mc5", "c3", "c7", ["c5"]),
    (INTERNATIONAL | jumps.STRAIGHT, "Mc3 me3", "c3", "g3", ["e3"]),
    (INTERNATIONAL, "Mc3 mc5", "c3", "c7", [""]),
    # crowned on the way
    (INTERNATIONAL | jumps.CROWN_PASSING, "Mf8 mg9 mf4", "f8", "c1", [""]),
    (INTERNATIONAL | jumps.CROWN_PASSING, "Mf8 mg9 mi9 mi7", "f8", "d2", ["g9i7i9"]),
    (INTERNATIONAL | jumps.CROWN_PASSING, "Md8 me9 mh8", "d8", "i7", ["e9h8"]),
    (INTERNATIONAL, "Md8 me9 mh8", "d8", "i7", [""]),
    (INTERNATIONAL | jumps.CROWN_PASSING, "Mf8 mg9 mi9", "f8", "j8", ["g9i9"]),
):
    assert ways(traits, pieces, start, end) == taken, (traits, pieces, start, end)

# Where a whole way is told its squares say what is taken.
game = jumps.Jumps(TEN, INTERNATIONAL)
position = placed("Mc1 mb2 mb4 md2 md4")
for names, taken in (("c1a3c5", "b2b4"), ("c1e3c5", "d2d4")):
    captured = game.captured(position, TEN.squares(names)[0])
    assert "".join([TEN.name(n) for n in captured]) == taken
try:
    game.captured(position, TEN.squares("c1e3g5")[0])
    raise AssertionError("no piece was there to be taken")
except ValueError:
    pass

# Steps, and what is left behind.
for pieces, start, end, is_one in (
    ("Mc3", "c3", "b4", True),
    ("Mc3", "c3", "b2", True),  # the app says whether that is allowed
    ("Mc3", "c3", "e5", False),
    ("Mc3", "c3", "c5", False),
    ("Dc3", "c3", "h8", True),
    ("Dc3 mf6", "c3", "h8", False),
    ("Dc3 mh8", "c3", "h8", False),
    ("Dc3", "c3", "c3", False),
):
    assert bool(game.is_step(placed(pieces), place(start), place(end))) == is_one, (pieces, end)
after = game.after(placed("Mc9 md4"), (place("c9"), place("b10")), (place("d4"),))
assert after == placed("Db10")
assert game.after(placed("mb2"), (place("b2"), place("a1")), ()) == placed("da1")
passing = jumps.Jumps(TEN, INTERNATIONAL | jumps.CROWN_PASSING)
route = (place("f8"), place("h10"), place("j8"))
assert game.after(placed("Mf8"), route, ()) == placed("Mj8")
assert passing.after(placed("Mf8"), route, ()) == placed("Dj8")

# However the pieces stand, a search ends.
crowded = placed(
    " ".join(["m" + TEN.name(n) for n in range(50) if TEN.where(n)[0] % 2 == 1 and n < 45])
)
crowded[place("a1")] = grid.WHITE_KING
game.steps = jumps.MOST_STEPS
game.ways(crowded, place("a1"), place("a1"))
assert game.steps == 0
print("ok")
