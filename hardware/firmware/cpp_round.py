# A round with a phone app: what is to stand on the board, what the hands moved, what is to be lit.
import gesture
import grid
import jumps
import lights
import protocol as p

FINISHED_MS = 300  # a move of which nothing is to come is told after such a rest,
PAUSE_MS = 1600  # any other after this: people stop so long inside one move
ASTRAY_MS = 5000  # a board that no move explains is told as out of step

TAKE, PUT, OFF = lights.YELLOW, lights.GREEN, lights.ORANGE
WRONG, PLAYED = lights.RED, lights.BLUE


class Told:
    # A move that waits for the app's word: `afters` is what it may lead to, `done` whether the board
    # showed that. Where the app refuses it as a whole `legs` are tried, (path, afters) each; `left`
    # are those still to come.

    def __init__(self, path, afters, done, legs=(), left=()):
        self.path, self.afters, self.done = path, afters, done
        self.legs, self.left = legs, left


class Round:
    # Is in step while the board shows, but for what a hand is doing, what it is to show.

    def __init__(self, board, traits, say, features, position, white):
        # `board` is a Grid, `traits` of the game; `say` takes a message, `features` are in force.
        self._board = board
        self._jumps = jumps.Jumps(board, traits)
        self._reader = gesture.Reader(self._jumps)
        self._say, self._features = say, features
        self.position, self._others, self._white = position, (), white
        self.is_set_up = False  # the board has shown the first position
        self.unsync = True  # the app waits to hear that the board is in step
        self._in_step = False
        self._reads = False  # what the hands do is a move; not while they are to put things right
        self._owes_moved = False
        self._told = self._last = self._crowned = None
        self._numbers = False
        self._touched = bytearray(board.size)
        self._marks = {}
        self._seen = bytearray(board.size)
        self._move, self._is_read = None, False
        self.pattern = bytearray(board.size)

    @property
    def waits(self):
        # For the app's word on a move.
        return self._told is not None

    # What the app does

    def begin(self, seen):
        self._seen[:] = seen
        self.compare()
        if self.unsync:
            self.lose()

    def undo(self, position, white):
        # Or redo: another position of the same game.
        self._told = self._last = self._crowned = None
        self._marks = {}
        self._owes_moved = True
        self._arrange([position], white)

    def show_last(self, path):
        self._last = (path[0], path[-1])
        self._light()

    def move(self, path, role, numbers):
        # A move of the app, as it is to be carried out. ValueError where it cannot be.
        told = self._told
        if told and (told.path[0], told.path[-1]) == (path[0], path[-1]):
            self.agree(role)  # in other words
            return
        position = self._continued(path[0])
        piece, end = position[path[0]], path[-1]
        if not piece:
            raise ValueError("no piece on " + self._board.name(path[0]))
        if position[end] and end != path[0]:
            raise ValueError("a piece on " + self._board.name(end))
        self._jumps.steps = jumps.MOST_STEPS
        if len(path) > 2:
            ways = [(tuple(path), self._jumps.captured(position, path))]
        else:
            ways = self._jumps.outcomes(position, path[0], end)
        afters = [self._crown(self._jumps.after(position, *way), end, role) for way in ways]
        self._crowned = (end, piece) if afters[0][end] != piece and not role else None
        self._marks = {path[0]: TAKE}
        self._told = self._last = None
        self._numbers, self._owes_moved = numbers, True
        self._arrange(afters, not grid.is_white(piece))

    def _continued(self, start):
        # An app may tell a capture jump by jump: a man that goes on was not crowned in between.
        if not self._crowned or self._crowned[0] != start:
            return self.position
        position = bytearray(self.position)
        position[start] = self._crowned[1]
        return position

    def _crown(self, position, place, role):
        # What the app says of its role holds.
        if role:
            king = role in grid.KINGS
            position[place] = (grid.king_of if king else grid.man_of)(position[place])
        return position

    def agree(self, role=""):
        # The app takes the move that was told. False where none was.
        told, self._told = self._told, None
        if not told:
            return False
        end = told.path[-1]
        afters = [self._crown(after, end, role) for after in told.afters]
        self._last = self._crowned = None
        if told.left:
            self.position, self._others = afters[0], ()
            self._tell(*told.left[0], told.done, left=told.left[1:])
            return True
        self._owes_moved = True
        self._arrange(afters, not grid.is_white(afters[0][end]), reads=True)
        if told.done and not self._in_step:  # the next hand is at work by now
            self._arrive()
            self._light()
        return True

    def refuse(self):
        # The app refuses the move that was told. False where none was.
        told, self._told = self._told, None
        if not told:
            return False
        if told.legs:
            self._tell(*told.legs[0], told.done, left=told.legs[1:])
            return True
        self._marks = {told.path[-1]: WRONG}
        self._arrange([self.position], self._white)
        return True

    def _arrange(self, positions, white, reads=False):
        # From now on the board is to show one of these.
        self.position, self._others, self._white = positions[0], positions[1:], white
        self._in_step = self._is_read = False
        self._reads = reads
        self._touched = bytearray(self._board.size)
        self._touch()
        self.compare()

    # What the board shows

    def look(self, seen, rest):
        # What all squares show, and for how many ms. True where that may change the lights.
        if seen != self._seen:
            self._seen[:] = seen
            self._touch()
            self._is_read = False
            self.compare()
            return True
        if self._reads and not self._told and rest >= FINISHED_MS:
            return self._look_for_move(rest)
        return False

    def _touch(self):
        for place, piece in enumerate(self.position):
            if not gesture.fits(piece, self._seen[place]):
                empty = self._seen[place] == p.EMPTY
                self._touched[place] |= gesture.LIFTED if empty else gesture.STOOD

    def compare(self):
        # Whether the board shows what it is to show.
        if self._told:
            return
        for position in [self.position] + list(self._others):
            if gesture.all_fit(position, self._seen):
                self.position, self._others = position, ()
                self._arrive()
                break
        self._light()

    def _arrive(self):
        self._in_step = self._reads = True
        self._marks = {}
        if self.unsync:
            self._say("sync " + self._board.fen(self.position) + (" w" if self._white else " b"))
        self.unsync, self.is_set_up = False, True
        if self._owes_moved and "moved" in self._features:
            self._say("moved")
        self._owes_moved = False

    def lose(self):
        # The board shows something else, and the app hears of it until it does not.
        self.unsync = True
        self._say("unsync " + self.known())
        self._light()

    def known(self):
        return self._board.fen(gesture.seen(self.position, self._seen))

    def _light(self):
        for place, piece in enumerate(self.position):
            self.pattern[place] = 0
            if not self._in_step or self.unsync:
                self.pattern[place] = self._look_of(place, piece, self._seen[place])
        if self._in_step and self._last:
            for place in self._last:
                self.pattern[place] = PLAYED

    def _look_of(self, place, piece, content):
        if self._told or gesture.fits(piece, content):
            return 0
        if any([gesture.fits(other[place], content) for other in self._others]):
            return 0
        if content == p.EMPTY:
            return PUT
        return WRONG if piece else self._marks.get(place, OFF)

    # What the hands move

    def _look_for_move(self, rest):
        if not self._is_read:
            self._move = self._reader.read(self.position, self._seen, self._white, self._touched)
            self._is_read = True
        move = self._move
        if move and rest >= (FINISHED_MS if move.finished else PAUSE_MS):
            self._tell_move(move)
            return True
        if not move and rest >= ASTRAY_MS and not self.unsync and self._is_astray():
            self.lose()
            return True
        return False

    def _is_astray(self):
        # One piece that is missing may be in a hand.
        missing = 0
        for place, content in enumerate(self._seen):
            if not gesture.fits(self.position[place], content):
                if content != p.EMPTY:
                    return True
                missing += 1
        return missing > 1

    def _tell_move(self, move):
        legs = []
        if move.captured and len(move.path) > 2:
            for n in range(1, len(move.path)):
                after = self._jumps.after(self.position, move.path[: n + 1], move.captured[:n])
                legs.append((move.path[n - 1 : n + 1], [after]))
            legs[-1] = (legs[-1][0], move.afters)
        path = (move.path[0], move.path[-1]) if move.plain else move.path
        self._tell(path, move.afters, move.done, legs)

    def _tell(self, path, afters, done, legs=(), left=()):
        self._told = Told(path, afters, done, legs, left)
        name = self._board.number if self._numbers else self._board.name
        self._say("move " + "".join([name(place) for place in path]))
        self._light()
