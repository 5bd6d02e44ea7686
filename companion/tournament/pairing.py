"""Who plays whom in the next round. Pure.

All systems look for the best of all ways to make pairs: a matching of least cost in the graph of
those who are there, with one who is free as a pair with nobody. What a pair costs is counted in
ranks, and no sum of a lower rank outweighs one of a higher:

    1  they met before, or the free one was free before
    2  both must have the same colour: it would be the third in a row, or three more than the other
    3  how far apart they stand (squared: two small steps are better than a large one); the free
       one, how far from the bottom
    4  both want the same colour
    5  one of them was moved up or down in the same way in the round before
    6  how far from the rule that the upper half of a group meets its lower half

A round robin looks for pairs that have not met and has no other wish than that those who are
behind with their games play first; as long as nobody came late or went, it follows the tables of
Berger, which need the fewest rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.errors import InputError
from companion.tournament.model import Pairing, Points, System, Tournament
from rules.piece import Color

_NOBODY = 0
_SAME_IN_A_ROW = 2
_MOST_OUT_OF_BALANCE = 2


@dataclass(frozen=True, slots=True)
class _Card:
    """What matters of a player: `balance` is games with white less those with black."""

    number: int
    points: Points
    met: tuple[int, ...]
    colors: tuple[Color, ...]
    free: int
    floated: int

    @property
    def balance(self) -> int:
        return sum(1 if color is Color.WHITE else -1 for color in self.colors)

    @property
    def wish(self) -> Color | None:
        """The colour that is due; None where none was played yet."""
        if self.balance:
            return Color.BLACK if self.balance > 0 else Color.WHITE
        return self.colors[-1].other if self.colors else None

    @property
    def must(self) -> Color | None:
        """The colour that alone is fair."""
        last = self.colors[-_SAME_IN_A_ROW:]
        if len(last) == _SAME_IN_A_ROW and len(set(last)) == 1:
            return last[0].other
        if abs(self.balance) >= _MOST_OUT_OF_BALANCE:
            return Color.BLACK if self.balance > 0 else Color.WHITE
        return None


def next_round(tournament: Tournament) -> list[Pairing]:
    """The pairings of the round after the last. Raises InputError where there can be none yet, or
    none any more."""
    number = tournament.round + 1
    present = [entry.number for entry in tournament.entries if entry.plays_in(number)]
    if tournament.open:
        boards = ", ".join(f"{p.round}:{p.board}" for p in tournament.open[:5])
        raise InputError(f"some games have no result yet (round:board {boards}); enter them first")
    if len(present) < 2:
        raise InputError("a round needs two players at least; add some first")
    if tournament.system is System.SWISS:
        return _boards(tournament, number, _swiss_pairs(tournament, present))
    by_table = _berger_pairs(tournament, present)
    pairs = by_table or _unmet_pairs(tournament, present)
    if not any(_NOBODY not in pair for pair in pairs):
        raise InputError("everybody has met everybody: the tournament is over")
    return _boards(tournament, number, pairs, has_colors=bool(by_table))


def rounds_of(system: System, players: int) -> int:
    """How many rounds a tournament of so many players has as a rule."""
    single = max(1, players - 1 + players % 2)
    match system:
        case System.ROUND_ROBIN:
            return single
        case System.TWICE:
            return 2 * single
        case System.SWISS:
            return max(1, min(single, (max(players, 2) - 1).bit_length() + 2))


# -- Swiss -----------------------------------------------------------------------------------


def _swiss_pairs(tournament: Tournament, present: Sequence[int]) -> list[tuple[int, int]]:
    cards = sorted(
        (_card(tournament, number) for number in present), key=lambda c: (-c.points, c.number)
    )
    places = {card.number: place for place, card in enumerate(cards)}
    groups = {card.number: [c.number for c in cards if c.points == card.points] for card in cards}

    def cost(one: _Card, other: _Card) -> tuple[int, ...]:
        upper, lower = sorted((one, other), key=lambda card: places[card.number])
        apart = int(2 * (upper.points - lower.points))
        return (
            upper.met.count(lower.number),
            int(upper.must is not None and upper.must is lower.must),
            apart * apart,
            int(upper.wish is not None and upper.wish is lower.wish),
            int(bool(apart)) * ((upper.floated < 0) + (lower.floated > 0)),
            _off_the_fold(upper.number, lower.number, groups),
        )

    def free(card: _Card) -> tuple[int, ...]:
        above = int(2 * (card.points - cards[-1].points))
        return (card.free, 0, above * above, 0, 0, len(cards) - 1 - places[card.number])

    return _cheapest(cards, cost, free)


def _off_the_fold(upper: int, lower: int, groups: dict[int, list[int]]) -> int:
    """How many places from the one whom the rule gives: in a group the first of the upper half
    meets the first of the lower; between groups the last meets the first."""
    above, below = groups[upper], groups[lower]
    if above is below or above == below:
        return abs(above.index(lower) - above.index(upper) - len(above) // 2)
    return len(above) - 1 - above.index(upper) + below.index(lower)


# -- round robin -----------------------------------------------------------------------------


def _berger_pairs(tournament: Tournament, present: Sequence[int]) -> list[tuple[int, int]]:
    """The round of the table, where all who began are there and nobody else; else nothing."""
    if any(entry.since > 1 or entry.until is not None for entry in tournament.entries):
        return []
    seats = [*present, *([_NOBODY] if len(present) % 2 else [])]
    legs, turn = divmod(tournament.round, len(seats) - 1)
    if legs >= _legs(tournament):
        return []
    fixed, turning = seats[-1], seats[:-1]
    half = len(seats) // 2
    shift = (turn * half) % len(turning)
    circle = turning[shift:] + turning[:shift]
    pairs = [(circle[0], fixed) if turn % 2 == 0 else (fixed, circle[0])]
    pairs += [(circle[n], circle[-n]) for n in range(1, half)]
    return [pair[::-1] for pair in pairs] if legs % 2 else pairs


def _unmet_pairs(tournament: Tournament, present: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs that have not met as often as they should; who has none is free."""
    cards = [_card(tournament, number) for number in present]
    legs = _legs(tournament)
    most = max(len(card.met) for card in cards)

    def cost(one: _Card, other: _Card) -> tuple[int, ...]:
        met = one.met.count(other.number)
        behind = 2 * most - len(one.met) - len(other.met)
        return (int(met >= legs), int(one.must is not None and one.must is other.must), -behind)

    def free(card: _Card) -> tuple[int, ...]:
        return (0, 0, most - len(card.met) + card.free)

    pairs = _cheapest(cards, cost, free)
    by_number = {card.number: card for card in cards}
    return [
        (one, other)
        for one, other in pairs
        if _NOBODY in (one, other) or by_number[one].met.count(other) < legs
    ]


def _legs(tournament: Tournament) -> int:
    return 2 if tournament.system is System.TWICE else 1


# -- pairs, boards and colours ---------------------------------------------------------------


def _cheapest(
    cards: Sequence[_Card],
    cost: Callable[[_Card, _Card], tuple[int, ...]],
    free: Callable[[_Card], tuple[int, ...]],
) -> list[tuple[int, int]]:
    """The pairs of least cost; where their number is odd one player is with nobody."""
    import networkx

    costs = {(a.number, b.number): cost(a, b) for a, b in combinations(cards, 2)}
    if len(cards) % 2:
        costs |= {(card.number, _NOBODY): free(card) for card in cards}
    least = [min(column) for column in zip(*costs.values(), strict=True)]
    most = [max(column) for column in zip(*costs.values(), strict=True)]
    room = [(high - low) * len(cards) + 1 for low, high in zip(least, most, strict=True)]

    def weight(ranks: tuple[int, ...]) -> int:
        total = 0
        for rank, low, size in zip(ranks, least, room, strict=True):
            total = total * size + rank - low
        return total

    heaviest = max(map(weight, costs.values()))
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from(
        (one, other, heaviest - weight(ranks)) for (one, other), ranks in costs.items()
    )
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((one, other) for one, other in matched)


def _boards(
    tournament: Tournament,
    number: int,
    pairs: Sequence[tuple[int, int]],
    *,
    has_colors: bool = False,
) -> list[Pairing]:
    """The pairs at their boards: the leaders at the first, who is free at the last. `has_colors`:
    the first of a pair has white."""
    points = {entry.number: tournament.points_of(entry.number) for entry in tournament.entries}

    def place(pair: tuple[int, int]) -> tuple[bool, Points, Points, int]:
        is_free = _NOBODY in pair
        both = sorted((points.get(player, 0) for player in pair), reverse=True)
        return (is_free, -both[0], -both[1], min(pair))

    seated = []
    for board, pair in enumerate(sorted(pairs, key=place), start=1):
        if _NOBODY in pair:
            seated.append(Pairing(number, board, max(pair), None))
            continue
        white, black = pair if has_colors else _colors(tournament, pair, board)
        seated.append(Pairing(number, board, white, black))
    return seated


def _colors(tournament: Tournament, pair: tuple[int, int], board: int) -> tuple[int, int]:
    """White and black: who must, who wants more, who had the other colour last; else by board."""
    one, other = (_card(tournament, number) for number in pair)
    met = [p for p in tournament.pairings_of(one.number) if other.number in (p.white, p.black)]
    if met and met[-1].score is not None and met[-1].score.is_played:
        before = Color.WHITE if met[-1].white == one.number else Color.BLACK
        return _seated(one, other, before.other)
    for claim in (one.must, other.must and other.must.other):
        if claim is not None:
            return _seated(one, other, claim)
    if one.balance != other.balance:
        return _seated(one, other, Color.WHITE if one.balance < other.balance else Color.BLACK)
    for last, last_of_other in zip(reversed(one.colors), reversed(other.colors), strict=False):
        if last is not last_of_other:
            return _seated(one, other, last.other)
    if one.wish or other.wish:
        wish = one.wish or (other.wish.other if other.wish else Color.WHITE)
        return _seated(one, other, wish)
    upper, lower = sorted((one, other), key=lambda card: (-card.points, card.number))
    return _seated(upper, lower, Color.WHITE if board % 2 else Color.BLACK)


def _seated(one: _Card, other: _Card, color: Color) -> tuple[int, int]:
    """White and black, where the first has this colour."""
    pair = (one.number, other.number)
    return pair if color is Color.WHITE else pair[::-1]


def _card(tournament: Tournament, number: int) -> _Card:
    points: Points = 0
    met: list[int] = []
    colors: list[Color] = []
    free = floated = 0
    for pairing in tournament.pairings_of(number):
        color, opponent = pairing.color_of(number), pairing.opponent_of(number)
        floated = 0
        if opponent is None or color is None:
            free += 1
        elif pairing.score is not None and pairing.score.is_played:
            met.append(opponent)
            colors.append(color)
            floated = _sign(_points_before(tournament, opponent, pairing.round) - points)
        points += tournament.points_in(pairing, number)
    return _Card(number, points, tuple(met), tuple(colors), free, floated)


def _points_before(tournament: Tournament, number: int, round_number: int) -> Points:
    earlier = (p for p in tournament.pairings_of(number) if p.round < round_number)
    return sum((tournament.points_in(pairing, number) for pairing in earlier), 0)


def _sign(value: Points) -> int:
    return (value > 0) - (value < 0)
