"""What a board is asked when it is met: what it can do, and which games it knows. Pure."""

from __future__ import annotations

from collections import deque

from firmware_protocol.cpp.commands import (
    Err,
    Feature,
    Nok,
    Ok,
    Option,
    OptionsBegin,
    OptionsEnd,
    SetOption,
    Variant,
)
from firmware_protocol.cpp.names import FeatureName, VariantName
from firmware_protocol.cpp.options import OptionSpec
from firmware_protocol.cpp.shapes import Command

FEATURES = (
    FeatureName.MSG,
    FeatureName.MOVED,
    FeatureName.LAST_MOVE,
    FeatureName.RESIGN,
    FeatureName.UNDO_REDO,
    FeatureName.UNDO_OFFER,
    FeatureName.DRAW_OFFER,
    FeatureName.DRAW_REASON,
    FeatureName.SIDE,
    FeatureName.TIME,
    FeatureName.GET_STATE,
    FeatureName.SET_STATE,
    FeatureName.SUBMOVE_STATE,
    FeatureName.OPTION,
)
"""Of all features those that this program has a use for."""
ANSWER_S = 2.0
_MOST_OPTIONS = 64


class Questions:
    """Asks one thing after the other: `to_ask` is what waits for its answer, None once all is
    known. A question that is not answered is answered with no; `heard` tells whether any was."""

    def __init__(self) -> None:
        self.features: set[str] = set()
        self.games: set[str] = set()
        self.options: dict[str, OptionSpec] = {}
        self.values: dict[str, str] = {}
        self.heard = False
        asked: list[Command] = [Variant(name) for name in VariantName]
        self._left: deque[Command] = deque([*asked, *(Feature(name) for name in FEATURES)])

    @property
    def to_ask(self) -> Command | None:
        return self._left[0] if self._left else None

    def hear(self, said: Command) -> bool:
        """Take an answer; whether something else is to be asked now."""
        asked = self.to_ask
        match asked, said:
            case Variant(name), Ok():
                self.games.add(name)
            case Feature(name), Ok():
                self.features.add(name)
                if name == FeatureName.OPTION:
                    self._left.append(OptionsBegin())
            case ((Variant() | Feature()), (Nok() | Err())):
                pass
            case OptionsBegin(), Option(spec):
                if len(self.options) < _MOST_OPTIONS:
                    self.options[spec.name] = spec
                    self.values.setdefault(spec.name, spec.default)
                return False
            case OptionsBegin(), SetOption():
                self.set_option(said)
                return False
            case OptionsBegin(), OptionsEnd():
                pass
            case _:
                return False
        self.heard = True
        self._left.popleft()
        return True

    def give_up(self) -> None:
        """No answer came in time."""
        self._left.popleft()

    def set_option(self, said: SetOption) -> None:
        """An option has another value now, if it can have it."""
        spec = self.options.get(said.name)
        if spec is not None and spec.accepts(said.value):
            self.values[said.name] = said.value

    def reset_options(self) -> None:
        """All options are as they were at first."""
        self.values = {name: spec.default for name, spec in self.options.items()}
