"""From written moves to plies: routes, ambiguity, split captures, setups, variants, results."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.fen import parse_fen
from rules.game import Game, Outcome, Termination
from rules.notation import parse_move
from rules.pdn import Command, PdnGame, read_pdn
from rules.piece import Color
from rules.position import Position
from rules.ruling import Reason

Read = Callable[[str | bytes], PdnGame]
Plies = Callable[[PdnGame], str]

OPENING = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 34-30 20-25 5. 33-28 25x34"
# 4x24 takes 18, 29 and 37 by one way or 28, 29 and 18 by another.
AMBIGUOUS = "W:WK4,20,39,44:B12,18,28,29,37"
# The one man can take 28, 18 and 8; two ways of writing it are tried.
LONG = "W:W33:B8,18,28,45"


def two_ways(position: Position, text: str) -> list[tuple[int, ...]]:
    start, end = map(int, text.split("x"))
    moves = [m for m in position.legal_moves() if (m.start, m.end) == (start, end)]
    return [tuple(sorted(move.captured)) for move in moves]


def captured(game: PdnGame, ply: int = 0) -> tuple[int, ...]:
    assert game.game is not None
    move = game.game.plies[ply].move
    assert move is not None
    return tuple(sorted(move.captured))


@pytest.mark.parametrize(
    "text",
    [
        "28x19",
        "28:19",
        "28X19",
        "28×19",
        "28x 19",
        " 28 x 19",
        "028x019",
    ],
)
def test_signs_of_a_capture(read: Read, plies: Plies, text: str) -> None:
    game = read(f"1. 32-28 19-23 2. {text}")
    assert plies(game) == "32-28 19-23 28x19"
    assert game.warnings == ()


@pytest.mark.parametrize(
    ("text", "warned"), [("28-19", "28-19 is a capture"), ("28x19", None), ("28:19", None)]
)
def test_a_capture_with_the_wrong_sign(read: Read, text: str, warned: str | None) -> None:
    game = read(f"1. 32-28 19-23 2. {text} *")
    assert captured(game, 2) == (23,)
    assert [warning.text for warning in game.warnings] == ([warned] if warned else [])


def test_a_quiet_move_with_the_wrong_sign(read: Read, plies: Plies) -> None:
    game = read("1. 32x28 19-23")
    assert plies(game) == "32-28 19-23"
    assert str(game.warnings[0]) == "line 1, column 4: 32x28 is no capture"


@pytest.mark.parametrize(
    "text",
    ["33x2", "33x22x13x2", "33-22-13-2", "33x22x2", "33x13x2", "33x22 22x13 13x2", "33x13 13x2"],
)
def test_one_capture_however_it_is_written(read: Read, text: str) -> None:
    game = read(f'[GameType "20"]\n[FEN "{LONG}"]\n1. {text} 45-50 *')
    assert game.error is None
    assert captured(game) == (8, 18, 28)
    assert len(game.moves) == 2


def test_a_route_over_other_squares_counts_by_its_ends(read: Read) -> None:
    game = read(f'[GameType "20"]\n[FEN "{LONG}"]\n1. 33x40x2 *')
    assert captured(game) == (8, 18, 28)
    assert "does not pass" in game.warnings[0].text


def test_a_split_capture_that_is_not_finished(read: Read) -> None:
    game = read(f'[GameType "20"]\n[FEN "{LONG}"]\n1. 33x22 22x13 *')
    assert game.error is not None
    assert game.error.problem.startswith("the capture 22x13 does not end here")
    game = read(f'[GameType "20"]\n[FEN "{LONG}"]\n1. 33x22 45-50 *')
    assert game.error is not None
    assert game.error.problem == "the capture before 45-50 is not finished"


def test_a_short_capture_is_settled_by_what_follows(read: Read) -> None:
    position = parse_fen(AMBIGUOUS)
    ways = two_ways(position, "4x24")
    assert len(ways) == 2
    replies = {}
    for move in position.legal_moves():
        if (move.start, move.end) == (4, 24):
            after = position.play(move)
            replies[tuple(sorted(move.captured))] = {str(m) for m in after.legal_moves()}
    for way in ways:
        (other,) = (w for w in ways if w != way)
        for reply in replies[way] - replies[other]:
            game = read(f'[FEN "{AMBIGUOUS}"]\n1. 4x24 {reply} *')
            assert captured(game) == way
            assert (game.error, game.warnings) == (None, ())


def test_a_capture_that_stays_ambiguous_is_read_with_a_warning(read: Read) -> None:
    game = read(f'[FEN "{AMBIGUOUS}"]\n1. 4x24 *')
    assert len(game.moves) == 1
    assert game.warnings[0].text == "4x24 is ambiguous to the end: the first reading is taken"


def test_a_full_route_settles_it_too(read: Read) -> None:
    position = parse_fen(AMBIGUOUS)
    for move in position.legal_moves():
        for route in move.routes:
            text = "x".join(map(str, route.path))
            game = read(f'[FEN "{AMBIGUOUS}"]\n1. {text} *')
            assert captured(game) == tuple(sorted(move.captured))
            assert game.warnings == ()


def test_an_illegal_move_is_an_error_with_its_place() -> None:
    text = '[White "a"]\n\n1. 32-28 19-23\n2. 28x18 13x22 *\n\n[White "b"]\n1. 32-28 *'
    bad, good = read_pdn(text)
    assert bad.error is not None
    assert (bad.error.line, bad.error.column, bad.error.game) == (4, 4, 1)
    assert "28x18 is not a legal move in W:W28" in str(bad.error)
    assert "\n" not in str(bad.error)
    assert bad.game is not None
    assert len(bad.game.plies) == 2
    assert [move.text for move in bad.moves] == ["32-28", "19-23", "28x18", "13x22"]
    assert [move.ply is None for move in bad.moves] == [False, False, True, True]
    assert good.error is None


@pytest.mark.parametrize("text", ["32-2z", "32-", "x19", "99-98", "3-2-1-0", "1-2-3-4-5-6-7-8-9"])
def test_what_is_no_move_is_an_error(read: Read, text: str) -> None:
    game = read(f'[GameType "20"]\n1. 32-28 19-23 2. {text} 14x23 *')
    assert game.error is not None
    assert game.game is not None
    assert len(game.game.plies) == 2


@pytest.mark.parametrize(
    ("tags", "moves", "says"),
    [
        ('[GameType "28"]', "1. 11-15 24-20", "Portuguese"),
        ('[GameType "41,W,10,8,A0,0"]', "1. c3-d4 d6-e5", "Spantsiretti"),
        ('[GameType "99"]', "1. 32-28 19-23", "unknown"),
        ('[GameType "20,W,8,8,N2,0"]', "1. 32-28 19-23", "international"),
        ('[GameType "draughts"]', "1. 32-28 19-23", "not known"),
        ("", "1. c3-d5 d6-e5", "unknown"),
        ("", "1. 11-15 24-17 2. 8-11", "unknown"),
        ("", "1. 62-55 20-25", "unknown"),
        ("", "1. 82-75 20-25", "larger board"),
        ('[FEN "W:W18,22:B1,2"]', "", "unknown"),
        ('[FEN "W:Wa3,c3:Bb8,d8"]', "", "unknown"),
    ],
)
def test_other_variants_are_not_taken_for_international(
    read: Read, tags: str, moves: str, says: str
) -> None:
    game = read(f"{tags}\n{moves} *")
    assert game.game is None
    assert says in str(game.error)
    assert len(game.moves) == sum("." not in word for word in moves.split())


@pytest.mark.parametrize(
    ("tags", "moves", "variant"),
    [
        ("", "1. c3-d4 d6-e5", "russian"),
        ("", "1. a3b4 d6e5", "russian"),
        ("", "1. 11-15 24-20 2. 8-11", "american"),
        ("", "1. 43-37 30-36 2. 49-43 24-30 3. 55-49", "canadian"),
        ("", "1. 31-26 20-25 2. 37-31 14-20 3. 32-27 17x37 4. 41x32", "frisian"),
        ('[FEN "W:Wa3,c3:Bb8,d8"]', "1. c3-d4 d8-e7", "russian"),
        ('[GameType "40"]', "1. 32-28 18-23", "frisian"),
        ('[GameType "97"]', "1. 46-41 5-10", "frysk"),
        ('[GameType "96"]', "1. 32-28 18-23", "breakthrough"),
        ('[GameType "98"]', "1. 32-28 18-23", "antidraughts"),
        ('[GameType "30"]', "1. e3-e4 d6-d5", "turkish"),
        ('[GameType "24"]', "1. 10-14 22-18", "spanish"),
        ('[GameType "27"]', "1. 43-37 30-36", "canadian"),
        ('[Variant "killer"]', "1. 32-28 18-23", "killer"),
        ('[Variant "Russian+No_forced"]', "1. c3-d4 d6-e5 2. b2-c3", "russian+no_forced"),
        ('[GameType "20"]\n[Variant "international+huffing"]', "", "international+huffing"),
        ('[GameType "20"]\n[Variant "Standard"]', "1. 32-28 18-23", "international"),
    ],
)
def test_a_game_is_read_as_what_its_tags_or_its_moves_tell(
    read: Read, tags: str, moves: str, variant: str
) -> None:
    game = read(f"{tags}\n{moves} *")
    assert game.error is None
    assert game.game is not None
    assert game.game.variant.name == variant
    assert len(game.game.plies) == sum("." not in word for word in moves.split())


@pytest.mark.parametrize(
    "tag",
    [
        '[GameType "20"]',
        '[GameType "20,W,10,10,N2,0"]',
        '[GameType "20,W,10,10,N1,0"]',
        '[GameType ""]',
        '[gametype "20"]',
        "",
    ],
)
def test_the_international_game_by_its_tag(read: Read, plies: Plies, tag: str) -> None:
    assert plies(read(f"{tag}\n1. 31-27 *")) == "31-27"


@pytest.mark.parametrize(
    "fen",
    [
        "B:W31-50:B1-20",
        "B:W31-50:B1-20.",
        "B:B1-20:W31-50",
        "b:w31-50:b1-20",
        "B : W31-50 : B01-20",
        "B:W31-50:B1-20:H0:F2",
        "?:W31-50:B1-20",
    ],
)
def test_a_start_by_fen(read: Read, fen: str) -> None:
    game = read(f'[FEN "{fen}"]\n1... 19-23 2. 32-28 *')
    assert game.error is None
    assert game.game is not None
    assert game.game.start == Position.start().with_turn(Color.BLACK)


@pytest.mark.parametrize("fen", ["W:W31,31:B1", "W:W1:B50", "W:W60:B1", "nonsense 40", "W:W40"])
def test_a_wrong_fen_is_an_error(read: Read, fen: str) -> None:
    game = read(f'[GameType "20"]\n[FEN "{fen}"]\n1. 32-28 *')
    assert game.game is None
    assert game.error is not None


def test_an_illegal_move_over_the_board_with_a_setup(read: Read) -> None:
    """The example of the standard: white forgets to capture and plays 32-28."""
    game = read('1. 31-26 17-21 /FEN "B:B1-16,18-21:W26,28,33-50"/ { forgot } 2... 21-27 *')
    assert game.error is None
    assert game.game is not None
    assert [ply.move is None for ply in game.game.plies] == [False, False, True, False]
    assert game.moves[2].comments == ("forgot",)


def test_an_illegal_move_that_is_named_and_set_up(read: Read) -> None:
    game = read('1. 31-26 17-21 2. 32-28 /FEN "B:B1-16,18-21:W26,28,33-50"/ 21-27 *')
    assert game.error is None
    assert game.game is not None
    ply = game.game.plies[2]
    assert (str(ply.move), ply.irregular) == ("32-28", Reason.MUST_CAPTURE)
    assert ply.after.piece_at(28) is not None


def test_a_setup_before_the_first_move_is_the_start(read: Read) -> None:
    game = read('{x} /FEN "W:W31-50:B1-20"/ /FEN "B:W28,31-36,38-50:B1-20"/ 01... 20-25 *')
    assert game.game is not None
    assert game.game.start == Position.start()
    assert len(game.game.plies) == 2


def test_a_null_move(read: Read) -> None:
    game = read('1. 32-28 /FEN "W::"/ 2. 28-23 *')
    assert game.error is None
    assert game.game is not None
    assert len(game.game.plies) == 3


@pytest.mark.parametrize("sign", ["- -", "--"])
def test_an_unknown_move_needs_a_setup(read: Read, sign: str) -> None:
    lost = read(f"1. 32-28 {sign} 2. 33-29 *")
    assert lost.error is not None
    assert "the move before it is unknown" in lost.error.problem
    known = read(f'1. 32-28 {sign} /FEN "W:W28,31,33-50:B1-18,20,23"/ 2. 28x19 *')
    assert known.error is None
    ended = read(f"1. 32-28 {sign} *")
    assert (ended.error, ended.warnings[0].text) == (None, "the game ends with an unknown move")


def test_a_setup_that_is_no_position_is_an_error(read: Read) -> None:
    game = read('1. 32-28 /FEN "W:W99:B1"/ 2. 28x19 *')
    assert game.error is not None
    assert "99" in game.error.problem


def test_remarks_belong_to_the_move_before_them(read: Read) -> None:
    game = read(
        "{before} 1. 32-28! $10 {good} {[%clk 1:55:21] and [%eval 0.1]} "
        "(1. 33-28 {or} 18-22 (18-23 $7)) 19-23?* {[%clock w0:10:00 B0:09:58]} *"
    )
    first, second = game.moves
    assert game.comments == ("before",)
    assert first.nags == (1, 10)
    assert first.comments == ("good", "and")
    assert first.commands == (Command("clk", "1:55:21"), Command("eval", "0.1"))
    assert first.clock == 1 * 3600 + 55 * 60 + 21
    assert second.nags == (2, 7)
    assert second.clock == 598
    (variation,) = first.variations
    assert [move.text for move in variation.moves] == ["33-28", "18-22"]
    assert variation.moves[1].variations[0].moves[0].nags == (7,)
    assert variation.moves[1].variations[0].moves[0].ply is not None


def test_a_variation_may_go_on_after_the_move(read: Read) -> None:
    game = read("1. 32-28 (19-23 2. 28x19) 17-22 *")
    assert game.warnings == ()
    plies = [move.ply for move in game.moves[0].variations[0].moves]
    assert all(plies)


def test_a_variation_that_cannot_be_played_is_a_warning(read: Read) -> None:
    game = read("1. 32-28 (1. 33-28 1-45) 19-23 *")
    assert game.error is None
    assert game.warnings[0].text.startswith("variation: 1-45 is not a legal move")


@pytest.mark.parametrize(
    ("tag", "end", "winner"),
    [
        ("2-0", "*", Color.WHITE),
        ("1-0", "1-0", Color.WHITE),
        ("0-2", "0-1", Color.BLACK),
        ("1/2-1/2", "1-1", None),
        (None, "2-0", Color.WHITE),
        ("*", "2-0", Color.WHITE),
        ("", "0-2", Color.BLACK),
        ("?", "1-1", None),
        ("1 - 1", "*", None),
        ("1+ - 1-", "*", None),
    ],
)
def test_results(read: Read, tag: str | None, end: str, winner: Color | None) -> None:
    tags = "" if tag is None else f'[Result "{tag}"]\n'
    game = read(f"{tags}1. 32-28 {end}")
    assert game.game is not None
    assert game.game.verdict == Outcome(winner, Termination.ENTERED)


@pytest.mark.parametrize(("tag", "end"), [("*", "*"), ("?", ""), ("0-0", "0-0"), ("4-6", "")])
def test_results_that_leave_the_outcome_open(read: Read, tag: str, end: str) -> None:
    game = read(f'[Result "{tag}"]\n1. 32-28 {end}')
    assert game.game is not None
    assert game.game.outcome is None


def test_the_tag_counts_where_it_disagrees_with_the_end(read: Read) -> None:
    game = read('[Result "2-0"]\n1. 32-28 1-1')
    assert game.game is not None
    assert game.game.outcome == Outcome(Color.WHITE, Termination.ENTERED)
    assert "game ends with '1-1'" in game.warnings[0].text


@pytest.mark.parametrize("end", ["12-8", "9-1", "20-0"])
def test_a_score_of_its_own_at_the_end_is_no_move(read: Read, plies: Plies, end: str) -> None:
    game = read(f'[Result "{end}"]\n1. 32-28 {end}')
    assert plies(game) == "32-28"
    assert game.error is None


@pytest.mark.parametrize(
    ("text", "termination"),
    [("Time forfeit", Termination.FLAG), ("resigned", Termination.RESIGNED), ("Normal", "entered")],
)
def test_termination_tags(read: Read, text: str, termination: str) -> None:
    game = read(f'[Result "2-0"]\n[Termination "{text}"]\n1. 32-28 *')
    assert game.game is not None
    assert game.game.verdict == Outcome(Color.WHITE, Termination(termination))


def test_an_end_on_the_board_needs_no_verdict(read: Read) -> None:
    game = read('[Result "2-0"]\n[FEN "W:W33:B28"]\n[GameType "20"]\n1. 33x22 *')
    assert game.game is not None
    assert game.game.verdict is None
    assert game.game.outcome == Outcome(Color.WHITE, Termination.NO_PIECES)


def test_a_game_without_moves(read: Read) -> None:
    game = read('[White "a"]\n[Black "b"]\n[Result "2-0"]\n\n2-0')
    assert game.game is not None
    assert (game.game.plies, game.error) == ((), None)
    assert game.game == Game.new().finish(Outcome(Color.WHITE, Termination.ENTERED))


def test_the_reader_agrees_with_the_notation_of_the_rules(read: Read) -> None:
    game = read(OPENING)
    assert game.game is not None
    position = Position.start()
    for move, ply in zip(game.moves, game.game.plies, strict=True):
        assert ply.move == parse_move(position, move.text)
        position = ply.after
