# Bluetooth LE: the bytes of the wire over the Nordic UART service, beside the cable. A thin pipe:
# what the bytes mean is the business of the same code. A Pico without a radio, and a PC, have none.
import binascii

try:
    import bluetooth
except ImportError:
    bluetooth = None

SERVICE = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
TO_BOARD = "6E400002-B5A3-F393-E0A9-E50E24DCCA9E"
TO_HOST = "6E400003-B5A3-F393-E0A9-E50E24DCCA9E"
# What MicroPython's bluetooth module calls these: flags of a characteristic, events of the radio.
WRITE_NO_RESPONSE, WRITE, NOTIFY = 0x04, 0x08, 0x10
CONNECTED, GONE, WRITTEN, MTU_AGREED = 1, 2, 3, 21

NAME = "Dambord"
ADVERTISE_US = 100000
MTU_WISHED, MTU_LEAST, MTU_HEADER = 247, 23, 3
IN_MOST = 512  # bytes that may wait between two looks
OUT_MOST = 1024  # bytes that wait for a slow radio; a frame that does not fit is lost as a whole


def present():
    return hasattr(bluetooth, "BLE")  # other systems have another module of that name


def named(serial):
    # Boards beside each other differ in the last four figures of their serial.
    return NAME + " " + "".join(["%02X" % byte for byte in serial[-2:]])


def field(kind, content):
    return bytes((len(content) + 1, kind)) + content


def backwards(uuid):
    # As in an advertisement: the last byte first.
    return bytes(reversed(binascii.unhexlify(uuid.replace("-", ""))))


class Radio:
    def __init__(self, serial):
        self._host = None
        self._mtu = MTU_LEAST
        self._came = False
        self._out = bytearray()
        self._ble = ble = bluetooth.BLE()
        service = bluetooth.UUID(SERVICE)
        name = named(serial).encode()
        self._told = field(1, b"\x06") + field(7, backwards(SERVICE))
        self._asked = field(9, name)
        ble.active(True)
        ble.config(gap_name=name, mtu=MTU_WISHED)
        ble.irq(self._irq)
        pipes = (
            (bluetooth.UUID(TO_HOST), NOTIFY),
            (bluetooth.UUID(TO_BOARD), WRITE | WRITE_NO_RESPONSE),
        )
        ((self._to_host, self._to_board),) = ble.gatts_register_services(((service, pipes),))
        ble.gatts_set_buffer(self._to_board, IN_MOST, True)
        self._advertise()

    def _advertise(self):
        self._ble.gap_advertise(ADVERTISE_US, adv_data=self._told, resp_data=self._asked)

    def _irq(self, event, data):
        if event == CONNECTED:
            self._host, self._mtu = data[0], MTU_LEAST
            self._out = bytearray()
        elif event == GONE:
            self._host = None
            self._advertise()
        elif event == WRITTEN:
            self._came = True
        elif event == MTU_AGREED:
            self._mtu = data[1]

    def read(self):
        # What has come; b"" for nothing. Also sends what had to wait.
        self._flush()
        if not self._came:
            return b""
        self._came = False  # before reading: what comes now is read now or next time
        return self._ble.gatts_read(self._to_board)

    def write(self, data):
        if self._host is not None and len(self._out) + len(data) <= OUT_MOST:
            self._out.extend(data)
            self._flush()

    def _flush(self):
        room = self._mtu - MTU_HEADER
        while self._out and self._host is not None:
            try:
                self._ble.gatts_notify(self._host, self._to_host, bytes(self._out[:room]))
            except OSError:  # its queue is full: at the next look
                return
            self._out = self._out[room:]


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
