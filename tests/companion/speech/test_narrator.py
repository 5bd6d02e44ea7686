"""From announcements to the order in which they are heard."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from announcer.announcement import (
    Announcement,
    Form,
    Kind,
    Subject,
    Topic,
    Urgency,
    Values,
    withdrawn,
)
from announcer.catalogue import Catalogue
from companion.speech.clips import Clips
from companion.speech.narrator import Narrator
from companion.speech.player import Player
from companion.speech.speaker import Speaker
from companion.speech.voices import EspeakVoice
from rules.piece import Color

pytestmark = pytest.mark.usefixtures("espeak")

NL, VOICE = Catalogue.load("nl"), EspeakVoice("nl")


def move(number: int) -> Announcement:
    values = Values(Color.WHITE, route=(32, 20 + number))
    topic = Topic(Subject.MOVE, str(number))
    return Announcement(Kind.MOVE, topic, Form.QUIET, (32, 20 + number), values)


TURN = Announcement(Kind.TURN, Topic(Subject.TURN), values=Values(Color.WHITE))
LOST = Announcement(Kind.LINK_LOST, Topic(Subject.LINK), urgency=Urgency.URGENT)


class Evening:
    """A narrator whose player writes down what is heard, each clip for `seconds`."""

    def __init__(self, shell: str, folder: Path, seconds: float) -> None:
        self._notes = folder / "heard"
        self._clips = Clips(folder / "clips")
        script = f'echo "$0" >> {self._notes}; exec sleep {seconds}'
        self.speaker = Speaker(VOICE, Player([shell, "-c", script]), self._clips)
        self.narrator = Narrator(NL, self.speaker)

    def hears(self, count: int, timeout_s: float = 30.0) -> bool:
        end = time.monotonic() + timeout_s
        while len(self._lines()) < count and time.monotonic() < end:
            time.sleep(0.002)
        return len(self._lines()) >= count

    def heard(self, *known: Announcement) -> list[Kind | str]:
        """What was heard, by kind; of moves by their number."""
        names = {str(self._clips.clip(VOICE, NL.spoken(a))): a.topic.key or a.kind for a in known}
        return [names[line] for line in self._lines()]

    def _lines(self) -> list[str]:
        return self._notes.read_text().splitlines() if self._notes.exists() else []


@pytest.fixture
def evening(shell: str, tmp_path: Path) -> Callable[[float], Evening]:
    return lambda seconds: Evening(shell, tmp_path, seconds)


def test_what_waits_is_said_in_order(evening: Callable[[float], Evening]) -> None:
    here = evening(0.05)
    here.narrator.tell([move(0), move(1)])
    here.narrator.tell([move(2)])
    assert here.hears(3)
    here.narrator.close()
    assert here.heard(*map(move, range(3))) == ["0", "1", "2"]


def test_what_was_withdrawn_before_its_turn_is_never_heard(
    evening: Callable[[float], Evening],
) -> None:
    here = evening(0.3)
    here.narrator.tell([move(0), TURN])
    here.narrator.tell([withdrawn(TURN.topic), move(1)])
    assert here.hears(2)
    here.narrator.close()
    assert here.heard(move(0), move(1), TURN) == ["0", "1"]


def test_urgent_is_heard_at_once_and_the_move_after_it_again(
    evening: Callable[[float], Evening],
) -> None:
    here = evening(2.0)
    here.narrator.tell([move(0)])
    assert here.hears(1)
    begun = time.monotonic()
    here.narrator.tell([LOST])
    assert here.hears(2)
    assert time.monotonic() - begun < 1.8
    assert here.hears(3)
    here.narrator.close()
    assert here.heard(move(0), LOST) == ["0", Kind.LINK_LOST, "0"]


def test_telling_from_many_sides_loses_no_move(evening: Callable[[float], Evening]) -> None:
    """Interruptions at any moment: every move is heard to its end, in order."""
    here = evening(0.01)
    for number in range(12):
        here.narrator.tell([move(number)])
        here.narrator.tell([LOST] if number % 3 == 0 else [])
        time.sleep(0.004 * (number % 4))
    assert here.hears(12 + 1)
    assert here.speaker.wait(10)
    here.narrator.close()
    heard = [key for key in here.heard(LOST, *map(move, range(12))) if key != Kind.LINK_LOST]
    assert list(dict.fromkeys(heard)) == [str(number) for number in range(12)]
