"""Printed markers: what is printed is found again, in any turn, with size and white's side."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from rules.geometry import geometry
from tests.vision.drawn_board import View, drawing, photographed, start_position, with_discs
from vision.markers import (
    MODULES,
    QUIET,
    Marker,
    locate_markers,
    loose_markers,
    marker_numbered,
)
from vision.pose import Picture, Side
from vision.sheets import PAPERS, marker_sheet, printable_board

_RECT = re.compile(
    r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)" fill="#(\w+)"'
)
DOTS = 4  # a millimetre


def printed(svg: str) -> Picture:
    """The sheet as a printer fills its rectangles."""
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert size is not None
    width, height = (round(float(side) * DOTS) for side in size.groups())
    paper = np.full((height, width, 3), 255, np.uint8)
    for *place, fill in _RECT.findall(svg):
        x, y, wide, high = (float(number) * DOTS for number in place)
        color = fill if len(fill) == 6 else "".join(letter * 2 for letter in fill)
        blue, green, red = (int(color[at : at + 2], 16) for at in (4, 2, 0))
        ends = (round(x), round(y)), (round(x + wide) - 1, round(y + high) - 1)
        cv2.rectangle(paper, *ends, (blue, green, red), -1)
    return paper


@pytest.mark.parametrize("board_size", [8, 10, 12])
@pytest.mark.parametrize(
    ("turn", "white"),
    [(10, Side.BOTTOM), (100, Side.LEFT), (190, Side.TOP), (280, Side.RIGHT)],
)
def test_a_printed_board_is_found_with_its_size_and_whites_side(
    board_size: int, turn: float, white: Side
) -> None:
    shape = geometry(board_size, board_size)
    sheet = printed(printable_board(shape, "A3"))
    view = View(turn, 65, 0.85)
    seen = locate_markers(photographed(sheet, view, np.random.default_rng(1)))
    assert seen is not None
    assert seen.pose.board_size == board_size
    assert seen.white is white
    assert seen.pose.fits(shape, white)


def test_the_corners_of_a_printed_board() -> None:
    sheet = printed(printable_board(geometry(10, 10), "A3"))
    view = View(30, 60, 0.9)
    seen = locate_markers(photographed(sheet, view, np.random.default_rng(2)))
    width, height = PAPERS["A3"]
    side = 277.0
    ends = np.array([[0, 0], [side, 0], [side, side], [0, side]])
    ends = np.add(ends, ((width - side) / 2, (height - side) / 2)) * DOTS - 0.5
    truth = cv2.perspectiveTransform(ends[None], view.homography(sheet))[0]
    assert seen is not None
    off = np.linalg.norm(seen.pose.corners[:, None] - truth, axis=2).min(axis=0).max()
    assert off < 0.05 * seen.pose.square_side


@pytest.mark.parametrize("paper", PAPERS)
def test_a_board_stays_within_its_paper(paper: str) -> None:
    width, height = PAPERS[paper]
    for x, y, wide, high, _ in _RECT.findall(printable_board(geometry(10, 10), paper))[1:]:
        assert float(x) >= 9.9
        assert float(y) >= 9.9
        assert float(x) + float(wide) <= width - 9.9
        assert float(y) + float(high) <= height - 9.9


def test_a_board_with_two_markers_hidden_is_found_still() -> None:
    sheet = printed(printable_board(geometry(10, 10), "A3"))
    sheet[: sheet.shape[0] // 8] = 90
    seen = locate_markers(photographed(sheet, View(5, 70, 0.9), np.random.default_rng(3)))
    assert seen is not None
    assert seen.white is Side.BOTTOM


def test_a_sheet_holds_the_four_markers_of_its_size_and_its_words() -> None:
    svg = marker_sheet(12, "Markers & more", ["one", "two <three>"])
    assert "Markers &amp; more" in svg
    assert "two &lt;three&gt;" in svg
    seen = locate_markers(printed(svg))
    assert seen is not None
    assert seen.pose.board_size == 12


def laid(board_size: int, seed: int) -> tuple[Picture, np.ndarray[tuple[int, ...], np.dtype]]:
    """Markers cut out and laid with their tips at the corners of a board, and those corners."""
    truth = drawing(board_size, View(0, 90, 0.5), seed, discs=start_position(board_size))
    picture = truth.picture.copy()
    module = 8
    for marker, corner in zip(loose_markers(board_size), truth.pose.corners, strict=True):
        piece = np.full([(MODULES + 2 * QUIET) * module] * 2, 255, np.uint8)
        black = np.kron(marker.modules(), np.ones((module, module))) > 0
        edge = QUIET * module
        piece[edge:-edge, edge:-edge][black] = 0
        x, y = np.round(corner + 0.5).astype(int)
        left = x - len(piece) if marker.corner in (0, 3) else x
        top = y - len(piece) if marker.corner < 2 else y
        picture[top : top + len(piece), left : left + len(piece)] = piece[..., None]
    return picture, truth.pose.corners


def test_loose_markers_touch_the_corners_of_the_board() -> None:
    picture, corners = laid(10, 4)
    seen = locate_markers(picture)
    assert seen is not None
    assert seen.pose.board_size == 10
    assert np.abs(seen.pose.corners - corners).max() < 1.5
    assert seen.pose.parity == 0
    assert seen.white is Side.BOTTOM


def test_three_loose_markers_are_too_few() -> None:
    picture, corners = laid(8, 5)
    x, y = corners[1].astype(int)
    picture[max(y - 70, 0) : y, x : x + 70] = 90
    assert locate_markers(picture) is None


def test_no_markers_no_board() -> None:
    board = drawing(8, View(), 6).picture
    assert locate_markers(board) is None
    assert locate_markers(with_discs(board, [])) is None


def test_every_marker_has_its_own_number() -> None:
    for number in range(24):
        marker = marker_numbered(number)
        assert marker is not None
        assert marker.number == number
    assert marker_numbered(24) is None
    assert Marker(10, 2, True).number != Marker(10, 2, False).number
