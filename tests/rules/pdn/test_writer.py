"""The strict writer, and that the reader gives back what was written."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.fen import parse_fen
from rules.game import Game, Outcome, Ply, Termination
from rules.move import Move, Route
from rules.notation import parse_move
from rules.pdn import Command, PdnError, PdnGame, PdnMove, Variation, read_pdn, write_pdn
from rules.piece import WHITE_MAN, Color, Role
from rules.position import Position
from rules.ruling import Reason
from rules.variants import INTERNATIONAL, RUSSIAN

Read = Callable[[str | bytes], PdnGame]
# Two captures with the same ends: one takes 18, 29 and 37, the other 18, 28 and 29.
AMBIGUOUS = "W:WK4,20,39,44:B12,18,28,29,37"


def played(moves: str, start: Position | None = None) -> Game:
    game = Game(start or Position.start())
    for text in moves.split():
        game = game.play(parse_move(game.position, text))
    return game


def irregular(before: Position, reason: Reason, *path: int, takes: tuple[int, ...] = ()) -> Ply:
    """A wrong move of which only the geometry is known."""
    move = Move(path[0], path[-1], (Route(path, takes),))
    return Ply(before, move, before.after(move.start, move.end, takes), reason)


def body(text: str) -> str:
    """The moves, as one line."""
    return " ".join(text.split("\n\n")[1].split())


def test_a_game_as_it_is_written() -> None:
    game = played("32-28 19-23 28x19 14x23").finish(Outcome(Color.WHITE, Termination.RESIGNED))
    tags = {"Round": "1", "Annotator": "me", "White": 'Jan "de Beer"', "Event": "Club", "Site": ""}
    assert write_pdn((tags, game)) == (
        '[Event "Club"]\n[Round "1"]\n[White "Jan \\"de Beer\\""]\n[Result "2-0"]\n'
        '[Annotator "me"]\n[GameType "20"]\n[Termination "resigned"]\n'
        "\n1. 32-28 19-23 2. 28x19 14x23 *\n"
    )


def test_games_are_parted_by_a_blank_line() -> None:
    text = write_pdn([({"Round": "1"}, Game.new()), ({"Round": "2"}, Game.new())])
    assert "\n*\n\n[Round" in text
    assert [game.tags["Round"] for game in read_pdn(text)] == ["1", "2"]


def test_no_games_are_no_text() -> None:
    assert write_pdn([]) == ""


def test_a_position_of_its_own_is_written_as_fen() -> None:
    game = played("19-23", Position.start().with_turn(Color.BLACK))
    text = write_pdn(({}, game))
    assert f'[FEN "{game.start.fen}"]' in text
    assert body(text) == "1... 19-23 *"


def test_the_full_route_only_where_the_ends_are_ambiguous() -> None:
    position = parse_fen(AMBIGUOUS)
    texts = [
        body(write_pdn(({}, Game(position).play(move))))
        for move in position.legal_moves()
        if (move.start, move.end) == (4, 24)
    ]
    assert len(texts) == 2
    assert all(re.fullmatch(r"1\. 4x\d+x\d+x24 \*", text) for text in texts)
    assert body(write_pdn(({}, played("33x2", parse_fen("W:W33:B8,18,28,45"))))) == "1. 33x2 *"


def test_a_variant_is_written_its_own_way(read: Read) -> None:
    game = played("22-18 11-15 18x11 7x16", Position.start(RUSSIAN))
    text = write_pdn(({}, game))
    assert body(text) == "1. c3-d4 f6-e5 2. d4:f6 e7:g5 *"
    assert read(text).game == game


def test_lines_are_wrapped_and_never_begin_like_something_else() -> None:
    words = " ".join(["%word", "[Event", '"x"]', ";", "word"] * 40)
    game = PdnGame(1, Game.new(), comments=(words,))
    text = write_pdn(game)
    lines = text.split("\n\n")[1].splitlines()
    assert not any(line.startswith(("%", "[", ";")) for line in lines)
    assert max(map(len, write_pdn(({}, played("32-28 19-23 28x19 14x23"))).splitlines())) <= 79
    assert next(read_pdn(text)).comments == (words,)


def test_comments_cannot_break_out(read: Read) -> None:
    game = PdnGame(1, Game.new(), comments=("a } 1. 32-28 { b", "", "irregular: must_capture"))
    back = read(write_pdn(game))
    assert back.game == Game.new()
    assert back.comments == ("a ) 1. 32-28 ( b", "irregular: must_capture.")


def test_remarks_are_kept(read: Read) -> None:
    text = (
        "{before} 1. 32-28! $10 {[%clk 1:55:21] [%eval 0.1]} {good} "
        "( {or} 1. 33-28 18-22 ( 1... 18-23?! ) ) 1... 19-23 ( 1... 17-22 2. 28x17 ) "
        "2. 28x19 $7 14x23 *"
    )
    game = read(text)
    again = write_pdn(game)
    assert body(again) == text
    back = read(again)
    assert (back.game, back.moves, back.comments) == (game.game, game.moves, game.comments)


def test_moves_that_could_not_be_followed_are_kept_as_a_remark(read: Read) -> None:
    back = read(write_pdn(read("1. 32-28 19-23 2. 1-50 14x23 *")))
    assert back.error is None
    assert back.moves[-1].comments == ("not followed: 1-50 14x23",)


def test_a_game_that_was_not_read_cannot_be_written(read: Read) -> None:
    with pytest.raises(PdnError, match="game 1 cannot be written"):
        write_pdn(read('[GameType "99"]\n1. 32-28 *'))


def test_an_irregular_move_is_a_move_with_a_mark_and_a_comment(read: Read) -> None:
    game = played("31-26 17-21")
    game = game.record(irregular(game.position, Reason.MUST_CAPTURE, 32, 28))
    game = game.play(parse_move(game.position, "21-27"))
    text = write_pdn(({}, game))
    assert body(text) == "1. 31-26 17-21 2. 32-28 $2 {irregular: must_capture} 2... 21-27 *"
    assert read(text).game == game


IRREGULAR = {
    "a capture by its squares": (
        lambda before: irregular(before, Reason.MUST_CAPTURE_MORE, 26, 17, takes=(21,)),
        "2. 26x17 $2 {irregular: must_capture_more} *",
    ),
    "the wrong piece removed": (
        lambda before: irregular(before, Reason.WRONG_REMOVAL, 26, 17, takes=(12,)),
        "2. 26x17 $2 {irregular: wrong_removal; ways 26-17/12} *",
    ),
    "crowned too early": (
        lambda before: Ply(
            before,
            Move(32, 28, (Route((32, 28)),), promotes=True),
            before.after(32, 28, (), promotes=True),
            Reason.MUST_CAPTURE,
        ),
        "2. 32-28 $2 {irregular: must_capture; ways 32-28/; promotes} *",
    ),
    "a move of the other side": (
        lambda before: irregular(before, Reason.NOT_YOUR_PIECE, 18, 23),
        "2. 18-23 $2 {irregular: not_your_piece} *",
    ),
    "something else stands there": (
        lambda before: replace(
            irregular(before, Reason.BAD_GEOMETRY, 32, 24), after=parse_fen("B:W30:B1,2")
        ),
        '2. 32-24 $2 {irregular: bad_geometry} /FEN "B:W30:B1,2"/ *',
    ),
    "nothing moved": (
        lambda before: Ply(before, None, before.with_turn(Color.BLACK), Reason.PASS),
        None,
    ),
    "order unknown": (lambda before: Ply(before, None, parse_fen("W:W30:B1,2")), None),
    "a move without a reason": (
        lambda before: replace(irregular(before, Reason.PASS, 32, 28), irregular=None),
        "2. 32-28 $2 {irregular: unnamed} *",
    ),
}


@pytest.mark.parametrize(("make", "text"), IRREGULAR.values(), ids=IRREGULAR)
def test_irregular_plies(read: Read, make: Callable[[Position], Ply], text: str | None) -> None:
    game = played("31-26 17-21")
    game = game.record(make(game.position))
    written = write_pdn(({}, game))
    assert read(written).game == game
    if text:
        assert body(written) == f"1. 31-26 17-21 {text}"
    else:
        assert f'/FEN "{game.position.fen}"/' in written


def test_a_setup_after_an_irregular_move_is_a_ply_of_its_own(read: Read) -> None:
    game = played("31-26 17-21")
    game = game.record(irregular(game.position, Reason.MUST_CAPTURE, 32, 28))
    game = game.record(Ply(game.position, None, parse_fen("W:W30:B1,2")))
    assert read(write_pdn(({}, game))).game == game


def test_a_game_that_begins_with_a_setup(read: Read) -> None:
    game = Game.new().record(Ply(Position.start(), None, parse_fen("W:W30,50:B1,2")))
    assert read(write_pdn(({}, game))).game == game


def test_a_man_that_nobody_crowned_stays_a_man(read: Read) -> None:
    after = parse_fen("B:W7,30:BK45").after(7, 1, ())
    game = Game.new().record(Ply(Position.start(), None, after))
    assert read(write_pdn(({}, game))).game == game


def test_a_start_that_fen_does_not_allow() -> None:
    start = Position.of(INTERNATIONAL, Color.BLACK, {1: WHITE_MAN})
    with pytest.raises(PdnError, match="cannot be written"):
        write_pdn(({}, Game(start)))


@pytest.mark.parametrize(
    "outcome",
    [None, *(Outcome(winner, reason) for winner in (*Color, None) for reason in Termination)],
    ids=str,
)
def test_every_outcome_is_kept(read: Read, outcome: Outcome | None) -> None:
    for game in (played("32-28"), played("33x22", parse_fen("W:W33:B28"))):
        back = read(write_pdn(({"Termination": "Normal"}, game.finish(outcome)))).game
        assert back is not None
        assert back.verdict == (outcome if outcome != game.outcome else back.verdict)
        assert back.outcome == game.finish(outcome).outcome


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"Result": "0-0"}, {"Result": "0-0"}),
        ({"Result": "2-0"}, {"Result": "*"}),
        ({"result": "2-0", "GAMETYPE": "25", "Fen": "W:W1:B2"}, {"Result": "*"}),
        ({"white name": "a\nb", "1st": "x", "Event": "?"}, {"White_name": "a b", "Tag1st": "x"}),
    ],
)
def test_tags_in_the_strict_form(read: Read, given: dict[str, str], kept: dict[str, str]) -> None:
    back = read(write_pdn((given, played("32-28"))))
    assert back.error is None
    assert kept.items() <= back.tags.items()
    assert back.tags["GameType"] == "20"
    assert "FEN" not in back.tags


# Round trip of anything: games with legal and wrong plies, remarks and tags.


def random_game(rng: random.Random) -> Game:
    """Some plies, of which about one in five is irregular."""
    game = Game.new() if rng.random() < 0.7 else Game(random_position(rng))
    for _ in range(rng.randrange(30)):
        moves = game.position.legal_moves()
        if moves and rng.random() < 0.8:
            game = game.play(rng.choice(moves))
        else:
            game = game.record(random_ply(rng, game.position))
    return game


def random_position(rng: random.Random) -> Position:
    pieces = {}
    for square in rng.sample(range(1, 51), rng.randrange(2, 20)):
        color, king = rng.choice(list(Color)), rng.random() < 0.4
        king |= INTERNATIONAL.promotes_on(color, square)
        letter = "K" if king else ""
        pieces[square] = (color, f"{letter}{square}")
    sides = [",".join(text for own, text in pieces.values() if own is color) for color in Color]
    return parse_fen(f"{rng.choice('WB')}:W{sides[0]}:B{sides[1]}")


def random_ply(rng: random.Random, before: Position) -> Ply:
    """A wrong move of any kind, or an unknown one."""
    reason = rng.choice(list(Reason))
    if rng.random() < 0.3 or not before.occupied:
        return Ply(before, None, random_position(rng), rng.choice([None, reason]))
    path = (rng.choice(before.squares()), *rng.choices(range(1, 51), k=rng.randrange(1, 4)))
    takes = tuple(rng.sample(range(1, 51), rng.choice([0, 0, 1, 2])))
    piece = before.piece_at(path[0])
    assert piece is not None
    far = INTERNATIONAL.promotes_on(piece.color, path[-1])
    promotes = piece.role is Role.MAN and rng.random() < (0.8 if far else 0.1)
    routes = tuple(Route(path, takes) for _ in range(rng.choice([1, 1, 2])))
    move = Move(path[0], path[-1], routes, promotes)
    after = before.after(path[0], path[-1], takes, promotes)
    if rng.random() < 0.2:
        after = random_position(rng)
    return Ply(before, move, after, rng.choice([None, reason]))


@given(st.integers(0, 2**32), st.sampled_from([None, *Termination]))
def test_any_game_comes_back_the_same(seed: int, reason: Termination | None) -> None:
    rng = random.Random(seed)
    game = random_game(rng)
    if reason:
        game = game.finish(Outcome(rng.choice([*Color, None]), reason))
    text = write_pdn([({}, game), ({"Round": "2"}, played("32-28"))])
    back, second = read_pdn(text)
    assert (back.error, back.warnings) == (None, ())
    assert back.game is not None
    assert back.game.plies == game.plies
    assert back.game.start == game.start
    assert back.game.outcome == game.outcome
    assert second.game == played("32-28")
    assert write_pdn([back, second]) == text


REMARK = st.text(st.characters(exclude_characters="{}[]", exclude_categories=["Cs", "Cc"]))
REMARKS = st.lists(REMARK, max_size=2).map(
    lambda texts: tuple(filter(None, (" ".join(text.split()) for text in texts)))
)
NAGS = st.lists(st.integers(0, 255), max_size=3).map(tuple)
COMMANDS = st.lists(
    st.builds(Command, st.sampled_from(["clk", "eval", "x"]), st.sampled_from(["", "0:01:02"])),
    max_size=2,
).map(tuple)


@given(REMARKS, st.lists(st.tuples(REMARKS, NAGS, COMMANDS), min_size=2, max_size=2))
def test_any_remarks_come_back_the_same(
    before: tuple[str, ...],
    remarks: list[tuple[tuple[str, ...], tuple[int, ...], tuple[Command, ...]]],
) -> None:
    game = played("32-28 19-23")
    side = played("33-28 18-22")
    moves = [
        PdnMove(str(ply.move), ply, comments, commands, nags)
        for ply, (comments, nags, commands) in zip(game.plies, remarks, strict=True)
    ]
    others = [
        PdnMove(str(ply.move), ply, move.comments)
        for ply, move in zip(side.plies, moves, strict=True)
    ]
    moves[0] = replace(moves[0], variations=(Variation(tuple(others), before),))
    back = next(read_pdn(write_pdn(PdnGame(1, game, moves=tuple(moves), comments=before))))
    assert back.moves == tuple(moves)
    assert back.comments == before


@given(
    st.dictionaries(st.from_regex(r"[A-Z][a-z0-9_]{0,8}", fullmatch=True), REMARK | st.just("\\"))
)
def test_any_tags_come_back_the_same(tags: dict[str, str]) -> None:
    back = next(read_pdn(write_pdn((tags, Game.new()))))
    assert back.warnings == ()
    for name, value in tags.items():
        if name not in ("Result", "Fen", "Gametype", "Termination"):
            assert back.tags.get(name, "") == " ".join(value.split())
