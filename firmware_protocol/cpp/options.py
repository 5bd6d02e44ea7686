"""Settings of a board that an app can show and change: `option brightness int 4 1 10 1`."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

from firmware_protocol.errors import BodyError


class OptionKind(enum.StrEnum):
    """What the value of an option is."""

    BOOL = "bool"
    ENUM = "enum"
    STR = "str"
    INT = "int"
    FLOAT = "float"


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """What a board says of one option. `params`: the values of an enumeration; the least, the most
    and perhaps the step of a number."""

    name: str
    kind: OptionKind
    default: str
    params: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """As it is on the wire."""
        return " ".join((self.name, self.kind, self.default, *self.params))

    def accepts(self, value: str) -> bool:
        """Whether the option can have this value."""
        match self.kind:
            case OptionKind.BOOL:
                return value in ("true", "false")
            case OptionKind.ENUM:
                return value in self.params
            case OptionKind.STR:
                return True
        number, (least, most) = _number(value, self.kind), self.params[:2]
        return number is not None and float(least) <= number <= float(most)


def parse_option(text: str) -> OptionSpec:
    """The inverse of `OptionSpec.text`. Raises BodyError."""
    name, _, rest = text.partition(" ")
    word, _, values = rest.partition(" ")
    try:
        kind = OptionKind(word)
    except ValueError:
        raise BodyError(f"{word[:20]!r} is no kind of option") from None
    default, *params = [values] if kind is OptionKind.STR else (values.split() or [""])
    if kind in (OptionKind.INT, OptionKind.FLOAT):
        numbers = [_number(each, kind) for each in params]
        if not 2 <= len(params) <= 3 or None in numbers:
            raise BodyError(f"{text[:60]!r} needs a least and a most value")
    option = OptionSpec(name, kind, default, tuple(params))
    if not name or not option.accepts(default):
        raise BodyError(f"{text[:60]!r} is no option")
    return option


def _number(text: str, kind: OptionKind) -> float | None:
    try:
        number = float(int(text)) if kind is OptionKind.INT else float(text)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
