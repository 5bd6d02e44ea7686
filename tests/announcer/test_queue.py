"""What waits to be said, and what is dropped."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from announcer.announcement import (
    Announcement,
    Kind,
    Subject,
    Topic,
    Urgency,
    withdrawn,
)
from announcer.queue import LIFETIME, SpeechQueue


def about(subject: Subject, key: str = "", urgency: Urgency = Urgency.INFO) -> Announcement:
    """Something on a topic; the queue does not look at what it is."""
    return Announcement(Kind.NEW_GAME_STARTED, Topic(subject, key), urgency=urgency)


def drain(queue: SpeechQueue, now: float = 0.0) -> list[Announcement]:
    said = []
    while (announcement := queue.next(now)) is not None:
        said.append(announcement)
        queue.finished()
    return said


MOVES = [about(Subject.MOVE, str(n)) for n in range(3)]
DUTY = about(Subject.DUTY)
FOUL = about(Subject.FOUL, "x", Urgency.URGENT)


def test_moves_that_wait_are_all_said_in_order() -> None:
    queue = SpeechQueue()
    queue.put(MOVES, 0.0)
    assert drain(queue, 10.0) == MOVES


def test_a_voice_that_lags_far_behind_a_fast_game_catches_up() -> None:
    queue = SpeechQueue()
    for number in range(40):
        queue.put([about(Subject.MOVE, str(number))], float(number))
    result = about(Subject.GAME, "result")
    queue.put([result], 39.0)
    said = drain(queue, 40.0)
    assert said == [*(about(Subject.MOVE, str(number)) for number in range(25, 40)), result]


def test_a_later_announcement_takes_the_place_of_one_on_the_same_topic() -> None:
    queue, other = SpeechQueue(), Announcement(Kind.TURN, MOVES[0].topic)
    queue.put([*MOVES, other], 0.0)
    assert drain(queue) == [other, *MOVES[1:]]


def test_a_withdrawal_drops_what_waits_and_is_not_said() -> None:
    queue = SpeechQueue()
    queue.put([MOVES[0], DUTY, withdrawn(DUTY.topic), withdrawn(Topic(Subject.LINK))], 0.0)
    assert drain(queue) == [MOVES[0]]


def test_a_hint_that_waited_too_long_is_not_said() -> None:
    queue = SpeechQueue()
    queue.put([MOVES[0], DUTY], 0.0)
    assert drain(queue, LIFETIME[Subject.DUTY] + 0.1) == [MOVES[0]]
    queue.put([DUTY], 20.0)
    assert drain(queue, 20.0 + LIFETIME[Subject.DUTY]) == [DUTY]


def test_a_wrong_move_makes_a_waiting_hint_idle() -> None:
    queue = SpeechQueue()
    queue.put([DUTY, about(Subject.TURN), FOUL], 0.0)
    assert drain(queue) == [FOUL]


def test_urgent_goes_first_and_interrupts() -> None:
    queue = SpeechQueue()
    queue.put(MOVES[:2], 0.0)
    assert queue.next(0.0) == MOVES[0]
    assert not queue.interrupts
    queue.put([FOUL], 0.1)
    assert queue.interrupts
    queue.interrupted(0.1)
    assert drain(queue) == [FOUL, *MOVES[:2]]


def test_urgent_does_not_interrupt_urgent() -> None:
    queue = SpeechQueue()
    queue.put([FOUL], 0.0)
    queue.next(0.0)
    queue.put([about(Subject.LINK, urgency=Urgency.URGENT)], 0.1)
    assert not queue.interrupts


def test_a_hint_that_is_cut_off_is_not_said_again() -> None:
    queue = SpeechQueue()
    queue.put([DUTY], 0.0)
    queue.next(0.0)
    queue.put([FOUL], 0.1)
    queue.interrupted(0.1)
    assert drain(queue) == [FOUL]


def test_what_is_no_longer_true_is_cut_off_as_soon_as_there_is_something_else() -> None:
    queue = SpeechQueue()
    queue.put([DUTY], 0.0)
    queue.next(0.0)
    queue.put([withdrawn(DUTY.topic)], 0.1)
    assert not queue.interrupts
    queue.put([MOVES[0]], 0.1)
    assert queue.interrupts


def test_a_move_that_was_taken_back_while_it_was_said_is_not_said_again() -> None:
    queue = SpeechQueue()
    queue.put([MOVES[0]], 0.0)
    queue.next(0.0)
    queue.put([withdrawn(MOVES[0].topic), FOUL], 0.1)
    queue.interrupted(0.1)
    assert drain(queue) == [FOUL]


announcements = st.builds(
    about,
    st.sampled_from(Subject),
    st.sampled_from(["", "1", "2"]),
    st.sampled_from(Urgency),
)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("put"), announcements),
        st.tuples(st.just("withdraw"), announcements),
        st.tuples(st.just("say"), st.none()),
        st.tuples(st.just("cut"), st.none()),
        st.tuples(st.just("wait"), st.none()),
    ),
    max_size=60,
)


class Voice:
    """Runs a queue and keeps books of what may be said, and of what was."""

    def __init__(self) -> None:
        self.queue = SpeechQueue()
        self.now = 0.0
        self.valid: dict[Topic, Announcement] = {}
        self.put: Counter[Announcement] = Counter()
        self.said: Counter[Announcement] = Counter()
        self.order: list[Announcement] = []

    def step(self, action: str, announcement: Announcement | None) -> None:
        if announcement is not None and action == "put":
            self.queue.put([announcement], self.now)
            self.valid[announcement.topic] = announcement
            self.put[announcement] += 1
        elif announcement is not None:
            self.queue.put([withdrawn(announcement.topic)], self.now)
            self.valid.pop(announcement.topic, None)
        elif action == "wait":
            self.now += 4.0
        else:
            self.say(cut=action == "cut")

    def say(self, *, cut: bool) -> None:
        chosen = self.queue.next(self.now)
        if chosen is None:
            return
        assert self.valid.get(chosen.topic) == chosen, "out of date"
        if cut:
            self.queue.interrupted(self.now)
            return
        self.said[chosen] += 1
        self.order.append(chosen)
        self.queue.finished()


@given(steps)
def test_nothing_is_said_twice_or_out_of_date(
    actions: list[tuple[str, Announcement | None]],
) -> None:
    voice = Voice()
    for action, announcement in actions:
        voice.step(action, announcement)
    assert all(voice.said[a] <= voice.put[a] for a in voice.said)


@given(st.integers(1, 30), st.lists(announcements, max_size=20))
def test_moves_that_wait_not_too_long_are_never_lost_nor_reordered(
    count: int, others: list[Announcement]
) -> None:
    moves = [about(Subject.MOVE, f"ply {n}") for n in range(count)]
    queue = SpeechQueue()
    for n, move in enumerate(moves):
        queue.put([*others[n : n + 1], move], n / 10)
    assert [a for a in drain(queue, 5.0) if a in moves] == moves
