"""What the squares show: a light for each square, from the announcements that are open.

Every meaning has its own colour and its own blinking, and colours that a colour-blind eye takes
for each other never blink alike:

    meaning                                      colour   blinking
    ------------------------------------------   ------   ----------------------
    LAST_MOVE    start and end of the last move  blue     steady
    MUST_MOVE    this piece must move            yellow   steady
    GOES_HERE    a piece goes or may go here     green    slow (half of 1 s)
    TAKE_OFF     take this piece off             orange   flash (0.1 s of 1 s)
    WRONG        this is not right               red      fast (half of 0.25 s)
    CROWN        put a second disc on it         purple   slow (half of 1 s)
    LOOK         look here                       white    flash (0.1 s of 1 s)

Where several want one square, the later group in `_LAYERS` wins. While the board cannot be reached
nothing is shown; when it is back, the pattern as it stands then is the sign that it is.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from announcer.announcement import Announcement, Form, Kind, Subject


class LightColor(enum.Enum):
    """The colours that a pattern uses."""

    WHITE = "white"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    ORANGE = "orange"
    RED = "red"
    PURPLE = "purple"


class Blink(enum.Enum):
    """STEADY, SLOW: half of 1 s, FAST: half of 0.25 s, FLASH: 0.1 s of 1 s."""

    STEADY = "steady"
    SLOW = "slow"
    FAST = "fast"
    FLASH = "flash"


@dataclass(frozen=True, slots=True)
class Light:
    """How one square is lit."""

    color: LightColor
    blink: Blink = Blink.STEADY


LightPattern = Mapping[int, Light]
"""The squares that are lit; the others are dark."""


class Meaning(enum.Enum):
    """What a light says; see the table above."""

    LAST_MOVE = Light(LightColor.BLUE, Blink.STEADY)
    MUST_MOVE = Light(LightColor.YELLOW, Blink.STEADY)
    GOES_HERE = Light(LightColor.GREEN, Blink.SLOW)
    TAKE_OFF = Light(LightColor.ORANGE, Blink.FLASH)
    WRONG = Light(LightColor.RED, Blink.FAST)
    CROWN = Light(LightColor.PURPLE, Blink.SLOW)
    LOOK = Light(LightColor.WHITE, Blink.FLASH)


_LAYERS = (
    *(Subject.MOVE, Subject.DUTY, Subject.REMARK, Subject.ENGINE, Subject.CROWN),
    *(Subject.SET_UP, Subject.REMINDER, Subject.FOUL, Subject.BOARD),
)
_ALL_SQUARES: Mapping[Kind, Meaning] = {
    Kind.MOVE: Meaning.LAST_MOVE,
    Kind.MOVE_CORRECTED: Meaning.LAST_MOVE,
    Kind.MOVE_STANDS: Meaning.LAST_MOVE,
    Kind.PROMOTION: Meaning.CROWN,
    Kind.KING_NOT_CROWNED: Meaning.CROWN,
    Kind.CAPTURED_PIECE_LEFT: Meaning.TAKE_OFF,
    Kind.PIECE_MISSING: Meaning.GOES_HERE,
    Kind.EXTRA_PIECE: Meaning.TAKE_OFF,
    Kind.UNKNOWN_POSITION: Meaning.WRONG,
    Kind.NO_PIECE: Meaning.WRONG,
    Kind.TOUCH_MOVE: Meaning.LOOK,
    Kind.HUFFED: Meaning.LAST_MOVE,
    Kind.MAY_HUFF: Meaning.TAKE_OFF,
    Kind.WRONG_HUFF: Meaning.GOES_HERE,
}
_SET_UP_SQUARES: Mapping[Form, tuple[Meaning, ...]] = {
    Form.MOVE_OVER: (Meaning.TAKE_OFF, Meaning.GOES_HERE),
    Form.PLACE: (Meaning.GOES_HERE,),
    Form.CLEAR: (Meaning.TAKE_OFF,),
    Form.SWAP: (Meaning.LOOK,),
}
Meanings = dict[int, Meaning]


def light_pattern(open_announcements: Iterable[Announcement]) -> LightPattern:
    """The lights for the announcements that are open now (`Announcer.open`)."""
    announcements = list(open_announcements)
    if any(announcement.kind is Kind.LINK_LOST for announcement in announcements):
        return {}
    meanings: Meanings = {}
    for layer in _LAYERS:
        for announcement in announcements:
            if announcement.topic.subject is layer:
                meanings |= meanings_of(announcement)
    return {square: meaning.value for square, meaning in sorted(meanings.items())}


def meanings_of(announcement: Announcement) -> Meanings:
    """What one announcement wants to show, square by square."""
    kind = announcement.kind
    if kind in _ALL_SQUARES:
        return dict.fromkeys(announcement.squares, _ALL_SQUARES[kind])
    if kind is Kind.SET_UP:
        return _set_up(announcement)
    if kind in (Kind.ENGINE_MOVE, Kind.ENGINE_MOVE_MISMATCH):
        return dict.fromkeys(announcement.squares, Meaning.WRONG) | _way(announcement)
    if announcement.form in (Form.BARE, Form.BACK):
        return _foul(announcement)
    return _choice(announcement)


def _set_up(announcement: Announcement) -> Meanings:
    if announcement.form is Form.MANY:
        extra = dict.fromkeys(announcement.values.starts, Meaning.TAKE_OFF)
        return extra | dict.fromkeys(announcement.values.ends, Meaning.GOES_HERE)
    return dict(
        zip(announcement.squares, _SET_UP_SQUARES[announcement.form], strict=True),
    )


def _foul(announcement: Announcement) -> Meanings:
    """Where it went wrong and, where the way back is told, the square to go back to."""
    shown = dict.fromkeys(announcement.squares, Meaning.WRONG)
    if announcement.form is Form.BACK:
        shown[announcement.squares[0]] = Meaning.GOES_HERE
    return shown


def _way(announcement: Announcement) -> Meanings:
    route = announcement.values.route
    landings = dict.fromkeys(route[1:], Meaning.GOES_HERE)
    return landings | dict.fromkeys(route[:1], Meaning.MUST_MOVE)


def _choice(announcement: Announcement) -> Meanings:
    """The pieces that may be chosen and where they land first; all the way where it is the only
    one."""
    values = announcement.values
    landings = dict.fromkeys((*values.ends, *values.route[1:]), Meaning.GOES_HERE)
    return landings | dict.fromkeys(values.starts, Meaning.MUST_MOVE)
