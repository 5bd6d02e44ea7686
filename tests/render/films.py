"""Writes a film of a game on a rendered board, with the truth about every frame.

    python tests/render/films.py OUT --plates FOLDER [FOLDER] [--scene-seed 6] [--size 1280x720]
        [--board-size 10] [--game-seed 1] [--plies 60] [--seed 1] [--habits home|calm|rough]
        [--fps 10] [--video avi|mp4]

OUT gets `truth.json` and `frame_00000.jpg` and on, or a video. The base pictures are rendered into
FOLDER where they are missing, which takes minutes; with them a frame takes milliseconds. With a
second FOLDER the camera is carried to another place half-way.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np
import numpy.typing as npt

from rules.notation import format_move
from tests.render.conditions import CALM, ROUGH, Habits
from tests.render.film import LEAD_S, Film, Frame, performed
from tests.render.games import played_game
from tests.render.plate_rendering import save
from tests.render.plates import load
from tests.render.sampled_position import VARIANTS
from tests.render.sampling import film_scene, seen_again

HABITS = {"home": Habits(), "calm": CALM, "rough": ROUGH}
_CODECS = {"avi": "MJPG", "mp4": "mp4v"}
Keep = Callable[[Frame], None]


def main() -> None:
    arguments = _arguments()
    width, height = (int(part) for part in arguments.size.split("x"))
    scene = film_scene(arguments.scene_seed, (width, height), arguments.board_size)
    for number, folder in enumerate(arguments.plates):
        if not (folder / "scene.json").exists():
            save(seen_again(scene, number), folder, arguments.quality)
    plates = [load(folder) for folder in arguments.plates]
    habits = replace(HABITS[arguments.habits], fps=arguments.fps)
    variant = VARIANTS[plates[0].scene.board_size]
    game = played_game(arguments.game_seed, arguments.plies, variant)
    film = Film(plates, performed(game, habits, arguments.seed), habits, arguments.seed)
    write(film, arguments.out, arguments.video)


def write(film: Film, out: Path, video: str | None = None) -> None:
    """All frames and the truth into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    camera = film.scene.camera
    keep, close = _keeper(out, video, film.habits.fps, (camera.width, camera.height))
    frames: list[dict[str, object]] = []
    told: dict[int, int] = {}
    for frame in film.frames():
        keep(frame)
        frames.append(frame_json(frame))
        for number in range(len(told), frame.truth.seen):
            told[number] = frame.index
    close()
    (out / "truth.json").write_text(json.dumps(truth_json(film, frames, told)))
    print(f"{out}: {len(frames)} frames, {len(told)} plies", flush=True)


def truth_json(
    film: Film, frames: list[dict[str, object]], told: dict[int, int]
) -> dict[str, object]:
    """The game as it stood for good; `frame`: the first one in which the ply can be known."""
    fps, lead_ms = film.habits.fps, round(LEAD_S * 1000)
    plies = [played.ply for played in film.performance.plies]
    moves = [
        {
            "ply": number + 1,
            "move": format_move(ply.before, ply.move) if ply.move else None,
            "done_ms": round(film.script.done[number] * 1000),
            "frame": told.get(number),
            "t_ms": None if number not in told else round(told[number] / fps * 1000),
        }
        for number, ply in enumerate(plies)
    ]
    return {
        "start": film.performance.start.fen,
        "final": film.performance.final.fen,
        "variant": film.performance.start.variant.name,
        "fps": fps,
        "habits": asdict(film.habits),
        "take_backs": [
            {
                "before_ply": back.ply + 1,
                "moves": [move.short for move in back.moves],
                "from_ms": lead_ms + back.from_ms,
                "until_ms": lead_ms + back.until_ms,
            }
            for back in film.performance.take_backs
        ],
        "corrections": [
            {
                "ply": one.ply + 1,
                "first": one.first.short,
                "first_ms": lead_ms + one.first_ms,
                "until_ms": lead_ms + one.until_ms,
            }
            for one in film.performance.corrections
        ],
        "carried_ms": [round(moment * 1000) for moment in film.carried],
        "moves": moves,
        "frames": frames,
    }


def frame_json(frame: Frame) -> dict[str, object]:
    truth = frame.truth
    hidden = [[int(r), int(c)] for r, c in np.argwhere(truth.hidden)]
    return {
        **truth.label.to_json(f"frame_{frame.index:05d}.jpg"),
        "t_ms": round(frame.time * 1000),
        "hidden": hidden,
        "done": truth.done,
        "seen": truth.seen,
        "nudged": truth.nudged,
    }


def _keeper(
    out: Path, video: str | None, fps: float, size: tuple[int, int]
) -> tuple[Keep, Callable[[], object]]:
    if video is None:
        return lambda frame: _write_frame(out, frame.index, frame.picture), lambda: None
    path = str(out / f"film.{video}")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*_CODECS[video]), fps, size)
    if not writer.isOpened():
        raise SystemExit(f"cannot write {path}: choose another kind of video")

    def keep(frame: Frame) -> None:
        writer.write(frame.picture)

    return keep, writer.release


def _write_frame(out: Path, index: int, picture: npt.NDArray[np.uint8]) -> None:
    cv2.imwrite(str(out / f"frame_{index:05d}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 88])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--plates", type=Path, nargs="+", required=True)
    parser.add_argument("--scene-seed", type=int, default=6)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--quality", type=int, default=95, help="of the base pictures")
    parser.add_argument("--board-size", type=int, default=10, choices=VARIANTS)
    parser.add_argument("--game-seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--habits", choices=HABITS, default="home")
    parser.add_argument("--fps", type=float, default=10.0)
    parser.add_argument("--video", choices=_CODECS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
