"""The names of players: what can be one, and when two are the same."""

from __future__ import annotations

import unicodedata

from companion.errors import InputError

LONGEST_NAME = 60


def clean_name(text: str) -> str:
    """A name as it is kept: blanks tidied, letters composed. Raises InputError for what is no
    name."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name or name == "?":
        raise InputError("a name has at least one letter")
    if len(name) > LONGEST_NAME:
        raise InputError(f"{name[:20]!r}... is too long for a name; {LONGEST_NAME} letters will do")
    if not all(character.isprintable() for character in name):
        raise InputError("a name is made of letters that can be printed; type it again")
    return name


def name_key(name: str) -> str:
    """The same for names that people take for the same: capitals and blanks do not matter."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def name_key_of(value: object) -> str:
    """`name_key` for SQL, where a name may be missing."""
    return "" if value is None else name_key(str(value))


def names_in(text: str) -> list[str]:
    """The names in a text, with commas between them. Raises InputError for no names and for one
    that comes twice."""
    names = [clean_name(part) for part in text.split(",") if part.strip()]
    if not names:
        raise InputError("give names with commas between them, as in Anna,Bram")
    keys = [name_key(name) for name in names]
    for name, key in zip(names, keys, strict=True):
        if keys.count(key) > 1:
            raise InputError(f"{name} is there twice; add a letter of the last name")
    return names
