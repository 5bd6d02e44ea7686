# The wiring table: the one file to edit for another board. Numbers are the Pico's GP numbers.

BOARD_KIND = 1  # draughts 10x10
SQUARES = 50

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

# Buttons to ground: confirm, take back, white's clock pad, black's clock pad.
BUTTONS = (10, 11, 12, 13)

# WS2812 lights in one chain that runs to and fro through the rows; LED_OF[n] lights square n + 1.
LED_PIN = 22
LED_OF = tuple(n if n // 5 % 2 == 0 else n // 5 * 10 + 4 - n for n in range(SQUARES))
LED_LIMIT_MA = 400  # what the supply gives beside the rest

# Battery: the ADC pin that reads the supply through a 3:1 divider (29 on a Pico W, which needs 25
# high), or None for a board without one.
# The radio uses GP 25 and 29 too: None where Bluetooth is on.
BATTERY = 29
BATTERY_ENABLE = 25
BATTERY_EMPTY_MV, BATTERY_FULL_MV, USB_MV = 3300, 4150, 4400

WATCHDOG_MS = 8000  # 0: none
