"""What can go wrong in the announcer."""

from __future__ import annotations


class AnnouncerError(Exception):
    """Base of all errors of this package; the message is one line."""


class CatalogueError(AnnouncerError):
    """A catalogue that does not exist or is not complete; the message names the key."""
