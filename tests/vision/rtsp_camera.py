"""A camera in the network: RTSP (RFC 2326) over TCP, with plain pixels (RFC 4175)."""

from __future__ import annotations

import base64
import contextlib
import re
import socket
import socketserver
import struct
from collections.abc import Iterator

from tests.vision.phone import running

WIDTH, HEIGHT, GREY = 160, 96, 120
FRAMES = 40
OWNER = base64.b64encode(b"anna:a secret").decode()
_RATE = 90_000
_LINES_A_PACKET = 4
_DESCRIPTION = f"""v=0
o=- 0 0 IN IP4 127.0.0.1
s=camera
c=IN IP4 0.0.0.0
t=0 0
m=video 0 RTP/AVP 96
a=rtpmap:96 raw/{_RATE}
a=fmtp:96 sampling=YCbCr-4:2:2; width={WIDTH}; height={HEIGHT}; depth=8; colorimetry=BT601-5
a=control:0
"""


class RtspCamera(socketserver.StreamRequestHandler):
    """Shows grey at /live to its owner, then breaks off."""

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):
            for method, url, headers in self._requests():
                if f"Basic {OWNER}" not in headers and method != "OPTIONS":
                    self._answer(headers, "401 Unauthorized", 'WWW-Authenticate: Basic realm="x"')
                elif "/live" not in url:
                    self._answer(headers, "404 Not Found")
                else:
                    self._obey(method, headers)

    def _requests(self) -> Iterator[tuple[str, str, str]]:
        while first := self.rfile.readline().decode():
            headers = ""
            while (line := self.rfile.readline().decode()).strip():
                headers += line
            method, url, _ = first.split()
            yield method, url, headers

    def _obey(self, method: str, headers: str) -> None:
        match method:
            case "DESCRIBE":
                self._answer(headers, "200 OK", "Content-Type: application/sdp", _DESCRIPTION)
            case "SETUP":
                self._answer(headers, "200 OK", "Transport: RTP/AVP/TCP;unicast;interleaved=0-1")
            case "PLAY":
                self._answer(headers, "200 OK")
                for packet in packets():
                    self.wfile.write(packet)
                self.connection.shutdown(socket.SHUT_RDWR)
            case _:
                self._answer(headers, "200 OK", "Public: DESCRIBE, SETUP, PLAY, TEARDOWN")

    def _answer(self, headers: str, status: str, header: str = "Server: x", body: str = "") -> None:
        number = re.search(r"CSeq: *(\d+)", headers)
        assert number is not None
        lines = [f"RTSP/1.0 {status}", f"CSeq: {number[1]}", "Session: 1", header]
        text = "\r\n".join([*lines, f"Content-Length: {len(body)}", "", body])
        self.wfile.write(text.encode())


def packets() -> Iterator[bytes]:
    """RTP packets between the words of RTSP: some lines of the picture in each."""
    line = bytes([128, GREY]) * WIDTH
    sequence = 0
    for frame in range(FRAMES):
        for top in range(0, HEIGHT, _LINES_A_PACKET):
            rows = range(top, top + _LINES_A_PACKET)
            last = rows[-1] == HEIGHT - 1
            places = b"".join(
                struct.pack(">HHH", len(line), row, 0x8000 * (row != rows[-1])) for row in rows
            )
            head = struct.pack(">BBHII", 0x80, 96 | last << 7, sequence, frame * _RATE // 25, 1)
            packet = head + b"\0\0" + places + line * _LINES_A_PACKET
            yield b"$\0" + struct.pack(">H", len(packet)) + packet
            sequence += 1


@contextlib.contextmanager
def camera_there() -> Iterator[str]:
    """The address of a camera."""
    with running(socketserver.ThreadingTCPServer(("127.0.0.1", 0), RtspCamera)) as address:
        yield address
