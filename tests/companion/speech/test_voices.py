"""Every sentence form is rendered, and there is sound in it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from announcer.announcement import FORMS, Announcement, Subject, Topic, Values
from announcer.catalogue import Catalogue, SquareSpeech
from companion.lessons.texts import Saying, load_lesson_texts
from companion.speech.errors import VoiceError
from companion.speech.player import duration_s
from companion.speech.voices import EspeakVoice, find_voice
from rules.piece import WHITE_KING, Color, Role
from rules.traits import Obligation
from rules.variants import variant_named

FORMS_OF_ALL = [(kind, form) for kind, forms in FORMS.items() for form in forms]
LOUD_ENOUGH = 300.0
SHORTEST_S = 0.5
SECONDS_A_LETTER = (0.04, 0.14)
"""How long a letter takes at the speed for children, in whatever language."""


def example(count: int) -> Values:
    """Values for anything that a sentence may name."""
    named = Values(Color.WHITE, WHITE_KING, (28, 19, 8), (23, 13), (13, 30), (19, 24), count, 25)
    return replace(named, role=Role.KING, obligation=Obligation.ITALIAN)


def sentences(language: str) -> set[str]:
    catalogue, topic = Catalogue.load(language), Topic(Subject.GAME)
    return {
        catalogue.spoken(Announcement(kind, topic, form, (28, 33), example(count)))
        for kind, form in FORMS_OF_ALL
        for count in (1, 2)
    }


def lesson_sentences(language: str) -> set[str]:
    texts = load_lesson_texts(language)
    return {
        texts.spoken(Saying(key, (28, 33), example(2), wording))
        for key in texts.keys
        for wording in range(len(texts.wordings(key)))
    }


@pytest.mark.parametrize("language", Catalogue.languages())
def test_there_is_sound_in_every_sentence(
    espeak: str, language: str, tmp_path: Path, listen: Callable[[Path], Any]
) -> None:
    voice, clip = find_voice(language), tmp_path / "clip.wav"
    for sentence in sorted(sentences(language)):
        voice.render(sentence, clip)
        heard = listen(clip)
        assert heard.loudness > LOUD_ENOUGH, sentence
        assert heard.seconds > SHORTEST_S, sentence
        fastest, slowest = SECONDS_A_LETTER
        assert fastest < heard.seconds / len(sentence) < slowest, sentence


def pronounced(espeak: str, language: str, texts: Iterable[str]) -> list[str]:
    """The phonemes of each text, one process for all."""
    voice = find_voice(language)
    assert isinstance(voice, EspeakVoice)
    command = [espeak, "-q", "-x", "-b", "1", "-v", voice.voice, "--stdin"]
    text = "\n\n".join(texts)
    said = subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout
    return [line.strip() for line in said.decode().splitlines() if line.strip()]


@pytest.mark.parametrize("language", Catalogue.languages())
def test_no_sign_is_read_out(espeak: str, language: str) -> None:
    """A colon or a dash is a pause, as a comma is; it may move the stress."""
    said = {*sentences(language), *lesson_sentences(language)}
    signed = [text for text in sorted(said) if re.search("[:;—]", text)]
    assert signed
    plain = [re.sub(r"\s*[:;—]\s*", ", ", text) for text in signed]
    with_signs, without = (
        re.sub("[ ',]", "", "".join(pronounced(espeak, language, texts)))
        for texts in (signed, plain)
    )
    assert with_signs == without


def test_a_faster_voice_takes_less_time(tmp_path: Path, espeak: str) -> None:
    clips = []
    for percent in (70, 100, 200):
        clip = tmp_path / f"{percent}.wav"
        find_voice("nl", rate_percent=percent).render("Wit speelt tweeëndertig.", clip)
        clips.append(duration_s(clip))
    assert clips[0] > clips[1] > clips[2] > 0.2


@pytest.mark.parametrize("speech", SquareSpeech)
@pytest.mark.parametrize("language", Catalogue.languages())
def test_the_voice_pronounces_every_square_differently(
    espeak: str, language: str, speech: SquareSpeech
) -> None:
    catalogue = Catalogue.load(language, speech)
    squares = (f"{catalogue.square(square)}." for square in range(1, 51))
    phonemes = pronounced(espeak, language, squares)
    assert len(phonemes) == 50
    assert len(set(phonemes)) == 50


@pytest.mark.parametrize("language", Catalogue.languages())
def test_squares_with_letters_are_read_by_the_letters_of_the_language(
    espeak: str, language: str
) -> None:
    catalogue = Catalogue.load(language).playing(variant_named("russian"))
    squares = [f"{catalogue.square(square)}." for square in range(1, 33)]
    phonemes = pronounced(espeak, language, squares)
    assert len(set(phonemes)) == 32
    assert not [said for said in phonemes if "(" in said], "read by a voice of another language"
    if language == "en":  # the letter, not the article
        assert "eI" in pronounced(espeak, language, [catalogue.square(21)])[0]


def test_louder_is_louder(espeak: str, tmp_path: Path, listen: Callable[[Path], Any]) -> None:
    loudness = []
    for volume in (30, 100):
        clip = tmp_path / f"{volume}.wav"
        EspeakVoice("nl", volume=volume).render("Wit is aan zet.", clip)
        loudness.append(listen(clip).loudness)
    assert loudness[1] > 2 * loudness[0]


def test_a_text_is_never_taken_for_an_option(espeak: str, tmp_path: Path) -> None:
    clip = tmp_path / "clip.wav"
    EspeakVoice("nl").render("--version; rm -rf $HOME", clip)
    assert clip.stat().st_size > 10_000


def test_a_voice_that_is_not_there_is_told(espeak: str, tmp_path: Path) -> None:
    with pytest.raises(VoiceError, match=r"espeak-ng: .*voice does not exist"):
        EspeakVoice("xx").render("Hallo", tmp_path / "clip.wav")


def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(VoiceError, match="no-such-program"):
        EspeakVoice("nl", program="no-such-program").render("Hallo", tmp_path / "clip.wav")


def test_a_machine_without_a_voice_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(VoiceError, match="install the package espeak-ng"):
        find_voice("nl")
