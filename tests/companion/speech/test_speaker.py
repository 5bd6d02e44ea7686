"""The speaker: in order, interruptible, and no trouble of its own ever reaches the game."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from announcer.announcement import Kind
from announcer.catalogue import Catalogue
from companion.speech.clips import Clips
from companion.speech.errors import SoundError
from companion.speech.player import Ending, Player, find_player
from companion.speech.speaker import Speaker, SpeechTrouble, open_speaker
from companion.speech.voices import EspeakVoice

pytestmark = pytest.mark.usefixtures("espeak")


class Room:
    """A room with a speaker in it, and what became of it."""

    def __init__(self, player: Player, clips: Clips, voice: str = "nl") -> None:
        self.troubles: list[SpeechTrouble] = []
        self.endings: list[Ending] = []
        self.speaker = Speaker(
            EspeakVoice(voice), player, clips, self.troubles.append, self.endings.append
        )


@contextmanager
def room(player: Player, clips: Clips, voice: str = "nl") -> Iterator[Room]:
    opened = Room(player, clips, voice)
    try:
        yield opened
    finally:
        opened.speaker.close()


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    return tmp_path / "played"


@pytest.fixture
def writing(shell: str, notebook: Path) -> Player:
    """A player that writes down which clip it was given."""
    return Player([shell, "-c", f'echo "$0" >> {notebook}'])


@pytest.fixture
def lasting(shell: str, notebook: Path) -> Player:
    """A player that writes down the clip and then plays on for long."""
    return Player([shell, "-c", f'echo "$0" >> {notebook}; exec sleep 30'])


def until(holds: Callable[[], bool], timeout_s: float = 30.0) -> bool:
    end = time.monotonic() + timeout_s
    while not holds() and time.monotonic() < end:
        time.sleep(0.002)
    return holds()


def played(notebook: Path) -> list[Path]:
    return [Path(line) for line in notebook.read_text().splitlines()] if notebook.exists() else []


def test_texts_are_said_in_order(writing: Player, clips: Clips, notebook: Path) -> None:
    texts = ["Wit speelt.", "Zwart speelt.", "Wit is aan zet."]
    with room(writing, clips) as here:
        for text in texts:
            here.speaker.say(text)
        assert here.speaker.wait(10)
        assert here.endings == [Ending.SAID] * 3
        assert played(notebook) == [clips.clip(EspeakVoice("nl"), text) for text in texts]


def test_saying_does_not_wait(lasting: Player, clips: Clips) -> None:
    with room(lasting, clips) as here:
        begun = time.monotonic()
        for _ in range(20):
            here.speaker.say("Wit is aan zet.")
        assert time.monotonic() - begun < 5.0


def test_urgent_cuts_off_and_drops_what_waits(
    lasting: Player, clips: Clips, notebook: Path
) -> None:
    with room(lasting, clips) as here:
        here.speaker.say("Wit is aan zet.")
        here.speaker.say("Zwart is aan zet.")
        assert until(lambda: len(played(notebook)) == 1)
        here.speaker.say("Stop!", urgent=True)
        assert until(lambda: len(played(notebook)) == 2)
        assert played(notebook)[1] == clips.clip(EspeakVoice("nl"), "Stop!")
        assert here.endings == [Ending.CUT, Ending.CUT]


def test_closing_is_quick_while_something_is_said(
    lasting: Player, clips: Clips, notebook: Path
) -> None:
    with room(lasting, clips) as here:
        here.speaker.say("Wit is aan zet.")
        assert until(lambda: len(played(notebook)) == 1)
        begun = time.monotonic()
        here.speaker.close()
        assert time.monotonic() - begun < 15.0


def test_a_player_that_fails_is_told_once_and_the_next_text_is_still_tried(
    clips: Clips,
) -> None:
    if not shutil.which("false"):
        pytest.skip("there is no command false")
    with room(Player(["false"]), clips) as here:
        for _ in range(3):
            here.speaker.say("Wit is aan zet.")
        assert here.speaker.wait(10)
        assert here.endings == [Ending.FAILED] * 3
        assert [trouble.kind for trouble in here.troubles] == [Kind.NO_SOUND]
        assert "status 1" in here.troubles[0].detail


def test_a_sound_card_that_is_not_there_is_told_with_the_players_own_words(clips: Clips) -> None:
    if not shutil.which("aplay"):
        pytest.skip("aplay is not installed")
    with room(Player(["aplay", "-q", "-D", "hw:31"]), clips) as here:
        here.speaker.say("Wit is aan zet.")
        assert here.speaker.wait(10)
        assert [trouble.kind for trouble in here.troubles] == [Kind.NO_SOUND]
        assert "audio open error" in here.troubles[0].detail


def test_sound_that_comes_back_and_goes_again_is_told_again(
    shell: str, clips: Clips, tmp_path: Path
) -> None:
    plugged = tmp_path / "plugged"
    with room(Player([shell, "-c", f"test -e {plugged}"]), clips) as here:
        for present in (False, True, False):
            plugged.touch() if present else plugged.unlink(missing_ok=True)
            here.speaker.say("Wit is aan zet.")
            assert here.speaker.wait(10)
        assert here.endings == [Ending.FAILED, Ending.SAID, Ending.FAILED]
        assert len(here.troubles) == 2


def test_a_player_that_cannot_be_started_is_told(clips: Clips) -> None:
    with room(Player(["no-such-player"]), clips) as here:
        here.speaker.say("Wit is aan zet.")
        assert here.speaker.wait(10)
        assert [trouble.kind for trouble in here.troubles] == [Kind.NO_SOUND]


def test_a_voice_that_is_not_there_is_told_and_can_be_shown(writing: Player, clips: Clips) -> None:
    with room(writing, clips, voice="xx") as here:
        here.speaker.say("Wit is aan zet.")
        here.speaker.say("Zwart is aan zet.")
        assert here.speaker.wait(10)
        assert [trouble.kind for trouble in here.troubles] == [Kind.NO_VOICE]
        shown = Catalogue.load("nl").sentence(here.troubles[0].announcement)
        assert "op het scherm" in shown


def test_a_device_that_never_answers_is_given_up(
    shell: str, clips: Clips, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.speech.player._PATIENCE_S", 0.2)
    with room(Player([shell, "-c", "exec sleep 60"]), clips) as here:
        here.speaker.say("Wit.")
        assert here.speaker.wait(10)
        assert here.troubles[0].detail == "the sound device does not answer"


def test_the_sound_reaches_the_sound_device(clips: Clips, tmp_path: Path) -> None:
    """Through aplay into ALSA's own file device: what would have sounded is what was rendered."""
    if not shutil.which("aplay"):
        pytest.skip("aplay is not installed")
    device = tmp_path / "device.raw"
    with room(Player(["aplay", "-q", "-D", f"file:{device},raw"]), clips) as here:
        here.speaker.say("Wit speelt tweeëndertig naar achtentwintig.")
        assert here.speaker.wait(20)
        assert here.endings == [Ending.SAID]
    clip = clips.clip(EspeakVoice("nl"), "Wit speelt tweeëndertig naar achtentwintig.")
    rendered = clip.read_bytes()[44:]
    assert device.read_bytes()[: len(rendered)] == rendered


def test_a_machine_without_a_player_goes_on_without_a_voice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    espeak = shutil.which("espeak-ng")
    assert espeak is not None
    (tmp_path / "espeak-ng").symlink_to(espeak)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(SoundError, match="install the package alsa-utils"):
        find_player()
    troubles: list[SpeechTrouble] = []
    assert open_speaker("nl", troubles.append, folder=tmp_path) is None
    assert [trouble.kind for trouble in troubles] == [Kind.NO_SOUND]


def test_a_machine_without_a_voice_goes_on_without_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sys.platform", "linux")
    troubles: list[SpeechTrouble] = []
    assert open_speaker("nl", troubles.append, folder=tmp_path) is None
    assert [trouble.kind for trouble in troubles] == [Kind.NO_VOICE]
