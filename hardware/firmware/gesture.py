# What the hands did: the one move that leads from a position to what the sensors show.
import grid
import jumps
import protocol as p

MOST_PLIES = 3  # that people play without a rest between them
STEPS_A_PLY = 5  # of a search; looking at all squares costs as much
# What was seen of a square: no piece where there is one, a piece where there is none.
LIFTED, STOOD = 1, 2


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
    # Reads moves off the board by what its game has of Jumps.

    def __init__(self, game):
        self._jumps = game

    def read(self, position, contents, white_to_move, touched, plies=MOST_PLIES):
        # The move, the first where people did not wait for each other; None where these are none.
        # `touched`: LIFTED and STOOD for each square of which that was seen meanwhile.
        if plies == MOST_PLIES:
            self._jumps.steps = jumps.MOST_STEPS
        left, came = [], []
        for place, content in enumerate(contents):
            if not fits(position[place], content):
                if position[place]:
                    left.append(place)
                if content != p.EMPTY:
                    came.append(place)
        if not left or len(came) > plies:
            return None
        move = None
        if not came or came[0] not in left:
            strict = plies < MOST_PLIES
            move = self._one(position, contents, white_to_move, touched, left, came, strict)
        if plies == 1 or (move and move.finished):
            return move
        return self._first(position, contents, white_to_move, touched, left, plies) or move

    def _one(self, position, contents, white_to_move, touched, left, came, strict):
        # As one move; `strict`: of the side to move.
        if len(came) > 1:
            return None
        if came:
            starts = [n for n in left if not strict or grid.is_white(position[n]) == white_to_move]
            found = [self._way(position, contents, place, came[0], left) for place in starts]
        else:
            # A piece that stands where it stood may have gone round.
            stayed = [
                n
                for n in range(len(touched))
                if touched[n] & LIFTED and position[n] and n not in left
            ]
            found = [self._way_round(position, n, left) for n in stayed]
        return self._best(position, contents, white_to_move, [each for each in found if each])

    def _first(self, position, contents, white_to_move, touched, left, plies):
        # The move of the side to move after which the rest is explained by moves too.
        for path, captured in self._possible(position, white_to_move, touched, left):
            self._jumps.steps -= STEPS_A_PLY
            if self._jumps.steps < 0:
                break
            after = self._jumps.after(position, path, captured)
            following = self.read(after, contents, not white_to_move, touched, plies - 1)
            if following and following.finished:
                move = self._move(position, contents, True, [(path, captured)])
                move.finished = True
                return move
        return None

    def _possible(self, position, white, touched, left):
        # The ways of one side's pieces that left to squares where one stood. What they took may
        # have made room for another one.
        places, found = range(len(touched)), []
        ends = [place for place in places if touched[place] & STOOD]
        gone = [place for place in places if touched[place] & LIFTED]
        for start in left:
            for end in ends if grid.is_white(position[start]) == white else ():
                for path, captured in self._jumps.outcomes(position, start, end, gone):
                    if captured or self._jumps.is_step(position, start, end):
                        found.append((path, captured))
        return found

    def _way_round(self, position, place, left):
        ways = []
        if self._all_others(position, place, left):
            ways = self._jumps.ways(position, place, place, left)
        return (3, ways[:1]) if ways and len(ways[0][1]) == len(left) else None

    def _way(self, position, contents, start, end, left):
        # (how well it explains what is seen, the ways that it may have gone).
        rest = [place for place in left if place != start]
        if not fits(position[start], contents[end]) or not self._all_others(position, start, rest):
            return None
        ways = self._jumps.ways(position, start, end, rest) if rest else ()
        if ways and len(ways[0][1]) == len(rest):
            return 3, ways[:1]
        ways = self._jumps.outcomes(position, start, end)
        if not rest and not ways[0][1] and self._jumps.is_step(position, start, end):
            return 3, ways
        # Some of what it took stands yet, or something else was taken off.
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
        game, (path, captured) = self._jumps, ways[0]
        move = Move(path, captured, [game.after(position, *way) for way in ways])
        move.done = all_fit(move.afters[0], contents)
        more = captured and game.go_on(position, path, captured)
        move.finished = exact and move.done and not more
        move.plain = path[0] != path[-1] and (
            not exact or len(game.outcomes(position, path[0], path[-1])) == 1
        )
        return move
