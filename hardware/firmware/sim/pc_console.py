# The console under CPython: stdin and stdout, or one TCP client after another. Never on the Pico.
import os
import select
import socket
import sys
import threading

CHUNK = 4096


def Console():  # noqa: N802 - stands in for a class
    address = os.getenv("DAMBORD_SIM_TCP")
    if address:
        return TcpConsole.shared(address)
    return ThreadConsole.shared() if sys.platform == "win32" else PosixConsole()


class PosixConsole:
    _gone = False

    def read(self, wait_ms):
        # What has come, at the latest after wait_ms; b"" for nothing, None when there is no more.
        if self._gone:
            return None
        if not select.select([0], [], [], wait_ms / 1000)[0]:
            return b""
        try:
            return os.read(0, CHUNK) or None
        except OSError:
            return None

    def write(self, data):
        self._gone = self._gone or not write_all(data)


def write_all(data):
    # False where nobody is there any more.
    rest = memoryview(data)
    try:
        while rest:
            rest = rest[os.write(1, rest) :]
    except OSError:
        return False
    return True


class ThreadConsole:
    # Windows cannot wait for a pipe: a thread does. It outlives a restart of the firmware.

    _one = None

    @classmethod
    def shared(cls):
        cls._one = cls._one or cls()
        return cls._one

    def __init__(self):
        self._came = threading.Condition()
        self._data = bytearray()
        self._ended = False
        if sys.platform == "win32":
            import msvcrt

            for descriptor in (0, 1):
                msvcrt.setmode(descriptor, os.O_BINARY)
        threading.Thread(target=self._pump, daemon=True).start()

    def _pump(self):
        while not self._ended:
            try:
                data = os.read(0, CHUNK)
            except OSError:
                data = b""
            with self._came:
                self._data += data
                self._ended = not data
                self._came.notify()

    def read(self, wait_ms):
        with self._came:
            if not self._data and not self._ended:
                self._came.wait(wait_ms / 1000)
            if self._ended and not self._data:
                return None
            data, self._data = bytes(self._data), bytearray()
            return data

    def write(self, data):
        if not write_all(data):
            self._ended = True


def end_with_stdin():
    # Whoever started the board over TCP holds its stdin: when that ends, nobody wants the board.
    try:
        while os.read(0, CHUNK):
            pass
    except OSError:
        pass
    os._exit(0)


class TcpConsole:
    # Listens; a client that goes makes room for the next, what is written meanwhile is lost, as
    # on a cable.

    _one = None

    @classmethod
    def shared(cls, address):
        cls._one = cls._one or cls(address)
        return cls._one

    def __init__(self, address):
        host, _, number = address.rpartition(":")
        self._listener = socket.create_server((host, int(number)))
        self._client = None
        threading.Thread(target=end_with_stdin, daemon=True).start()
        with open("address.new", "w") as file:
            file.write("%s:%d" % self._listener.getsockname()[:2])
        os.replace("address.new", "address")

    def read(self, wait_ms):
        watched = [self._listener] + ([self._client] if self._client else [])
        ready = select.select(watched, [], [], wait_ms / 1000)[0]
        if self._listener in ready:
            self._welcome()
        if self._client is None or self._client not in ready:
            return b""
        try:
            data = self._client.recv(CHUNK)
        except OSError:
            data = b""
        if not data:
            self._drop()
        return data

    def write(self, data):
        if self._client:
            try:
                self._client.sendall(data)
            except OSError:
                self._drop()

    def _welcome(self):
        # The newest client is the real one: an older one may hang half-open.
        self._drop()
        self._client, _ = self._listener.accept()
        self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client.settimeout(2)

    def _drop(self):
        if self._client:
            self._client.close()
            self._client = None
