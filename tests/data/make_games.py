"""Make the games in tests/data/games. Run from the top of the repository:

    python -m tests.data.make_games

Same seed, same games: openings and random moves come from seeded generators, and the engine
searches to a fixed depth with a fresh table for every game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import dame

from rules.game import Game
from rules.move import Move
from rules.pdn import Tags, write_pdn
from rules.piece import Role

FOLDER = Path(__file__).parent / "games"
SELFPLAY_GAMES = 40
RANDOM_GAMES = 20
LONGEST_RANDOM = 400  # plies

Record = tuple[Tags, Game]


def selfplay(number: int) -> Record:
    """A game of the engine against itself, at different depths, after a random opening."""
    rng = random.Random(f"selfplay {number}")
    depths = [rng.choice((5, 6, 7)), rng.choice((1, 2, 3, 6))]
    rng.shuffle(depths)
    opening = rng.randrange(2, 11)
    engines = [dame.Engine(hash_mb=16) for _ in depths]
    board, game = dame.Board(), Game.new()
    while not board.is_game_over():
        side = board.ply % 2
        if board.ply < opening:
            chosen = rng.choice(board.legal_moves)
        else:
            found = engines[side].search(board, depth=depths[side]).best_move
            assert found is not None
            chosen = found
        board.push(chosen)
        game = game.play(same_move(game, chosen))
    outcome = board.outcome()
    assert outcome is not None
    assert game.outcome is not None
    assert outcome.result() == game.outcome.text, number
    names = [f"dame-rs, depth {depth}" for depth in depths]
    return tags("Engine against itself", number, names), game


def same_move(game: Game, move: dame.Move) -> Move:
    """The engine's move among ours."""
    (found,) = (
        own
        for own in game.position.legal_moves()
        if (own.start, own.end) == (move.from_square, move.to_square)
        and sorted(own.captured) == move.captured
    )
    return found


def random_games() -> Iterator[Record]:
    """Games of random moves in which a capture is ambiguous when only its ends are given."""
    seed = number = 0
    while number < RANDOM_GAMES:
        seed += 1
        game, ambiguous = random_game(random.Random(f"random {seed}"))
        if ambiguous and game.outcome is not None:
            number += 1
            yield tags(f"Random moves, seed {seed}", number, ["Random", "Random"]), game


def random_game(rng: random.Random) -> tuple[Game, bool]:
    """A game of random moves, and whether a capture in it is ambiguous. Captures and promotions
    are preferred where there is a choice, and men before kings, so that there will be many kings
    and that the game ends."""
    game, ambiguous = Game.new(), False
    while game.outcome is None and len(game.plies) < LONGEST_RANDOM:
        moves = sorted(game.position.legal_moves(), key=in_order)
        men = [m for m in moves if role_of(game, m) is Role.MAN]
        crowning = [m for m in moves if m.promotes]
        pool = crowning or (men if men and rng.random() < 0.8 else moves)
        move = rng.choice(pool)
        ambiguous |= sum((m.start, m.end) == (move.start, move.end) for m in moves) > 1
        game = game.play(move)
    return game, ambiguous


def in_order(move: Move) -> tuple[int, int, list[int]]:
    """Sorts moves the same way in whichever order they are generated."""
    return move.start, move.end, sorted(move.captured)


def role_of(game: Game, move: Move) -> Role | None:
    piece = game.position.piece_at(move.start)
    return piece.role if piece else None


def tags(event: str, number: int, names: list[str]) -> Tags:
    return {"Event": event, "Round": str(number), "White": names[0], "Black": names[1]}


def write(name: str, header: str, records: list[Record]) -> None:
    text = "".join(f"% {line}\n" for line in header.splitlines())
    (FOLDER / name).write_text(f"{text}\n{write_pdn(records)}", encoding="utf-8")


def main() -> None:
    write(
        "selfplay.pdn",
        "Made for this repository by tests/data/make_games.py:\n"
        f"the engine dame-rs {dame.__version__} against itself. MIT licence, as the repository.",
        [selfplay(number) for number in range(1, SELFPLAY_GAMES + 1)],
    )
    write(
        "random.pdn",
        "Made for this repository by tests/data/make_games.py:\n"
        "random moves of our own generator. MIT licence, as the repository.",
        list(random_games()),
    )


if __name__ == "__main__":
    main()
