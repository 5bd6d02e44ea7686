from __future__ import annotations

import numpy as np

from vision.content import BoardReading, Content
from vision.pose import BoardPose

POSE = BoardPose(np.array([[0, 0], [80, 0], [80, 80], [0, 80]], np.float64), 8, 1)


Cell = tuple[int, int]


def reading(leads: dict[Cell, tuple[Content, float]], *hidden: Cell) -> BoardReading:
    """An empty board but for pieces that are so much likelier than their other role."""
    likely = np.full((8, 8, len(Content)), -20.0)
    likely[..., Content.EMPTY] = 0.0
    for cell, (content, lead) in leads.items():
        other = Content(content + 1 if content % 2 else content - 1)
        likely[cell][content], likely[cell][other] = 20.0, 20.0 - lead
    covered = np.zeros((8, 8))
    for cell in hidden:
        covered[cell] = 1.0
    return BoardReading(POSE, likely, covered)


def test_pieces_of_which_the_role_is_not_told_are_named() -> None:
    seen = reading(
        {
            (0, 1): (Content.BLACK_MAN, 1.5),
            (1, 2): (Content.BLACK_KING, 3.0),
            (7, 0): (Content.WHITE_MAN, 3.0),
            (6, 1): (Content.WHITE_KING, 0.1),
            (5, 0): (Content.WHITE_MAN, 0.0),
        },
        (5, 0),
    )
    assert seen.roles_open() == [(0, 1), (6, 1)]
    assert [row for row in seen.rows() if set(row) != {"."}] == [
        ".b......",
        "..B.....",
        "?.......",
        ".W......",
        "w.......",
    ]
