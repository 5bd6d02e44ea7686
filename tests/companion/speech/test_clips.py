"""Clips are rendered once, are whole, and do not pile up."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from companion.speech.clips import Clips
from companion.speech.voices import EspeakVoice

VOICE = EspeakVoice("nl")

pytestmark = pytest.mark.usefixtures("espeak")


def test_a_sentence_is_rendered_once(clips: Clips) -> None:
    first = clips.clip(VOICE, "Wit is aan zet.")
    written = first.stat().st_ino
    assert clips.clip(VOICE, "Wit is aan zet.") == first
    assert first.stat().st_ino == written


def test_another_voice_or_text_is_another_clip(clips: Clips) -> None:
    texts = {clips.clip(VOICE, text) for text in ("Wit.", "Zwart.")}
    assert clips.clip(EspeakVoice("nl", words_per_minute=120), "Wit.") not in texts
    assert len(texts) == 2


def test_a_broken_clip_is_rendered_again(clips: Clips) -> None:
    clip = clips.clip(VOICE, "Wit is aan zet.")
    whole = clip.read_bytes()
    clip.write_bytes(b"")
    assert clips.clip(VOICE, "Wit is aan zet.").read_bytes() == whole


def test_the_clips_that_were_not_used_longest_go(tmp_path: Path) -> None:
    clips = Clips(tmp_path, limit=8)
    for age, text in enumerate("abcdefgh"):
        os.utime(clips.clip(VOICE, text), (1000 + age, 1000 + age))
    kept = clips.clip(VOICE, "i")
    assert len(list(tmp_path.glob("*.wav"))) == 6
    assert kept.exists()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a path below a file")
def test_a_folder_that_cannot_be_made_is_replaced_by_a_temporary_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert Clips(tmp_path / "file" / "clips").clip(VOICE, "Wit.").exists()
