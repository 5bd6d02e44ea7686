"""Where a rule is written: for each topic the article of the rules that a variant is played by."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field


class Topic(enum.Enum):
    """What an article is about; the value is the name used where no number is known."""

    BOARD = "bord"
    SETUP = "beginstand"
    FIRST_MOVE = "eerste zet"
    TURN = "om de beurt"
    TWO_MOVES = "twee zetten achter elkaar"
    NO_PASSING = "passen bestaat niet"
    LIGHT_SQUARE = "alleen donkere velden"
    MAN_MOVE = "zet van een schijf"
    KING_MOVE = "zet van een dam"
    MAN_CAPTURE = "slaan met een schijf"
    KING_CAPTURE = "slaan met een dam"
    CAPTURE_OBLIGATORY = "slaan is verplicht"
    MAJORITY = "meerslag"
    CAPTURE_ONCE = "niet twee keer over hetzelfde stuk"
    CAPTURE_FINISHED = "doorslaan"
    REMOVAL_MOMENT = "wegnemen na afloop van de slag"
    REMOVAL_ORDER = "volgorde van wegnemen"
    REMOVED_TOO_FEW = "te weinig stukken weggenomen"
    REMOVED_WRONG = "verkeerd stuk weggenomen"
    REMOVED_OWN = "eigen stuk weggenomen"
    REMOVED_WITHOUT_MOVE = "stuk weggenomen zonder zet"
    PROMOTION = "dam halen"
    KING_RUN = "niet meer dan drie zetten met dezelfde dam"
    HUFFING = "blazen"
    UNCROWNED_KING = "ongekroonde dam"
    TOUCH_MOVE = "aanraken is zetten"
    ILLEGAL_MOVE = "foute zet"
    NO_MOVE_LEFT = "geen zet meer"
    DRAW_AGREED = "remise na overleg"
    DRAW_REPETITION = "herhaling van de stand"
    DRAW_KINGS = "zetten met dammen alleen"
    DRAW_ENDGAME = "remise in het eindspel"


@dataclass(frozen=True)
class Rulebook:
    """The rules of one federation; `numbers` holds the articles whose number is known."""

    name: str
    numbers: Mapping[Topic, str] = field(default_factory=dict)

    def article(self, topic: Topic) -> str:
        """The article to name: "FMJD 5.4.12", or "KNDB, meerslag" where no number is known."""
        return self.numbers.get(topic) or f"{self.name}, {topic.value}"


KNDB = Rulebook(
    "KNDB",
    {
        Topic.LIGHT_SQUARE: "FMJD 5.3",
        Topic.TWO_MOVES: "FMJD 5.4.1",
        Topic.REMOVAL_ORDER: "FMJD 4.5",
        Topic.REMOVAL_MOMENT: "FMJD 5.4.10",
        Topic.REMOVED_TOO_FEW: "FMJD 5.4.11",
        Topic.REMOVED_WRONG: "FMJD 5.4.12",
        Topic.REMOVED_OWN: "FMJD 5.4.14",
        Topic.REMOVED_WITHOUT_MOVE: "FMJD 5.4.7",
        Topic.PROMOTION: "KNDB 3.4",
        Topic.UNCROWNED_KING: "KNDB 3.5",
        Topic.ILLEGAL_MOVE: "KNDB 7.2",
        Topic.DRAW_AGREED: "KNDB 13.4",
    },
)
"""Spel- en Wedstrijdreglement, and FMJD Annex 1 for what it leaves to that."""

FAMILY = Rulebook("Hoe speel je dammen, 8x8")
"""The 8x8 game that families play: men capture backward, any capture may be chosen."""

WCDF = Rulebook(
    "WCDF",
    {
        Topic.CAPTURE_OBLIGATORY: "WCDF 1.20",
        Topic.MAJORITY: "WCDF 1.20",
    },
)
"""Rules of the World Checkers and Draughts Federation, English draughts."""

FMJD64 = Rulebook("FMJD-64", {Topic.KING_CAPTURE: "FMJD-64 1.5"})
"""Rules of the FMJD for draughts on 64 squares: Russian and Brazilian."""

FID = Rulebook(
    "FID",
    {
        Topic.MAJORITY: "FID 6.8",
    },
)
"""Rules of the Federazione Italiana Dama."""

POOL_RULES = Rulebook(
    "American Pool",
    {
        Topic.MAJORITY: "American Pool 20",
        Topic.PROMOTION: "American Pool 16",
    },
)
SPANISH_RULES = Rulebook("Juego de damas")
CZECH_RULES = Rulebook("Česká dáma")
TURKISH_RULES = Rulebook("Dama")
THAI_RULES = Rulebook("Mak-hot")
TWELVE = Rulebook("Jeu de dames canadien")
FFD = Rulebook("Frysk dammen")
KILLER_RULES = Rulebook("Killer")
BREAKING = Rulebook("Breakthrough")
LOSING = Rulebook("Weggeefdammen")
