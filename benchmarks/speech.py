"""Measures how soon a sentence is heard, with the voice of this machine.

    python benchmarks/speech.py [--language nl] [--sentences 60] [--player "aplay -q -D null"]

Each sentence is said twice: new (it has to be rendered) and again (the clip is there). Two times
are printed in milliseconds from the call of `Speaker.say`: until the player is started, and until
the first sound in its clip, which begins with a little silence; what the sound card adds comes on
top. Ends with status 1 if 95 % are not heard within 300 ms.
"""

from __future__ import annotations

import argparse
import array
import shlex
import statistics
import sys
import tempfile
import time
import wave
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

HERE = Path(__file__).resolve().parent
# A neighbour of this file has the name of a package: the packages must be found first.
sys.path[:] = [str(HERE.parent), *(p for p in sys.path if Path(p or ".").resolve() != HERE)]

# ruff: noqa: E402
from announcer.announcement import Announcement, Form, Kind, Subject, Topic, Values
from announcer.catalogue import Catalogue
from companion.speech.clips import Clips
from companion.speech.player import Playback, Player
from companion.speech.speaker import Speaker, SpeechTrouble
from companion.speech.voices import find_voice
from rules.game import Game

LIMIT_MS = 300.0
AUDIBLE = 300  # of a full scale of 32767


@dataclass(frozen=True)
class Measured:
    """Seconds of one sentence."""

    started: float
    heard: float


class TimedPlayer(Player):
    """Notes when it was started and how much silence the clip begins with."""

    started_at = 0.0
    silence = 0.0

    def start(self, clip: Path) -> Playback:
        playback = super().start(clip)
        self.started_at = time.perf_counter()
        self.silence = leading_silence_s(clip)
        return playback


def leading_silence_s(clip: Path) -> float:
    with wave.open(str(clip), "rb") as sound:
        samples = array.array("h", sound.readframes(sound.getnframes()))
        first = next((n for n, sample in enumerate(samples) if abs(sample) > AUDIBLE), 0)
        return first / sound.getframerate()


def sentences(language: str) -> Iterable[str]:
    """Moves and duties as they would be spoken."""
    catalogue, game = Catalogue.load(language), Game.new()
    for number in range(1000):
        moves = game.position.legal_moves()
        if not moves:
            return
        move = moves[number * 7 % len(moves)]
        color = game.position.turn
        values = Values(color, route=(move.start, move.end), captured=move.captured, count=2)
        form = Form.CAPTURE if move.is_capture else Form.QUIET
        topic = Topic(Subject.MOVE, str(number))
        yield catalogue.spoken(Announcement(Kind.MOVE, topic, form, values=values))
        duty = Values(color.other, starts=(move.start, move.end), count=2)
        must = Announcement(Kind.MUST_CAPTURE, topic, Form.CHOICE, values=duty)
        yield catalogue.spoken(must)
        game = game.play(move)


def measure(speaker: Speaker, player: TimedPlayer, texts: Iterable[str]) -> list[Measured]:
    measured = []
    for text in texts:
        begun = time.perf_counter()
        speaker.say(text)
        speaker.wait(30)
        started = player.started_at - begun
        measured.append(Measured(started, started + player.silence))
    return measured


def report(name: str, measured: list[Measured]) -> float:
    """Print one line; the 95th percentile of the time until something is heard, in ms."""
    started = sorted(1000 * m.started for m in measured)
    heard = sorted(1000 * m.heard for m in measured)
    high = heard[min(len(heard) - 1, int(len(heard) * 0.95))]
    print(
        f"{name:<12} player started: median {statistics.median(started):6.1f}"
        f"  max {started[-1]:6.1f}   first sound: median {statistics.median(heard):6.1f}"
        f"  95 % {high:6.1f}  max {heard[-1]:6.1f} ms"
    )
    return high


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--language", default="nl", choices=Catalogue.languages())
    parser.add_argument("--sentences", type=int, default=60)
    parser.add_argument("--player", default="aplay -q -D null", help="a command that plays a file")
    given = parser.parse_args()
    texts = list(dict.fromkeys(islice(sentences(given.language), 4 * given.sentences)))
    texts = texts[: given.sentences]
    troubles: list[SpeechTrouble] = []
    player = TimedPlayer(shlex.split(given.player))
    with tempfile.TemporaryDirectory() as folder:
        voice = find_voice(given.language)
        speaker = Speaker(voice, player, Clips(Path(folder)), troubles.append)
        print(f"{len(texts)} sentences, voice {voice.name}, player {given.player}")
        slowest = report("new", measure(speaker, player, texts))
        report("again", measure(speaker, player, texts))
        speaker.close()
    for trouble in troubles:
        print(f"{trouble.kind}: {trouble.detail}", file=sys.stderr)
    return 0 if slowest <= LIMIT_MS and not troubles else 1


if __name__ == "__main__":
    sys.exit(main())
