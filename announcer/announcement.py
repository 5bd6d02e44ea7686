"""What to tell, before any language: a kind, a form of it, squares, values, urgency and a topic.

A kind has one or more forms; every form has one sentence in every catalogue. The topic says what
an announcement is about: a later one on the same topic replaces it, and `Kind.WITHDRAWN` takes it
back without a word (what was not said yet stays unsaid, its lights go out).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.piece import Color, Piece, Role
from rules.traits import Obligation


class Kind(enum.StrEnum):
    """What is told. Violations carry the same name as their code or reason."""

    # What was played.
    MOVE = "move"
    MOVE_CORRECTED = "move_corrected"
    MOVE_STANDS = "move_stands"
    MOVES_TAKEN_BACK = "moves_taken_back"
    ORDER_UNKNOWN = "order_unknown"
    PROMOTION = "promotion"
    PASSED_KING_ROW = "passed_king_row"
    HUFFED = "huffed"
    # Who has to do what.
    TURN = "turn"
    MUST_CAPTURE = "must_capture"
    WAY_TO_CAPTURE = "way_to_capture"
    CAPTURE_GOES_ON = "capture_goes_on"
    ENGINE_MOVE = "engine_move"
    MAY_HUFF = "may_huff"
    WHO_IS_YOUNGEST = "who_is_youngest"
    # What was asked.
    ON_SQUARE = "on_square"
    ON_LINE = "on_line"
    PIECES_STAND = "pieces_stand"
    PIECES_LEFT = "pieces_left"
    # What is against the rules.
    CAPTURE_OBLIGATORY = "capture_obligatory"
    MAJORITY_CAPTURE = "majority_capture"
    CAPTURE_UNFINISHED = "capture_unfinished"
    OTHER_CAPTURE = "other_capture"
    WRONG_DIRECTION = "wrong_direction"
    NOT_YOUR_TURN = "not_your_turn"
    NO_PIECE = "no_piece"
    PASS = "pass"
    LIGHT_SQUARE = "light_square"
    OCCUPIED = "occupied"
    BAD_GEOMETRY = "bad_geometry"
    MAN_MOVE = "man_move"
    KING_MOVE = "king_move"
    SHORT_KING = "short_king"
    KING_RUN = "king_run"
    KING_LANDING = "king_landing"
    MAN_OVER_KING = "man_over_king"
    MAN_NOT_FLYING = "man_not_flying"
    KING_PATH_BLOCKED = "king_path_blocked"
    JUMPED_OWN = "jumped_own"
    JUMPED_TWICE = "jumped_twice"
    MOVED_UNCROWNED_KING = "moved_uncrowned_king"
    WRONG_PIECE_REMOVED = "wrong_piece_removed"
    WRONG_HUFF = "wrong_huff"
    ENGINE_MOVE_MISMATCH = "engine_move_mismatch"
    # What stands wrong on the board.
    PIECE_MISSING = "piece_missing"
    EXTRA_PIECE = "extra_piece"
    UNKNOWN_POSITION = "unknown_position"
    BOARD_RIGHT = "board_right"
    # What is still to be done, and remarks.
    CAPTURED_PIECE_LEFT = "captured_piece_left"
    KING_NOT_CROWNED = "king_not_crowned"
    TOUCH_MOVE = "touch_move"
    REMOVED_TOO_EARLY = "removed_too_early"
    REMOVAL_ORDER = "removal_order"
    # The course of the game.
    SET_UP = "set_up"
    SQUARE_RIGHT = "square_right"
    SET_UP_COMPLETE = "set_up_complete"
    BOARD_TURNED = "board_turned"
    NEW_GAME_OFFERED = "new_game_offered"
    NEW_GAME_STARTED = "new_game_started"
    RESUMED = "resumed"
    DRAW_COUNTER = "draw_counter"
    GAME_OVER = "game_over"
    # The clocks.
    TIME_LEFT = "time_left"
    TIME_LOW = "time_low"
    CLOCK_PAUSED = "clock_paused"
    CLOCK_RUNS = "clock_runs"
    # The board as a device.
    LINK_LOST = "link_lost"
    LINK_RESTORED = "link_restored"
    BATTERY_LOW = "battery_low"
    NO_VOICE = "no_voice"
    NO_SOUND = "no_sound"
    # Words of their own, see `Announcement.own_words`.
    LESSON = "lesson"
    PROGRAM = "program"
    # No sentence: what was open on this topic is over.
    WITHDRAWN = "withdrawn"


class Form(enum.StrEnum):
    """Which sentence of a kind."""

    PLAIN = "plain"
    # Moves; JUMPS: a capture jump by jump.
    QUIET = "quiet"
    CAPTURE = "capture"
    JUMPS = "jumps"
    # How to do it right: not told, go back, one way, a choice of pieces; with the reason that the
    # largest capture goes first (MOST) or that capturing is a duty (WHY); every step.
    BARE = "bare"
    BACK = "back"
    ONE = "one"
    CHOICE = "choice"
    ONE_WHY = "one_why"
    CHOICE_WHY = "choice_why"
    ONE_MOST = "one_most"
    CHOICE_MOST = "choice_most"
    STEPS = "steps"
    # Set-up.
    MOVE_OVER = "move_over"
    PLACE = "place"
    CLEAR = "clear"
    SWAP = "swap"
    MANY = "many"
    # Answers.
    NO_KINGS = "no_kings"
    ROW = "row"
    ROW_EMPTY = "row_empty"
    DIAGONAL = "diagonal"
    DIAGONAL_EMPTY = "diagonal_empty"
    # Draw counters.
    KINGS = "kings"
    SIXTEEN = "sixteen"
    FIVE = "five"
    REPETITION = "repetition"
    # Ends of a game.
    NO_MOVES = "no_moves"
    NO_PIECES = "no_pieces"
    RESIGNED = "resigned"
    FLAG = "flag"
    AGREED = "agreed"
    THREEFOLD = "threefold"
    KINGS_25 = "kings_25"
    ONE_V_THREE_16 = "one_v_three_16"
    ONE_V_TWO_5 = "one_v_two_5"
    FIRST_KING = "first_king"
    WON = "won"
    DRAWN = "drawn"
    # Times.
    HOURS = "hours"
    HOURS_MINUTES = "hours_minutes"
    MINUTES = "minutes"
    MINUTES_SECONDS = "minutes_seconds"
    SECONDS = "seconds"


_PLAIN = (Form.PLAIN,)
_QUIET_OR_CAPTURE = (Form.QUIET, Form.CAPTURE)
_MOVED = (*_QUIET_OR_CAPTURE, Form.JUMPS)
_BARE_OR_BACK = (Form.BARE, Form.BACK)
_CAPTURE_MISSED = (Form.BARE, Form.ONE, Form.CHOICE, Form.STEPS)
_CAPTURE_DUTY = (
    *(Form.ONE, Form.CHOICE, Form.ONE_WHY, Form.CHOICE_WHY, Form.ONE_MOST, Form.CHOICE_MOST),
    Form.STEPS,
)
_ENDS = (
    *(Form.NO_MOVES, Form.NO_PIECES, Form.RESIGNED, Form.FLAG, Form.AGREED, Form.THREEFOLD),
    *(Form.KINGS_25, Form.ONE_V_THREE_16, Form.ONE_V_TWO_5, Form.FIRST_KING),
    *(Form.WON, Form.DRAWN),
)
_TIMES = (Form.HOURS, Form.HOURS_MINUTES, Form.MINUTES, Form.MINUTES_SECONDS, Form.SECONDS)

_NOT_IN_CATALOGUES = (Kind.LESSON, Kind.PROGRAM, Kind.WITHDRAWN)
_FORMS: dict[Kind, tuple[Form, ...]] = {
    kind: _PLAIN for kind in Kind if kind not in _NOT_IN_CATALOGUES
}
_FORMS |= {
    Kind.MOVE: _MOVED,
    Kind.MOVE_CORRECTED: _MOVED,
    Kind.MOVE_STANDS: (Form.PLAIN, Form.ONE),
    Kind.ENGINE_MOVE: _QUIET_OR_CAPTURE,
    Kind.ENGINE_MOVE_MISMATCH: (Form.BARE, *_QUIET_OR_CAPTURE),
    Kind.MUST_CAPTURE: _CAPTURE_DUTY,
    Kind.CAPTURE_OBLIGATORY: _CAPTURE_MISSED,
    Kind.MAJORITY_CAPTURE: _CAPTURE_MISSED,
    Kind.CAPTURE_UNFINISHED: _CAPTURE_MISSED,
    Kind.OTHER_CAPTURE: _CAPTURE_MISSED,
    Kind.WRONG_HUFF: (Form.BACK, Form.CHOICE),
    Kind.UNKNOWN_POSITION: (Form.PLAIN, Form.MANY),
    Kind.PIECE_MISSING: (Form.PLAIN, Form.MANY),
    Kind.EXTRA_PIECE: (Form.PLAIN, Form.MANY),
    Kind.SET_UP: (Form.MOVE_OVER, Form.PLACE, Form.CLEAR, Form.SWAP, Form.MANY),
    Kind.SQUARE_RIGHT: (Form.PLAIN, Form.MANY),
    Kind.ON_SQUARE: (Form.PLACE, Form.CLEAR),
    Kind.ON_LINE: (Form.ROW, Form.ROW_EMPTY, Form.DIAGONAL, Form.DIAGONAL_EMPTY),
    Kind.PIECES_STAND: (Form.PLAIN, Form.KINGS, Form.NO_KINGS),
    Kind.DRAW_COUNTER: (Form.KINGS, Form.SIXTEEN, Form.FIVE, Form.REPETITION),
    Kind.GAME_OVER: _ENDS,
    Kind.TIME_LEFT: _TIMES,
}
_WAYS_TO_MOVE_WRONGLY = (
    *(Kind.WRONG_DIRECTION, Kind.NOT_YOUR_TURN, Kind.OCCUPIED, Kind.BAD_GEOMETRY),
    *(Kind.MAN_MOVE, Kind.KING_MOVE, Kind.SHORT_KING, Kind.KING_RUN, Kind.KING_LANDING),
    *(Kind.MAN_OVER_KING, Kind.MAN_NOT_FLYING, Kind.KING_PATH_BLOCKED, Kind.JUMPED_OWN),
    *(Kind.JUMPED_TWICE, Kind.MOVED_UNCROWNED_KING, Kind.WRONG_PIECE_REMOVED, Kind.LIGHT_SQUARE),
)
_FORMS |= dict.fromkeys(_WAYS_TO_MOVE_WRONGLY, _BARE_OR_BACK)

FORMS: Mapping[Kind, tuple[Form, ...]] = MappingProxyType(_FORMS)
"""Every sentence that a catalogue must have."""

BRIEF: Mapping[Kind, tuple[Form, ...]] = MappingProxyType(
    {
        Kind.MOVE: _MOVED,
        Kind.MOVES_TAKEN_BACK: _PLAIN,
        Kind.PROMOTION: _PLAIN,
        Kind.TURN: _PLAIN,
        Kind.MUST_CAPTURE: (Form.ONE, Form.CHOICE, Form.ONE_MOST, Form.CHOICE_MOST, Form.STEPS),
        Kind.CAPTURED_PIECE_LEFT: _PLAIN,
        Kind.SET_UP: (Form.MOVE_OVER, Form.PLACE, Form.CLEAR, Form.SWAP, Form.MANY),
        Kind.SQUARE_RIGHT: (Form.PLAIN, Form.MANY),
        Kind.SET_UP_COMPLETE: _PLAIN,
        Kind.ON_SQUARE: (Form.PLACE, Form.CLEAR),
        Kind.PIECES_STAND: (Form.PLAIN, Form.KINGS, Form.NO_KINGS),
        Kind.PIECES_LEFT: _PLAIN,
    }
)
"""The sentences that are heard most; a catalogue has a short one of each besides."""


class Urgency(enum.IntEnum):
    """How soon: URGENT interrupts what is being said, the others wait for its end."""

    INFO = 0
    REMINDER = 1
    WARNING = 2
    URGENT = 3


class Subject(enum.StrEnum):
    """What a topic belongs to."""

    MOVE = "move"
    CROWN = "crown"
    REMARK = "remark"
    TURN = "turn"
    DUTY = "duty"
    ENGINE = "engine"
    FOUL = "foul"
    BOARD = "board"
    REMINDER = "reminder"
    SET_UP = "set_up"
    GAME = "game"
    COUNTER = "counter"
    CLOCK = "clock"
    LINK = "link"
    BATTERY = "battery"
    SPEECH = "speech"
    ANSWER = "answer"
    MENU = "menu"
    LESSON = "lesson"


@dataclass(frozen=True, slots=True)
class Topic:
    """What an announcement is about; `key` tells apart what can be open side by side."""

    subject: Subject
    key: str = ""


@dataclass(frozen=True, slots=True)
class Values:
    """What a sentence may name besides its squares. `color`: whom it is about. `route`: the way of
    a move, start and end included, `captured` the squares it takes. `starts`: the pieces that there
    is a choice of, `ends`: where they can land first; `role`: what moves, None where men and kings
    can; `obligation`: the rule that says which capture goes first. `count` (of `limit`): pieces,
    moves, squares or per cent, as the kind says."""

    color: Color | None = None
    piece: Piece | None = None
    route: tuple[int, ...] = ()
    captured: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    count: int | None = None
    limit: int | None = None
    role: Role | None = None
    obligation: Obligation | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """One thing to tell. `squares` are those it is about, in the order in which they are named;
    what is to be lit besides (a way, a choice) is in `values`."""

    kind: Kind
    topic: Topic
    form: Form = Form.PLAIN
    squares: tuple[int, ...] = ()
    values: Values = field(default_factory=Values)
    urgency: Urgency = Urgency.INFO

    def __post_init__(self) -> None:
        if self.kind in FORMS and self.form not in FORMS[self.kind]:
            raise ValueError(f"{self.kind} has no form {self.form}")

    def own_words(self, language: str) -> str | Mapping[str, str] | None:
        """A sentence that no catalogue has, with the names that those of a catalogue may use; None:
        the one of the catalogue."""
        return None

    @property
    def is_silent(self) -> bool:
        """True for a withdrawal: nothing is said or shown for it."""
        return self.kind is Kind.WITHDRAWN


def withdrawn(topic: Topic) -> Announcement:
    """What was open on `topic` is over."""
    return Announcement(Kind.WITHDRAWN, topic)
