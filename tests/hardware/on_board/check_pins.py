# The wiring table holds together: nothing twice, every square somewhere, the power within its cap.
import pins

used = list(pins.ADDRESS + pins.BUTTONS) + [pins.LED_PIN]
used += [pins.CHAIN_SCK, pins.CHAIN_MOSI, pins.CHAIN_MISO, pins.CHAIN_LATCH]
used += [mux[1] for mux in pins.MUXES] + list({mux[0] for mux in pins.MUXES})
assert len(used) == len(set(used)), used
assert not {23, 24, 25, 29} & set(used), "those belong to the radio"
assert {mux[0] for mux in pins.MUXES} <= {26, 27, 28}, "only these can measure"

assert len(set(pins.CHAIN)) == pins.SQUARES
spare = {pins.CHAIN_LOW, pins.CHAIN_HIGH}
assert len(spare) == 2
assert not spare & set(pins.CHAIN)
assert max(spare | set(pins.CHAIN)) < pins.CHAIN_BYTES * 8
squares = []
for _, _, first, count in pins.MUXES:
    assert count <= 1 << len(pins.ADDRESS)
    squares += list(range(first, first + count))
assert squares == list(range(1, pins.SQUARES + 1))
number, channel = pins.BATTERY_CHANNEL
assert pins.MUXES[number][0] == pins.BATTERY
assert pins.MUXES[number][3] <= channel < 1 << len(pins.ADDRESS)
assert len(pins.HOLD_MS) == len(pins.BUTTONS)

assert sorted(pins.led_of(50)) == list(range(50))
assert pins.led_of(0) == ()
hundred = pins.led_of(100)
assert len(set(hundred)) == 50
assert (hundred[0], hundred[4], hundred[5], hundred[9], hundred[49]) == (1, 9, 19, 11, 91)
# To and fro: in rows of white squares' side the chain runs to the left.
assert pins.led_of(50)[:10] == (0, 1, 2, 3, 4, 9, 8, 7, 6, 5)

for sensor in (1, 2):
    for count in (0, 50, 100):
        for supply in (500, 900, 2000):
            cap = pins.limit_ma(supply, pins.SENSORS_MA[sensor], count)
            rest = pins.PICO_MA + pins.SENSORS_MA[sensor] + count * pins.LIGHT_DARK_MA
            assert 0 <= cap <= pins.LIGHTS_MOST_MA
            assert not cap or cap + rest <= supply * 0.9
assert pins.limit_ma(2000, pins.SENSORS_MA[2], 50) == pins.LIGHTS_MOST_MA
assert pins.limit_ma(500, pins.REEDS_MA, 50) >= 200, "a plain USB port drives a board of reeds"
print("ok")
