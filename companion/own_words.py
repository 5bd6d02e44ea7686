"""Words of the program as announcements: heard and shown like all that is told of a game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from announcer.announcement import Announcement, Kind, Subject, Topic
from companion.texts import Texts, load_texts


@dataclass(frozen=True, slots=True)
class Texted(Announcement):
    """Texts of the program one after the other, in whatever language it is told."""

    keys: tuple[str, ...] = ()

    def own_words(self, language: str) -> str:
        texts = _texts(language)
        return _literal(" ".join(texts(key) for key in self.keys))


@dataclass(frozen=True, slots=True)
class Worded(Announcement):
    """A sentence that has its words already."""

    text: str = ""

    def own_words(self, language: str) -> str:
        return _literal(self.text)


@cache
def _texts(language: str) -> Texts:
    return load_texts(language)


def texted(*keys: str) -> Announcement:
    """What the menu of questions says, in place of what it said before."""
    return Texted(Kind.PROGRAM, Topic(Subject.MENU), keys=keys)


def worded(text: str) -> Announcement:
    """A line that is otherwise only shown."""
    return Worded(Kind.PROGRAM, Topic(Subject.ANSWER, text), text=text)


def _literal(text: str) -> str:
    """Nothing in it is a name to be filled in."""
    return text.replace("{", "{{").replace("}", "}}")
