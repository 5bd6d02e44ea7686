"""What a coach tells as announcements: screen, page and voice tell it as they tell games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from announcer.announcement import Announcement, Kind, Subject, Topic, Urgency, withdrawn
from announcer.catalogue import Sentence
from companion.lessons.practice import Verdict
from companion.lessons.texts import Saying, Told, load_lesson_texts

_WRONG = (Verdict.WRONG, Verdict.ILLEGAL)


@dataclass(frozen=True, slots=True)
class Lesson(Announcement):
    """A sentence of the lessons, in whatever language it is told."""

    saying: Saying = field(default_factory=lambda: Saying(""))

    def own_words(self, language: str) -> Sentence:
        if self.saying.text:  # a teacher's own: nothing in it is a name
            return self.saying.text.replace("{", "{{").replace("}", "}}")
        wordings = load_lesson_texts(language).wordings(self.saying.key)
        return wordings[self.saying.wording % len(wordings)]


class Telling:
    """One thing after the other. What a new answer leaves unsaid of the one before is dropped."""

    def __init__(self) -> None:
        self._places = 0

    def __call__(
        self, told: Sequence[Told], verdict: Verdict = Verdict.ASKED
    ) -> list[Announcement]:
        """These, in place of all that still waits to be said."""
        urgency = Urgency.WARNING if verdict in _WRONG else Urgency.INFO
        announcements = [
            one if isinstance(one, Announcement) else _lesson(one, place, urgency)
            for place, one in enumerate(told)
        ]
        before, self._places = self._places, len(told)
        return [*self._dropped(range(self._places, before)), *announcements]

    def _dropped(self, places: range) -> Iterator[Announcement]:
        return (withdrawn(_topic(place)) for place in places)


def as_announcement(told: Told) -> Announcement:
    """A sentence that stands by itself, such as the task on the screen."""
    return told if isinstance(told, Announcement) else _lesson(told, 0, Urgency.INFO)


def _lesson(saying: Saying, place: int, urgency: Urgency) -> Lesson:
    return Lesson(
        Kind.LESSON,
        _topic(place),
        squares=saying.squares,
        values=saying.values,
        urgency=urgency,
        saying=saying,
    )


def _topic(place: int) -> Topic:
    return Topic(Subject.LESSON, str(place))
