"""A tournament as plain data, for JSON: the command line and the page show the same."""

from __future__ import annotations

from typing import Any

from companion.tournament.export import number
from companion.tournament.model import Tournament
from companion.tournament.table import table


def facts(tournament: Tournament) -> dict[str, Any]:
    """All that is to be shown; who is free plays null."""
    names = {entry.number: entry.name for entry in tournament.entries}
    return {
        "name": tournament.name,
        "system": tournament.system.value,
        "scoring": tournament.scoring,
        "rounds": tournament.rounds,
        "round": tournament.round,
        "is_over": tournament.is_over,
        "pairings": [
            {
                "round": pairing.round,
                "board": pairing.board,
                "white": names[pairing.white],
                "black": names[pairing.black] if pairing.black is not None else None,
                "score": pairing.score.value if pairing.score else None,
                "game": pairing.game,
            }
            for pairing in tournament.pairings
        ],
        "table": [
            {
                "place": line.place,
                "name": line.name,
                "played": line.played,
                "won": line.won,
                "drawn": line.drawn,
                "lost": line.lost,
                "points": number(line.points),
                "resistance": number(line.resistance),
                "quality": number(line.quality),
                "is_gone": line.is_gone,
            }
            for line in table(tournament)
        ],
    }
