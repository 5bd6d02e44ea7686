"""FEN as it is found in files, and what is refused."""

from __future__ import annotations

import pytest

from rules.errors import FenError, SquareError, UnknownVariantError
from rules.fen import format_fen, parse_fen
from rules.piece import BLACK_KING, BLACK_MAN, WHITE_KING, WHITE_MAN, Color
from rules.position import Position
from rules.variants import CANADIAN, INTERNATIONAL, RUSSIAN, variant_named

START = "W:W" + ",".join(map(str, range(31, 51))) + ":B" + ",".join(map(str, range(1, 21)))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("W:W31-50:B1-20", START),
        ("W:B1-20:W31-50.", START),
        ("w:w31-50:b1-20", START),
        (" W : W 31 - 50 : B 01 - 20 . \n", START),
        ("B:WK1-3,28:B45", "B:WK1,K2,K3,28:B45"),
        ("W:W:B1", "W:W:B1"),
        ("B:W31:B", "B:W31:B"),
        ("W:W31:B1:H0:F2", "W:W31:B1"),
        ("W:W033,K7:Bk46,5", "W:WK7,33:B5,K46"),
    ],
)
def test_it_is_read_tolerantly_and_written_in_one_form(text: str, canonical: str) -> None:
    assert format_fen(parse_fen(text)) == canonical


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must name both colours"),
        ("W", "must name both colours"),
        ("W:W31", "must name both colours"),
        ("W:W31:W32", "twice"),
        ("?:W31:B1", "must begin with W or B"),
        ("X:W31:B1", "must begin with W or B"),
        ("W:31:B1", "must begin with W or B"),
        ("W:W31,31:B1", "square 31 occurs twice"),
        ("W:W31:B31", "square 31 occurs twice"),
        ("W:W31-33,32:B1", "square 32 occurs twice"),
        ("W:W51:B1", "off the board"),
        ("W:W0:B1", "off the board"),
        ("W:W33-31:B1", "off the board"),
        ("W:W45-60:B1", "off the board"),
        ("W:W5:B20", "man cannot stand on its far row"),
        ("W:W31:B46", "write K46"),
        ("W:W4:B49", r"square 4, 49\): write K4, K49"),
        ("W:Wa3:B1", "not a square"),
        ("W:W31;32:B1", "not a square"),
        ("W:W31,,32:B1", "not a square"),
        ("W:W٣١:B1", "not a square"),
        ("W:W31,:B1", "not a square"),
        ("W:W31:B1:C2", "must begin with W or B"),
        ("W:" + "W31," * 900 + ":B1", "characters"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(FenError, match=message) as refused:
        parse_fen(text)
    assert "\n" not in str(refused.value)


def test_the_board_of_the_variant_decides_which_squares_there_are() -> None:
    assert parse_fen("W:W61:B12", CANADIAN).pieces() == {12: BLACK_MAN, 61: WHITE_MAN}
    with pytest.raises(FenError, match="1 to 32"):
        parse_fen("W:W33:B1", RUSSIAN)


def test_a_position_is_built_from_pieces() -> None:
    position = Position.of(INTERNATIONAL, Color.BLACK, {46: BLACK_KING, 5: WHITE_KING})
    assert position.fen == "B:WK5:BK46"
    assert position.piece_at(5) == WHITE_KING
    assert position.piece_at(6) is None


def test_squares_off_the_board_are_refused() -> None:
    with pytest.raises(SquareError, match="1 to 50"):
        Position.start().piece_at(51)
    with pytest.raises(SquareError, match="square 0"):
        Position.of(INTERNATIONAL, Color.WHITE, {0: WHITE_MAN})
    with pytest.raises(SquareError):
        Position.start().after(32, 99, ())


def test_variants_are_found_by_every_name_they_go_by() -> None:
    assert variant_named("international") is INTERNATIONAL
    assert variant_named("seed003") is variant_named("family8")
    with pytest.raises(UnknownVariantError, match="international"):
        variant_named("chess")
