"""The stream of a phone or of a camera in the network (RTSP, HTTP): opened, or told why it is not.

FFmpeg only says that it cannot; so a stream that does not open is asked once more in plain words
of its protocol, and what its server answers tells people what to change.
"""

from __future__ import annotations

import base64
import re
import socket
import ssl
from urllib.parse import unquote, urlsplit

import cv2

from vision.errors import SourceError, SourceFault
from vision.ffmpeg import ffmpeg_options

_PORTS = {"rtsp": 554, "rtsps": 322, "http": 80, "https": 443}
_OPTIONS = "rtsp_flags;prefer_tcp|protocol_whitelist;rtp,udp,tcp,tls,http,https,rtsp"
_OPEN_TIMEOUT_MS = 5000
_READ_TIMEOUT_MS = 3000
_ANSWER_S = 2.0
_THREADS = 2
"""Each thread that decodes holds back one frame; as many as a computer has would be late."""


def is_stream(spec: str) -> bool:
    """Whether this names a stream in the network."""
    scheme, sign, _ = spec.partition("://")
    return bool(sign) and scheme.lower() in _PORTS


def without_password(spec: str) -> str:
    """For people: whoever looks on need not read it."""
    return re.sub(r"(?<=://)[^/]*@", "", spec)


def open_stream(url: str) -> cv2.VideoCapture:
    """Raises SourceError where it does not open, or gives a single picture."""
    if not is_stream(url):
        raise SourceError(f"{without_password(url)} is no stream; use rtsp://, http:// or https://")
    scheme, _, place = url.partition("://")
    url = f"{scheme.lower()}://{place}"
    with ffmpeg_options(_OPTIONS):
        capture = cv2.VideoCapture(
            url,
            cv2.CAP_FFMPEG,
            [
                *(cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_TIMEOUT_MS),
                *(cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_TIMEOUT_MS),
                *(cv2.CAP_PROP_N_THREADS, _THREADS),
            ],
        )
    if capture.grab() and capture.grab():
        return capture
    capture.release()
    raise _refusal(url)


def _refusal(url: str) -> SourceError:
    """Why this stream does not open."""
    name, status = without_password(url), _status(url)
    if status is None:
        return SourceError(
            f"{name} does not answer; start the camera app on the phone, in the same network",
            SourceFault.ABSENT,
        )
    if status in (401, 403):
        scheme, _, place = name.partition("://")
        return SourceError(
            f"{name} wants the right name and password: {scheme}://NAME:PASSWORD@{place}"
        )
    return SourceError(f"{name} is no video; take the address of the video that the app shows")


def _status(url: str) -> int | None:
    """The number with which the server answers a plain question; None where nobody answers."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
        with socket.create_connection((host, port), _ANSWER_S) as line:
            if parts.scheme in ("https", "rtsps"):
                line = _trusting().wrap_socket(line, server_hostname=host)
            line.sendall(_question(url).encode())
            answer = re.match(rb"[A-Z]+/\d\.\d (\d{3})", line.recv(64))
    except (OSError, ValueError):
        return None
    return int(answer[1]) if answer else None


def _question(url: str) -> str:
    """The first words of the protocol of this URL."""
    parts = urlsplit(url)
    if parts.scheme.startswith("rtsp"):
        lines = [f"DESCRIBE {without_password(url)} RTSP/1.0", "CSeq: 1"]
    else:
        path = parts._replace(scheme="", netloc="").geturl() or "/"
        lines = [f"GET {path} HTTP/1.0", f"Host: {parts.hostname}"]
    if parts.username is not None:
        who = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        lines.append(f"Authorization: Basic {base64.b64encode(who.encode()).decode()}")
    return "\r\n".join([*lines, "", ""])


def _trusting() -> ssl.SSLContext:
    """Phones sign for themselves."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
