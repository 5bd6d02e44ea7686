"""What stands between the network and the page: names, origins, sizes, numbers, headers.

A page of somebody else in the same browser must neither read nor move anything: requests under a
foreign name are refused (a name that was bound to our address anew), and so is whatever changes
something and comes from another origin. Bodies are small or refused, and whoever asks too much
has to wait.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.access import is_here
from companion.web.site import Upload

LARGEST_BODY = 4096
PER_SECOND = 30.0
BURST = 150.0
ADDRESSES_KEPT = 4096
SAFE_METHODS = ("GET", "HEAD")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Allowance:
    """A bucket of requests for every address: full at first, filled up as time goes."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def takes(self, address: str) -> bool:
        """Whether this address has a request left; it is taken."""
        now = self._clock()
        left, before = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - before) * self._per_second)
        self._left[address] = (left - 1.0 if left >= 1.0 else left, now)
        if len(self._left) > ADDRESSES_KEPT:
            self._left.popitem(last=False)
        return left >= 1.0


class Guard:
    """Wraps the application. `is_open`: whether the local network may look at all; `uploads`:
    where more than small JSON may be sent. An address of this computer may ask ten times as much:
    all its viewers share it."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        is_open: bool,
        uploads: tuple[Upload, ...] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app = app
        self._is_open = is_open
        self._uploads = uploads
        self._names = own_names() if is_open else {"localhost"}
        self._near = Allowance(PER_SECOND * 10, BURST * 10, clock)
        self._far = Allowance(PER_SECOND, BURST, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Cache-Control", "no-cache")
                headers.update(HEADERS)
            await send(message)

        if (refusal := self._refusal(scope)) is not None:
            await refusal(scope, receive, send_with_headers)
            return
        await self._app(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        address = scope["client"][0] if scope.get("client") else ""
        if not (self._near if is_here(address) else self._far).takes(address):
            return PlainTextResponse("too many requests", 429, {"Retry-After": "2"})
        if not self._knows(headers.get("host", "")):
            return PlainTextResponse("not the name of this board", 421)
        if scope["method"] in SAFE_METHODS:
            return None
        if not _is_same_origin(headers):
            return PlainTextResponse("another page may not do this", 403)
        types, largest = self._allowed(scope["path"])
        if not _is_at_most(largest, headers):
            return PlainTextResponse("too large", 413)
        if headers.get("content-type", "").partition(";")[0].strip() not in types:
            return PlainTextResponse(f"expected is {' or '.join(types)}", 415)
        return None

    def _allowed(self, path: str) -> tuple[tuple[str, ...], int]:
        """The types and the size of a body that may be sent to this path."""
        for upload in self._uploads:
            if upload.path.fullmatch(path):
                return upload.types, upload.largest
        return ("application/json",), LARGEST_BODY

    def _knows(self, host: str) -> bool:
        """Whether this is a name of ours; a foreign name can point to us, an address cannot."""
        name = host_name(host)
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return self._is_open or address.is_loopback


def host_name(host: str) -> str:
    """The name or address in a Host header, without its port."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].rstrip(".")


def own_names() -> set[str]:
    """The names of this computer in the local network."""
    name = socket.gethostname().lower().partition(".")[0]
    return {"localhost", name, f"{name}.local", f"{name}.lan"}


def _is_same_origin(headers: Headers) -> bool:
    """Whether the page that sends this came from here; browsers always say where it came from."""
    site = headers.get("sec-fetch-site", "same-origin")
    return site == "same-origin" and headers.get("origin") == f"http://{headers.get('host')}"


def _is_at_most(largest: int, headers: Headers) -> bool:
    length = headers.get("content-length", "")
    return length.isascii() and length.isdigit() and int(length[:9]) <= largest
