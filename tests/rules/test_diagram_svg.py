"""Pictures of positions, read back as XML."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from rules.diagram_svg import Arrow, Mark, diagram_svg
from rules.errors import SquareError
from rules.fen import parse_fen
from rules.position import Position
from rules.variant import Variant
from rules.variants import RUSSIAN, TURKISH, VARIANTS

SVG = "{http://www.w3.org/2000/svg}"
FEN = "W:W28,K45:B22,K3"


def drawn(position: Position, **chosen: object) -> ElementTree.Element:
    return ElementTree.fromstring(diagram_svg(position, **chosen))


def pieces(picture: ElementTree.Element) -> dict[int, tuple[str, float, float]]:
    """By its square the class of every piece, and where its lowest disc lies."""
    found = {}
    for group in picture.iter(f"{SVG}g"):
        square = group.get("data-square")
        if square:
            disc = group.find(f"{SVG}circle")
            found[int(square)] = (group.get("class"), float(disc.get("cx")), float(disc.get("cy")))
    return found


def test_every_piece_stands_on_its_square() -> None:
    assert pieces(drawn(parse_fen(FEN))) == {
        3: ("black king", 5.5, 0.5),
        22: ("black man", 3.5, 4.5),
        28: ("white man", 4.5, 5.5),
        45: ("white king", 9.5, 8.5),
    }


def test_a_turned_board_shows_the_other_side_below() -> None:
    assert pieces(drawn(parse_fen(FEN), turned=True))[45] == ("white king", 0.5, 1.5)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_every_variant_has_all_its_squares_and_numbers(variant: Variant) -> None:
    picture = drawn(Position.start(variant))
    squares = [r for r in picture.iter(f"{SVG}rect") if r.get("width") == "1"]
    names = [text.text for text in picture.iter(f"{SVG}text")]
    assert len(squares) == len(set(names)) == variant.squares
    assert picture.get("viewBox") == f"0 0 {variant.width} {variant.height}"
    assert len(pieces(picture)) == len(Position.start(variant).pieces())


def test_squares_are_named_as_the_game_names_them_or_not_at_all() -> None:
    texts = [text.text for text in drawn(Position.start(RUSSIAN)).iter(f"{SVG}text")]
    assert texts[0] == "b8"
    assert texts[-1] == "g1"
    assert not list(drawn(Position.start(TURKISH), numbers=False).iter(f"{SVG}text"))


def test_marks_differ_in_form_as_well_as_in_colour() -> None:
    marks = {28: Mark.GOOD, 22: Mark.BAD, 17: Mark.HINT}
    picture = drawn(parse_fen(FEN), marks=marks)
    found = {e.get("class"): (e.tag, e.get("stroke")) for e in picture.iter() if e.get("class")}
    shapes = [found[mark.value] for mark in marks.values()]
    assert len({tag for tag, _ in shapes}) == len({colour for _, colour in shapes}) == 3


def test_an_arrow_goes_through_its_squares_and_points_at_the_last() -> None:
    picture = drawn(parse_fen(FEN), arrows=[Arrow((28, 17, 8))])
    line = picture.find(f"{SVG}polyline").get("points").split()
    head = picture.find(f"{SVG}polygon").get("points").split()
    assert line[:2] == ["4.5,5.5", "2.5,3.5"]
    assert head[0] == "4.5,1.5"
    assert drawn(parse_fen(FEN), arrows=[Arrow((28,))]).find(f"{SVG}polyline") is None


def test_the_title_is_text_and_nothing_else() -> None:
    assert drawn(parse_fen(FEN)).find(f"{SVG}title").text == "W:W28,K45:BK3,22"
    sly = "</title><script>1</script> & more"
    assert drawn(parse_fen(FEN), title=sly).find(f"{SVG}title").text == sly


def test_marks_and_arrows_off_the_board_are_refused() -> None:
    with pytest.raises(SquareError):
        diagram_svg(parse_fen(FEN), marks={51: Mark.GOOD})
    with pytest.raises(SquareError):
        diagram_svg(parse_fen(FEN), arrows=[Arrow((1, 51))])
