"""Which wording a number takes."""

from __future__ import annotations

import pytest

from announcer.plurals import categories, category


@pytest.mark.parametrize(
    ("language", "numbers", "expected"),
    [
        ("nl", (1, 0, 2, 21), ("one", "other", "other", "other")),
        ("fr", (0, 1, 2), ("one", "one", "other")),
        ("pl", (1, 2, 4, 5, 12, 21, 22), ("one", "few", "few", "many", "many", "many", "few")),
        ("ru", (1, 2, 5, 11, 14, 21, 24), ("one", "few", "many", "many", "many", "one", "few")),
    ],
)
def test_a_number_takes_the_wording_of_the_language(
    language: str, numbers: tuple[int, ...], expected: tuple[str, ...]
) -> None:
    assert tuple(category(language, number) for number in numbers) == expected
    assert {category(language, number) for number in range(200)} <= categories(language)


def test_without_a_number_the_general_wording_is_used() -> None:
    assert category("ru", None) == "other"
