"""Whole files of games: our own, and those of other people where they are at hand."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.pdn import PdnGame, PdnMove, read_pdn, write_pdn
from rules.pdn.parser import parse_games
from rules.pdn.source import text_chunks
from rules.pdn.tokens import Scanner
from rules.variant import Variant
from rules.variants import variant_named

ROOT = Path(__file__).parents[3]
OWN = ROOT / "tests" / "data" / "games"
SHARED = ROOT.parent / "shared" / "games"

# File: games, plies. Counted by other programs.
INTERNATIONAL = {
    "intl_candidates_1995.pdn": (8, 816),
    "intl_dutch_semifinal_1996.pdn": (13, 1381),
    "intl_kurnik_2011.pdn": (4, 535),
    "intl_lidraughts.pdn": (13, 1245),
    "intl_nk2009_r01_annotated.pdn": (7, 725),
    "intl_rk2009_r12.pdn": (7, 757),
    "intl_schildpad_2003.pdn": (34, 3014),
    "intl_windragon_commands.pdn": (1, 152),
    "intl_wk2003.pdn": (23, 2381),
}
OTHERS = {
    "russian_ussr_ch.pdn": (153, 8730, "russian"),
    "english_oca20.pdn": (43, 2280, "american"),
    "brazilian_lidraughts.pdn": (25, 1179, "brazilian"),
    "frisian_lidraughts_noheaders.pdn": (14, 957, "frisian"),
}


def shared(name: str) -> bytes:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{name} is not at hand: it lies beside the repository, in shared/games")
    return path.read_bytes()


def games(name: str, untagged: Variant | None = None) -> list[PdnGame]:
    return list(read_pdn(shared(name), untagged))


@pytest.mark.parametrize(("name", "expected"), INTERNATIONAL.items())
def test_international_games_are_read_to_the_end(name: str, expected: tuple[int, int]) -> None:
    found = games(name)
    assert [str(game.error) for game in found if game.error] == []
    assert (len(found), sum(len(game.game.plies) for game in found if game.game)) == expected


@pytest.mark.parametrize("name", INTERNATIONAL)
def test_international_games_come_back_from_our_writer(name: str) -> None:
    found = games(name)
    back = list(read_pdn(write_pdn(found)))
    assert [game.game for game in back] == [game.game for game in found]
    assert [remarks(game) for game in back] == [remarks(game) for game in found]
    assert [game.warnings for game in back] == [()] * len(found)


def remarks(game: PdnGame) -> list[tuple[object, ...]]:
    return [(move.comments, move.commands, move.nags, len(move.variations)) for move in game.moves]


def test_warnings_about_the_sample() -> None:
    """One game says 0-1 in its tag and 1/2-1/2 at its end; nothing else is worth a word."""
    said = [str(warning) for name in INTERNATIONAL for g in games(name) for warning in g.warnings]
    assert said == ["line 139, column 1: Result '0-1', but the game ends with '1/2-1/2'"]


def test_ambiguous_captures_of_the_sample_are_settled() -> None:
    game = games("intl_schildpad_2003.pdn")[6].game
    assert game is not None
    move = game.plies[110].move
    assert move is not None
    assert (move.short, set(move.captured)) == ("4x24", {18, 29, 37})


def test_remarks_of_the_annotated_file() -> None:
    found = games("intl_nk2009_r01_annotated.pdn")
    inner = [move for game in found for move in varied(game.moves)]
    assert sum(len(m.variations) for m in (*inner, *(m for g in found for m in g.moves))) == 51
    assert all(move.ply for move in inner)


def varied(moves: tuple[PdnMove, ...]) -> Iterator[PdnMove]:
    """The moves in the variations, to any depth."""
    for move in moves:
        for variation in move.variations:
            yield from variation.moves
            yield from varied(variation.moves)


@pytest.mark.parametrize(("name", "expected"), OTHERS.items())
def test_games_of_other_variants_are_found(name: str, expected: tuple[int, int, str]) -> None:
    found = list(parse_games(Scanner(text_chunks(shared(name)))))
    assert (len(found), sum(len(game.moves.entries) for game in found)) == expected[:2]
    assert not any(game.error or game.warnings for game in found)


@pytest.mark.parametrize(("name", "expected"), OTHERS.items())
def test_games_of_other_variants_are_read_without_being_told_the_variant(
    name: str, expected: tuple[int, int, str]
) -> None:
    found = [game.game for game in games(name) if game.game and not game.error]
    assert {game.variant.name for game in found} == {expected[2]}
    assert (len(found), sum(len(game.plies) for game in found)) == expected[:2]


@pytest.mark.parametrize(
    ("name", "plies", "variant"),
    [(name, plies, variant) for name, (_, plies, variant) in OTHERS.items()],
)
def test_games_of_other_variants_are_read_where_the_variant_is_told(
    name: str, plies: int, variant: str
) -> None:
    found = games(name, variant_named(variant))
    assert [str(game.error) for game in found if game.error] == []
    assert sum(len(game.game.plies) for game in found if game.game) == plies
    assert [game.game for game in read_pdn(write_pdn(found))] == [game.game for game in found]


def test_reading_is_fast() -> None:
    data = [shared(name) for name in INTERNATIONAL]
    begun = time.process_time()
    assert sum(1 for file in data for _ in read_pdn(file)) == 110
    assert time.process_time() - begun < 5  # seconds; a tenth of it on an ordinary computer


def own() -> Iterator[tuple[str, PdnGame]]:
    for path in sorted(OWN.glob("*.pdn")):
        with path.open("rb") as file:
            for game in read_pdn(file):
                yield path.name, game


def test_our_own_games_are_complete_and_strict() -> None:
    count = {"selfplay.pdn": 0, "random.pdn": 0}
    for name, game in own():
        count[name] += 1
        assert (game.error, game.warnings) == (None, ())
        assert game.game is not None
        assert game.game.verdict is None
        assert game.game.outcome is not None
        assert game.game.outcome.text == game.tags["Result"]
    assert count == {"selfplay.pdn": 40, "random.pdn": 20}


def test_our_own_games_are_written_as_they_stand() -> None:
    for path in OWN.glob("*.pdn"):
        text = path.read_text(encoding="utf-8")
        moves = text.partition("\n\n")[2]
        assert write_pdn(read_pdn(text)) == moves


def test_random_games_hold_ambiguous_captures_and_kings() -> None:
    for name, game in own():
        if name == "random.pdn":
            assert game.game is not None
            assert any(ply.move and ply.move.promotes for ply in game.game.plies)
            assert any(move.text.count("x") > 1 for move in game.moves)


def test_full_routes_name_the_turns_and_the_squares_behind_captured_pieces() -> None:
    for _, game in own():
        for move in game.moves:
            assert move.ply is not None
            path = tuple(map(int, re.findall(r"\d+", move.text)))
            for before, square, after in zip(path, path[1:], path[2:], strict=False):
                board = move.ply.before.variant.geometry
                straight = board.direction(before, square) == board.direction(square, after)
                behind = board.between(before, square)[-1]
                assert not straight or move.ply.before.piece_at(behind) is not None
