# What has settled: a content counts once it has been seen, without a break, for the waiting time.


class Debouncer:
    # Knows no pins and no clock: it is fed contents (a bytearray, one a square) and milliseconds.

    def __init__(self, contents, wait_ms):
        self.settled = bytearray(contents)
        self.wait_ms = wait_ms
        self._pending = {}

    def update(self, contents, now):
        # The changes that have just settled, as (since when, place, content) in the order they
        # began.
        if contents == self.settled:
            if self._pending:
                self._pending.clear()
            return ()
        ripe = []
        for place in range(len(contents)):
            content = contents[place]
            if content == self.settled[place]:
                self._pending.pop(place, None)
                continue
            waiting = self._pending.get(place)
            if waiting is None or waiting[0] != content:
                self._pending[place] = (content, now)
            elif now - waiting[1] >= self.wait_ms:
                ripe.append((waiting[1], place, content))
        for _, place, content in ripe:
            self.settled[place] = content
            del self._pending[place]
        ripe.sort()
        return ripe

    def ripe(self):
        # When the first of those that wait will have waited long enough; None where none waits.
        if not self._pending:
            return None
        return min([waiting[1] for waiting in self._pending.values()]) + self.wait_ms
