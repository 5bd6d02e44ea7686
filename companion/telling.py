"""What comes of a moment is told: on the screen, by voice, to those who watch elsewhere."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from announcer.catalogue import Catalogue
from board_io.errors import LinkFault
from companion.clock.words import SHOWN_S, word_of
from companion.lights import board_lights, turned_lights
from companion.mode import Mode
from companion.moving_light import MovingLight
from companion.own_words import worded
from companion.room import Room
from companion.session import Told
from companion.speech.languages import LENT
from companion.view import MESSAGES_SHOWN, View


class Teller:
    """Holds the `view` that the screen and the onlookers get."""

    def __init__(self, room: Room, view: View) -> None:
        self.view = view
        self._room = room
        self._catalogue = room.catalogue
        self._voice = room.voice
        self._moving_light = MovingLight()
        self._messages: deque[str] = deque(maxlen=MESSAGES_SHOWN)

    def speak(self, language: str) -> None:
        """From now on everything is told in this language; who watches elsewhere has his own."""
        texts = self._room.texts
        if language == texts.language:
            return
        texts.speak(language)
        self._catalogue = Catalogue.load(language)
        if self._voice is not None:
            self._voice.close()
            self._voice = self._room.open_voice(language)
        self.say(texts("play.language_chosen"))
        self.say_whose_voice()

    def say_whose_voice(self) -> None:
        """Where a language is read out by the voice of another, people are told."""
        texts = self._room.texts
        if self._voice is not None and texts.language in LENT:
            self.say(texts("play.voice_lent"))

    def fall_silent(self) -> None:
        """Nothing more is said aloud."""
        if self._voice is not None:
            self._voice.close()

    def say(self, text: str) -> None:
        """Show a line to people; who plays by ear hears it."""
        self._show(text)
        if self.view.by_ear and self._voice is not None:
            self._voice.tell([worded(text)], self.view.game.variant)

    def _show(self, text: str) -> None:
        self._messages.extend(text.strip().splitlines()[-MESSAGES_SHOWN:])
        self._room.screen.say(text)

    def say_all(self, text: str) -> None:
        """Show it to those who watch elsewhere too."""
        self.say(text)
        self._room.onlookers.tell([text])

    def tell(self, told: Told) -> None:
        """Show and say what is announced."""
        catalogue = self._catalogue.playing(told.game.variant)
        for announcement in told.announcements:
            if not announcement.is_silent:
                self._show(catalogue.sentence(announcement))
        if self._voice is not None:
            self._voice.tell(told.announcements, told.game.variant)
        self._room.onlookers.tell(told.announcements)
        self._show_on_clock(told)

    def _show_on_clock(self, told: Told) -> None:
        """One word of it, on a clock that is plugged into the board."""
        clock, texts = self._room.board.clock, self._room.texts
        if clock is None or not self._room.clock_words:
            return
        if (word := word_of(told.announcements, self.view.clock, told.time)) is not None:
            eight, six = texts(f"clock_eight.{word}"), texts(f"clock_six.{word}")
            clock.show_on_clock(eight, six, SHOWN_S)

    def reason(self, fault: LinkFault, detail: str) -> str:
        """Why there is no link, in words."""
        text = self._room.texts(f"reason.{fault.value}")
        return f"{text} ({detail})" if detail else text

    def next_light_time(self) -> float | None:
        """When a light that runs along a way goes on; None while none runs."""
        return self._moving_light.next_time()

    def light(self, mode: Mode, now: float) -> None:
        """Light the squares as the mode wants it."""
        lights = board_lights(self._moving_light.over(mode.lights, mode.open, now))
        self.view = replace(self.view, game=mode.game, lights=lights, open=mode.open)
        self._room.board.expect(mode.game)
        squares = mode.game.variant.squares
        self._room.board.light(turned_lights(lights, squares) if mode.turned else lights)

    def show(self) -> None:
        """Draw what has changed."""
        self.view = replace(self.view, messages=tuple(self._messages))
        self._room.screen.show(self.view)
        self._room.onlookers.show(self.view)
