# Learning levels: means, squares that give nothing usable.
import calibrate
import pins
import protocol as p
import store

N = pins.SQUARES
settings = store.Settings()


def learn(step, level_of):
    learner = calibrate.Learner(step, N)
    turns = 0
    while not learner.take([level_of(place, turns) for place in range(N)]):
        turns += 1
    assert turns + 1 == calibrate.READINGS
    return learner.finish(settings)


# Noise averages out; a dead sensor keeps what it had and is named.
before = settings.empty[9]
failed = learn(p.LEARN_EMPTY, lambda at, turn: 0 if at == 9 else 32000 + at + (turn % 2) * 200)
assert failed == [10]
assert settings.empty[9] == before
assert settings.empty[0] == 32100
assert settings.empty[49] == 32149

# Pieces of either pole; a square without one is named and keeps its span.
kept = settings.span[20]
failed = learn(
    p.LEARN_PIECES,
    lambda at, _: settings.empty[at] + (0 if at in (20, 21) else 6000 - at % 2 * 12000),
)
assert failed == [21, 22]
assert settings.span[20] == kept
assert (settings.span[0], settings.span[1]) == (6000, 6000)
print("ok")
