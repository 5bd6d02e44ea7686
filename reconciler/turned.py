"""White begins: a board that cannot tell colours lies turned where the far side moves first and the
move is right from the other side."""

from __future__ import annotations

from dataclasses import replace

from reconciler.assessment import assess
from reconciler.scene import Act, Decision, Scene
from reconciler.setup import looks_the_same_turned, stands
from reconciler.sight import Sight
from rules.snapshot import Snapshot


def plan_for_turned_board(scene: Scene, snapshot: Snapshot) -> list[Decision]:
    """What is to be done if the board, which sees pieces only, lies turned; else nothing."""
    start = scene.game.position
    if scene.game.plies or start.variant.youngest_begins:  # else either side may begin
        return []
    if not looks_the_same_turned(start) or stands(start, scene.sight):
        return []
    turned = replace(scene, sight=Sight.of(snapshot.turned()), log=scene.log.turned(len(snapshot)))
    plans = assess(scene), assess(turned)
    straight, other = (any(d.act is Act.COMMIT for d in plan) for plan in plans)
    return [Decision(scene.timing.take_back, Act.TURN)] if other and not straight else []
