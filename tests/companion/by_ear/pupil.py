"""Somebody who takes a lesson without seeing: he does what is said, and asks by the buttons of the
board for what he does not know."""

from __future__ import annotations

from board_io.events import BoardButton
from board_io.hand.gestures import Hand, carry, put_down, take_off
from companion.typed_hand import CALM
from rules.piece import WHITE_MAN
from tests.companion.by_ear.ear import Ear, Understood
from tests.companion.by_ear.player import Gesture, carried_out, to_do

_ANSWERS = {"hint.allowed": "choice.yes", "hint.not_allowed": "choice.no"}


class BlindPupil:
    """Does one exercise after the other; where a move is asked for he first makes a wrong one."""

    def __init__(self, ear: Ear) -> None:
        self.heard: list[Understood] = []
        self.is_done = False
        self.solved = self.errors = 0
        self._ear = ear
        self._asked: Gesture | None = None
        self._answer: tuple[str, int] | None = None
        self._named: tuple[str, int] | None = None
        self._is_solved = self._errs = False

    def hears(self, sentence: str) -> None:
        heard = self._ear.understand(sentence)
        self.heard.append(heard)
        section, _, name = heard.what.partition(".")
        if (gesture := to_do(heard, WHITE_MAN)) is not None:
            self._asked = gesture
        match section:
            case "ask":
                self._errs = name in ("exchange", "coup_turc", "multiple_capture")
                self._is_solved, self._answer, self._named = False, None, None
            case "set_up_complete":
                self._asked = None
            case "praise":
                self._is_solved, self._answer, self._asked = True, None, None
                self.solved += 1
            case "hint":
                self._helped(heard)
            case "choice":
                self._named = (heard.what, heard.count)
            case "coach" if name in ("reply_quiet", "reply_capture"):
                self._asked = carried_out(heard.way, ())
            case "coach" if name == "all_done":
                self.is_done = True

    def _helped(self, heard: Understood) -> None:
        match heard.what.split("."):
            case ["hint", "way_quiet" | "way_capture"]:
                self._asked = carried_out(heard.way, heard.taken)
            case ["hint", "square"]:
                (square,) = heard.squares
                self._asked = lambda hand, t: _point(hand, t, square)
            case ["hint", "number"]:
                self._answer = ("choice.number", heard.count)
            case ["hint", "choice", option]:
                self._answer = (f"choice.{option}", 0)
            case ["hint", "allowed" | "not_allowed"]:
                self._answer = (_ANSWERS[heard.what], 0)

    def does(self) -> Gesture | BoardButton:
        """What his hands do next, or the button that he presses."""
        if self._asked is not None:
            gesture, self._asked = self._asked, None
            return gesture
        if self._is_solved:
            return BoardButton.CONFIRM
        if self._errs:
            self._errs = False
            self.errors += 1
            return _wrong_move
        if self._answer is not None and self._named != self._answer:
            return BoardButton.TAKE_BACK
        return BoardButton.CONFIRM  # the answer that was named, else a hint


def _point(hand: Hand, t_ms: int, square: int) -> None:
    """A piece is lifted there, or held there for a moment where there is none."""
    if (piece := hand.stage.piece_at(square)) is not None:
        _, piece = hand.stage.lift(t_ms, square)
        put_down(hand, t_ms + 900, square, piece)
    else:
        take_off(hand, put_down(hand, t_ms, square, WHITE_MAN) + 900, (square,))


def _wrong_move(hand: Hand, t_ms: int) -> None:
    """Some piece to where nobody can go with it: he feels which square is free."""
    squares = range(1, hand.board.squares + 1)
    start = max(n for n in squares if hand.stage.piece_at(n) is not None)
    end = next(n for n in squares if hand.stage.piece_at(n) is None and abs(n - start) > 20)
    carry(hand, t_ms, start, end, CALM.carry)
