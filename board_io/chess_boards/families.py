"""The families of chess boards, each in its own words; facts are with `firmware_protocol`."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence

from board_io.chess_boards.family import (
    SQUARES,
    Charge,
    Family,
    Squares,
    colors_of,
    occupied,
    placed,
    touched,
)
from firmware_protocol import certabo, chessnut, ichessone, millennium, pegasus, square_off
from firmware_protocol.dgt.commands import Command
from firmware_protocol.dgt.messages import Battery as DgtBattery
from firmware_protocol.dgt.pieces import light_occupied
from firmware_protocol.placement import square_index, square_name
from firmware_protocol.stream import Event, StreamDecoder
from rules.snapshot import Reading, SensorKind

_MEN = (12, 16)  # of each side, where a game of 8x8 begins
_MIDDLE = range(24, 40)  # the two rows that are empty then


class Chessnut(Family):
    """Air, Pro and Go; a Move reports in the same way."""

    name = "chessnut"
    ask_every_s = 30.0

    @property
    def greeting(self) -> Sequence[bytes]:
        return (chessnut.START_REPORTS, chessnut.ASK_BATTERY)

    @property
    def battery_question(self) -> bytes:
        return chessnut.ASK_BATTERY

    def decoder(self) -> StreamDecoder:
        return chessnut.ChessnutDecoder()

    def see(self, event: Event, board: Squares | None) -> Squares | None:
        return placed(event.placement) if isinstance(event, chessnut.Report) else None

    def charge(self, event: Event) -> Charge | None:
        if isinstance(event, chessnut.Battery):
            return Charge(event.percent, event.charging)
        return None

    def lights(self, squares: Sequence[int]) -> bytes:
        return chessnut.lights(squares)


class IChessOne(Family):
    name = "ichessone"

    @property
    def greeting(self) -> Sequence[bytes]:
        return (ichessone.START_REPORTS, ichessone.ASK_POSITION, ichessone.ASK_BATTERY)

    @property
    def question(self) -> bytes:
        return ichessone.ASK_POSITION

    @property
    def battery_question(self) -> bytes:
        return ichessone.ASK_BATTERY

    def decoder(self) -> StreamDecoder:
        return ichessone.IChessOneDecoder()

    def see(self, event: Event, board: Squares | None) -> Squares | None:
        return placed(event.placement) if isinstance(event, ichessone.Report) else None

    def charge(self, event: Event) -> Charge | None:
        if isinstance(event, ichessone.Battery):
            return Charge(event.percent, event.charging)
        return None

    def lights(self, squares: Sequence[int]) -> bytes:
        return ichessone.lights(squares)


class Pegasus(Family):
    name = "pegasus"
    sensor = SensorKind.OCCUPANCY

    @property
    def greeting(self) -> Sequence[bytes]:
        commands = (Command.RESET, Command.UPDATES, Command.BOARD, Command.BATTERY)
        return tuple(command.wire for command in commands)

    @property
    def question(self) -> bytes:
        return Command.BOARD.wire

    @property
    def battery_question(self) -> bytes:
        return Command.BATTERY.wire

    def decoder(self) -> StreamDecoder:
        return pegasus.PegasusDecoder()

    def see(self, event: Event, board: Squares | None) -> Squares | None:
        match event:
            case pegasus.Occupied(indexes):
                return occupied(indexes)
            case pegasus.Touched(index, is_placed):
                return touched(board, index, is_placed)
        return None

    def charge(self, event: Event) -> Charge | None:
        if isinstance(event, DgtBattery):
            return Charge(min(100, event.percent), event.charging)
        return None

    def lights(self, squares: Sequence[int]) -> bytes:
        return pegasus.lights(squares)


class SquareOff(Family):
    name = "squareoff"
    sensor = SensorKind.OCCUPANCY

    @property
    def greeting(self) -> Sequence[bytes]:
        return (square_off.NEW_GAME, square_off.ASK_BOARD, square_off.ASK_BATTERY)

    @property
    def question(self) -> bytes:
        return square_off.ASK_BOARD

    @property
    def battery_question(self) -> bytes:
        return square_off.ASK_BATTERY

    def decoder(self) -> StreamDecoder:
        return square_off.SquareOffDecoder()

    def see(self, event: Event, board: Squares | None) -> Squares | None:
        match event:
            case square_off.Occupied(names):
                return occupied([square_index(name) for name in names])
            case square_off.Touched(name, action):
                return touched(board, square_index(name), action == "place")
        return None

    def charge(self, event: Event) -> Charge | None:
        return Charge(event.percent) if isinstance(event, square_off.Battery) else None

    def lights(self, squares: Sequence[int]) -> bytes:
        return square_off.lights(*map(square_name, squares))


class Millennium(Family):
    """Where the cable is on the other side the rows come mirrored; then draughts pieces seem to
    stand on light squares, which tells it."""

    name = "millennium"

    def __init__(self) -> None:
        self._mirrored = False

    @property
    def greeting(self) -> Sequence[bytes]:
        on_change = millennium.write_setting(millennium.REPORT_MODE, millennium.REPORT_ON_CHANGE)
        return (on_change, self.question)

    @property
    def question(self) -> bytes:
        return millennium.command(millennium.ASK_STATUS)

    def decoder(self) -> StreamDecoder:
        return millennium.MillenniumDecoder()

    def see(self, event: Event, board: Squares | None) -> Squares | None:
        if not isinstance(event, millennium.Status):
            return None
        there = [letter != "." for letter in event.raw]
        light = light_occupied(there, 8)
        if self.is_on_dark and 2 * light != sum(there):
            self._mirrored = 2 * light > sum(there)
        return self._turned(colors_of(event.raw))

    def lights(self, squares: Sequence[int]) -> bytes:
        if not squares:
            return millennium.command(millennium.ALL_OFF)
        places = [self._place(square) for square in squares]
        return millennium.lights(places)

    def _place(self, square: int) -> int:
        return square // 8 * 8 + 7 - square % 8 if self._mirrored else square

    def _turned(self, squares: Squares) -> Squares:
        return tuple(squares[self._place(index)] for index in range(SQUARES))


class Certabo(Family):
    """Chips have no names: those that stand on the two sides of a start position get their colour
    from it, black on the far side. Before one is seen, and for a crown that comes later, it is only
    known that something stands. Of each square the majority of the last three lines counts."""

    name = "certabo"
    gap_s = 0.6  # so long the lights need
    silence_s = 3.0
    ask_every_s = 30.0
    _LINES = 3

    def __init__(self) -> None:
        self._colors: dict[certabo.Chip, Reading] = {}
        self._lines: deque[dict[int, certabo.Chip]] = deque(maxlen=self._LINES)

    @property
    def greeting(self) -> Sequence[bytes]:
        return ()

    def decoder(self) -> StreamDecoder:
        return certabo.CertaboDecoder()

    def reset(self) -> None:
        self._lines.clear()

    def see(self, event: Event, board: Squares | None) -> Squares | None:
        if isinstance(event, certabo.Rows):
            indexes = range(SQUARES)
            return occupied([i for i in indexes if event.rows[i // 8] & 0x80 >> i % 8])
        if not isinstance(event, certabo.Chips):
            return None
        self._lines.append(dict(event.chips))
        if len(self._lines) < self._LINES:
            return None
        chips = [self._usual(index) for index in range(SQUARES)]
        self._learn(chips)
        return tuple(self._reading(chip) for chip in chips)

    def lights(self, squares: Sequence[int]) -> bytes:
        return certabo.lights(squares)

    def _usual(self, index: int) -> certabo.Chip | None:
        return Counter(line.get(index) for line in self._lines).most_common(1)[0][0]

    def _learn(self, chips: Sequence[certabo.Chip | None]) -> None:
        far = [chip for chip in chips[: _MIDDLE.start] if chip]
        near = [chip for chip in chips[_MIDDLE.stop :] if chip]
        if len(far) != len(near) or len(far) not in _MEN or any(chips[i] for i in _MIDDLE):
            return
        self._colors |= dict.fromkeys(far, Reading.BLACK) | dict.fromkeys(near, Reading.WHITE)

    def _reading(self, chip: certabo.Chip | None) -> Reading:
        return Reading.EMPTY if chip is None else self._colors.get(chip, Reading.OCCUPIED)


class Tabutronic(Certabo):
    """A Sentio sees only that something stands."""

    name = "tabutronic"
    sensor = SensorKind.OCCUPANCY


FAMILIES: dict[str, Callable[[], Family]] = {
    family.name: family
    for family in (Chessnut, IChessOne, Pegasus, SquareOff, Millennium, Certabo, Tabutronic)
}
