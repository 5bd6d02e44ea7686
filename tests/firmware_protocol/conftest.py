"""What several protocol tests need."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).resolve().parents[1] / "data"


@pytest.fixture(scope="session")
def vectors() -> list[dict[str, Any]]:
    """Every message as fields and as bytes on the wire."""
    rows: list[dict[str, Any]] = json.loads((DATA / "protocol_vectors.json").read_text())
    return rows
