"""Trying a board that speaks the Chess Peripheral Protocol: what it can do, and which games."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from board_io.cpp.games import games_of
from board_io.cpp.questions import ANSWER_S, Questions
from board_io.errors import LinkError, LinkFault
from board_io.link import Link
from firmware_protocol.cpp.decoder import CppDecoder, line
from firmware_protocol.cpp.shapes import Command


@dataclass(frozen=True, slots=True)
class CppTrial:
    """What a board answered: our games that it knows, its features, its options and their values,
    and how long an answer takes in the middle, in milliseconds."""

    games: tuple[str, ...]
    features: tuple[str, ...]
    options: Mapping[str, str]
    answer_ms: float


def try_cpp(link: Link, answer_s: float = ANSWER_S) -> CppTrial:
    """Open the link and ask the board everything; closes the link again.

    Raises LinkError where it cannot be opened, fails, or nothing there answers.
    """
    link.open()
    try:
        return _asked(link, answer_s)
    finally:
        link.close()


def _asked(link: Link, answer_s: float) -> CppTrial:
    questions, decoder, took = Questions(), CppDecoder(), []
    while (question := questions.to_ask) is not None:
        begun = time.monotonic()
        link.write(line(question))
        if _is_answered(link, decoder, questions, begun + answer_s):
            took.append(time.monotonic() - begun)
        elif not questions.heard:
            raise LinkError(LinkFault.UNANSWERED, f"{link.name} does not speak the protocol")
        else:
            questions.give_up()
    return CppTrial(
        games=tuple(sorted(games_of(frozenset(questions.games)))),
        features=tuple(sorted(questions.features)),
        options=questions.values,
        answer_ms=1000 * sorted(took)[len(took) // 2],
    )


def _is_answered(link: Link, decoder: CppDecoder, questions: Questions, until: float) -> bool:
    while (left := until - time.monotonic()) > 0:
        answers = [
            questions.hear(said)
            for said in decoder.feed(link.read(left))
            if isinstance(said, Command)
        ]
        if any(answers):
            return True
    return False
