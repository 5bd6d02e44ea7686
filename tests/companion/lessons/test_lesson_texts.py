"""The sentences of the lessons: complete in every language, and fit to be spoken."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from announcer.catalogue import Sentence
from companion.lessons.library import lesson_ids, lessons
from companion.lessons.model import Aim, Choose
from companion.lessons.practice import question
from companion.lessons.texts import LessonTexts, languages, load_lesson_texts

DUTCH = load_lesson_texts("nl")
EXERCISES = [exercise for lesson in lessons() for exercise in lesson.exercises]
CODE = Path(__file__).parent.parent.parent.parent / "companion"


def wanted_keys() -> set[str]:
    keys = {f"lesson.{name}.{part}" for name in lesson_ids() for part in ("title", "intro", "rule")}
    keys |= {f"ask.{exercise.ask}" for exercise in EXERCISES}
    keys |= {f"note.{exercise.note}" for exercise in EXERCISES if exercise.note}
    keys |= {f"ask.{kind}" for kind in ("play", "point", "set_up", "judge", "choose")}
    for exercise in EXERCISES:
        if isinstance(exercise.task, Choose):
            words = {word for word in exercise.task.options if not word.isdigit()}
            keys |= {f"choice.{word}" for word in words} | {f"hint.choice.{w}" for w in words}
    keys |= {f"hint.{aim}" for aim in Aim if aim is not Aim.LEGAL}
    keys |= {f"coach.no_{aim}" for aim in (Aim.GAIN, Aim.KING, Aim.EXCHANGE, Aim.THREAT)}
    return keys | {"lesson.own.rule"} | set(named_in_code())


def named_in_code() -> Iterator[str]:
    for path in (*CODE.glob("lessons/*.py"), CODE / "cli" / "lesson.py"):
        source = path.read_text(encoding="utf-8")
        yield from re.findall(r"[\"\']((?:coach|hint|praise|sheet)\.[a-z_]+)[\"\']", source)


def templates(texts: LessonTexts, key: str) -> Iterator[str]:
    for wording in texts.wordings(key):
        yield from [wording] if isinstance(wording, str) else wording.values()


def fields_of(sentence: Sentence) -> set[str]:
    parts = [sentence] if isinstance(sentence, str) else sentence.values()
    return {name for text in parts for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", languages())
def test_every_sentence_is_there_and_every_one_is_used(language: str) -> None:
    assert load_lesson_texts(language).keys == wanted_keys()


@pytest.mark.parametrize("language", languages())
def test_a_sentence_names_the_same_things_in_every_language(language: str) -> None:
    texts = load_lesson_texts(language)
    for key in DUTCH.keys - {"praise.words"}:
        for mine, dutch in zip(texts.wordings(key), DUTCH.wordings(key), strict=True):
            assert fields_of(mine) == fields_of(dutch), key


@pytest.mark.parametrize("language", languages())
def test_no_sentence_has_a_sign_or_figure_that_a_voice_would_misread(language: str) -> None:
    texts = load_lesson_texts(language)
    for key in texts.keys:
        for template in templates(texts, key):
            plain = re.sub(r"\{\w+\}", "", template)
            assert not re.search(r"[0-9×/()\[\]<>*#_]|\bx\b| - ", plain), f"{key}: {template}"
            assert plain.strip(), key


@pytest.mark.parametrize("language", languages())
def test_every_task_can_be_asked_aloud_without_figures(language: str) -> None:
    texts = load_lesson_texts(language)
    for exercise in EXERCISES:
        asked = question(exercise)
        assert texts.written(asked)
        assert not re.search(r"[0-9{}]", texts.spoken(asked)), exercise.id


def test_sentences_are_short() -> None:
    for language in languages():
        texts = load_lesson_texts(language)
        for key in texts.keys:
            words = max(len(template.split()) for template in templates(texts, key))
            assert words <= (45 if key.endswith(".intro") else 28), key


APART = [name for name in languages() if name != "fy"]
"""Frisian shares a few sentences with Dutch."""


@pytest.mark.parametrize("language", APART)
def test_no_sentence_is_left_in_another_language(language: str) -> None:
    others = [load_lesson_texts(name) for name in APART if name != language]
    texts = load_lesson_texts(language)
    for key in texts.keys:
        for template in templates(texts, key):
            is_sentence = len(template.split()) > 2
            assert not is_sentence or all(
                template not in templates(other, key) for other in others
            ), f"{key}: {template}"
