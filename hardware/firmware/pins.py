# The wiring table: the one file to edit for another board. Numbers are the Pico's GP numbers.
# The drawings, the netlists and the power budget in hardware/ are made from it.

BOARD_KIND = 1  # draughts 10x10
SQUARES = 50
PER_ROW = 5

# 1: switches (reed, digital Hall): a piece or none. 2: linear Hall sensors: the colour too.
SENSOR = 2

# Switches: seven 74HC165 in a chain on SPI 0. The line is low where a magnet is. CHAIN[n] is the
# place of square n + 1 in the chain, counted from the bit that comes out first.
CHAIN_SPI, CHAIN_SCK, CHAIN_MOSI, CHAIN_MISO, CHAIN_LATCH = 0, 18, 19, 16, 17
CHAIN_BYTES = 7
CHAIN = tuple(range(SQUARES))
# Two spare inputs, tied to ground and to 3.3 V, tell a broken chain from an empty board.
CHAIN_LOW, CHAIN_HIGH = 54, 55

# Linear sensors: four 74HC4067, address lines S0..S3 in common. Each: (ADC pin, enable pin (low =
# on), first square, how many). The third and fourth share an ADC pin, so they are switched on in
# turn.
ADDRESS = (2, 3, 4, 5)
MUXES = ((26, 6, 1, 16), (27, 7, 17, 16), (28, 8, 33, 16), (28, 9, 49, 2))
SETTLE_US = 5

# Buttons to ground, in the order of their numbers in the protocol: confirm, take back, white's
# clock pad, black's clock pad, new game, draw. The last two must be held: they end something.
BUTTONS = (10, 11, 12, 13, 14, 15)
HOLD_MS = (0, 0, 0, 0, 1000, 1000)

# WS2812 lights in one chain that runs to and fro through the rows: 50 under the dark squares, 100
# under all squares, or none.
LED_PIN = 22
LIGHTS = 50

# Battery: an ADC pin behind a divider of 3:1. On a board of linear sensors that pin is shared, and
# the divider sits on a spare channel (number of the multiplexer from 0, channel).
BATTERY = 28
BATTERY_CHANNEL = (3, 15)
BATTERY_RATIO = 3
BATTERY_EMPTY_MV, BATTERY_FULL_MV = 3300, 4150
BATTERY_LEAST_MV, USB_MV = 1500, 4400  # below: no battery is there; above: it is the USB supply

# Power in mA at 5 V: what the supply gives and what the parts take. What is left, less a reserve,
# is for the lights; limit_ma() does the sum.
SUPPLY_MA = 2000
PICO_MA = 120  # with the radio on
# All 50 at once. Switches: Hall switches at 5 mA each, to be safe; reeds take 20 in all. Linear:
# 49E at 6 mA each.
REEDS_MA = 20
SENSORS_MA = {1: 250, 2: 300}
LIGHT_DARK_MA = 1  # of one WS2812 that is off
CHANNEL_MA = 20  # of one colour of one WS2812 at full
RESERVE_PERCENT = 10
LIGHTS_MOST_MA = 400  # more is only glare, and thin wires get warm

# Connections by radio at a time; MicroPython for the Pico W is built for one.
RADIO_HOSTS = 1

WATCHDOG_MS = 8000  # 0: none


def limit_ma(supply_ma, sensors_ma, lights):
    # What the supply leaves for the lights beside the rest.
    rest = PICO_MA + sensors_ma + lights * LIGHT_DARK_MA
    left = supply_ma * (100 - RESERVE_PERCENT) // 100 - rest
    return max(0, min(LIGHTS_MOST_MA, left))


def led_of(lights):
    # For every square the place of its light in the chain; empty where there are none.
    if lights == SQUARES:
        return tuple([_to_and_fro(n // PER_ROW, n % PER_ROW) for n in range(SQUARES)])
    if lights == 2 * SQUARES:
        return tuple([_of_all(n // PER_ROW, n % PER_ROW) for n in range(SQUARES)])
    return ()


def _to_and_fro(row, step):
    return row * PER_ROW + (step if row % 2 == 0 else PER_ROW - 1 - step)


def _of_all(row, step):
    column = 2 * step + 1 - row % 2  # of the dark square, from the left
    return 2 * row * PER_ROW + (column if row % 2 == 0 else 2 * PER_ROW - 1 - column)
