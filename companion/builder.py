"""The person at the workbench: one who reads the screen, and one who obeys on a simulated board."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from board_io.simulated import SimulatedBoard
from companion.calibration import Pressed, Seen, Task
from companion.errors import InputError
from companion.texts import Texts
from firmware_protocol.codes import Content
from rules.piece import BLACK_MAN, WHITE_MAN, Piece

SHOWN_MISSING = 12
_PIECES = {Content.WHITE: WHITE_MAN, Content.BLACK: BLACK_MAN}
_SETTLE_S = 0.3


class Reader:
    """Shows what is to be done, and waits for Enter."""

    def __init__(
        self,
        texts: Texts,
        say: Callable[[str], None] = print,
        ask: Callable[[str], str] | None = None,
    ) -> None:
        self._texts = texts
        self._say = say
        self._ask = ask or self._at_the_keyboard

    def prepare(self, task: Task) -> None:
        self._ask(self._texts(f"calibrate.{task.value}") + " ")

    def again(self, task: Task, squares: Sequence[int]) -> bool:
        key = "calibrate.again_empty" if task is Task.EMPTY else "calibrate.again_pieces"
        answer = self._ask(self._texts(key, squares=listed(squares)) + " ")
        return answer.strip().lower() not in self._texts.words("calibrate.skip")

    def try_sensors(self) -> None:
        self._say(self._texts("calibrate.try"))

    def hears(self, heard: Seen | Pressed) -> None:
        if isinstance(heard, Pressed):
            self._say(self._texts(f"calibrate.button_{heard.button.name.lower()}"))
            return
        content = self._texts(f"calibrate.content_{heard.content.name.lower()}")
        missing = listed(heard.missing) if heard.missing else self._texts("calibrate.none")
        self._say(
            self._texts("calibrate.seen", square=heard.square, content=content, missing=missing)
        )

    def _at_the_keyboard(self, question: str) -> str:
        try:
            return input(question)
        except EOFError:
            raise InputError(self._texts("calibrate.nobody")) from None


class Obedient(Reader):
    """Shows the same, and does it on a simulated board."""

    def __init__(
        self, board: SimulatedBoard, texts: Texts, say: Callable[[str], None] = print
    ) -> None:
        super().__init__(texts, say)
        self._board = board
        self._squares = 50

    def prepare(self, task: Task) -> None:
        self._say(self._texts(f"calibrate.{task.value}"))
        pieces = task.pieces(self._squares)
        self._board.set_position({square: _PIECES[color] for square, color in pieces.items()})
        time.sleep(_SETTLE_S)

    def again(self, task: Task, squares: Sequence[int]) -> bool:
        self._say(self._texts("calibrate.still", squares=listed(squares)))
        return False

    def try_sensors(self) -> None:
        super().try_sensors()
        everywhere: dict[int, Piece | None] = dict.fromkeys(range(1, self._squares + 1), WHITE_MAN)
        self._board.change(everywhere)
        time.sleep(_SETTLE_S)
        self._board.change(dict.fromkeys(everywhere))


def listed(squares: Sequence[int]) -> str:
    """The squares as people read them, the first dozen at most."""
    names = ", ".join(map(str, squares[:SHOWN_MISSING]))
    return f"{names} ..." if len(squares) > SHOWN_MISSING else names
