"""Languages as the voices of a system know them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

REGIONS: Mapping[str, str] = MappingProxyType(
    {
        "nl": "nl-NL",
        "en": "en-GB",
        "fr": "fr-FR",
        "de": "de-DE",
        "fy": "nl-NL",
        "pl": "pl-PL",
        "ru": "ru-RU",
    }
)
"""How systems name the voice of a language."""
LENT: Mapping[str, str] = MappingProxyType({"fy": "nl"})
"""No system has a voice for Frisian; the Dutch one reads its spelling well enough to be understood.
"""
