"""Chess boards without the boards: what they say and obey, by the same table of facts.

None was compared with a real board. Squares are 0 to 63 from a8; `.` is empty, capitals are white.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import reduce
from operator import xor
from typing import ClassVar

from firmware_protocol import ichessone, millennium
from firmware_protocol.dgt.commands import Command
from firmware_protocol.placement import square_index, square_name

SQUARES = range(64)
_CHESSNUT = ".qkbpnRPrBNQK"
_ICHESSONE = ".PNBRQKpnbrqk"


class EmulatedChessBoard(ABC):
    """What stands on a board, which squares are lit, and the bytes that wait for the host."""

    percent = 77

    def __init__(self) -> None:
        self.letters = ["."] * 64
        self.lit: frozenset[int] = frozenset()
        self._input = bytearray()
        self._output = bytearray()

    def set_position(self, letters: Mapping[int, str]) -> None:
        """Have these pieces on the board and no others."""
        self.letters = [letters.get(index, ".") for index in SQUARES]

    def put(self, index: int, letter: str) -> None:
        """Put a piece down, or take what stands there off with `.`; the board notices."""
        self.letters[index] = letter
        self._changed(index)

    def receive(self, data: bytes) -> None:
        """Bytes from the host."""
        self._input += data
        while self._input and (used := self._obey(bytes(self._input))):
            del self._input[:used]

    def take_output(self) -> bytes:
        """What the host gets now."""
        output = bytes(self._output)
        self._output.clear()
        return output

    @abstractmethod
    def _changed(self, index: int) -> None:
        """Tell it, if the host wants to know."""

    @abstractmethod
    def _obey(self, command: bytes) -> int:
        """How many bytes the command at the front took; 0: it is not whole yet."""

    def _light_rows(self, rows: bytes, *, a_first: bool) -> None:
        self.lit = frozenset(
            index
            for index in SQUARES
            if rows[index // 8] & (0x80 >> index % 8 if a_first else 1 << index % 8)
        )


class EmulatedChessnut(EmulatedChessBoard):
    def __init__(self) -> None:
        super().__init__()
        self._reports = False

    def _changed(self, index: int) -> None:
        if self._reports:
            codes = [_CHESSNUT.index(letter) for letter in self.letters]
            order = [codes[row * 8 + 7 - column] for row in range(8) for column in range(8)]
            pairs = zip(order[::2], order[1::2], strict=True)
            self._output += b"\x01\x24" + bytes(low | high << 4 for low, high in pairs) + bytes(4)

    def _obey(self, command: bytes) -> int:
        if len(command) < 2 or len(command) < 2 + command[1]:
            return 0
        message = command[: 2 + command[1]]
        match message[0]:
            case 0x21:
                self._reports = True
                self._output += b"\x23\x01\x00"
                self._changed(0)
            case 0x29:
                self._output += bytes((0x2A, 2, self.percent, 0))
            case 0x0A:
                self._light_rows(message[2:], a_first=True)
        return len(message)


class EmulatedIChessOne(EmulatedChessBoard):
    _COMMANDS = (ichessone.ASK_BATTERY, ichessone.ASK_POSITION, ichessone.START_REPORTS)
    _LIGHTS = b"EL"

    def __init__(self) -> None:
        super().__init__()
        self._reports = False

    def _changed(self, index: int) -> None:
        if self._reports:
            self._tell()

    def _tell(self) -> None:
        codes = [_ICHESSONE.index(letter) for letter in self.letters]
        pairs = zip(codes[::2], codes[1::2], strict=True)
        self._output += b"=p" + bytes(high << 4 | low for high, low in pairs)

    def _obey(self, command: bytes) -> int:
        if command.startswith(self._LIGHTS):
            if len(command) >= 16:
                self._light_rows(command[5:13], a_first=False)
            return 16 if len(command) >= 16 else 0
        for known in self._COMMANDS:
            if command.startswith(known):
                self._answer(known)
                return len(known)
        return 0

    def _answer(self, command: bytes) -> None:
        if command == ichessone.ASK_BATTERY:
            self._output += bytes((0x3D, 0x62, 0, self.percent))
        elif command == ichessone.ASK_POSITION:
            self._tell()
        else:
            self._reports = True


class EmulatedPegasus(EmulatedChessBoard):
    def __init__(self) -> None:
        super().__init__()
        self._updates = False

    def _changed(self, index: int) -> None:
        if self._updates:
            self._output += bytes((0x8E, 0, 5, index, self.letters[index] != "."))

    def _obey(self, command: bytes) -> int:
        if command[0] == 0x60:
            if len(command) < 2 or len(command) < 2 + command[1]:
                return 0
            shows = command[1] > 2
            self.lit = frozenset(command[6 : 1 + command[1]]) if shows else frozenset()
            return 2 + command[1]
        match command[0]:
            case Command.UPDATES:
                self._updates = True
            case Command.BOARD:
                self._output += b"\x86\x00\x43" + bytes(c != "." for c in self.letters)
            case Command.BATTERY:
                self._output += bytes((0xA0, 0, 12, self.percent, 0, 0, 0, 0, 0, 0, 0, 2))
        return 1


class EmulatedSquareOff(EmulatedChessBoard):
    def _changed(self, index: int) -> None:
        action = "u" if self.letters[index] == "." else "d"
        self._output += f"0#{square_name(index)}{action}*".encode("ascii")

    def _obey(self, command: bytes) -> int:
        text, end, _ = command.decode("ascii").partition("*")
        if not end:
            return 0
        number, _, body = text.partition("#")
        match number:
            case "14":
                self._output += b"14#GO*"
            case "30":
                names = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
                there = (self.letters[square_index(name)] != "." for name in names)
                self._output += b"30#" + b"".join(b"1" if t else b"0" for t in there) + b"*"
            case "4":
                self._output += f"22#{self.percent}*".encode("ascii")
            case "25":
                names = [body[at : at + 2] for at in range(0, len(body), 2)]
                self.lit = frozenset(map(square_index, names))
        return len(text) + 1


class EmulatedMillennium(EmulatedChessBoard):
    """`mirrored`: the cable is on the other side, and rows come from right to left."""

    _SIZES: ClassVar = {"S": 3, "V": 3, "X": 3, "T": 3, "W": 7, "R": 5, "L": 167}

    def __init__(self, *, mirrored: bool = False) -> None:
        super().__init__()
        self._mirrored = mirrored
        self._reports = False

    def _changed(self, index: int) -> None:
        if self._reports:
            self._status()

    def _status(self) -> None:
        places = (self._place(index) for index in SQUARES)
        self._say("s" + "".join(self.letters[place] for place in places))

    def _place(self, index: int) -> int:
        return index // 8 * 8 + 7 - index % 8 if self._mirrored else index

    def _say(self, text: str) -> None:
        self._output += millennium.command(text)

    def _obey(self, command: bytes) -> int:
        text = bytes(byte & 0x7F for byte in command).decode("ascii")
        size = self._SIZES.get(text[0], 1)
        if len(text) < size:
            return 0
        message, check = text[: size - 2], text[size - 2 : size]
        if size > 1 and f"{reduce(xor, message.encode()):02X}" == check:
            self._do(message)
        return size

    def _do(self, message: str) -> None:
        match message[0]:
            case "S":
                self._status()
            case "V":
                self._say("v0103")
            case "W":
                self._reports = True
                self._say("w" + message[1:])
            case "X":
                self.lit = frozenset()
                self._say("x")
            case "L":
                self._light(message[3:])
                self._say("l")

    def _light(self, text: str) -> None:
        """A square is lit where its four corners are."""
        on = [text[2 * led : 2 * led + 2] != "00" for led in range(millennium.LEDS)]
        first = {index: 9 * (index % 8) + index // 8 for index in SQUARES}
        self.lit = frozenset(
            self._place(index)
            for index, corner in first.items()
            if all(on[corner + more] for more in (0, 1, 9, 10))
        )


class EmulatedCertabo(EmulatedChessBoard):
    """Tells everything all the time, here after each change: a line of chips, or of rows where it
    only sees that something stands. What is put down is what was lifted last of its colour, if
    anything was."""

    def __init__(self, *, chips: bool = True) -> None:
        super().__init__()
        self._chips = chips
        self._chip_of = [0] * 64
        self._next_chip = 1
        self._lifted: dict[bool, list[int]] = {True: [], False: []}

    def set_position(self, letters: Mapping[int, str]) -> None:
        super().set_position(letters)
        self._chip_of = [index + 1 if self.letters[index] != "." else 0 for index in SQUARES]
        self._next_chip = 65

    def put(self, index: int, letter: str) -> None:
        before = self.letters[index]
        if before != "." and (letter == "." or letter.isupper() != before.isupper()):
            self._lifted[before.isupper()].append(self._chip_of[index])
            self._chip_of[index] = 0
        super().put(index, letter)

    def tell(self, lines: int = 3) -> None:
        """So many lines, as come all the time."""
        numbers = self._numbers()
        self._output += (":" + " ".join(map(str, numbers)) + " \r\n").encode("ascii") * lines

    def _numbers(self) -> list[int]:
        if not self._chips:
            there = [letter != "." for letter in self.letters]
            rows = (there[row * 8 : row * 8 + 8] for row in range(8))
            return [sum(0x80 >> column for column in range(8) if row[column]) for row in rows]
        chips = ((48, 0, 0, 0, chip) if chip else (0,) * 5 for chip in self._chip_of)
        return [number for chip in chips for number in chip]

    def _changed(self, index: int) -> None:
        letter = self.letters[index]
        if letter != "." and not self._chip_of[index]:
            self._chip_of[index] = self._in_hand(letter.isupper())
        self.tell()

    def _in_hand(self, is_white: bool) -> int:
        if self._lifted[is_white]:
            return self._lifted[is_white].pop()
        self._next_chip = self._next_chip % 255 + 1
        return self._next_chip

    def _obey(self, command: bytes) -> int:
        if len(command) < 8:
            return 0
        self._light_rows(command[:8], a_first=False)
        self._output += b"L\r\n"
        return 8


EMULATED: dict[str, Callable[[], EmulatedChessBoard]] = {
    "chessnut": EmulatedChessnut,
    "ichessone": EmulatedIChessOne,
    "pegasus": EmulatedPegasus,
    "squareoff": EmulatedSquareOff,
    "millennium": EmulatedMillennium,
    "certabo": EmulatedCertabo,
    "tabutronic": lambda: EmulatedCertabo(chips=False),
}
