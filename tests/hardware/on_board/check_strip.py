# The strip behind a stand-in of the chip's PIO and DMA: what is sent, and that nothing waits.
import sys


class Rp2:
    class PIO:
        OUT_LOW, SHIFT_LEFT = 0, 1

    @staticmethod
    def asm_pio(**settings):
        def keep(program):
            return program

        assert settings["pull_thresh"] == 24
        assert settings["autopull"]
        return keep

    class StateMachine:
        def __init__(self, number, program, freq, out_base, set_base):
            assert number == 0
            assert freq == 8000000
            assert out_base.number == set_base.number == 22

        def active(self, on):
            assert on

    class DMA:
        busy = False
        sent = None

        def pack_ctrl(self, size, inc_write, treq_sel):
            assert (size, inc_write, treq_sel) == (2, False, 0)
            return 77

        def active(self):
            return Rp2.DMA.busy

        def config(self, read, write, count, ctrl, trigger):
            assert isinstance(write, Rp2.StateMachine)
            assert (count, ctrl, trigger) == (len(read), 77, True)
            Rp2.DMA.sent, Rp2.DMA.busy = read, True


sys.modules["rp2"] = Rp2
import lights
import strip

box = strip.strip(3)
box[0], box[1], box[2] = (1, 2, 3), (255, 0, 0), (0, 0, 255)
assert box.write() is True
assert list(Rp2.DMA.sent) == [0x02010300, 0x00FF0000, 0x0000FF00]

# While a frame is on its way it is not touched, and the next one is refused.
box[0] = (9, 9, 9)
assert box.write() is False
assert Rp2.DMA.sent[0] == 0x02010300
Rp2.DMA.busy = False
assert box.write() is True
assert Rp2.DMA.sent[0] == 0x09090900

# The lights try again what was refused, though the pattern is steady.
shown = lights.Lights(strip.strip(2), (0, 1), 1000, 100)
shown.making[1] = lights.RED
shown.show()
shown.render(0)
assert Rp2.DMA.sent[0] == 0x09090900
Rp2.DMA.busy = False
shown.render(1)
assert list(Rp2.DMA.sent) == [0, 0x00FF0000]
print("ok")
