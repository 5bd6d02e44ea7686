# Bluetooth LE: two services beside the cable, one for the bytes of the wire, one for the text of
# phone apps. Thin pipes: what goes through them is the business of others. A Pico without a radio
# has none, and a PC only where the simulated board was given one.
import binascii

try:
    import bluetooth
except ImportError:
    bluetooth = None

# Nordic UART.
WIRE = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
WIRE_TO_BOARD = "6E400002-B5A3-F393-E0A9-E50E24DCCA9E"
WIRE_TO_HOST = "6E400003-B5A3-F393-E0A9-E50E24DCCA9E"
# Chess Peripheral Protocol.
PHONE = "F5351050-B2C9-11EC-A0C0-B3BC53B08D33"
PHONE_TO_BOARD = "F53513CA-B2C9-11EC-A0C1-639B8957DB99"
PHONE_TO_APP = "F535147E-B2C9-11EC-A0C2-8BBD706EC4E6"
# What MicroPython's bluetooth module calls these: flags of a characteristic, events of the radio.
READ, WRITE_NO_RESPONSE, WRITE, NOTIFY = 0x02, 0x04, 0x08, 0x10
CONNECTED, GONE, WRITTEN, IS_READ, MTU_AGREED = 1, 2, 3, 4, 21

NAME = "Dambord"
ADVERTISE_US = 100000
MTU_WISHED, MTU_LEAST, MTU_HEADER = 247, 23, 3
IN_MOST = 512  # bytes that may wait between two looks
OUT_MOST = 1024  # bytes that wait for a slow radio; a frame that does not fit is lost as a whole
TEXT_MOST = 256  # bytes of one message of an app
TEXTS_MOST = 16  # messages that may wait, on either way
# A message that was cut stays for so many looks, some 4 ms each: to be read, and after each reading
# of a part of it.
CUT_LOOKS, READ_LOOKS = 750, 25


def present():
    return hasattr(bluetooth, "BLE")  # other systems have another module of that name


def named(serial):
    # Boards beside each other differ in the last four figures of their serial. One letter more
    # would not fit beside the id of a service.
    return NAME + "".join(["%02X" % byte for byte in serial[-2:]])


def field(kind, content):
    return bytes((len(content) + 1, kind)) + content


def backwards(uuid):
    # As in an advertisement: the last byte first.
    return bytes(reversed(binascii.unhexlify(uuid.replace("-", ""))))


class Radio:
    # `wire` and `phone` are the two services; `hosts` may be connected at a time.

    def __init__(self, serial, hosts=1):
        self._mtu = {}  # of each host that is connected
        self._hosts = hosts
        self._ble = ble = bluetooth.BLE()
        name = named(serial).encode()
        self._told = field(1, b"\x06") + field(7, backwards(WIRE))
        self._asked = field(7, backwards(PHONE)) + field(9, name)
        ble.active(True)
        ble.config(gap_name=name, mtu=MTU_WISHED)
        ble.irq(self._irq)
        uuid = bluetooth.UUID
        written = WRITE | WRITE_NO_RESPONSE
        wire = ((uuid(WIRE_TO_HOST), NOTIFY), (uuid(WIRE_TO_BOARD), written))
        phone = ((uuid(PHONE_TO_APP), READ | NOTIFY), (uuid(PHONE_TO_BOARD), written))
        wire, phone = ble.gatts_register_services(((uuid(WIRE), wire), (uuid(PHONE), phone)))
        self.wire = Wire(ble, self._mtu, *wire)
        self.phone = Phone(ble, self._mtu, *phone)
        self._advertise()

    def _advertise(self):
        self._ble.gap_advertise(ADVERTISE_US, adv_data=self._told, resp_data=self._asked)

    def _irq(self, event, data):
        host = data[0]
        if event == CONNECTED:
            self._mtu[host] = MTU_LEAST
            if len(self._mtu) < self._hosts:
                self._advertise()
        elif event == GONE:
            self._mtu.pop(host, None)
            self.wire.lost(host)
            self.phone.lost(host)
            self._advertise()
        elif event == WRITTEN:
            for service in (self.wire, self.phone):
                if data[1] == service.to_board:
                    service.written(host)
        elif event == IS_READ and data[1] == self.phone.to_host:
            self.phone.is_read()
        elif event == MTU_AGREED and host in self._mtu:
            self._mtu[host] = data[1]


class Service:
    # Speaks with the host that wrote to it last; to one that never did it is mute.

    def __init__(self, ble, mtu, to_host, to_board, most, append):
        self._ble, self._mtu = ble, mtu
        self.to_host, self.to_board = to_host, to_board
        self._host = None
        self._out = self._nothing()
        ble.gatts_set_buffer(to_board, most, append)

    def lost(self, host):
        if host == self._host:
            self._host = None

    def _hears(self, host):
        if host != self._host:
            self._host, self._out = host, self._nothing()

    def _room(self):
        return self._mtu.get(self._host, MTU_LEAST) - MTU_HEADER

    def _notify(self, data):
        # False where the radio's queue is full: at the next look.
        try:
            self._ble.gatts_notify(self._host, self.to_host, data)
            return True
        except OSError:
            return False


class Wire(Service):
    # A stream of bytes, cut anywhere.

    _nothing = bytearray

    def __init__(self, ble, mtu, to_host, to_board):
        super().__init__(ble, mtu, to_host, to_board, IN_MOST, True)
        self._came = False

    def written(self, host):
        self._hears(host)
        self._came = True

    def read(self):
        # What has come; b"" for nothing. Also sends what had to wait.
        self._flush()
        if not self._came:
            return b""
        self._came = False  # before reading: what comes now is read now or next time
        return self._ble.gatts_read(self.to_board)

    def write(self, data):
        if self._host is not None and len(self._out) + len(data) <= OUT_MOST:
            self._out.extend(data)
            self._flush()

    def _flush(self):
        while self._out and self._host is not None:
            room = self._room()
            if not self._notify(bytes(self._out[:room])):
                return
            self._out = self._out[room:]


class Phone(Service):
    # Messages: one write, one notification each. What does not fit a notification is cut, and the
    # whole can be read.

    _nothing = list

    def __init__(self, ble, mtu, to_host, to_board):
        super().__init__(ble, mtu, to_host, to_board, TEXT_MOST, False)
        ble.gatts_set_buffer(to_host, TEXT_MOST, False)
        self._came = []
        self._hold = 0

    def lost(self, host):
        if host == self._host:
            super().lost(host)
            self._came = [None]

    def written(self, host):
        # To be read at once: the next write takes its place.
        if host != self._host:
            self._came = [None]
        self._hears(host)
        data = bytes(self._ble.gatts_read(self.to_board))
        if len(self._came) < TEXTS_MOST:
            # A long write comes in pieces of a packet, less its place in the whole.
            self._came.append((data, len(data) in (self._room(), self._room() - 2)))

    def is_read(self):
        self._hold = min(self._hold, READ_LOOKS)

    def read(self):
        # What has come: (bytes, whether they filled a packet, so that more of them may follow), or
        # None where another app begins to speak, or this one is gone. Also sends what had to wait.
        self._hold = max(0, self._hold - 1)
        self._flush()
        came, self._came = self._came, []
        return came

    def say(self, text):
        if self._host is not None and len(self._out) < TEXTS_MOST:
            self._out.append(text.encode())
            self._flush()

    def _flush(self):
        out = self._out
        while out and self._host is not None and not self._hold:
            room = self._room()
            self._ble.gatts_write(self.to_host, out[0])
            if not self._notify(out[0][:room]):
                return
            if len(out.pop(0)) > room:
                self._hold = CUT_LOOKS


class Joined:
    # Cable and radio as one console. Hosts may take turns, so an unfinished frame of the one that
    # spoke last is closed before the other one's bytes.

    def __init__(self, cable, radio):
        self._cable = cable
        self._radio = radio
        self._by_radio = False

    def read(self, wait_ms):
        data = self._radio.read()
        by_radio = bool(data)
        if not data:
            data = self._cable.read(wait_ms)
        if data and by_radio != self._by_radio:
            self._by_radio = by_radio
            return b"\0" + bytes(data)
        return data

    def write(self, data):
        self._cable.write(data)
        self._radio.write(data)
