"""A phone in the network whose app serves its camera over HTTP."""

from __future__ import annotations

import base64
import contextlib
import socketserver
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

JPEG = cv2.imencode(".jpg", np.full((240, 320, 3), 120, np.uint8))[1].tobytes()
OWNER = "Basic " + base64.b64encode(b"anna:a secret").decode()


class Phone(BaseHTTPRequestHandler):
    """A phone with a page, a single picture, and a video: for all, and for its owner."""

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):  # whoever looks has seen enough
            super().handle()

    def do_GET(self) -> None:
        match self.path:
            case "/video":
                self.show()
            case "/mine" if self.headers.get("Authorization") == OWNER:
                self.show()
            case "/mine":
                self.answer(401, "WWW-Authenticate", 'Basic realm="phone"')
            case "/moved":
                self.answer(302, "Location", "/video")
            case "/round":
                self.answer(302, "Location", "/round")
            case "/list":
                self.answer(200, "Content-Type", "application/vnd.apple.mpegurl")
                self.wfile.write(b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n")
            case "/page":
                self.answer(200, "Content-Type", "text/html")
                self.wfile.write(b"<html>The camera of Anna</html>" * 100)
            case "/picture":
                self.answer(200, "Content-Type", "image/jpeg")
                self.wfile.write(JPEG)
            case _:
                self.answer(404, "Content-Length", "0")

    def show(self) -> None:
        self.answer(200, "Content-Type", "multipart/x-mixed-replace; boundary=frame")
        head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(JPEG)}\r\n\r\n"
        for _ in range(40):
            self.wfile.write(head.encode() + JPEG + b"\r\n")

    def answer(self, status: int, header: str, value: str) -> None:
        self.send_response(status)
        self.send_header(header, value)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Nothing: nobody reads it."""


@contextlib.contextmanager
def running(server: socketserver.TCPServer) -> Iterator[str]:
    """The address of the server."""
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


@contextlib.contextmanager
def phone_there() -> Iterator[str]:
    """The address of a phone."""
    with running(ThreadingHTTPServer(("127.0.0.1", 0), Phone)) as address:
        yield address
