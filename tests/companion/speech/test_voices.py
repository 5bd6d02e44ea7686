"""Every sentence form is rendered, and there is sound in it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from announcer.announcement import FORMS, Announcement, Subject, Topic, Values
from announcer.catalogue import Catalogue, SquareSpeech
from companion.speech.errors import VoiceError
from companion.speech.voices import EspeakVoice, find_voice
from rules.piece import WHITE_KING, Color

FORMS_OF_ALL = [(kind, form) for kind, forms in FORMS.items() for form in forms]
LOUD_ENOUGH = 300.0
SHORTEST_S = 0.5


def example(count: int) -> Values:
    """Values for anything that a sentence may name."""
    return Values(Color.WHITE, WHITE_KING, (28, 19, 8), (23, 13), (13, 30), (19, 24), count, 25)


def sentences(language: str) -> set[str]:
    catalogue, topic = Catalogue.load(language), Topic(Subject.GAME)
    return {
        catalogue.spoken(Announcement(kind, topic, form, (28, 33), example(count)))
        for kind, form in FORMS_OF_ALL
        for count in (1, 2)
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


@pytest.mark.parametrize("speech", SquareSpeech)
@pytest.mark.parametrize("language", Catalogue.languages())
def test_the_voice_pronounces_every_square_differently(
    espeak: str, language: str, speech: SquareSpeech
) -> None:
    catalogue = Catalogue.load(language, speech)
    text = "\n\n".join(f"{catalogue.square(square)}." for square in range(1, 51))
    voice = find_voice(language)
    assert isinstance(voice, EspeakVoice)
    command = [espeak, "-q", "-x", "-b", "1", "-v", voice.voice, "--stdin"]
    said = subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout
    phonemes = [line.strip() for line in said.decode().splitlines() if line.strip()]
    assert len(phonemes) == 50
    assert len(set(phonemes)) == 50


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
