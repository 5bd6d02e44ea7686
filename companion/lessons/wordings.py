"""No sentence is told twice within a minute without being asked for."""

from __future__ import annotations

from dataclasses import replace

from companion.lessons.texts import LessonTexts, Saying, Told

REST_S = 60.0
"""Seconds that a sentence rests after it was told."""

_NEVER = float("-inf")


class Wordings:
    """Remembers what was told when, over all exercises of one learner. Sentences are told apart by
    what they say in the language of `texts`, squares and numbers included."""

    def __init__(self, texts: LessonTexts) -> None:
        self.texts = texts
        self._told: dict[str, float] = {}

    def fresh(self, told: Told, now: float) -> Told | None:
        """`told` in the wording that was not heard for longest, or None where every wording was
        heard within the last minute."""
        wordings = self._wordings(told)
        heard = [self._told.get(self.texts.written(wording), _NEVER) for wording in wordings]
        when, index = min((when, index) for index, when in enumerate(heard))
        if now - when < REST_S:
            return None
        return self.told(wordings[index], now)

    def told(self, told: Told, now: float) -> Told:
        """Note that this is told now: it was asked for."""
        self._told = {text: when for text, when in self._told.items() if now - when < REST_S}
        self._told[self.texts.written(told)] = now
        return told

    def _wordings(self, told: Told) -> list[Told]:
        if not isinstance(told, Saying) or told.text:
            return [told]
        count = len(self.texts.wordings(told.key))
        return [replace(told, wording=number) for number in range(count)]
