"""A board of ours as a phone app knows it, by the Chess Peripheral Protocol. Pure.

The app keeps the rules: what the people at the board play is told to it and stands when it says so;
what is played in the app is to be made on the board. The board says whether it shows what the app
has. Time plays no part: an app answers when it likes.
"""

from __future__ import annotations

from dataclasses import replace

from board_io.cpp.app_events import (
    AppErred,
    AppEvent,
    AppSaid,
    CaptureBegun,
    DrawOffered,
    MoveAccepted,
    MoveRefused,
    OfferAnswered,
    PositionSet,
    RoundBegun,
    RoundEnded,
    ScoreTold,
    TimesTold,
    UndoOffered,
)
from board_io.cpp.app_round import AppRound
from board_io.cpp.endings import outcome_of
from board_io.cpp.games import (
    GAMES,
    Ambiguous,
    Begun,
    Complete,
    Illegal,
    moved_anyway,
    placement_of,
    position_of,
    shows,
    understand,
)
from firmware_protocol.cpp import commands as say
from firmware_protocol.cpp.moves import Notation, Uci
from firmware_protocol.cpp.names import EndReason, FeatureName, SideName
from firmware_protocol.cpp.placement import Placement
from firmware_protocol.cpp.shapes import Command
from rules.errors import SquareError
from rules.move import Move
from rules.position import Position
from rules.variant import Variant
from rules.variants import VARIANTS

FEATURES = frozenset(
    {
        FeatureName.MSG,
        FeatureName.LAST_MOVE,
        FeatureName.MOVED,
        FeatureName.RESIGN,
        FeatureName.UNDO_REDO,
        FeatureName.UNDO_OFFER,
        FeatureName.DRAW_OFFER,
        FeatureName.DRAW_REASON,
        FeatureName.SIDE,
        FeatureName.SCORE,
        FeatureName.TIME,
        FeatureName.GET_STATE,
        FeatureName.SUBMOVE_STATE,
    }
)
"""What this board can do: not put pieces by itself, and nothing that is chess only."""
_MOST_TEXT = 200
_OTHER = {Notation.LETTERS: Notation.NUMBERS, Notation.NUMBERS: Notation.LETTERS}


class Peripheral(AppRound):
    """`games`: those of ours that can be played on the board, `variant` the one that is meant where
    the app names none. Squares are written in `notation` until the app has written some. `offered`:
    what the other side offers, until it is answered."""

    def receive(self, data: bytes) -> list[AppEvent]:
        """Messages, each with its end."""
        broken = self._decoder.framing_errors
        heard = [event for said in self._decoder.feed(data) for event in self._hear(said)]
        if self._decoder.framing_errors > broken:
            heard.append(self._complain("a message that is no command"))
        return heard

    def _hear(self, said: object) -> list[AppEvent]:
        match said:
            case say.Feature(name):
                self._answer(name in FEATURES)
                self._features |= {name} & FEATURES
            case say.Variant(name):
                self._answer(self._game(name) is not None)
            case say.SetVariant(name):
                self._variant = self._game(name)
            case say.Side(name) if name in tuple(SideName):
                self._side = SideName(name)
            case say.Begin(placement):
                return self._begin(placement)
            case say.Move(uci):
                return self._hear_move(uci)
            case say.Ok():
                return self._hear_answer(accepted=True)
            case say.Promote():
                return self._hear_answer(accepted=True)
            case say.Nok():
                return self._hear_answer(accepted=False)
            case say.Undo(placement) | say.Redo(placement):
                return self._set_position(placement)
            case say.LastMove(uci):
                self._learn(uci)
            case say.End(reason):
                return self._end(reason)
            case say.GetState():
                return self._give_state()
            case say.OptionsBegin():
                self._say(say.OptionsEnd())
            case say.State() | say.Check() | say.OptionsReset() | say.SetOption():
                pass
            case _:
                return self._hear_word(said)
        return []

    def _hear_word(self, said: object) -> list[AppEvent]:
        match said:
            case say.DrawOffer() | say.UndoOffer() if self._trail:
                self.offered = said
                return [DrawOffered() if isinstance(said, say.DrawOffer) else UndoOffered()]
            case say.Time(white, black):
                return [TimesTold(white, black)]
            case say.Score(white, black):
                return [ScoreTold(white, black)]
            case say.Msg(text):
                return [AppSaid(text[:_MOST_TEXT])]
            case say.Err(text):
                return [AppErred(text[:_MOST_TEXT])]
            case Command():
                return [self._complain(f"{said.TYPE} is not understood here")]
        return []

    def _begin(self, placement: Placement) -> list[AppEvent]:
        variant = self._variant
        position = None if variant is None else position_of(placement, variant)
        if position is None:
            self._trail.end()
            return [self._complain("this board cannot play that game from there")]
        self._trail.begin(position)
        self._begun, self._either, self._made, self.offered = (), (), None, None
        self._streams = self._to_do = False
        snapshot = self._snapshot
        self._is_synced = snapshot is not None and shows(snapshot, position)
        told = placement_of(position) if self._is_synced else self._seen
        self._say(say.Sync(told) if self._is_synced else say.Unsync(told))
        return [RoundBegun(position, self._side)]

    def _hear_move(self, uci: Uci) -> list[AppEvent]:
        self._learn(uci)
        if not self._trail:
            return [self._complain("no round has begun")]
        heard: list[AppEvent] = []
        if (made := self._made) is not None:  # an app that goes on has answered
            is_echo = _is_meant(uci, self._trail.last, made.move)
            goes_on = _is_meant(uci, made.after)
            self._made = replace(made, again=True)
            heard = self._hear_answer(accepted=is_echo or goes_on)
            if is_echo:
                return heard
        try:
            meant = understand(uci, self._trail.last, self._begun)
        except SquareError as error:
            return [*heard, self._complain(str(error))]
        self._begun = self._either = ()
        match meant:
            case Complete(move):
                return [*heard, *self._ask_for(move)]
            case Ambiguous(moves):
                self._either = moves
                text = f"{uci.text} is not the only capture between these squares"
                return [*heard, self._complain(text)]
            case Begun(path):
                self._begun = path
                return [*heard, CaptureBegun(path)]
            case Illegal(path):
                self._trail.play(moved_anyway(path, self._trail.last))
                self._to_do = True
                complaint = self._complain(f"{uci.text} is not a legal move here")
                return [*heard, complaint, PositionSet(self._trail.last)]

    def _hear_answer(self, *, accepted: bool) -> list[AppEvent]:
        """To the move of the board, or else to what it offered."""
        made, self._made = self._made, None
        if made is None:
            offer, self._offer_made = self._offer_made, None
            return [] if offer is None else [OfferAnswered(accepted)]
        if accepted:
            self._notation, self._is_notation_known = made.notation, True
            self._trail.play(made.after)
            return [MoveAccepted(made.move), *self._look()]
        if self._is_notation_known or made.again:
            return [MoveRefused(made.move)]
        self._tell(replace(made, notation=_OTHER[made.notation], again=True))
        return []

    def _set_position(self, placement: Placement) -> list[AppEvent]:
        """A take-back, or the way back from one."""
        if not self._trail:
            return [self._complain("no round has begun")]
        position = position_of(placement, self._trail.last.variant)
        if position is None:
            return [self._complain("this board cannot show that")]
        before = self._trail.length
        if not self._trail.undo_to(position) and not self._trail.redo(position):
            self._trail.begin(position)
            before = self._trail.length
        self._made, self._begun, self._either = None, (), ()
        self._to_do = True
        return [PositionSet(position, before - self._trail.length), *self._look()]

    def _end(self, reason: str) -> list[AppEvent]:
        if not self._trail:
            return []
        turn = self._trail.last.turn
        self._trail.end()
        self._made = self._offer_made = None
        self._begun = self._either = ()
        return [RoundEnded(reason, outcome_of(reason, turn))]

    def _give_state(self) -> list[AppEvent]:
        """It breaks off what is played; until the next round every change is told."""
        ended = self._end(EndReason.ABORT)
        self._streams = True
        self._say_state()
        return ended

    def _game(self, name: str) -> Variant | None:
        """The game that the protocol calls so, where this board can play it."""
        game = next((ours for known, ours in GAMES.items() if known == name), None)
        return VARIANTS[game] if game in self._games else None

    def _learn(self, uci: Uci) -> None:
        self._notation, self._is_notation_known = uci.notation, True


def _is_meant(uci: Uci, position: Position, move: Move | None = None) -> bool:
    """Whether the squares are a legal move, or the beginning of one, here; or just `move`."""
    try:
        meant = understand(uci, position)
    except SquareError:
        return False
    return meant == Complete(move) if move is not None else not isinstance(meant, Illegal)
