"""The scene that is assessed, and the decisions that come of it: what is agreed, what is seen,
what changed, and what is due after how much rest."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from reconciler.explain import Explanation, RootKind
from reconciler.irregular import Irregularity, find_irregularity, uncrowned_king_moved
from reconciler.log import Change, Log
from reconciler.sight import Sight, bit, squares_of
from reconciler.timing import Timing
from reconciler.transition import Violation
from rules.game import Game
from rules.move import Move


class Act(enum.Enum):
    AGREE = "the board stands as agreed"
    COMMIT = "record what the explanation says"
    KEEP_IN_MIND = "a wrong move, not told yet"
    TELL = "tell the violation"
    REMIND = "tell the reminder"
    GOES_ON = "the capture can go on"
    ASK_BOARD = "ask the board for a full report"
    OFFER_NEW_GAME = "the start position stands"
    TURN = "the board lies turned"
    ORDER_UNKNOWN = "the position is known, the moves are not"
    ACCEPT_WRONG = "the opponent answers a wrong move with a wrong one"


@dataclass(frozen=True, slots=True)
class Decision:
    """`act` is due after `age` seconds of rest. `patient`: something simpler may come about.
    `doubted`: a square (a mask) that may be misread."""

    age: float
    act: Act
    explanation: Explanation | None = None
    irregularity: Irregularity | None = None
    violation: Violation | None = None
    squares: tuple[int, ...] = ()
    candidates: tuple[Explanation, ...] = ()
    patient: bool = False
    doubted: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """All that an assessment looks at. `wrong`: a wrong move that may be standing (`told`: it was
    announced). `required`: the only move that may be played now. `uncrowned`: kings without their
    second disc. `gap`: reports were lost. `offered`: a new game was offered. `over`: the game is
    finished and only a new one can begin, `lost`: it ended by itself a moment ago, only take-backs
    are looked for. `retracted`: the game before the take-back just told, with the changes that
    made it one. `otherwise`: the game read in the other way that was open, through a gap in the
    reports or by a square that was misread. `last_ply`: when the last ply was recorded."""

    game: Game
    sight: Sight
    log: Log
    timing: Timing
    wrong: Irregularity | None = None
    told: bool = False
    required: Move | None = None
    uncrowned: int = 0
    gap: bool = False
    offered: bool = False
    over: bool = False
    lost: bool = False
    retracted: tuple[Game, tuple[Change, ...]] | None = None
    otherwise: Game | None = None
    last_ply: float = 0.0

    def irregularity(self, game: Game, sight: Sight | None = None) -> Irregularity | None:
        """The one wrong move from this game's position that explains the board, or what else is
        to be explained."""
        uncrowned = squares_of(self.uncrowned)
        changes = self.log.changes
        return find_irregularity(game.position, sight or self.sight, changes, uncrowned)

    def forbidden(self, best: Explanation) -> Irregularity | None:
        """A king that still lacks its second disc was moved (KNDB 3.5)."""
        if best.root.kind is not RootKind.AGREED or not best.moves:
            return None
        move = best.moves[0]
        if bit(move.start) & self.uncrowned and bit(move.end) & self.sight.men:
            return uncrowned_king_moved(self.game.position, move)
        return None

    def is_not_required(self, best: Explanation) -> bool:
        """Whether another move was played than the only one that may be."""
        if self.required is None or best.root.kind is not RootKind.AGREED:
            return False
        return best.moves[0] != self.required
