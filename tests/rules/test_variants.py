"""What each variant has of its own, beyond the cases: starts, names of squares, kings, results."""

from __future__ import annotations

import pickle

import pytest

from rules.errors import UnknownHouseRuleError, UnknownVariantError
from rules.fen import format_fen, parse_fen
from rules.game import Game, Outcome, Termination
from rules.geometry import Geometry
from rules.house import HouseRule, house_rules_of, with_house_rules
from rules.judge import judge
from rules.names import spelled, square_name
from rules.notation import parse_move
from rules.piece import Color, Role
from rules.position import Position
from rules.rulebook import Topic
from rules.ruling import Attempt, Reason
from rules.variant import Variant
from rules.variants import (
    AMERICAN,
    BREAKTHROUGH,
    FRISIAN,
    FRYSK,
    INTERNATIONAL,
    SPANISH,
    TURKISH,
    VARIANTS,
    variant_named,
)


def play(game: Game, *texts: str) -> Game:
    for text in texts:
        game = game.play(parse_move(game.position, text))
    return game


def lines(*moves: str) -> list[str]:
    return sorted(moves)


def listed(variant: Variant, fen: str) -> list[str]:
    return sorted(move.short for move in parse_fen(fen, variant).legal_moves())


# Variant: men of each side, squares of white's men, who begins, opening moves.
STARTS = {
    "international": (20, range(31, 51), "W", 9),
    "family8": (12, range(21, 33), "W", 7),
    "family8_flying": (12, range(21, 33), "W", 7),
    "american": (12, range(21, 33), "B", 7),
    "russian": (12, range(21, 33), "W", 7),
    "brazilian": (12, range(21, 33), "W", 7),
    "pool": (12, range(21, 33), "B", 7),
    "spanish": (12, range(21, 33), "W", 7),
    "italian": (12, range(21, 33), "W", 7),
    "czech": (12, range(21, 33), "W", 7),
    "turkish": (16, range(41, 57), "W", 8),
    "thai": (8, range(25, 33), "B", 7),
    "canadian": (30, range(43, 73), "W", 11),
    "frisian": (20, range(31, 51), "W", 9),
    "frysk": (5, range(46, 51), "W", 9),
    "killer": (20, range(31, 51), "W", 9),
    "breakthrough": (20, range(31, 51), "W", 9),
    "antidraughts": (20, range(31, 51), "W", 9),
}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_a_game_begins_as_the_rules_say(variant: Variant) -> None:
    men, white, first, moves = STARTS[variant.name]
    start = Position.start(variant)
    assert len(start.squares(Color.BLACK, Role.MAN)) == men
    assert start.squares(Color.WHITE) == tuple(white)
    assert start.turn is Color(first)
    assert len(start.legal_moves()) == moves
    assert pickle.loads(pickle.dumps(start)) == start


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_every_topic_has_an_article(variant: Variant) -> None:
    articles = [variant.rulebook.article(topic) for topic in Topic]
    assert all(articles)
    assert variant is INTERNATIONAL or variant.rulebook is not INTERNATIONAL.rulebook


@pytest.mark.parametrize(
    ("variant", "square", "name"),
    [
        ("international", 46, "46"),
        ("russian", 1, "b8"),
        ("russian", 29, "a1"),
        ("brazilian", 32, "g1"),
        ("czech", 4, "h8"),
        ("turkish", 1, "a8"),
        ("turkish", 64, "h1"),
        ("italian", 1, "1"),
        ("spanish", 1, "32"),
        ("spanish", 32, "1"),
        ("thai", 25, "8"),
    ],
)
def test_a_square_has_the_name_that_its_game_gives_it(variant: str, square: int, name: str) -> None:
    assert square_name(variant_named(variant), square) == name


@pytest.mark.parametrize(
    ("variant", "ours", "written"),
    [
        ("russian", "22x6", "c3:c7"),
        ("brazilian", "22x6", "c3xc7"),
        ("spanish", "23-19", "10-14"),
        ("turkish", "45x29", "e3xe5"),
        ("thai", "10x17", "23-16"),
        ("american", "22x15", "22x15"),
    ],
)
def test_a_move_is_written_as_its_game_writes_it(variant: str, ours: str, written: str) -> None:
    assert spelled(variant_named(variant), ours) == written


def test_a_fen_may_count_squares_as_the_game_does() -> None:
    position = parse_fen("W:W1-12:BK32,21", SPANISH, national=True)
    assert position.fen == "W:W21,22,23,24,25,26,27,28,29,30,31,32:BK1,12"
    assert format_fen(position, national=True) == "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,K32"
    assert parse_fen("W:WKa1,c3:Bb8", variant_named("russian")).fen == "W:W22,K29:B1"


# -- kings that must rest --------------------------------------------------------------------------


def test_a_frisian_king_rests_after_three_moves_while_there_are_men() -> None:
    game = play(Game(parse_fen("W:WK46,50:BK1,45,6", FRISIAN)), "46-41", "1-7", "41-46", "7-1")
    assert "46-41" in [move.short for move in game.position.legal_moves()]
    game = play(game, "46-41", "1-7")
    assert [move.short for move in game.position.legal_moves()] == lines("50-44")
    assert play(game, "50-44").position.legal_moves()
    tired = judge(game.position, Attempt(41, 46))
    assert (tired.legal, tired.reason) == (False, Reason.BAD_GEOMETRY)
    assert tired.article == FRISIAN.rulebook.article(Topic.KING_RUN)


def test_a_frisian_king_goes_on_without_men_or_after_another_piece_moved() -> None:
    alone = play(Game(parse_fen("W:WK46:BK1,45", FRISIAN)), "46-41", "1-7", "41-46", "7-1", "46-41")
    assert "41-46" in [m.short for m in play(alone, "1-12").position.legal_moves()]
    game = play(Game(parse_fen("W:WK46,47:BK1,15", FRISIAN)), "46-41", "1-7", "41-46", "7-1")
    game = play(game, "46-41", "1-7", "47-42", "15-20")
    assert "41-46" in [move.short for move in game.position.legal_moves()]


def test_positions_of_tired_and_rested_kings_differ_but_count_as_repeated() -> None:
    start = parse_fen("W:WK46,50:BK1,45,6", FRISIAN)
    game = play(Game(start), "46-41", "1-7", "41-46", "7-1")
    assert game.position != start
    assert game.position.fen == start.fen
    assert game.counters.repetitions == 2
    assert pickle.loads(pickle.dumps(game.position)) == game.position
    turned = game.position.with_turn(Color.BLACK).with_turn(Color.WHITE)
    assert turned == game.position


# -- what other variants do ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "fen", "moves"),
    [
        # A row, a column and a diagonal, for men and for kings.
        ("frisian", "W:W28:B18,1", ["28x8"]),
        ("frisian", "W:W28:B38,1", ["28x48"]),
        ("frisian", "W:WK6:B10", []),
        ("frisian", "W:WK6:B9", ["6x10"]),
        # A man of Turkish draughts never captures backward, and goes on as a man on the last row.
        ("turkish", "W:We5:Be4", ["29-21", "29-28", "29-30"]),
        ("turkish", "W:Wa6:Ba7,c8", ["17x1"]),
        ("turkish", "W:Wa6:Ba7,b8,d8", ["17x5"]),
        # A king may not turn back in its tracks: a1xa4 and then a8 is no capture.
        ("turkish", "W:WKa3:Ba4,a2", ["41x1", "41x9", "41x17", "41x25", "41x57"]),
        # In Thai draughts a king lands directly behind what it takes, which leaves at once.
        ("thai", "W:WK29:B18", ["29x15"]),
        ("thai", "W:W22:B27", ["22-17", "22-18"]),
        ("killer", "W:WK46:B32,K14", ["46x10"]),
        ("czech", "W:W22,K31:B18,27", ["31x20", "31x24"]),
        ("spanish", "W:W22:B27", ["22-18", "22-19"]),
        ("pool", "W:W11:B7,6", ["11x9"]),
        ("italian", "W:WK22,24:B18,K19,20", ["22x15"]),
    ],
)
def test_pieces_move_as_their_game_says(variant: str, fen: str, moves: list[str]) -> None:
    found = listed(variant_named(variant), fen)
    quiet = [move for move in found if "-" in move]
    assert (found if moves else quiet) == (sorted(moves) if moves else found)


def test_a_crowned_man_ends_the_game_in_breakthrough_only() -> None:
    for variant, outcome in (
        (BREAKTHROUGH, Outcome(Color.WHITE, Termination.FIRST_KING)),
        (INTERNATIONAL, None),
    ):
        game = play(Game(parse_fen("W:W7:B26", variant)), "7-2")
        assert game.outcome == outcome


def test_the_geometries_tell_lines_of_rows_and_columns() -> None:
    star: Geometry = FRISIAN.geometry
    assert star.direction(38, 18) == (-2, 0)
    assert star.between(38, 8) == (28, 18)
    assert star.direction(27, 29) == (0, 2)
    assert INTERNATIONAL.geometry.direction(38, 18) is None
    cross: Geometry = TURKISH.geometry
    assert cross.between(57, 33) == (49, 41)
    assert cross.direction(57, 50) is None
    assert cross.turned(1) == 64


# -- draws -----------------------------------------------------------------------------------------


def shuffled(variant: Variant, fen: str, *moves: str, plies: int) -> Game:
    """The moves again and again; repetitions do not count here."""
    game = Game(parse_fen(fen, variant))
    for number in range(plies):
        game = play(game, moves[number % len(moves)])
    return game


@pytest.mark.parametrize(
    ("variant", "fen", "moves", "limit", "rule"),
    [
        ("american", "B:WK32,K31:BK1,K2", ["1-5", "32-28", "5-1", "28-32"], 40, "no_progress"),
        ("italian", "W:WK32,K31:BK1,K2", ["32-28", "1-5", "28-32", "5-1"], 40, "no_progress"),
        ("pool", "B:WK32,K31,K30:BK1,K2,K3", ["1-5", "32-28", "5-1", "28-32"], 15, "no_progress"),
        ("czech", "W:WK32,K31,5:BK1,K2,28", ["31-27", "1-6", "27-31", "6-1"], 15, "no_progress"),
        ("russian", "W:WK32,K31:BK5", ["32-28", "5-1", "28-32", "1-5"], 5, "one_v_two_5"),
        ("russian", "W:WK32,K31,K30:BK5", ["32-28", "5-1", "28-32", "1-5"], 15, "endgame"),
        ("russian", "W:WK32,K31,21:BK4", ["32-28", "4-8", "28-32", "8-4"], 5, "endgame"),
        ("brazilian", "W:WK32,K31,21:BK4,5", ["32-28", "4-8", "28-32", "8-4"], 30, "endgame"),
        ("frisian", "W:WK46,K47:BK1", ["46-41", "1-6", "41-46", "6-1"], 7, "endgame"),
        ("frisian", "W:WK46:BK6", ["46-41", "6-1", "41-46", "1-6"], 2, "endgame"),
    ],
)
def test_the_counts_of_a_variant_have_its_limits(
    variant: str, fen: str, moves: list[str], limit: int, rule: str
) -> None:
    game = Game(parse_fen(fen, variant_named(variant)))
    texts = {str(count) for count in game.counters.counts}
    assert f"0 of {limit}" in texts
    for ply in range(2):
        game = play(game, moves[ply])
    now = {(count.rule, count.played, count.limit) for count in game.counters.counts}
    assert {(r.value, played, most) for r, played, most in now} & {(rule, 1, limit)}


def test_a_full_count_is_a_draw_in_other_variants_too() -> None:
    game = shuffled(FRISIAN, "W:WK46:BK6", "46-41", "6-1", "41-46", "1-6", plies=4)
    assert game.outcome == Outcome(None, Termination.ENDGAME)
    assert game.take_back().outcome is None
    four = Game(parse_fen("B:WK32,K31:BK1,K2", AMERICAN))
    assert four.counters.kings_only_limit == 80


def test_a_lone_king_off_the_main_road_has_fifteen_moves_not_five() -> None:
    russian = variant_named("russian")
    on_road = Game(parse_fen("W:WK32,K31,K30:BK29", russian)).counters
    off_road = Game(parse_fen("W:WK32,K31,K30:BK5", russian)).counters
    assert (on_road.endgame_limit, off_road.endgame_limit) == (10, 30)


# -- house rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_house_rules_can_be_switched_on_in_any_variant(variant: Variant) -> None:
    house = with_house_rules(variant, HouseRule)
    assert house_rules_of(house) == tuple(HouseRule)
    assert variant_named(house.name) == house
    assert (house.must_capture, house.men_capture_backward) == (False, False)
    assert (house.huffing, house.free_draw, house.youngest_begins) == (True, True, True)
    assert house != variant
    assert Position.start(house).pieces() == Position.start(variant).pieces()
    assert with_house_rules(house, [HouseRule.HUFFING]) == house


def test_the_same_house_rules_give_the_same_record_whatever_their_order() -> None:
    one = variant_named("frysk+no_forced+huffing")
    assert one is variant_named("frysk+huffing+no_forced")
    assert one.men_rows == FRYSK.men_rows
    assert variant_named("house_no_forced").name == "international+no_forced"
    both = variant_named("house_no_forced+men_forward")
    assert both is variant_named("international+men_forward+no_forced")


def test_the_youngest_may_begin() -> None:
    house = variant_named("international+youngest_begins")
    assert Game.new(house, first=Color.BLACK).position.turn is Color.BLACK
    assert Game.new(house).position.turn is Color.WHITE


def test_names_that_do_not_exist_are_refused_with_those_that_do() -> None:
    with pytest.raises(UnknownVariantError, match="frisian"):
        variant_named("mars")
    with pytest.raises(UnknownHouseRuleError, match="huffing"):
        variant_named("russian+loud")
