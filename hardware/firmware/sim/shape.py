# What a simulated board has otherwise than the wiring table says: room for two hosts by radio and,
# for the games of 8x8 and 12x12, another shape. DAMBORD_SIM_SHAPE says rows and playing squares a
# row, "8x4".
import os

import pins

ON_A_MUX = 16
ADCS = (26, 27, 28)  # the third and all after it share an ADC pin
ENABLES = (6, 7, 8, 9, 20, 21)


def apply():
    pins.RADIO_HOSTS = 2  # as many as can be of use: a program and a phone
    shape = os.getenv("DAMBORD_SIM_SHAPE")
    if not shape:
        return
    rows, per_row = [int(part) for part in shape.split("x")]
    squares = rows * per_row
    pins.BOARD_KIND = {(10, 5): 1, (8, 4): 2}.get((rows, per_row), 0)
    pins.SQUARES = pins.LIGHTS = squares
    pins.PER_ROW = per_row
    pins.CHAIN = tuple(range(squares))
    pins.CHAIN_LOW, pins.CHAIN_HIGH = squares, squares + 1
    pins.CHAIN_BYTES = (squares + 2 + 7) // 8
    # One channel more than there are squares: the battery's.
    muxes = [mux(n, min(ON_A_MUX, squares - n * ON_A_MUX)) for n in range(squares // ON_A_MUX + 1)]
    pins.MUXES = tuple(muxes)
    pins.BATTERY, pins.BATTERY_CHANNEL = muxes[-1][0], (len(muxes) - 1, ON_A_MUX - 1)


def mux(number, count):
    return ADCS[min(number, 2)], ENABLES[number], number * ON_A_MUX + 1, count
