"""What can go wrong with the voice; none of it leaves this package as an exception."""

from __future__ import annotations

from companion.errors import CompanionError


class SpeechError(CompanionError):
    """Base of the errors of speech; the message is one line for the log."""


class VoiceError(SpeechError):
    """There is no voice that can say the text."""


class SoundError(SpeechError):
    """The sound cannot be played."""
