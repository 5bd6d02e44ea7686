"""Who plays whom: nobody twice against the same while that can be avoided, everybody once a round,
nobody free twice, fair colours; latecomers and people who go home included."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError
from companion.tournament.model import Entry, Score, System, Tournament
from companion.tournament.pairing import next_round, rounds_of
from rules.piece import Color

PLAYED = [Score.WHITE, Score.DRAW, Score.BLACK]


def tournament(players: int, system: System = System.SWISS, rounds: int = 0) -> Tournament:
    entries = tuple(Entry(number, f"Speler {number}") for number in range(1, players + 1))
    return Tournament("Klas 5", system, "2-1-0", rounds or rounds_of(system, players), entries)


def play_round(before: Tournament, lots: Random) -> Tournament:
    pairings = tuple(
        replace(pairing, score=lots.choice(PLAYED) if pairing.black else None)
        for pairing in next_round(before)
    )
    return replace(before, pairings=before.pairings + pairings)


def met(after: Tournament) -> Counter[frozenset[int]]:
    return Counter(frozenset((p.white, p.black)) for p in after.pairings if p.black)


def check_round(after: Tournament) -> None:
    """Everybody who is there plays once or is free, and only one is free."""
    number = after.round
    present = {entry.number for entry in after.entries if entry.plays_in(number)}
    here = [pairing for pairing in after.pairings if pairing.round == number]
    seated = [n for pairing in here for n in (pairing.white, pairing.black) if n]
    assert sorted(seated) == sorted(present)
    assert [pairing.board for pairing in here] == list(range(1, len(here) + 1))
    assert sum(pairing.black is None for pairing in here) == len(present) % 2


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 17), st.integers(0, 10**6))
def test_swiss(players: int, seed: int) -> None:
    lots, state = Random(seed), tournament(players)
    for _ in range(min(state.rounds, players // 2)):  # so many always can be paired
        state = play_round(state, lots)
        check_round(state)
        assert max(met(state).values()) == 1
    free = Counter(p.white for p in state.pairings if p.black is None)
    assert max(free.values(), default=0) <= 1
    for entry in state.entries:
        colors = [p.color_of(entry.number) for p in state.pairings_of(entry.number) if p.black]
        assert abs(colors.count(Color.WHITE) - colors.count(Color.BLACK)) <= 2


@settings(max_examples=15, deadline=None)
@given(st.integers(4, 9), st.integers(0, 10**6))
def test_swiss_avoids_a_second_meeting_as_long_as_any_pairing_does(players: int, seed: int) -> None:
    """As many rounds as a round robin has: then a second meeting may have become unavoidable, but
    never more of them than the best matching needs."""
    lots, state = Random(seed), tournament(players)
    for _ in range(rounds_of(System.ROUND_ROBIN, players)):
        before = met(state)
        avoidable = _can_avoid(state, before)
        state = play_round(state, lots)
        check_round(state)
        if avoidable:
            assert max((met(state) - before)[pair] + before[pair] for pair in met(state)) == 1


def _can_avoid(state: Tournament, before: Counter[frozenset[int]]) -> bool:
    """Whether the players can be paired so that nobody meets anybody again: tried out."""
    free = {p.white for p in state.pairings if p.black is None}

    def tried(rest: list[int], odd: bool) -> bool:
        if not rest:
            return True
        first, *others = rest
        if odd and first not in free and tried(others, False):
            return True
        return any(
            frozenset((first, other)) not in before
            and tried([n for n in others if n != other], odd)
            for other in others
        )

    numbers = [entry.number for entry in state.entries]
    return tried(numbers, bool(len(numbers) % 2))


@pytest.mark.parametrize("players", range(2, 13))
@pytest.mark.parametrize("system", [System.ROUND_ROBIN, System.TWICE])
def test_in_a_round_robin_everybody_meets_everybody(players: int, system: System) -> None:
    lots, state = Random(7), tournament(players, system)
    for _ in range(state.rounds):
        state = play_round(state, lots)
        check_round(state)
    legs = 2 if system is System.TWICE else 1
    assert len(met(state)) == players * (players - 1) // 2
    assert set(met(state).values()) == {legs}
    for entry in state.entries:
        colors = [p.color_of(entry.number) for p in state.pairings_of(entry.number) if p.black]
        balance = colors.count(Color.WHITE) - colors.count(Color.BLACK)
        assert abs(balance) <= (0 if system is System.TWICE else 1)
    with pytest.raises(InputError, match="everybody has met everybody"):
        next_round(state)


@settings(max_examples=20, deadline=None)
@given(st.integers(4, 9), st.integers(0, 10**6), st.sampled_from(list(System)))
def test_latecomers_and_people_who_go_home(players: int, seed: int, system: System) -> None:
    lots, state = Random(seed), tournament(players, system)
    state = play_round(state, lots)
    gone = replace(state.entries[lots.randrange(players)], until=1)
    entries = [gone if entry.number == gone.number else entry for entry in state.entries]
    late = Entry(players + 1, "Laatkomer", since=2)
    state = replace(state, entries=(*entries, late))
    for _ in range(2):
        state = play_round(state, lots)
        if system is System.SWISS:
            check_round(state)
        assert max(met(state).values()) <= (2 if system is System.TWICE else 1)
    assert not any(gone.number in (p.white, p.black) for p in state.pairings if p.round > 1)
    assert any(late.number in (p.white, p.black) for p in state.pairings if p.round > 1)


def test_the_upper_half_meets_the_lower_half_in_the_first_round() -> None:
    pairs = {frozenset((p.white, p.black)) for p in next_round(tournament(8))}
    assert pairs == {frozenset(pair) for pair in ((1, 5), (2, 6), (3, 7), (4, 8))}


def test_winners_meet_winners_with_the_colours_that_are_due() -> None:
    state = tournament(8)
    first = tuple(
        replace(p, score=Score.WHITE if p.white <= 4 else Score.BLACK) for p in next_round(state)
    )
    second = next_round(replace(state, pairings=first))
    assert {frozenset((p.white, p.black)) for p in second} == {
        frozenset(pair) for pair in ((1, 4), (2, 3), (5, 8), (6, 7))
    }
    assert {second[0].white, second[0].black} <= {1, 2, 3, 4}


def test_the_last_one_is_free_and_not_again() -> None:
    state = tournament(5)
    first = tuple(replace(p, score=Score.WHITE if p.black else None) for p in next_round(state))
    assert [p.white for p in first if p.black is None] == [5]
    second = next_round(replace(state, pairings=first))
    assert next(p.white for p in second if p.black is None) != 5


def test_a_walkover_is_no_meeting() -> None:
    state = tournament(2)
    first = tuple(replace(p, score=Score.BLACK_ABSENT) for p in next_round(state))
    assert len(next_round(replace(state, pairings=first))) == 1


def test_no_round_before_the_last_is_over() -> None:
    state = tournament(4)
    state = replace(state, pairings=tuple(next_round(state)))
    with pytest.raises(InputError, match="no result yet"):
        next_round(state)


def test_one_player_is_no_tournament() -> None:
    with pytest.raises(InputError, match="two players"):
        next_round(tournament(1))


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (8, 5), (10, 6), (30, 7)])
def test_a_swiss_tournament_has_a_usual_number_of_rounds(players: int, rounds: int) -> None:
    assert rounds_of(System.SWISS, players) == rounds
