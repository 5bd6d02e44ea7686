"""What became of games: the score between two, runs of games won, won and lost in each kind.

Pure: results in, numbers out. A result is seen from the side of white or of black.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.players.names import name_key
from rules.piece import Color


@dataclass(frozen=True, slots=True)
class Result:
    """A game that is over. `day` as in 2026-11-30; `winner` None: a draw; `game` None: it was
    entered by hand."""

    white: str
    black: str
    winner: Color | None
    day: str
    variant: str
    game: int | None = None

    def color_of(self, player: str) -> Color | None:
        """The side of a player, None where somebody else played."""
        key = name_key(player)
        if name_key(self.white) == key:
            return Color.WHITE
        return Color.BLACK if name_key(self.black) == key else None


@dataclass(frozen=True, slots=True)
class Tally:
    """Games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> int:
        """Two for a game won, one for a draw (KNDB 15)."""
        return 2 * self.won + self.drawn

    def plus(self, gained: int) -> Tally:
        """One game more: 1 won, 0 drawn, -1 lost."""
        return Tally(self.won + (gained > 0), self.drawn + (gained == 0), self.lost + (gained < 0))


@dataclass(frozen=True, slots=True)
class Streak:
    """Games of one kind in a row: 1 won, 0 drawn, -1 lost."""

    kind: int
    length: int


def gained(result: Result, player: str) -> int | None:
    """1 for a game that the player won, 0 for a draw, -1 for one lost; None for those of others."""
    color = result.color_of(player)
    if color is None:
        return None
    if result.winner is None:
        return 0
    return 1 if result.winner is color else -1


def tally(results: Iterable[Result], player: str) -> Tally:
    """All games of a player."""
    total = Tally()
    for result in results:
        if (value := gained(result, player)) is not None:
            total = total.plus(value)
    return total


def between(results: Iterable[Result], one: str, other: str) -> Tally:
    """The score between two players, seen by the first."""
    return tally((r for r in results if r.color_of(other) is not None), one)


def opponents(results: Iterable[Result], player: str) -> list[str]:
    """Whom a player met, in the order in which they first did."""
    met: dict[str, str] = {}
    for result in results:
        color = result.color_of(player)
        if color is not None:
            other = result.black if color is Color.WHITE else result.white
            met.setdefault(name_key(other), other)
    return list(met.values())


def streak_now(results: Sequence[Result], player: str) -> Streak | None:
    """The run that goes on: as many games as there are of the kind of the last one."""
    values = [value for r in results if (value := gained(r, player)) is not None]
    if not values:
        return None
    length = next((n for n, v in enumerate(reversed(values)) if v != values[-1]), len(values))
    return Streak(values[-1], length)


def longest_wins(results: Iterable[Result], player: str) -> int:
    """The most games that were won in a row."""
    longest = run = 0
    for result in results:
        value = gained(result, player)
        if value is not None:
            run = run + 1 if value > 0 else 0
            longest = max(longest, run)
    return longest


def by_variant(results: Iterable[Result], player: str) -> dict[str, Tally]:
    """The games of a player in each kind of game, house rules included."""
    found: dict[str, Tally] = {}
    for result in results:
        if (value := gained(result, player)) is not None:
            found[result.variant] = found.get(result.variant, Tally()).plus(value)
    return found


@dataclass(frozen=True, slots=True)
class Standing:
    """The games of one player in one kind of game."""

    player: str
    variant: str
    tally: Tally


def standings(results: Iterable[Result]) -> list[Standing]:
    """Everybody in each kind of game that they played, most games first."""
    names: dict[str, str] = {}
    tallies: dict[tuple[str, str], Tally] = {}
    for result in results:
        for name in (result.white, result.black):
            key = name_key(name)
            names[key] = name
            value = gained(result, name)
            assert value is not None
            tally = tallies.get((key, result.variant), Tally())
            tallies[key, result.variant] = tally.plus(value)
    found = [Standing(names[key], kind, tally) for (key, kind), tally in tallies.items()]
    return sorted(found, key=lambda o: (-o.tally.games, -o.tally.points, o.player, o.variant))
