"""What the screen shows, as lines of text: the board with its numbers, pieces and lights, the game
and what is told. Pure: a view in, lines out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from announcer.announcement import Announcement
from announcer.coach import Coaches
from board_io.errors import LinkFault
from companion.clock.game_clock import ClockState, shown
from companion.clock.keeper import ClockFace
from companion.game_words import game_title
from companion.move_list import moves_of
from companion.texts import Texts
from firmware_protocol.codes import LedBlink, LedColor
from firmware_protocol.requests import Light
from rules.game import Game
from rules.geometry import Geometry
from rules.piece import Color, Piece, Role
from rules.position import Position
from rules.snapshot import Reading, Snapshot
from rules.variants import INTERNATIONAL

MESSAGES_SHOWN = 6
_CELL = 5


class LinkState(Enum):
    """How the screen names the state of the link."""

    SEARCHING = auto()
    LINKED = auto()
    LOST = auto()


@dataclass(frozen=True, slots=True)
class GuestView:
    """What has the board instead of the game that is played. `kind` is the name of its texts
    (view.KIND, page.guest_KIND), `values` are what is filled in there; `names` whose game it is."""

    kind: str
    values: Mapping[str, int | str]
    names: Mapping[Color, str] = field(default_factory=dict)


_ALIKE = Coaches()


@dataclass(frozen=True, slots=True)
class View:
    """What the screen shows. `snapshot` is the board in the numbers of the game, `open` what was
    told and still holds, `fault` why there is no link. On a virtual board people move pieces on
    the page, unless the typed hand is busy there. `guest` is what has the board meanwhile.
    `fitting` names the games that can be played on it. `chooser` may have a wrong move put back,
    and say that it stands where it `is_disputed`. `by_ear`: somebody plays without seeing."""

    game: Game
    snapshot: Snapshot | None = None
    lights: tuple[Light, ...] = ()
    link: LinkState = LinkState.SEARCHING
    messages: tuple[str, ...] = ()
    names: Mapping[Color, str] = field(default_factory=dict)
    open: tuple[Announcement, ...] = ()
    fault: LinkFault | None = None
    is_virtual: bool = False
    is_busy: bool = False
    guest: GuestView | None = None
    coaches: Coaches = _ALIKE
    fitting: tuple[str, ...] = ()
    asks_youngest: bool = False
    clock: ClockFace | None = None
    chooser: Color | None = None
    is_disputed: bool = False
    by_ear: bool = False

    @property
    def players(self) -> Mapping[Color, str]:
        """Whose game is shown."""
        return self.guest.names if self.guest else self.names


_LIGHT_NAMES = {
    LedColor.WHITE: "white",
    LedColor.BLUE: "blue",
    LedColor.GREEN: "green",
    LedColor.YELLOW: "yellow",
    LedColor.ORANGE: "orange",
    LedColor.RED: "red",
    LedColor.PURPLE: "purple",
}
_LIGHT_BACKGROUNDS = {
    LedColor.WHITE: 255,
    LedColor.BLUE: 27,
    LedColor.GREEN: 34,
    LedColor.YELLOW: 220,
    LedColor.ORANGE: 208,
    LedColor.RED: 196,
    LedColor.PURPLE: 129,
}
# A light is told by its sign too, for eyes and screens without colour.
_LIGHT_SIGNS = {
    LedBlink.STEADY: "*",
    LedBlink.SLOW: "+",
    LedBlink.FAST: "!",
    LedBlink.FLASH: "'",
}
_BOARD_BACKGROUND = 94
_PIECE_COLORS = {Color.WHITE: 231, Color.BLACK: 16}
_NUMBER_COLOR = 180


def render(view: View, texts: Texts, *, color: bool, now: float = 0.0) -> list[str]:
    """The whole screen as lines, with the clocks as they are `now`."""
    return [
        _status_line(view, texts),
        *([clock_line(view.clock, texts, now)] if view.clock else []),
        *_board_lines(view, texts, color=color),
        *_game_lines(view, texts),
        *view.messages[-MESSAGES_SHOWN:],
    ]


def _status_line(view: View, texts: Texts) -> str:
    link = texts(f"view.{view.link.name.lower()}")
    outcome = view.game.outcome
    turn = texts(f"view.turn_{view.game.position.turn.value.lower()}")
    state = texts("view.over", result=outcome.text) if outcome else turn
    if view.guest is not None:
        state = texts(f"view.{view.guest.kind}", **view.guest.values)
    players = " – ".join(view.players[color] for color in Color if view.players.get(color))
    variant = view.game.variant
    game = texts("view.title") if variant == INTERNATIONAL else game_title(variant, texts)
    return "  ·  ".join(part for part in (game, players, link, state) if part)


def clock_line(face: ClockFace, texts: Texts, now: float) -> str:
    """Both clocks; a sign stands at the one that runs."""
    sides = []
    for color in Color:
        runs = color is face.turn and face.state is ClockState.RUNNING
        name = texts(f"view.clock_{color.name.lower()}")
        sides.append(f"{'▶' if runs else ' '} {name} {shown(face.left_s(color, now))}")
    state = "" if face.state is ClockState.RUNNING else texts(f"view.clock_{face.state.value}")
    return "  ".join((*sides, state)).rstrip()


# -- the board -------------------------------------------------------------------------------


def _board_lines(view: View, texts: Texts, *, color: bool) -> list[str]:
    position = view.game.position
    geometry = position.variant.geometry
    pieces = pieces_shown(position, view.snapshot)
    lights = {light.square: light for light in view.lights}
    cells = {
        square: _cell(square, pieces.get(square), lights.get(square), texts, color=color)
        for square in range(1, geometry.squares + 1)
    }
    return [_row(row, geometry, cells) for row in range(1, geometry.height + 1)]


def _row(row: int, geometry: Geometry, cells: Mapping[int, str]) -> str:
    """One row; the squares that are not played on are blank."""
    squares = (geometry.at(row, column) for column in range(1, geometry.width + 1))
    return "".join(cells[square] if square else " " * _CELL for square in squares).rstrip(" ")


def _cell(
    square: int, piece: Piece | None, light: Light | None, texts: Texts, *, color: bool
) -> str:
    sign = _LIGHT_SIGNS[light.blink] if light else " "
    if not color:
        return f"{square:>3}{_letter(piece, texts)}{sign}"
    background = _LIGHT_BACKGROUNDS[light.color] if light else _BOARD_BACKGROUND
    number_color = 16 if light else _NUMBER_COLOR
    piece_color = _PIECE_COLORS[piece.color] if piece else number_color
    number = f"\x1b[38;5;{number_color}m{square:>3}"
    disc = f"\x1b[1;38;5;{piece_color}m{_disc(piece)}\x1b[22m"
    return f"\x1b[48;5;{background}m{number}{disc}\x1b[38;5;{number_color}m{sign}\x1b[0m"


def _letter(piece: Piece | None, texts: Texts) -> str:
    if piece is None:
        return "."
    return texts(f"view.{piece.color.name.lower()}_{piece.role.value}")


def _disc(piece: Piece | None) -> str:
    if piece is None:
        return " "
    return "◉" if piece.role is Role.KING else "●"


def pieces_shown(position: Position, snapshot: Snapshot | None) -> dict[int, Piece]:
    """What stands on the board, as far as it is seen; kings and unseen colours come from the
    game. Without a snapshot it is the position of the game."""
    expected = position.pieces()
    if snapshot is None:
        return expected
    roles = {color: _travelling_role(expected, snapshot, color) for color in Color}
    shown = {}
    for square, reading in snapshot:
        piece = _piece_shown(reading, expected.get(square), position.turn, roles)
        if piece is not None:
            shown[square] = piece
    return shown


def _travelling_role(expected: Mapping[int, Piece], snapshot: Snapshot, color: Color) -> Role:
    """What a piece of this colour is that stands where none is expected: a king, where nothing
    but kings of this colour left their squares."""
    gone = {
        expected[square].role
        for square, reading in snapshot
        if reading is Reading.EMPTY and square in expected and expected[square].color is color
    }
    return Role.KING if gone == {Role.KING} else Role.MAN


def _piece_shown(
    reading: Reading, expected: Piece | None, mover: Color, roles: Mapping[Color, Role]
) -> Piece | None:
    """The piece for a reading; a piece of unknown colour on an empty square is the mover's."""
    if reading is Reading.UNKNOWN:
        return expected
    if not reading.occupied:
        return None
    color = reading.color or (expected.color if expected else mover)
    same = expected if expected and expected.color is color else None
    return Piece(color, reading.role or (same.role if same else roles[color]))


# -- what is beside it -----------------------------------------------------------------------


def _game_lines(view: View, texts: Texts) -> list[str]:
    lines = [texts("view.last_move", moves=last_moves(view.game) or texts("view.no_move"))]
    lines.append(_captured_line(view.game, texts))
    lines += _counter_lines(view.game, texts)
    if view.lights:
        lines.append(texts("view.lights", lights=lights_text(view.lights, texts)))
    return lines


def last_moves(game: Game, count: int = 2) -> str:
    """The last moves as they are written, with their numbers: "12. 32-28 19-23"; a piece that was
    huffed before a move in brackets."""
    moves = moves_of(game)
    first = max(0, len(moves) - count)
    offset = 0 if game.start.turn is Color.WHITE else 1
    words = []
    for number, move in enumerate(moves[first:], start=first):
        turn, side = divmod(number + offset, 2)
        if side == 0 or number == first:
            words.append(f"{turn + 1}{'.' if side == 0 else '...'}")
        words += [f"({move.huffed})", move.text] if move.huffed else [move.text]
    return " ".join(words)


def _captured_line(game: Game, texts: Texts) -> str:
    lost = {
        color: len(game.start.squares(color)) - len(game.position.squares(color)) for color in Color
    }
    return texts("view.captured", white=lost[Color.BLACK], black=lost[Color.WHITE])


def _counter_lines(game: Game, texts: Texts) -> list[str]:
    counters = game.counters
    lines = []
    if counters.kings_only and counters.kings_only_limit:
        lines.append(
            texts(
                "view.kings_only",
                played=counters.kings_only // 2,
                limit=counters.kings_only_limit // 2,
            )
        )
    if counters.endgame is not None:
        lines.append(
            texts(
                "view.endgame",
                played=counters.endgame_plies // 2,
                limit=counters.endgame_limit // 2,
            )
        )
    if counters.repetitions > 1:
        lines.append(
            texts(
                "view.repetitions",
                count=counters.repetitions,
                limit=counters.repetitions_limit,
            )
        )
    return lines


def lights_text(lights: Sequence[Light], texts: Texts) -> str:
    """Squares by their light: "19 28 geel knippert"."""
    groups: dict[str, list[str]] = {}
    for light in lights:
        name = texts(f"light.{_LIGHT_NAMES[light.color]}")
        if light.blink is not LedBlink.STEADY:
            name = texts("light.blinking", color=name)
        groups.setdefault(name, []).append(f"{light.square}{_LIGHT_SIGNS[light.blink]}")
    return ", ".join(f"{' '.join(squares)} {name}" for name, squares in groups.items())
