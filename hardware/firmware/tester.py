# Test mode: lights and sensors one by one. See PROTOCOL.md, "Test mode".
import lights
import pins
import protocol as p

ONE_MS, ALL_MS, DONE_MS = 150, 600, 3000
LEAVE_MS = 1000  # confirm held for so long ends the test
TOUR = (lights.RED, lights.GREEN, lights.BLUE)
LOOK_OF = {
    p.WHITE: lights.WHITE,
    p.BLACK: lights.BLUE,
    p.OCCUPIED: lights.GREEN,
    p.UNKNOWN: lights.RED | lights.FAST,
}


class Tester:
    # step() gives the pattern of this moment, None when the test is over. Knows no pins.

    def __init__(self, step, now):
        self._pattern = bytearray(pins.SQUARES)
        self._sensors_at = now
        self._began = now
        if step == p.TEST_LIGHTS:
            self._sensors_at += pins.SQUARES * ONE_MS + len(TOUR) * ALL_MS
        self._held = bytearray(pins.SQUARES)  # 1: a piece was seen there, 2: and it left again
        self._done_at = None

    def step(self, now, contents, buttons):
        # `contents` as they have settled; `buttons`: 1 for each that is down.
        for place in range(len(contents)):
            content = contents[place]
            if content != p.EMPTY and content != p.UNKNOWN:
                self._held[place] = 1
            elif content == p.EMPTY and self._held[place] == 1:
                self._held[place] = 2
        if now < self._sensors_at:
            self._show_lights(now - self._began)
        elif self._is_over(now):
            return None
        else:
            self._show_sensors(contents, buttons)
        return self._pattern

    def _is_over(self, now):
        if self._done_at is None and self._held.count(b"\2") == pins.SQUARES:
            self._done_at = now
        return self._done_at is not None and now - self._done_at >= DONE_MS

    def _show_lights(self, age):
        one = age // ONE_MS
        every = (age - pins.SQUARES * ONE_MS) // ALL_MS
        for place in range(pins.SQUARES):
            if one < pins.SQUARES:
                self._pattern[place] = lights.WHITE if place == one else 0
            else:
                self._pattern[place] = TOUR[every]

    def _show_sensors(self, contents, buttons):
        for place in range(pins.SQUARES):
            seen = lights.GREEN | lights.FLASH if self._held[place] == 2 else 0
            look = LOOK_OF.get(contents[place], seen)
            if self._done_at is not None:
                look = lights.GREEN | lights.SLOW
            self._pattern[place] = look
        for at in range(len(buttons)):
            if buttons[at]:
                self._pattern[at] = lights.PURPLE
