"""The live loop with a real firmware: a whole lesson on the board, then the game goes on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from board_io.events import BoardButton
from companion.lessons.diary import Diary
from companion.lessons.lending import Lender
from companion.lessons.library import exercise
from companion.mode import ForGuest
from companion.room import Line
from rules.piece import BLACK_MAN, WHITE_KING, WHITE_MAN
from rules.position import Position
from tests.companion.test_live import Evening


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    yield evening
    evening.end()


def is_lit(evening: Evening, *squares: int) -> None:
    evening.until(lambda: set(evening.simulated.lights) == set(squares), f"lights on {squares}")


def brings(evening: Evening, before: Position, after: Position) -> None:
    """Quick hands: first what has to go, then what comes."""
    there, wanted = before.pieces(), after.pieces()
    for square in there:
        if there[square] != wanted.get(square):
            evening.simulated.lift(square)
    for square, piece in wanted.items():
        if there.get(square) != piece:
            evening.simulated.put(square, piece)


def test_a_whole_lesson(evening: Evening) -> None:
    evening.hears("is klaar")
    lend = Lender(evening.store.database, "nl", pytest.fail)
    evening.inbox.put(lend("coup_turc-1", "Anna"))
    evening.hears("Dit is een beroemde grap.")
    evening.until(lambda: len(evening.simulated.lights) == 2, "the first correction")
    start = exercise("coup_turc-1").position
    brings(evening, Position.start(start.variant), start)
    evening.hears("Alles staat goed. Wit is aan zet.\nSla met de dam")
    assert evening.live.view.guest is not None
    evening.simulated.hold(BoardButton.CONFIRM)
    evening.hears("twee keer erover mag niet")
    evening.simulated.hold()
    evening.inbox.put(Line("tip"))
    evening.hears("Kijk eens naar het stuk op 9.")
    is_lit(evening, 9)
    evening.carry(WHITE_KING, 9, 14)
    evening.hears("Kijk nog eens: wit moet slaan.\nZet het stuk van 14 op 9.")
    is_lit(evening, 14, 9)
    evening.carry(WHITE_KING, 14, 9)
    evening.until(lambda: evening.out.getvalue().count("Alles staat goed") == 2, "taken back")
    evening.carry(WHITE_KING, 9, 40)
    for square in (13, 38, 44):
        evening.simulated.lift(square)
    evening.hears("Dat is de Turkse slag!")
    (sitting,) = Diary(evening.store.database).sittings("Anna")
    assert (sitting.tries, sitting.hints, sitting.solved) == (2, 2, True)
    evening.simulated.hold(BoardButton.CONFIRM)
    evening.until(lambda: len(evening.simulated.lights) in (1, 2), "the next exercise")
    evening.inbox.put(Line("klaar"))
    evening.until(lambda: evening.live.view.guest is None, "the board is given back")
    solved = start.play(start.legal_moves()[0])
    brings(evening, solved, Position.start(start.variant))
    evening.until(lambda: evening.out.getvalue().count("Alles staat goed") == 3, "put right")
    evening.carry(WHITE_MAN, 32, 28)
    evening.hears("Wit speelt 32-28.")


def test_the_reply_of_the_opponent_is_lit_and_carried_out(evening: Evening) -> None:
    evening.hears("is klaar")
    evening.inbox.put(Line("les exchange-1"))
    evening.hears("Die les kan niet")  # this table has no lessons of its own
    evening.inbox.put(Lender(evening.store.database, "nl", pytest.fail)("exchange-1"))
    task = exercise("exchange-1")
    brings(evening, Position.start(task.position.variant), task.position)
    evening.hears("Doe een ruil: één voor één.")
    told = evening.out.getvalue().count("Alles staat goed")
    move, reply = task.task.lines[0][:2]  # type: ignore[union-attr]
    evening.carry(WHITE_MAN, move.start, move.end)
    evening.hears("De ander moet slaan")
    is_lit(evening, reply.start, *reply.captured, reply.end)
    evening.carry(BLACK_MAN, reply.start, reply.end)
    for square in reply.captured:
        evening.simulated.lift(square)
    evening.until(lambda: evening.out.getvalue().count("Alles staat goed") > told, "the reply")
    evening.inbox.put(ForGuest(BoardButton.NEW_GAME))
    evening.until(lambda: evening.live.view.guest is None, "left")
