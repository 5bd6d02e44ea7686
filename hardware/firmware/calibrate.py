# Learning the levels of every square from what stands on the board now.
import protocol

READINGS = 64
LEAST_SPAN = 2500  # 16-bit counts; a magnet that moves the level less is too weak or too far
EMPTY_LOW, EMPTY_HIGH = 20000, 45000


class Learner:
    # Collects READINGS scans; then finish() puts the result into the settings.

    def __init__(self, step, squares):
        self.step = step
        self._sums = [0] * squares
        self._count = 0

    def take(self, levels):
        # True once there are enough.
        for place in range(len(levels)):
            self._sums[place] += levels[place]
        self._count += 1
        return self._count >= READINGS

    def finish(self, settings):
        # The squares that gave no usable level; the levels of those stay as they were.
        failed = []
        for place, total in enumerate(self._sums):
            if not self._learn(settings, place, total // self._count):
                failed.append(place + 1)
        return failed

    def _learn(self, settings, place, mean):
        if self.step == protocol.LEARN_EMPTY:
            usable = EMPTY_LOW < mean < EMPTY_HIGH
            if usable:
                settings.empty[place] = mean
            return usable
        span = abs(mean - settings.empty[place])
        if span < LEAST_SPAN:
            return False
        settings.span[place] = span
        return True
