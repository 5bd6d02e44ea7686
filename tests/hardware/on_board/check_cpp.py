# The board as a peripheral of a phone app, in scripts. A line is
#   c TEXT      the app says it              p TEXT   the board says it, nothing else in between
#   h -32 +w28  what hands lift and put      t 300    so many milliseconds go by
#   l 32=green  what is lit, "l" for nothing, "l none" for no round   b 6   a button is pressed
# START, HERE and so on stand for positions. Whatever is said must be in the script.
import cpp
import protocol as p

START = (
    "1m1m1m1m1m/m1m1m1m1m1/1m1m1m1m1m/m1m1m1m1m1/10/10/1M1M1M1M1M/M1M1M1M1M1/1M1M1M1M1M/M1M1M1M1M1"
)
MEN = {".": p.EMPTY, "w": p.WHITE, "b": p.BLACK, "o": p.OCCUPIED, "x": p.UNKNOWN}
LOOKS = {1: "white", 2: "blue", 3: "green", 4: "yellow", 5: "orange", 6: "red", 7: "purple"}


class Table:
    def __init__(self, pieces, rows=10, per_row=5):
        self.said, self.now = [], 0
        self.contents = bytearray(rows * per_row)
        self.put(pieces)
        self.board = cpp.Peripheral(self.said.append, rows, per_row)
        self.wait(200)

    def put(self, pieces):
        # "w31 w32 b20", or one letter for each square; "-31" lifts.
        for word in pieces.split():
            if word[0] == "-":
                self.contents[int(word[1:]) - 1] = p.EMPTY
            else:
                self.contents[int(word.lstrip("+wbox")) - 1] = MEN[word.lstrip("+")[0]]

    def wait(self, ms):
        for _ in range(ms // 20):
            self.now += 20
            self.board.turn(self.contents, self.now)

    def lit(self):
        pattern = self.board.pattern
        if pattern is None:
            return "none"
        return " ".join(
            ["%d=%s" % (n + 1, LOOKS[look & 15]) for n, look in enumerate(pattern) if look]
        )

    def do(self, line):
        kind, _, rest = line.partition(" ")
        rest = rest.replace("START", START)
        if kind == "p":
            assert self.said and self.said[0] == rest, (line, self.said)
            self.said.pop(0)
            return
        assert not self.said, (line, self.said)
        if kind == "c":
            self.board.hear(rest.encode())
        elif kind == "h":
            self.put(rest)
            self.wait(40)
        elif kind == "t":
            self.wait(int(rest))
        elif kind == "b":
            self.board.press(int(rest))
        else:
            assert kind == "l" and self.lit() == rest, (line, self.lit())


def play(name, pieces, script, rows=10, per_row=5):
    table = Table(pieces, rows, per_row)
    lines = [line.strip() for line in script.split("\n")]
    try:
        for line in lines:
            if line:
                table.do(line)
        assert not table.said, table.said
    except AssertionError as fault:
        raise AssertionError("%s: %s" % (name, fault))


FULL = " ".join(["b%d" % n for n in range(1, 21)] + ["w%d" % n for n in range(31, 51)])
BLIND = FULL.replace("b", "o").replace("w", "o")
WRONG_WAY = " ".join(["w%d" % n for n in range(1, 21)] + ["b%d" % n for n in range(31, 51)])
BEGIN = """
    c begin START w
    p sync START w
    l
"""

play("what it can do, and what it plays", FULL, """
    c feature last_move
    p ok
    c feature moved
    p ok
    c feature resign
    p ok
    c feature undo_redo
    p ok
    c feature draw_offer
    p ok
    c feature submove_state
    p ok
    c feature get_state
    p ok
    c feature msg
    p nok
    c feature check
    p nok
    c feature set_state
    p nok
    c feature option
    p nok
    c feature time
    p nok
    c feature
    p nok
    c variant draughts_standard
    p ok
    c variant draughts_frisian
    p ok
    c variant draughts_russian
    p nok
    c variant standard
    p nok
    c options_begin
    p options_end
    c set_variant draughts_frysk
    c set_variant draughts_english
    p err this board does not play it
    c set_option brightness 3
    p err no such option
    c set_state
    p err this board does not move pieces
""")  # fmt: skip
play("another size plays other games", "", """
    c variant draughts_russian
    p ok
    c variant draughts_standard
    p nok
""", 8, 4)  # fmt: skip
play("a size that no game is for", "", """
    c variant draughts_standard
    p nok
    c begin 12/12/12/12/12/12/12/12/12/12/12/M11 w
    p unsync 12/12/12/12/12/12/12/12/12/12/12/12
""", 12, 6)  # fmt: skip

play("a quiet move, taken", FULL, BEGIN + """
    h -32
    t 4000
    h +w28
    t 200
    t 100
    p move d4e5
    t 3000
    c ok
    l
    h -19
    h +b23
    t 300
    p move g7f6
    c ok
""")  # fmt: skip
play("a piece that is lifted and put back is no move", FULL, BEGIN + """
    h -32
    t 9000
    l
    h +w32
    t 9000
""")  # fmt: skip
play("a move that the app refuses is put back before another is told", FULL, BEGIN + """
    h -32
    h +w27
    t 300
    p move d4c5
    c nok
    l 27=red 32=green
    h -27
    l 32=green
    h +w28
    t 9000
    l 28=orange 32=green
    h -28
    h +w32
    l
    h -33
    h +w28
    t 300
    p move f4e5
    c ok
""")  # fmt: skip
play("moved is said when all stands, of every move, where the app asked for it", FULL, """
    c feature moved
    p ok
    c begin START w
    p sync START w
    h -32
    h +w28
    t 300
    p move d4e5
    c ok
    p moved
    c move a7b6
    l 16=yellow 21=green
    h -16
    l 21=green
    t 9000
    h +b21
    p moved
    l
""")  # fmt: skip


def fen(text):
    # The FEN of "Mw32 mb28": for the scripts below.
    import grid

    board = grid.Grid(10, 5)
    position = bytearray(50)
    for word in text.split():
        position[int(word[1:]) - 1] = ord(word[0])
    return board.fen(position)


TWO = fen("M32 m28 m19 m6 M50 m1")
PIECES = "w32 b28 b19 b6 w50 b1"
BEGIN_TWO = "c begin " + TWO + " w\np sync " + TWO + " w\n"
AFTER_TWO = "\nc get_state\np state " + fen("M14 m6 M50 m1")
for name, hands in (
    ("own piece first", "-32 +w23 t -23 +w14 t -28 t -19"),
    ("captured pieces first", "-28 t -19 t -32 t +w14"),
    ("with two hands", "-32 -28 t +w23 t -19 -23 t +w14"),
    ("slid over the squares", "-32 +w28 t -28 +w23 t -23 +w14 t -28 -19"),
):
    steps = "".join(["t 200\n" if word == "t" else "h " + word + "\n" for word in hands.split()])
    play("a capture of two, " + name, PIECES, BEGIN_TWO + steps + """
        t 300
        p move d4h8
        c ok
    """ + AFTER_TWO)  # fmt: skip
play("people stop inside a capture", PIECES, BEGIN_TWO + """
    h -32
    h +w23
    h -28
    t 1500
    h -23
    h +w14
    h -19
    t 300
    p move d4h8
    c ok
""")  # fmt: skip
play("what was captured and still stands is lit after the app's word", PIECES, BEGIN_TWO + """
    h -32
    h +w14
    t 1500
    t 100
    p move d4h8
    c ok
    l 19=orange 28=orange
    h -28
    l 19=orange
    h -19
    l
""")  # fmt: skip
play("an app that hears jump by jump", PIECES, BEGIN_TWO + """
    h -32
    h +w14
    h -28
    h -19
    t 300
    p move d4h8
    c nok
    p move d4f6
    c ok
    p move f6h8
    l
    c ok
    l
""" + AFTER_TWO)  # fmt: skip
play("an app that refuses the second jump", PIECES, BEGIN_TWO + """
    h -32
    h +w14
    h -28
    h -19
    t 300
    p move d4h8
    c nok
    p move d4f6
    c ok
    p move f6h8
    c nok
    l 14=red 19=green 23=green
    h -14
    h +w23
    h +b19
    l
""")  # fmt: skip
play("two ways between the same squares", "w47 b41 b31 b42 b32", (
    "c begin " + fen("M47 m41 m31 m42 m32") + " w\n"
    "p sync " + fen("M47 m41 m31 m42 m32") + " w\n") + """
    h -47
    h +w27
    h -42
    h -32
    t 1600
    p move c1e3c5
    c ok
""")  # fmt: skip
play("a capture that ends where it began", "w32 b27 b17 b18 b28", (
    "c begin " + fen("M32 m27 m17 m18 m28") + " w\n"
    "p sync " + fen("M32 m27 m17 m18 m28") + " w\n") + """
    h -32
    h +w32
    h -27
    h -17
    h -18
    h -28
    t 300
    p move d4f6d8b6d4
    c ok
""")  # fmt: skip

play(
    "the app is slow, the next hand is not",
    FULL,
    """
    c feature moved
    p ok
    c begin START w
    p sync START w
    h -32
    h +w28
    t 300
    p move d4e5
    h -19
    t 2000
    c ok
    p moved
    l
    h +b23
    t 300
    p move g7f6
    c ok
    p moved
""",
)
play("people who do not wait for each other", FULL, BEGIN + """
    h -32
    h +w28
    h -19
    h +b23
    t 300
    p move d4e5
    c ok
    t 40
    p move g7f6
    c ok
    t 40
    h -28
    h +w19
    h -14
    h -23
    h +b23
    h -19
    t 300
    p move e5g7
    c ok
    t 20
    p move h8f6
    c ok
    l
""")  # fmt: skip

play("the app's moves are lit until they are carried out", PIECES, BEGIN_TWO + """
    c move d4h8
    l 14=green 19=orange 28=orange 32=yellow
    h -32
    l 14=green 19=orange 28=orange
    h +w14
    l 19=orange 28=orange
    t 9000
    h -19
    h -28
    l
    h -6
    h +b11
    t 300
    p move a9b8
    c ok
""")  # fmt: skip
play("the app's capture jump by jump, and squares by number", PIECES, BEGIN_TWO + """
    c move 3223
    c move 2314
    l 14=green 19=orange 28=orange 32=orange
    h -32
    h +w14
    h -19
    h -28
    l
    h -6
    h +b11
    t 300
    p move 0611
    c ok
""")  # fmt: skip
play("the app's word on the way holds", "w47 b41 b31 b42 b32", (
    "c begin " + fen("M47 m41 m31 m42 m32") + " w\n"
    "p sync " + fen("M47 m41 m31 m42 m32") + " w\n") + """
    c move c1e3c5
    l 27=green 32=orange 42=orange 47=yellow
    c undo """ + fen("M47 m41 m31 m42 m32") + """ w
    l
    c move c1c5
    l 27=green 47=yellow
    h -47
    h -41
    h +w27
    h -31
    l
    c get_state
    p state """ + fen("M27 m42 m32") + "\n")  # fmt: skip

CROWN = fen("M6 m50")
play("crowned by the far row, or as the app says", "w6 b50", (
    "c begin " + CROWN + " w\np sync " + CROWN + " w\n") + """
    h -6
    h +w1
    t 300
    p move a9b10
    c promote a9b10d
    c move i1j2
    h -50
    h +b45
    c get_state
    p state """ + fen("D1 m45") + "\n")  # fmt: skip
play("a man that goes on by jumps was not crowned", "w12 b8 b9", (
    "c begin " + fen("M12 m8 m9") + " w\np sync " + fen("M12 m8 m9") + " w\n") + """
    c move d8f10
    c move f10h8
    h -12
    h -8
    h -9
    h +w14
    c get_state
    p state """ + fen("M14") + "\n")  # fmt: skip

play("another board is told until it is right", "w31 b20", """
    c begin START w
    p unsync """ + fen(" ".join(["M31", "m20"])) + """
    h +w32
    p state """ + fen("M31 M32 m20") + """
    t 100
    h +w21
    p state """ + fen("M31 M32 m20 U21") + """
    h -21
    t 100
    p state """ + fen("M31 M32 m20") + """
""")  # fmt: skip
play("set up", "w6 b45", (
    "c begin " + CROWN + " b\np unsync " + fen("M6 u45") + "\n") + """
    l 45=orange 50=green
    h -45
    p state """ + fen("M6") + """
    h +b50
    p sync """ + CROWN + """ b
    l
    t 200
""")  # fmt: skip
play("set up from the other side", WRONG_WAY, """
    c begin START w
    p sync START w
    h -19
    h +w23
    t 300
    p move d4e5
    c nok
    l 19=green 23=red
""")  # fmt: skip
play("a board without colours", BLIND, BEGIN + """
    h -32
    h +o28
    t 300
    p move d4e5
    c ok
    c end draw
    c get_state
    p state """ + fen(" ".join(["?%d" % n for n in range(1, 51) if n < 21 or n == 28 or n > 30 and n != 32])) + "\n")  # fmt: skip
play("a sensor that is broken stops nothing", FULL.replace("w50", "x50"), BEGIN + """
    h -32
    h +w28
    t 300
    p move d4e5
    c ok
""")  # fmt: skip
play("the cat", FULL, BEGIN + """
    h -31 -32 -33 -34 -35 -36
    t 4900
    t 200
    p unsync 1m1m1m1m1m/m1m1m1m1m1/1m1m1m1m1m/m1m1m1m1m1/10/10/10/2M1M1M1M1/1M1M1M1M1M/M1M1M1M1M1
    l 31=green 32=green 33=green 34=green 35=green 36=green
    h +w31 +w32 +w33
    p state 1m1m1m1m1m/m1m1m1m1m1/1m1m1m1m1m/m1m1m1m1m1/10/10/1M1M1M4/2M1M1M1M1/1M1M1M1M1M/M1M1M1M1M1
    h +w34 +w35 +w36
    p sync START w
    l
""")  # fmt: skip
play("every lift, where the app asked for it", FULL, """
    c feature submove_state
    p ok
    c begin START w
    p sync START w
    h -32
    p state 1m1m1m1m1m/m1m1m1m1m1/1m1m1m1m1m/m1m1m1m1m1/10/10/1M3M1M1M/M1M1M1M1M1/1M1M1M1M1M/M1M1M1M1M1
    t 200
    h +w28
    p state 1m1m1m1m1m/m1m1m1m1m1/1m1m1m1m1m/m1m1m1m1m1/10/4U5/1M3M1M1M/M1M1M1M1M1/1M1M1M1M1M/M1M1M1M1M1
    t 300
    p move d4e5
    c ok
""")  # fmt: skip

play("take back and again", FULL, """
    c feature moved
    p ok
    c begin START w
    p sync START w
    c last_move a7b6
    l 16=blue 21=blue
    h -32
    h +w28
    t 300
    p move d4e5
    c ok
    p moved
    l
    c undo START w
    l 28=orange 32=green
    c last_move a7b6
    h -28
    h +w32
    p moved
    l 16=blue 21=blue
    c redo 1m1m1m1m1m/m1m1m1m1m1/1m1m1m1m1m/m1m1m1m1m1/10/4M5/1M3M1M1M/M1M1M1M1M1/1M1M1M1M1M/M1M1M1M1M1 b
    h -32
    h +w28
    p moved
    c undo nonsense
    p err not a position of this board
""")  # fmt: skip

play("the buttons say what they say where the app asked", FULL, BEGIN + """
    b 2
    b 5
    b 6
    c feature undo_offer
    p ok
    c feature draw_offer
    p ok
    c feature resign
    p ok
    b 2
    p undo_offer
    c nok
    b 6
    p draw_offer
    c ok
    c end draw_offer
    l none
    b 5
    c begin START w
    p sync START w
    b 5
    p resign
    c end resign
""")  # fmt: skip
play("what the app offers", FULL, BEGIN + """
    c draw_offer
    l 1=white 50=white
    b 2
    p nok
    l
    c draw_offer
    b 6
    p ok
    c undo_offer
    b 1
    p ok
    b 1
    l
    c draw_offer
    h -32
    h +w28
    l 1=white 50=white
    t 300
    p move d4e5
    l
    c ok
    b 1
    c draw_offer
    c move 1923
    l 19=yellow 23=green
""")  # fmt: skip
play("no offer while a move waits for its word", FULL, """
    c feature draw_offer
    p ok
    c begin START w
    p sync START w
    h -32
    h +w28
    t 300
    p move d4e5
    b 6
    c ok
    b 6
    p draw_offer
    h -19
    h +b23
    t 300
    p move g7f6
    c nok
    l 19=green 23=red
""")  # fmt: skip

play("what makes no sense is told and changes nothing", FULL, """
    c move a3b4
    p err no round
    c undo START w
    p err no round
    c promote a3b4d
    p err no round
    c last_move a3b4
    p err no round
    c draw_offer
    p err no round
    c ok
    c nok
    c end
    c begin
    p err not a position of this board
    c begin rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w
    p err not a position of this board
    c jump
    p err unknown command
    c MOVE a3b4
    p err unknown command
    c err what
    c msg \u017b\u00f3\u0142w
    c time 1 2
    c side w
    c score 1 2
""" + BEGIN + """
    c move
    p err not a move
    c move a3
    p err not a move
    c move a3b3
    p err no such square
    c move e5f6
    p err no piece on e5
    c move a3b2
    p err a piece on b2
    c move b4c5d6
    p err no capture to c5
    l
    h -32
    h +w28
    t 300
    p move d4e5
    c move z1
    p err no such square
    c ok
    l
""")  # fmt: skip

# Pieces of a long write, lines in one write, terminators, bytes that are no text.
table = Table(FULL)
begin = ("begin " + START + " w").encode()
for at in range(0, len(begin), 18):
    piece = begin[at : at + 18]
    table.board.hear(piece, len(piece) == 18)
table.wait(80)
assert table.said == ["sync " + START + " w"], table.said
table.said.clear()
table.board.hear(b"feature draw_offer", True)
assert table.said == []
table.board.hear(b"feature moved")
assert table.said == ["ok", "ok"]
table.said.clear()
table.board.hear(b"feature draw_offer", True)
table.wait(80)
table.board.hear(b"variant draughts_standard\nfeature msg\r\n\r\n\0")
assert table.said == ["ok", "ok", "nok"]
for garbage in (
    b"\xff\xfe",
    b"move \xff",
    b"a" * 500,
    b" ",
    b"\0\0",
    b"move " + b"a1" * 90,
    b"\x01begin",
):
    table.said.clear()
    table.board.hear(garbage)
    assert all([said.startswith("err ") for said in table.said]), (garbage, table.said)

# However random what comes is, it goes on.
words = [word.encode() for word in cpp.HEARD] + [
    b"w",
    START.encode(),
    b"a3b4",
    b"3228",
    b"d",
    b"\xff",
    b"/10",
]
seed = 1
for turn in range(3000):
    message = b""
    for _ in range(3):
        seed = (seed * 1103515245 + 12345) % 2147483648
        message += words[(seed >> 8) % len(words)] + b" "
    table.board.hear(message, seed % 5 == 0)
    table.contents[(seed >> 12) % 50] = (p.EMPTY, p.WHITE, p.BLACK, p.UNKNOWN)[(seed >> 20) % 4]
    table.wait((seed >> 4) % 500 if turn % 10 == 0 else 20)
    table.board.press(seed % 7)
    table.said.clear()
table.board.reset()
assert table.board.pattern is None
print("ok")
