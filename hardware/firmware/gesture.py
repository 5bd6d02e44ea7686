# What the hands did: the one move that leads from a position to what the sensors show.
import grid
import protocol as p


class Move:
    # `path` from the first square to the last, `captured` what it took, `afters` the position then,
    # or those it may be. `done`: the board shows just that. `finished`: nothing hints at more to
    # come. `plain`: the two ends say which move it is.

    def __init__(self, path, captured, afters):
        self.path, self.captured, self.afters = path, captured, afters
        self.done = self.finished = False
        self.plain = True


def fits(piece, content):
    # Whether a sensor may show this where that piece stands, or none. An unreadable one may.
    if content == p.WHITE:
        return piece != grid.EMPTY and grid.is_white(piece)
    if content == p.BLACK:
        return piece != grid.EMPTY and not grid.is_white(piece)
    return content == p.UNKNOWN or (piece != grid.EMPTY) == (content == p.OCCUPIED)


def all_fit(position, contents):
    for place in range(len(contents)):
        if not fits(position[place], contents[place]):
            return False
    return True


def seen(position, contents):
    # What stands there as far as it is known: by the position, else by its colour.
    known = bytearray(len(contents))
    for place, content in enumerate(contents):
        if position and fits(position[place], content):
            known[place] = position[place]
        elif content == p.WHITE:
            known[place] = grid.WHITE_UNKNOWN
        elif content == p.BLACK:
            known[place] = grid.BLACK_UNKNOWN
        elif content != p.EMPTY:
            known[place] = grid.UNKNOWN
    return known


class Reader:
    # Reads moves off the board with the jumps of one game.

    def __init__(self, jumps):
        self._jumps = jumps

    def read(self, position, contents, white_to_move, lifted):
        # The move, None where there is not just one piece that went somewhere. `lifted`: 1 for
        # each square that was seen empty meanwhile.
        left, came = [], []
        for place, content in enumerate(contents):
            if not fits(position[place], content):
                (left if content == p.EMPTY else came).append(place)
        if any([position[place] for place in came]) or len(came) > 1 or not left:
            return None
        if came:
            found = [self._way(position, contents, place, came[0], left) for place in left]
        else:
            stayed = self._lifted_and_back(position, lifted, left)
            found = [self._way_round(position, place, left) for place in stayed]
        return self._best(position, contents, white_to_move, [each for each in found if each])

    def _lifted_and_back(self, position, lifted, left):
        # One of these may have gone round.
        return [n for n in range(len(lifted)) if lifted[n] and position[n] and n not in left]

    def _way_round(self, position, place, left):
        ways = []
        if self._all_others(position, place, left):
            ways = self._jumps.ways(position, place, place, left)
        return (3, ways[:1]) if ways else None

    def _way(self, position, contents, start, end, left):
        # (how well it explains what is seen, the ways that it may have gone).
        rest = [place for place in left if place != start]
        if not fits(position[start], contents[end]) or not self._all_others(position, start, rest):
            return None
        if rest:
            ways = self._jumps.ways(position, start, end, rest)
            if ways:
                return 3, ways[:1]
        elif self._jumps.is_step(position, start, end):
            return 3, [((start, end), ())]
        # Some of what it took stands yet, or something else was taken off.
        ways = self._jumps.outcomes(position, start, end)
        likely = [way for way in ways if all([place in way[1] for place in rest])]
        return (2, likely) if likely else (1, ways)

    def _all_others(self, position, start, rest):
        white = grid.is_white(position[start])
        return all([grid.is_white(position[place]) != white for place in rest])

    def _best(self, position, contents, white_to_move, found):
        # The best explanation, by the side to move where two are as good; None for a draw.
        ranked = []
        for rank, ways in found:
            turn = grid.is_white(position[ways[0][0][0]]) == white_to_move
            ranked.append((2 * rank + turn, ways))
        ranked.sort(key=lambda each: each[0])
        if not ranked or (len(ranked) > 1 and ranked[-1][0] == ranked[-2][0]):
            return None
        rank, ways = ranked[-1]
        return self._move(position, contents, rank // 2 == 3, ways)

    def _move(self, position, contents, exact, ways):
        jumps, (path, captured) = self._jumps, ways[0]
        move = Move(path, captured, [jumps.after(position, *way) for way in ways])
        move.done = all_fit(move.afters[0], contents)
        more = captured and jumps.go_on(position, path, captured)
        move.finished = exact and move.done and not more
        move.plain = path[0] != path[-1] and (
            not exact or len(jumps.outcomes(position, path[0], path[-1])) == 1
        )
        return move
