# Stand-in for the Pico's machine module: pins, SPI and ADC wired to the world as pins.py says.
import pins
import world


class Reset(BaseException):
    pass


def reset():
    raise Reset


def bootloader():
    raise SystemExit(0)


def unique_id():
    return b"SIMBOARD"


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=0, pull=None, value=None):
        self.number = number
        if value is not None:
            world.level_of[number] = value
            follow(number)

    def __call__(self, value=None):
        if value is None:
            return self._read()
        world.level_of[self.number] = value
        follow(self.number)
        return None

    value = __call__

    def _read(self):
        if self.number not in pins.BUTTONS:
            return world.level_of.get(self.number, 1)
        if self.number == pins.BUTTONS[0]:
            Pin.held = world.held()
        return 0 if Pin.held[pins.BUTTONS.index(self.number)] else 1

    held = [False] * len(pins.BUTTONS)


class Bus:
    # Where the multiplexers look: their common address.
    address = 0


def follow(number):
    # What a changed output pin sets off outside.
    if number in pins.ADDRESS:
        Bus.address = sum([world.level_of.get(line, 0) << n for n, line in enumerate(pins.ADDRESS)])
    elif number == pins.MUXES[0][1]:
        if not world.level_of[number]:
            world.turn()
            world.magnets.shiver()
    elif number == pins.CHAIN_LATCH and not world.level_of[number]:
        world.turn()


class SPI:
    def __init__(self, number, **wiring):
        pass

    def readinto(self, buffer):
        buffer[:] = world.magnets.chain


class ADC:
    def __init__(self, pin):
        self._battery = pin.number == pins.BATTERY
        self._muxes = [mux for mux in pins.MUXES if mux[0] == pin.number]

    def read_u16(self):
        for _, enable, first, count in self._muxes:
            if not world.level_of.get(enable, 1) and Bus.address < count:
                return world.magnets.levels[first - 1 + Bus.address]
        # Whatever the channel: a board of switches has the battery on the pin itself.
        return world.battery_mv() * 65535 // (3300 * pins.BATTERY_RATIO) if self._battery else 0


class WDT:
    def __init__(self, timeout):
        pass

    def feed(self):
        pass
