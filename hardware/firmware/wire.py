# Frames: COBS(type, seq, body, CRC-16 low, high) and a zero byte. See PROTOCOL.md, "The frame".

MAX_BODY = 240
MAX_ENCODED = MAX_BODY + 5

# CRC-16/CCITT-FALSE of the 16 half-bytes: small, and quick enough at 115200 baud.
_CRC = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


def crc16(data):
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 4 & 0xFFF0) ^ _CRC[crc >> 12 ^ byte >> 4]
        crc = (crc << 4 & 0xFFF0) ^ _CRC[crc >> 12 ^ byte & 15]
    return crc


def frame(kind, seq, body=b""):
    # At most 244 bytes of content, so no run ever needs the code byte 255.
    out = bytearray(len(body) + 6)
    out[1], out[2] = kind, seq
    out[3:-3] = body
    crc = crc16(memoryview(out)[1:-3])
    out[-3], out[-2] = crc & 255, crc >> 8
    code = 0
    for at in range(1, len(out) - 1):
        if not out[at]:
            out[code] = at - code
            code = at
    out[code] = len(out) - 1 - code
    return out


def unstuff(data):
    out, at, end = bytearray(), 0, len(data)
    while at < end:
        stop = at + data[at]
        if stop == at or stop > end:
            return None
        out.extend(data[at + 1 : stop])
        if stop < end and stop - at < 255:
            out.append(0)
        at = stop
    return out


class FrameDecoder:
    # Bytes in, (type, seq, body) out; holds at most one unfinished frame, counts what it dropped.

    def __init__(self):
        self.errors = 0
        self.overruns = 0
        self._pending = bytearray()
        self._skipping = False

    def feed(self, data):
        found = []
        start = 0
        while True:
            end = data.find(b"\0", start)
            self._take(data[start:] if end < 0 else data[start:end])
            if end < 0:
                return found
            if self._pending and not self._skipping:
                self._close(found)
            self._pending = bytearray()
            self._skipping = False
            start = end + 1

    def _take(self, piece):
        if self._skipping:
            return
        if len(self._pending) + len(piece) > MAX_ENCODED:
            self._skipping = True
            self.overruns += 1
            self.errors += 1
        else:
            self._pending.extend(piece)

    def _close(self, found):
        content = unstuff(self._pending)
        if content is None or len(content) < 4:
            self.errors += 1
        elif crc16(memoryview(content)[:-2]) != content[-2] | content[-1] << 8:
            self.errors += 1
        else:
            found.append((content[0], content[1], bytes(content[2:-2])))
