"""What can go wrong in the program, by whose fault it is.

    CompanionError
    ├── SettingsError    a settings file that cannot be used; names file, line and key
    ├── InputError       a file, position or argument that was given and cannot be used
    └── StoreError       the record cannot be opened or written; the game goes on in memory

Each message is one line and says what to do about it.
"""

from __future__ import annotations


class CompanionError(Exception):
    """Any error of the program that people can do something about."""


class SettingsError(CompanionError):
    """A settings file cannot be read or holds a wrong value."""


class InputError(CompanionError):
    """What was given on the command line or in a file cannot be used."""


class StoreError(CompanionError):
    """The database cannot be opened, read or written."""


def why_unread(error: OSError | UnicodeDecodeError | RecursionError) -> str:
    """Why a text file could not be read, for people; the message of Python names the file again."""
    match error:
        case UnicodeDecodeError():
            return "no text in UTF-8"
        case OSError(strerror=str() as reason):
            return reason
        case _:
            return str(error)
