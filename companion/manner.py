"""In which manner it is spoken: what people choose for their ears."""

from __future__ import annotations

from dataclasses import dataclass, replace

from announcer.catalogue import Catalogue, SquareSpeech
from companion.settings import Settings


@dataclass(frozen=True, slots=True)
class Manner:
    """How squares are named, and whether sentences are short."""

    squares: SquareSpeech = SquareSpeech.WORDS
    is_brief: bool = False

    def of(self, catalogue: Catalogue) -> Catalogue:
        """The sentences of this catalogue, said so."""
        return replace(catalogue, speech=self.squares, is_brief=self.is_brief)


PLAIN = Manner()


def manner_of(settings: Settings) -> Manner:
    """What the settings say of it."""
    return Manner(SquareSpeech(settings.square_speech), settings.sentences == "short")
