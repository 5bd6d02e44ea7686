"""The screen: a view redrawn in place on a terminal, or plain lines where there is none."""

from __future__ import annotations

import shutil
import time
from typing import TextIO

from companion.texts import Texts
from companion.view import View, lights_text, render
from firmware_protocol.requests import Light


class Screen:
    """Shows views in place on a terminal, or prints lines where there is none.

    On a terminal the view fills the lines above a fixed line for typing, which is left alone while
    the view is drawn again, so that nothing that is being typed is lost.
    """

    def __init__(self, texts: Texts, out: TextIO, *, live: bool) -> None:
        self._texts = texts
        self._out = out
        self._live = live
        self._height = 0
        self._last: list[str] = []
        self._lights: tuple[Light, ...] = ()
        self._is_held = False

    @property
    def is_live(self) -> bool:
        """Whether the screen is redrawn in place."""
        return self._live

    def show(self, view: View) -> None:
        """Bring the screen up to this view; without a terminal only changed lights are told."""
        if not self._live:
            self._tell_lights(view.lights)
            return
        room = shutil.get_terminal_size().lines - 2
        lines = render(view, self._texts, color=True, now=time.monotonic())[:room]
        if lines == self._last or self._is_held:
            return
        self._last = lines
        if len(lines) > self._height:
            self._height = len(lines)
            self._draw_all()
        else:
            self._write(f"\x1b7\x1b[H{self._body()}\x1b8")

    def prompt(self) -> None:
        """Somebody typed a line: make room for the next."""
        self._is_held = False
        if self._live:
            self._draw_all()

    def hold(self, card: str) -> None:
        """Lines to look at in peace; on a terminal they stay until the next line is typed."""
        if not self._live:
            self.say(card)
            return
        self._is_held = True
        self._write(f"\x1b[2J\x1b[H{card}\n\n{self._texts('view.prompt')}")

    def say(self, line: str) -> None:
        """A line for people to read now; on a terminal it is part of the view instead."""
        if not self._live:
            self._write(f"{line}\n")

    def print_board(self, view: View) -> None:
        """The board as plain lines, once."""
        self._write("\n".join(render(view, self._texts, color=False, now=time.monotonic())) + "\n")

    def _tell_lights(self, lights: tuple[Light, ...]) -> None:
        if lights and lights != self._lights:
            self.say(self._texts("view.lights", lights=lights_text(lights, self._texts)))
        self._lights = lights

    def _draw_all(self) -> None:
        prompt = self._texts("view.prompt")
        self._write(f"\x1b[2J\x1b[H{self._body()}\n{prompt}")

    def _body(self) -> str:
        width = shutil.get_terminal_size().columns
        padded = [*self._last, *[""] * (self._height - len(self._last))]
        return "".join(f"{_fitted(line, width)}\x1b[K\n" for line in padded)

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


def _fitted(line: str, width: int) -> str:
    """A line without colour codes cut to the width, so that it never wraps."""
    return line if "\x1b" in line else line[: max(1, width - 1)]
