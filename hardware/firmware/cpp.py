# The board as a peripheral of the Chess Peripheral Protocol: a phone app keeps the rules, the board
# tells what the hands did and lights what they are to do. Knows no radio, no pins and no clock.
import cpp_round
import gesture
import grid
import jumps
import lights
import protocol as p

# What a board of so many rows plays, with what tells which pieces a move took.
INTERNATIONAL = jumps.LONG_KINGS | jumps.MEN_BACK
GAMES = {
    10: {
        "draughts_standard": INTERNATIONAL,
        "draughts_breakthrough": INTERNATIONAL,
        "draughts_frisian": INTERNATIONAL | jumps.STRAIGHT,
        "draughts_frysk": INTERNATIONAL | jumps.STRAIGHT,
        "anti_draughts": INTERNATIONAL,
    },
    8: {
        "draughts_russian": INTERNATIONAL | jumps.CROWN_PASSING,
        "draughts_brazilian": INTERNATIONAL,
        "draughts_english": 0,
    },
}
FEATURES = (
    "last_move moved resign undo_redo undo_offer draw_offer draw_reason get_state submove_state"
).split()
# Heard without a word: there is nothing here to show them, or nothing to be done about them.
PASSED_OVER = "msg err check side score time state options_reset".split()
LONGEST = 160  # bytes of a message; the longest that makes sense has some 120
GOES_ON_MS = 60  # a message that fills a packet is waited for so long whether it goes on
STATE_MS = 100  # between two reports of what stands there
BY_APP, BY_BOARD = 1, 2
OFFER = lights.WHITE | lights.SLOW


class Peripheral:
    # `say` takes a message for the app. `pattern` is what is to be lit, None while there is no
    # round.

    def __init__(self, say, rows, per_row):
        self._say = say
        self._board = grid.Grid(rows, per_row)
        self._games = GAMES.get(rows, {})
        self._features = set()
        self._contents = bytearray(self._board.size)
        self._now = self._changed_at = self._state_at = self._begun_at = 0
        self.reset()

    def reset(self):
        # The app is gone, and with it all it said.
        self._features.clear()
        self._traits = INTERNATIONAL
        self._turned = False
        self._begun = b""
        self._news = self._watched = False
        self._stop()

    def _stop(self):
        self._round = None
        self._offer = None  # BY_APP or BY_BOARD, one that waits for an answer
        self.pattern = None

    # What the app says

    def hear(self, message, may_go_on=False):
        # One message, as bytes, or, where it may go on in the next one, a piece of it. What is
        # wrong is answered by err and changes nothing.
        begun, self._begun = self._begun, b""
        if not begun or first_word(message) in HEARD:
            self._hear_lines(begun)
            begun = b""
        message = begun + message
        if may_go_on and len(message) <= LONGEST:
            self._begun, self._begun_at = message, self._now
        else:
            self._hear_lines(message)

    def _hear_lines(self, message):
        # Some apps end a message by a new line.
        for line in message.replace(b"\r", b"\n").split(b"\n"):
            line = line.strip(b" \0")
            if line:
                fault = self._hear(line)
                if fault:
                    self._say("err " + fault)
        self._light()

    def _hear(self, line):
        # What is wrong with it, None if nothing.
        if len(line) > LONGEST:
            return "message too long"
        does = HEARD.get(first_word(line))
        if does is None:
            return None if first_word(line) in PASSED_OVER else "unknown command"
        rest = line.partition(b" ")[2]
        if not is_text(rest):
            return "not a text"
        try:
            does(self, rest.decode().strip())
        except ValueError as fault:
            return str(fault.args[0])
        return None

    def _answer(self, yes):
        self._say("ok" if yes else "nok")

    def _feature(self, name):
        if name in FEATURES:
            self._features.add(name)
        self._answer(name in FEATURES)

    def _variant(self, name):
        self._answer(name in self._games)

    def _set_variant(self, name):
        if name not in self._games:
            raise ValueError("this board does not play it")
        self._traits = self._games[name]

    def _no_options(self, _):
        self._say("options_end")

    def _set_option(self, _):
        raise ValueError("no such option")

    def _set_state(self, _):
        raise ValueError("this board does not move pieces")

    def _get_state(self, _):
        self._tell_state()
        self._stop()
        self._watched = True

    def _begin(self, fen):
        position, white = self._board.position(fen)
        self._stop()
        self._watched = self._news = False
        self._round = cpp_round.Round(
            self._board, self._traits, self._say, self._features, position, white
        )
        self._turn_round()
        self._round.begin(self._as_seen())

    def _end(self, _):
        self._stop()

    def _undo(self, fen):
        self._going().undo(*self._board.position(fen))

    def _last_move(self, text):
        self._going().show_last(self._board.squares(text)[0])

    def _move(self, text):
        self._going().move(*self._board.squares(text))
        self._offer = None

    def _ok(self, _):
        self._replied(self._round and self._round.agree())

    def _promote(self, text):
        self._replied(self._going().agree(self._board.squares(text)[1]))

    def _nok(self, _):
        self._replied(self._round and self._round.refuse())

    def _replied(self, to_a_move):
        # What answers no move answers an offer.
        if not to_a_move and self._offer == BY_BOARD:
            self._offer = None

    def _offered(self, _):
        self._going()
        self._offer = BY_APP

    def _going(self):
        if not self._round:
            raise ValueError("no round")
        return self._round

    # What the board shows

    def turn(self, contents, now):
        # The settled contents of all squares, each time the board looks.
        self._now = now
        if self._begun and now - self._begun_at >= GOES_ON_MS:
            self.hear(b"")
        if contents != self._contents:
            self._contents[:] = contents
            self._changed_at, self._news = now, True
            self._turn_round()
        if self._round and self._round.look(self._as_seen(), now - self._changed_at):
            if self._round.waits:
                self._offer = None  # whoever plays on has not taken it
            self._light()
        if self._news and now - self._state_at >= STATE_MS:
            self._tell_news()

    def _as_seen(self):
        return bytes(reversed(self._contents)) if self._turned else self._contents

    def _turn_round(self):
        # Whether the first position stands with its other side at the top.
        if self._round and not self._round.is_set_up:
            other = self._contents if self._turned else bytes(reversed(self._contents))
            if gesture.all_fit(self._round.position, other) and not gesture.all_fit(
                self._round.position, self._as_seen()
            ):
                self._turned = not self._turned

    def _tell_news(self):
        submove = "submove_state" in self._features
        if self._watched or (self._round and (self._round.unsync or submove)):
            self._tell_state()
        self._news = False

    def _tell_state(self):
        self._news, self._state_at = False, self._now
        if self._round:
            self._say("state " + self._round.known())
        else:
            self._say("state " + self._board.fen(gesture.seen(None, self._contents)))

    def _light(self):
        if not self._round:
            return
        pattern = self._round.pattern
        self.pattern = bytearray(reversed(pattern)) if self._turned else bytearray(pattern)
        if self._offer == BY_APP:
            for place in (0, -1):
                self.pattern[place] = OFFER

    # What the buttons say

    def press(self, button):
        # Number of a button that was pressed. Take back: offer to; draw: offer it; new game: give
        # up this one. With an offer of the app, take back refuses it, confirm and draw take it.
        if not self._round:
            return
        if self._offer == BY_APP:
            if button in (p.CONFIRM, p.DRAW, p.TAKE_BACK):
                self._offer = None
                self._answer(button != p.TAKE_BACK)
        elif button in OFFERS and OFFERS[button] in self._features and not self._round.waits:
            self._offer = BY_BOARD
            self._say(OFFERS[button])
        self._light()


OFFERS = {p.TAKE_BACK: "undo_offer", p.NEW_GAME: "resign", p.DRAW: "draw_offer"}


def is_text(data):
    return all([32 <= byte < 127 for byte in data])


def first_word(line):
    word = line.partition(b" ")[0].strip()
    return word.decode() if is_text(word) else ""


HEARD = {
    "feature": Peripheral._feature,
    "variant": Peripheral._variant,
    "set_variant": Peripheral._set_variant,
    "begin": Peripheral._begin,
    "move": Peripheral._move,
    "ok": Peripheral._ok,
    "nok": Peripheral._nok,
    "promote": Peripheral._promote,
    "last_move": Peripheral._last_move,
    "undo": Peripheral._undo,
    "redo": Peripheral._undo,
    "undo_offer": Peripheral._offered,
    "draw_offer": Peripheral._offered,
    "end": Peripheral._end,
    "get_state": Peripheral._get_state,
    "set_state": Peripheral._set_state,
    "options_begin": Peripheral._no_options,
    "set_option": Peripheral._set_option,
}
