"""One thing that the check-up looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Fact = str | int | float | bool | None | list[str]


@dataclass(frozen=True, slots=True)
class Finding:
    """`found` is for people, `facts` for programs; `remedy` is empty where nothing is to be done.

    `what` names the kind of thing and is the key of its title in the texts.
    """

    what: str
    fine: bool
    found: str
    remedy: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)
