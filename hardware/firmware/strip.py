# A chain of WS2812 lights: colours in, pulses out.
import pins

try:
    import rp2
except ImportError:  # no PIO: the slower way of the port, which holds the program for 1.5 ms
    rp2 = None

if rp2:
    import array
    import machine

    BIT_HZ, CYCLES = 800000, 10

    # One bit in ten cycles: three high, four of the bit's level, three low; 0.125 us a cycle. The
    # wait for the next word is low as well, which is what ends a frame.
    @rp2.asm_pio(
        out_init=rp2.PIO.OUT_LOW,
        set_init=rp2.PIO.OUT_LOW,
        out_shiftdir=rp2.PIO.SHIFT_LEFT,
        autopull=True,
        pull_thresh=24,
    )
    def ws2812():
        wrap_target()  # noqa: F821
        out(x, 1)  # noqa: F821
        set(pins, 1)[2]  # noqa: F821
        mov(pins, x)[3]  # noqa: F821
        set(pins, 0)[1]  # noqa: F821
        wrap()  # noqa: F821

    class PioStrip:
        # The PIO makes the pulses and the DMA feeds it: write() returns at once.

        def __init__(self, count):
            pin = machine.Pin(pins.LED_PIN, machine.Pin.OUT, value=0)
            self._making = array.array("I", [0] * count)
            self._sending = array.array("I", [0] * count)
            self._machine = rp2.StateMachine(
                0, ws2812, freq=BIT_HZ * CYCLES, out_base=pin, set_base=pin
            )
            self._machine.active(1)
            self._dma = rp2.DMA()
            # Words, one address to write to, paced by the transmit queue of PIO 0, machine 0.
            self._control = self._dma.pack_ctrl(size=2, inc_write=False, treq_sel=0)

        def __setitem__(self, led, color):
            # Green, red, blue in the upper 24 bits, which leave first.
            self._making[led] = color[1] << 24 | color[0] << 16 | color[2] << 8

        def write(self):
            # False while the last frame is on its way: then it is to be tried again.
            if self._dma.active():
                return False
            self._sending[:] = self._making
            self._dma.config(
                read=self._sending,
                write=self._machine,
                count=len(self._sending),
                ctrl=self._control,
                trigger=True,
            )
            return True


def strip(count):
    # Anything that takes colours by index and has write().
    if rp2:
        return PioStrip(count)
    import machine
    import neopixel

    return neopixel.NeoPixel(machine.Pin(pins.LED_PIN), count)
