"""What the kept games say of their players: won, drawn and lost, in every kind of game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.database import Database
from companion.search import tag


@dataclass(frozen=True, slots=True)
class Standing:
    """The finished games of one player in one variant."""

    player: str
    variant: str
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> int:
        """Two for a game won, one for a draw."""
        return 2 * self.won + self.drawn


def standings(database: Database, variant: str = "") -> list[Standing]:
    """All who have a name and a finished game, most games first; of one variant or of all."""
    rows = database.rows(
        f"SELECT {tag('White')}, {tag('Black')}, variant, winner FROM games"
        " WHERE deleted IS NULL AND termination IS NOT NULL AND (? = '' OR variant = ?)",
        (variant, variant),
    )
    counts: Counter[tuple[str, str, int]] = Counter()
    for white, black, kind, winner in rows:
        value = {"W": 1, "B": -1}.get(winner, 0)
        for name, gained in ((white, value), (black, -value)):
            if name and name != "?":
                counts[name, kind, gained] += 1
    players = {(name, kind) for name, kind, _ in counts}
    found = [
        Standing(name, kind, *(counts[name, kind, gained] for gained in (1, 0, -1)))
        for name, kind in players
    ]
    return sorted(found, key=lambda one: (-one.games, -one.points, one.player, one.variant))
