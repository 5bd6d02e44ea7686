"""Machines that are busy are slow: the time that one example takes says nothing here."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
