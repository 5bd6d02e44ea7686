"""A round of a phone app on a board of ours: what both have, and what is told of the board. Pure.

What the app says is in `peripheral`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from board_io.cpp.app_events import AppErred, AppEvent, MoveAsked
from board_io.cpp.games import placement_of, placement_seen, shows, uci_of
from board_io.cpp.offers import Offer
from board_io.cpp.trail import Trail
from firmware_protocol.cpp import commands as say
from firmware_protocol.cpp.decoder import CppDecoder, line
from firmware_protocol.cpp.moves import Notation
from firmware_protocol.cpp.names import FeatureName, SideName
from firmware_protocol.cpp.placement import Placement
from firmware_protocol.cpp.shapes import Command
from rules.move import Move
from rules.position import Position
from rules.snapshot import Reading, Snapshot
from rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made on the board and told to the app, in which notation; `again`: for the
    second time, because the app may not have understood the first."""

    move: Move
    after: Position
    notation: Notation
    again: bool = False


class AppRound:
    """Empty before an app begins, and after it has ended; see `Peripheral`."""

    def __init__(
        self, games: Iterable[str], variant: Variant, notation: Notation = Notation.LETTERS
    ) -> None:
        self._variant: Variant | None = None
        self.lay_out(games, variant)
        self._usual_notation = notation
        self._snapshot: Snapshot | None = None
        self.reset()

    def reset(self) -> None:
        """Another app, or the same once more: nothing is agreed yet."""
        self._decoder = CppDecoder()
        self._output = bytearray()
        self._features: set[str] = set()
        self._variant = self._usual
        self._side = SideName.BOTH
        self._trail = Trail()
        self._begun: tuple[int, ...] = ()
        self._either: tuple[Move, ...] = ()
        self._is_synced = self._streams = self._to_do = False
        self._made: Made | None = None
        self.offered: Offer | None = None
        self._offer_made: Offer | None = None  # at the board
        self._notation, self._is_notation_known = self._usual_notation, False

    def lay_out(self, games: Iterable[str], variant: Variant) -> None:
        """The board is for these games of ours now, and for this one where none is named."""
        self._games = frozenset(games)
        self._usual = variant
        self._variant = variant

    @property
    def position(self) -> Position | None:
        """What the app has, None where no round is played."""
        return self._trail.last if self._trail else None

    @property
    def is_asking(self) -> bool:
        """Whether a move of the board waits for the answer of the app."""
        return self._made is not None

    def can(self, feature: FeatureName) -> bool:
        """Whether the app asked for this."""
        return feature in self._features

    def take_output(self) -> bytes:
        """What the app is told now, a line for each message; handed out once."""
        output = bytes(self._output)
        self._output.clear()
        return output

    # -- what the board does ---------------------------------------------------------------

    def board_shows(self, snapshot: Snapshot) -> list[AppEvent]:
        """The board shows this, in the numbers of the game."""
        if snapshot == self._snapshot:
            return []
        self._snapshot = snapshot
        streams = self._trail and (not self._is_synced or self.can(FeatureName.SUBMOVE_STATE))
        right = bool(self._trail) and shows(snapshot, self._trail.last)
        if self._streams or (streams and (self._is_synced or not right)):
            self._say_state()
        return self._look()

    def played(self, move: Move) -> bool:
        """This legal move was made on the board; whether the app is asked about it."""
        if not self._trail or self._made is not None:
            return False
        after = self._trail.last.play(move)
        self._tell(Made(move, after, self._notation))
        return True

    def lost_sync(self) -> None:
        """What the board shows cannot be explained any more."""
        if self._trail and self._is_synced and self._made is None:
            self._is_synced = False
            self._say(say.Unsync(self._seen))

    def offer_draw(self) -> bool:
        """Whether it could be offered; `OfferAnswered` may follow."""
        return self._make_offer(FeatureName.DRAW_OFFER, say.DrawOffer())

    def offer_undo(self) -> bool:
        """The same for a take-back, after which `PositionSet` follows."""
        return self._make_offer(FeatureName.UNDO_OFFER, say.UndoOffer())

    def resign(self) -> bool:
        """The people at the board give up; whether the app could be told."""
        if not self._trail or not self.can(FeatureName.RESIGN):
            return False
        self._say(say.Resign())
        return True

    def answer(self, *, accepted: bool) -> bool:
        """Answer what the other side offered; whether there was anything."""
        offer, self.offered = self.offered, None
        if offer is not None:
            self._answer(accepted)
        return offer is not None

    def _look(self) -> list[AppEvent]:
        """Whether the board shows what the app has; or which of several moves it has."""
        if not self._trail or self._snapshot is None:
            return []
        for move in self._either:
            if shows(self._snapshot, self._trail.last.play(move)):
                self._either = ()
                return self._ask_for(move)
        if not self._either and self._made is None and shows(self._snapshot, self._trail.last):
            if not self._is_synced:
                self._is_synced = True
                self._say(say.Sync(placement_of(self._trail.last)))
            elif self._to_do and self.can(FeatureName.MOVED):
                self._say(say.Moved())
            self._to_do = False
        return []

    def _ask_for(self, move: Move) -> list[AppEvent]:
        """A move of the app: it stands, and is to be made on the board."""
        self._trail.play(self._trail.last.play(move))
        self._to_do = True
        return [MoveAsked(move), *self._look()]

    # -- what both need ----------------------------------------------------------------------

    def _tell(self, made: Made) -> None:
        self._made = made
        self._say(say.Move(uci_of(made.move, self._trail.last, made.notation)))

    def _make_offer(self, feature: FeatureName, offer: Offer) -> bool:
        if not self._trail or not self.can(feature) or self._made is not None:
            return False
        self._offer_made = offer
        self._say(offer)
        return True

    @property
    def _seen(self) -> Placement:
        """What the board shows, in as much detail as it is known."""
        position = self._trail.last if self._trail else Position.start(self._variant or self._usual)
        squares = position.variant.squares
        unseen = Snapshot((Reading.UNKNOWN,) * squares)
        fits = self._snapshot is not None and len(self._snapshot) == squares
        return placement_seen(self._snapshot if self._snapshot and fits else unseen, position)

    def _say_state(self) -> None:
        if self._snapshot is not None:
            self._say(say.State(self._seen))

    def _answer(self, accepted: bool) -> None:
        self._say(say.Ok() if accepted else say.Nok())

    def _complain(self, text: str) -> AppEvent:
        self._say(say.Err(text))
        return AppErred(text)

    def _say(self, command: Command) -> None:
        self._output += line(command)
