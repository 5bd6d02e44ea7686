# What the sensors show now: one content a square in `contents`, renewed by scan().
import machine

import pins
import port
import protocol

READABLE_LOW, READABLE_HIGH = 400, 65100  # beyond these a line is cut or shorted
SEEN_PERCENT, GONE_PERCENT = 38, 28


class SwitchScanner:
    # Reed or digital Hall switches on a chain of 74HC165.

    kind = protocol.OCCUPANCY

    def __init__(self, _settings):
        pin = machine.Pin
        self._latch = pin(pins.CHAIN_LATCH, pin.OUT, value=1)
        # The chip shifts on the rising edge; reading on the falling one leaves half a clock of
        # margin.
        self._spi = machine.SPI(
            pins.CHAIN_SPI,
            baudrate=1000000,
            polarity=1,
            phase=0,
            sck=pin(pins.CHAIN_SCK),
            mosi=pin(pins.CHAIN_MOSI),
            miso=pin(pins.CHAIN_MISO),
        )
        self._raw = bytearray(pins.CHAIN_BYTES)
        # With nothing else on its pin the battery is read straight.
        self.battery = machine.ADC(pin(pins.BATTERY)).read_u16
        self._last = b""
        self.contents = bytearray(pins.SQUARES)
        self.faulty = False

    def scan(self):
        self._latch(0)
        self._latch(1)
        self._spi.readinto(self._raw)
        if self._raw == self._last:
            return
        self._last = bytes(self._raw)
        self.faulty = self._high(pins.CHAIN_LOW) or not self._high(pins.CHAIN_HIGH)
        for place, bit in enumerate(pins.CHAIN):
            content = protocol.EMPTY if self._high(bit) else protocol.OCCUPIED
            self.contents[place] = protocol.UNKNOWN if self.faulty else content

    def error(self):
        # (code, square, detail) of what is wrong, None if all is well.
        return (protocol.ERROR_STUCK, 0, self._raw[0]) if self.faulty else None

    def _high(self, bit):
        return self._raw[bit >> 3] >> (7 - (bit & 7)) & 1


class HallScanner:
    # Linear Hall sensors behind 74HC4067: the pole of the magnet tells the colour.

    kind = protocol.COLOR

    def __init__(self, settings):
        self._plan = reading_plan()
        self._to_battery, self._read_battery = battery_plan()
        self.levels = [0] * pins.SQUARES
        self.contents = bytearray(pins.SQUARES)
        self._from = [1] * pins.SQUARES  # the band of levels in which a square keeps its content
        self._to = [0] * pins.SQUARES
        self.calibrate(settings)

    def calibrate(self, settings):
        # Take over levels from the settings; every square is judged afresh.
        self._empty, self._span = settings.empty, settings.span
        above = protocol.WHITE if settings.get(protocol.WHITE_POLE) else protocol.BLACK
        self._above, self._below = above, protocol.WHITE + protocol.BLACK - above
        for place in range(pins.SQUARES):
            self._from[place], self._to[place] = 1, 0

    def scan(self):
        levels = self.levels
        for switches, reads in self._plan:
            for pin, value in switches:
                pin(value)
            port.settle(pins.SETTLE_US)
            for read, place in reads:
                levels[place] = read()
        low, high = self._from, self._to
        for place in range(len(levels)):
            if not low[place] < levels[place] < high[place]:
                self._judge(place, levels[place])

    def battery(self):
        # Only between two scans; the next one begins by setting every line.
        for pin, value in self._to_battery:
            pin(value)
        port.settle(pins.SETTLE_US)
        return self._read_battery()

    def error(self):
        place = self.contents.find(bytes((protocol.UNKNOWN,)))
        return None if place < 0 else (protocol.ERROR_RANGE, place + 1, self.levels[place])

    def _judge(self, place, level):
        empty = self._empty[place]
        seen = self._span[place] * SEEN_PERCENT // 100
        gone = self._span[place] * GONE_PERCENT // 100
        if not READABLE_LOW < level < READABLE_HIGH:
            content, low, high = protocol.UNKNOWN, 1, 0
        elif level - empty > seen:
            content, low, high = self._above, empty + gone, READABLE_HIGH
        elif empty - level > seen:
            content, low, high = self._below, READABLE_LOW, empty - gone
        else:
            content, low, high = protocol.EMPTY, empty - seen - 1, empty + seen + 1
        self.contents[place] = content
        self._from[place], self._to[place] = low, high


def reading_plan():
    # Steps of (pins to switch, what to read then). Addresses follow the Gray code: one line
    # changes a step.
    pin = machine.Pin
    lines = [pin(number, pin.OUT, value=0) for number in pins.ADDRESS]
    enables = [pin(mux[1], pin.OUT, value=1) for mux in pins.MUXES]
    # The first step sets every line, so the plan can be walked in a circle.
    plan, state = [], {}

    def switch(wanted):
        changed = [(line, value) for line, value in wanted if state.get(id(line)) != value]
        state.update([(id(line), value) for line, value in wanted])
        return changed

    for group in mux_groups():
        wanted = [(enable, 0 if n in group else 1) for n, enable in enumerate(enables)]
        # First off, then on: two multiplexers must never drive one ADC pin.
        wanted.sort(key=lambda each: -each[1])
        opening = switch(wanted)
        for step in range(1 << len(lines)):
            address = step ^ step >> 1
            reads = group_reads(group, address)
            if reads:
                bits = [(line, address >> n & 1) for n, line in enumerate(lines)]
                plan.append((opening + switch(bits), reads))
                opening = []
    return plan


def battery_plan():
    # (pins to switch, what to read then): the others off, then this one on, at its channel.
    pin = machine.Pin
    number, channel = pins.BATTERY_CHANNEL
    switches = [(pin(mux[1], pin.OUT, value=1), 1) for mux in pins.MUXES]
    switches += [(pin(line, pin.OUT), channel >> n & 1) for n, line in enumerate(pins.ADDRESS)]
    switches.append((switches[number][0], 0))
    return switches, machine.ADC(pin(pins.BATTERY)).read_u16


def mux_groups():
    # Multiplexers that may be on together: no two on one ADC pin.
    groups = []
    for number, mux in enumerate(pins.MUXES):
        for group in groups:
            if all([pins.MUXES[other][0] != mux[0] for other in group]):
                group.append(number)
                break
        else:
            groups.append([number])
    return groups


def group_reads(group, address):
    # (read, place) of every multiplexer in the group that has something at this address.
    reads = []
    for number in group:
        adc, _, first, count = pins.MUXES[number]
        if address < count:
            reads.append((machine.ADC(machine.Pin(adc)).read_u16, first - 1 + address))
    return reads


def scanner(settings):
    kind = settings.get(protocol.SENSOR)
    return SwitchScanner(settings) if kind == protocol.OCCUPANCY else HallScanner(settings)
