# Bytes in and out, and milliseconds. The one module that knows under which interpreter it runs.
import sys
import time

import machine

import pins
import radio

if sys.implementation.name == "micropython":
    import micropython
    import select

    class Console:
        # USB serial on the Pico, stdin and stdout on a PC. Raw bytes both ways.

        CHUNK = 64

        def __init__(self):
            micropython.kbd_intr(-1)  # a byte 03 within a frame must not stop the program
            self._in = sys.stdin.buffer
            self._out = sys.stdout.buffer
            self._poll = select.poll()
            self._poll.register(sys.stdin, select.POLLIN)
            self._gone = False

        def read(self, wait_ms):
            # What has come, at the latest after wait_ms; b"" for nothing, None when there is no
            # more to come.
            if self._gone:
                return None
            if not self._poll.poll(wait_ms):
                return b""
            data = bytearray()
            try:
                # One byte at a time: a read of more would wait for all of them.
                while len(data) < self.CHUNK:
                    byte = self._in.read(1)
                    if not byte:
                        return None
                    data.extend(byte)
                    if not self._poll.poll(0):
                        break
            except OSError:
                return None
            return data

        def write(self, data):
            try:
                self._out.write(data)
            except OSError:  # nobody is there any more; never on the Pico
                self._gone = True

    def settle(us):
        if sys.platform == "rp2":
            time.sleep_us(us)

    ticks_ms, ticks_diff = time.ticks_ms, time.ticks_diff

else:
    from pc_console import Console  # noqa: F401

    def settle(us):
        pass

    def ticks_ms():
        return time.monotonic_ns() // 1000000

    def ticks_diff(new, old):
        return new - old


def wireless():
    # The radio; None where there is none.
    return radio.Radio(machine.unique_id(), pins.RADIO_HOSTS) if radio.present() else None


def console(wireless):
    # The cable, and beside it the radio where there is one.
    return radio.Joined(Console(), wireless.wire) if wireless else Console()


class Clock:
    # Milliseconds since the start; unlike ticks_ms they never start over.

    def __init__(self):
        self._now = 0
        self._last = ticks_ms()

    def ms(self):
        ticks = ticks_ms()
        self._now += ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now
