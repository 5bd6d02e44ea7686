"""Games as text: Portable Draughts Notation (PDN 3.0), read tolerantly and written strictly."""

from rules.pdn.errors import PdnError
from rules.pdn.model import Command, PdnGame, PdnMove, PdnWarning, Tags, Variation
from rules.pdn.reader import read_pdn
from rules.pdn.writer import write_pdn

__all__ = [
    "Command",
    "PdnError",
    "PdnGame",
    "PdnMove",
    "PdnWarning",
    "Tags",
    "Variation",
    "read_pdn",
    "write_pdn",
]
