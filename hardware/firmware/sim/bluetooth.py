# Stand-in for MicroPython's bluetooth module: a radio whose other half is a program. It is reached
# at DAMBORD_SIM_RADIO, "host:port", and lines of text go both ways: what the board registers,
# advertises, sets and notifies, and what hosts do. See ../README.md. Without that there is none.
import binascii
import os
import socket

CONNECTED, GONE, WRITTEN, IS_READ, MTU_AGREED = 1, 2, 3, 4, 21
DEFAULT_SIZE = 20
FLAG_NOTIFY = 0x10


def hexed(data):
    return binascii.hexlify(data).decode() or "-"


class UUID:
    def __init__(self, text):
        self.text = text


class Radio:
    # As on the Pico there is one, and it outlives a restart of the firmware.

    _one = None

    def __new__(cls):
        if cls._one is None:
            cls._one = object.__new__(cls)
            cls._one._connect()
        cls._one._forget()
        return cls._one

    def _connect(self):
        host, _, port = os.getenv("DAMBORD_SIM_RADIO").rpartition(":")
        self._line = socket.socket()
        self._line.connect(socket.getaddrinfo(host, int(port))[0][-1])
        self._line.setblocking(False)
        self._came = b""

    def _forget(self):
        import world  # another one after each restart

        self._told = None
        self._values, self._sizes, self._appends = {}, {}, {}
        self._tell("reset")
        self._turns = world.turns
        self._turns.append(self._listen)

    def _tell(self, *words):
        # What does not fit the queue is refused, as the real one does.
        self._line.send((" ".join([str(word) for word in words]) + "\n").encode())

    # What the firmware calls

    def active(self, on):
        pass

    def config(self, **settings):
        self._tell("mtu", settings["mtu"])

    def irq(self, handler):
        self._told = handler

    def gatts_register_services(self, services):
        found, handle = [], 0
        for uuid, parts in services:
            handle += 1
            self._tell("service", uuid.text)
            handles = []
            for part, flags in parts:
                handle += 2
                self._tell("part", handle, part.text, flags)
                self._values[handle], self._sizes[handle] = b"", DEFAULT_SIZE
                handles.append(handle)
                handle += 1 if flags & FLAG_NOTIFY else 0
            found.append(tuple(handles))
        self._tell("registered")
        return tuple(found)

    def gatts_set_buffer(self, handle, size, append=False):
        self._sizes[handle], self._appends[handle] = size, append

    def gap_advertise(self, interval_us, adv_data, resp_data):
        if len(adv_data) > 31 or len(resp_data) > 31:
            raise OSError(22)
        self._tell("advertise", interval_us, hexed(adv_data), hexed(resp_data))

    def gatts_read(self, handle):
        value = self._values[handle]
        if self._appends.get(handle):
            self._values[handle] = b""
        return value

    def gatts_write(self, handle, data):
        self._values[handle] = data[: self._sizes[handle]]
        self._tell("value", handle, hexed(self._values[handle]))

    def gatts_notify(self, host, handle, data):
        self._tell("notify", host, handle, hexed(data))

    # What hosts do

    def _listen(self):
        try:
            data = self._line.recv(4096)
        except OSError:  # nothing now
            return
        if not data:
            self._turns.clear()  # whoever carried the radio is gone
        self._came += data
        while b"\n" in self._came:
            line, _, self._came = self._came.partition(b"\n")
            self._heard(line.decode().split())

    def _heard(self, words):
        kind, host = words[0], int(words[1])
        if kind == "connected":
            self._told(CONNECTED, (host, 0, bytes(6)))
        elif kind == "gone":
            self._told(GONE, (host, 0, bytes(6)))
        elif kind == "agreed":
            self._told(MTU_AGREED, (host, int(words[2])))
        elif kind == "read":
            self._told(IS_READ, (host, int(words[2])))
        elif kind == "written":
            handle, data = int(words[2]), binascii.unhexlify(words[3])
            before = self._values[handle] if self._appends.get(handle) else b""
            self._values[handle] = (before + data)[: self._sizes[handle]]
            self._told(WRITTEN, (host, handle))


if os.getenv("DAMBORD_SIM_RADIO"):
    BLE = Radio
