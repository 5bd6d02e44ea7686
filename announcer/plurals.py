"""Which wording a number takes in a language: the plural categories of Unicode CLDR for whole
numbers (https://cldr.unicode.org/index/cldr-spec/plural-rules)."""

from __future__ import annotations

from collections.abc import Callable


def _germanic(count: int) -> str:
    return "one" if count == 1 else "other"


def _french(count: int) -> str:
    return "one" if count in (0, 1) else "other"


def _polish(count: int) -> str:
    if count == 1:
        return "one"
    return "few" if _is_few(count) else "many"


def _russian(count: int) -> str:
    if count % 10 == 1 and count % 100 != 11:
        return "one"
    return "few" if _is_few(count) else "many"


def _is_few(count: int) -> bool:
    return count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14)


_RULES: dict[str, Callable[[int], str]] = {"fr": _french, "pl": _polish, "ru": _russian}
_SLAVIC = frozenset({"one", "few", "many", "other"})


def category(language: str, count: int | None) -> str:
    """The wording for this number; `other` where there is none."""
    return "other" if count is None else _RULES.get(language, _germanic)(count)


def categories(language: str) -> frozenset[str]:
    """The wordings that a language has; `other` serves what is no whole number."""
    return _SLAVIC if language in ("pl", "ru") else frozenset({"one", "other"})
