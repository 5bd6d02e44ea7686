# The way a piece may have gone, by what draughts have in common: over a piece of the other colour
# to an empty square beyond. No rules are kept here; whether a move is right the phone's app says.
import grid

# What of a game tells which pieces were taken.
LONG_KINGS, MEN_BACK, STRAIGHT, CROWN_PASSING = 1, 2, 4, 8
DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
STRAIGHTS = ((-2, 0), (2, 0), (0, -2), (0, 2))
MOST_STEPS, MOST_WAYS = 300, 24  # then a search ends, however the pieces stand


class Jumps:
    def __init__(self, board, traits):
        self.board = board
        self.traits = traits
        self.steps = MOST_STEPS  # that are left; whoever asks anew gives them

    def ways(self, position, start, end, among=None):
        # (path, captured) of the captures from start to end that take the most, of `among` only
        # where that is given.
        found, most = [], 1
        pending = [((start,), ())]
        while pending and self.steps > 0:
            self.steps -= 1
            path, taken = pending.pop()
            if path[-1] == end and len(taken) >= most:
                if len(taken) > most:
                    found, most = [], len(taken)
                if len(found) < MOST_WAYS:
                    found.append((path, taken))
            for over, to in self.onward(position, path, taken):
                if among is None or over in among:
                    pending.append((path + (to,), taken + (over,)))
        return found

    def outcomes(self, position, start, end, among=None):
        # What a move between these squares may have been: (path, captured), each capture set once.
        found = {}
        for path, taken in self.ways(position, start, end, among):
            found.setdefault(tuple(sorted(taken)), (path, taken))
        return list(found.values()) or [((start, end), ())]

    def go_on(self, position, path, taken):
        # Whether the piece that went this way could take another one.
        return len(self.onward(position, path, taken)) > 0

    def onward(self, position, path, taken):
        # (square jumped over, square jumped to) of each capture at the end of this way.
        piece = position[path[0]]
        found = []
        for step in self._directions(piece, path):
            self._along(found, position, path, taken, step)
        return found

    def _directions(self, piece, path):
        steps = DIAGONALS + STRAIGHTS if self.traits & STRAIGHT else DIAGONALS
        if self.traits & MEN_BACK or self._is_king(piece, path):
            return steps
        forward = -1 if grid.is_white(piece) else 1
        return [step for step in steps if step[0] * forward > 0]

    def _is_king(self, piece, path):
        if grid.is_king(piece):
            return True
        return self.traits & CROWN_PASSING and any(
            [self.board.crowns(place, piece) for place in path[1:]]
        )

    def _along(self, found, position, path, taken, step):
        piece = position[path[0]]
        far = self.traits & LONG_KINGS and self._is_king(piece, path)
        row, column = self.board.where(path[-1])
        over = -1
        while True:
            row, column = row + step[0], column + step[1]
            place = self.board.at(row, column)
            if place < 0 or place in taken:
                return
            there = grid.EMPTY if place == path[0] else position[place]
            if there and (over >= 0 or grid.is_white(there) == grid.is_white(piece)):
                return
            if there:
                over = place
            elif over >= 0:
                found.append((over, place))
            if not far and over != place:
                return

    def captured(self, position, path):
        # What a piece took that stood on these squares one after another. ValueError if it cannot.
        taken = ()
        for n in range(1, len(path)):
            over = [o for o, to in self.onward(position, path[:n], taken) if to == path[n]]
            if not over:
                raise ValueError("no capture to " + self.board.name(path[n]))
            taken += (over[0],)
        return taken

    def is_step(self, position, start, end):
        # Whether the piece can simply go there.
        (row, column), (to_row, to_column) = self.board.where(start), self.board.where(end)
        rows, columns = to_row - row, to_column - column
        if abs(rows) != abs(columns) or not rows:
            return False
        if abs(rows) > 1 and not (self.traits & LONG_KINGS and grid.is_king(position[start])):
            return False
        down, right = rows // abs(rows), columns // abs(columns)
        between = range(1, abs(rows) + 1)
        return not any(
            [position[self.board.at(row + n * down, column + n * right)] for n in between]
        )

    def after(self, position, path, captured):
        # The position that a piece leaves behind which went this way and took these.
        new, piece, end = bytearray(position), position[path[0]], path[-1]
        new[path[0]] = grid.EMPTY
        for place in captured:
            new[place] = grid.EMPTY
        crowned = self.board.crowns(end, piece) or self._is_king(piece, path)
        new[end] = grid.king_of(piece) if crowned else piece
        return new
