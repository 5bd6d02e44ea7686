"""Where the page is, as lines for the terminal, with a code for the camera of a phone."""

from __future__ import annotations

import io
import os
import sys

from companion.texts import Texts
from companion.web.server import PageServer


def page_card(server: PageServer, texts: Texts) -> str:
    """The addresses and, where a phone can come, the PIN and a QR code."""
    first = texts("play.page", address=server.address)
    address = server.network_address
    if address is None:
        return f"{first}\n{texts('play.page_alone')}"
    second = texts("play.page_network", address=address, pin=server.access.pin)
    return "\n".join([first, second, "", qr_code(address), texts("play.page_scan")])


def qr_code(text: str) -> str:
    """A QR code in half blocks, two rows a line; without control codes, for dark terminals."""
    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).save(out, kind="txt", border=2)
    rows = out.getvalue().split()
    rows += ["0" * len(rows[0])] * (len(rows) % 2)
    blocks = {"00": "█", "01": "▀", "10": "▄", "11": " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(blocks[a + b] for a, b in zip(*pair, strict=True)) for pair in pairs)


def has_display() -> bool:
    """Whether a browser has somewhere to appear; a text browser would take the terminal."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
