"""The speaker: says texts one after the other in a thread of its own.

Nothing that goes wrong with voice or sound reaches the game: it is told once to a callback, so
that it can be shown, and once more only after it has worked again.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from announcer.announcement import Announcement, Kind, Subject, Topic
from companion.speech.clips import Clips, default_folder
from companion.speech.errors import SoundError, VoiceError
from companion.speech.player import Ending, Playback, Player, find_player
from companion.speech.voices import Voice, find_voice


@dataclass(frozen=True, slots=True)
class SpeechTrouble:
    """Nothing can be heard: there is no voice, or no sound. `detail` is for the log."""

    kind: Kind
    detail: str

    @property
    def announcement(self) -> Announcement:
        """What to show instead."""
        return Announcement(self.kind, Topic(Subject.SPEECH))


@dataclass(frozen=True, slots=True)
class _Text:
    """A text that waits; it is cut off as soon as the speaker is in a later round."""

    text: str
    round: int


OnTrouble = Callable[[SpeechTrouble], None]
OnDone = Callable[[Ending], None]


class Speaker:
    """Says texts. `on_trouble` and `on_done` are called in its thread, `on_done` exactly once for
    each text, also where it was dropped before its turn."""

    def __init__(
        self,
        voice: Voice,
        player: Player,
        clips: Clips,
        on_trouble: OnTrouble | None = None,
        on_done: OnDone | None = None,
    ) -> None:
        self._voice = voice
        self._player = player
        self._clips = clips
        self._on_trouble = on_trouble
        self.on_done = on_done
        self._changed = threading.Condition()
        self._waiting: deque[_Text] = deque()
        self._playback: Playback | None = None
        self._speaking = False
        self._round = 0
        self._closed = False
        self._trouble: Kind | None = None
        self._thread = threading.Thread(target=self._work, name="speaker", daemon=True)
        self._thread.start()

    def say(self, text: str, urgent: bool = False) -> None:
        """Say this after what waits; at once and instead of it if it is urgent."""
        if not text:
            return
        with self._changed:
            if urgent:
                self._stop()
            self._waiting.append(_Text(text, self._round))
            self._changed.notify_all()

    def stop(self) -> None:
        """Be silent: what is being said is cut off, what waits is dropped."""
        with self._changed:
            self._stop()

    def wait(self, timeout_s: float) -> bool:
        """Until all has been said; False where that takes longer."""
        with self._changed:
            return self._changed.wait_for(self._is_idle, timeout_s)

    def close(self) -> None:
        """Be silent for good."""
        with self._changed:
            self._closed = True
            self._stop()
            self._changed.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=2.0)

    def _stop(self) -> None:
        """With the lock held."""
        self._round += 1
        if self._playback is not None:
            self._playback.stop()

    def _is_idle(self) -> bool:
        return not self._waiting and not self._speaking

    def _work(self) -> None:
        while (text := self._take()) is not None:
            ending = self._speak(text)
            if self.on_done is not None:
                self.on_done(ending)
            with self._changed:
                self._speaking = False
                self._changed.notify_all()

    def _take(self) -> _Text | None:
        """The next text; None when the speaker is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            if self._closed:
                return None
            self._speaking = True
            return self._waiting.popleft()

    def _speak(self, text: _Text) -> Ending:
        if text.round != self._round:
            return Ending.CUT
        try:
            ending = self._play(self._clips.clip(self._voice, text.text), text.round)
        except (VoiceError, OSError) as error:
            return self._failed(Kind.NO_VOICE, str(error))
        except SoundError as error:
            return self._failed(Kind.NO_SOUND, str(error))
        if ending is Ending.SAID:
            self._trouble = None
        return ending

    def _play(self, clip: Path, round_: int) -> Ending:
        playback = self._player.start(clip)
        with self._changed:
            self._playback = playback
            if round_ != self._round:
                playback.stop()
        try:
            return playback.wait()
        finally:
            with self._changed:
                self._playback = None

    def _failed(self, kind: Kind, detail: str) -> Ending:
        if kind is not self._trouble and self._on_trouble is not None:
            self._on_trouble(SpeechTrouble(kind, detail))
        self._trouble = kind
        return Ending.FAILED


def open_speaker(
    language: str,
    on_trouble: OnTrouble,
    voice: str = "",
    volume: int = 100,
    folder: Path | None = None,
    rate_percent: int = 100,
) -> Speaker | None:
    """The speaker of this machine for a language; None, and a word to `on_trouble`, where it has
    no voice or no player."""
    try:
        found = find_voice(language, voice, volume, rate_percent)
        player = find_player()
    except VoiceError as error:
        on_trouble(SpeechTrouble(Kind.NO_VOICE, str(error)))
        return None
    except SoundError as error:
        on_trouble(SpeechTrouble(Kind.NO_SOUND, str(error)))
        return None
    return Speaker(found, player, Clips(folder or default_folder()), on_trouble)
