# The dark squares as a grid: which lie on a line, and how phone apps write squares and positions,
# "c3" (a number from 1 as printed is taken too) and a FEN of rows from the top.

WHITE_MAN, BLACK_MAN, WHITE_KING, BLACK_KING = b"MmDd"
WHITE_UNKNOWN, BLACK_UNKNOWN, UNKNOWN = b"Uu?"
EMPTY = 0
# Apps that grew out of chess write any of its pieces for a man, queen and king for a king.
MEN, KINGS = "mprnb", "dqk"


def is_white(piece):
    return piece < 97  # capital letters


def is_king(piece):
    return piece in b"Dd"


def king_of(piece):
    return WHITE_KING if is_white(piece) else BLACK_KING


def man_of(piece):
    return WHITE_MAN if is_white(piece) else BLACK_MAN


def digits_end(text, start):
    # Where a number that begins there ends; two figures at most.
    end = start
    while end < len(text) and end < start + 2 and text[end].isdigit():
        end += 1
    return end


class Grid:
    # Places count from 0, row by row from the top; a position has one letter a place, or EMPTY.

    def __init__(self, rows, per_row):
        self.rows, self.per_row = rows, per_row
        self.columns = 2 * per_row
        self.size = rows * per_row

    def where(self, place):
        # (row from the top, column from the left).
        row, step = divmod(place, self.per_row)
        return row, 2 * step + 1 - row % 2

    def at(self, row, column):
        # The place, -1 beside the board and on a light square.
        if 0 <= row < self.rows and 0 <= column < self.columns and (row + column) % 2:
            return row * self.per_row + column // 2
        return -1

    def crowns(self, place, piece):
        return place // self.per_row == (0 if is_white(piece) else self.rows - 1)

    def name(self, place):
        row, column = self.where(place)
        return chr(97 + column) + str(self.rows - row)

    def number(self, place):
        return "%02d" % (place + 1)

    def squares(self, text):
        # (places, letter of the role at the end or "", whether they are numbers) of a move.
        # ValueError for anything else.
        text = "".join([letter for letter in text.lower() if letter not in " -x:"])
        role = text[-1:] if text[-1:].isalpha() else ""
        if role and role not in MEN + KINGS:
            raise ValueError("not a piece")
        body = text[:-1] if role else text
        places = self._numbers(body) if body.isdigit() else self._names(body)
        if len(places) < 2:
            raise ValueError("not a move")
        return places, role, body.isdigit()

    def _numbers(self, body):
        if len(body) % 2:
            raise ValueError("not a move")
        places = [int(body[n : n + 2]) - 1 for n in range(0, len(body), 2)]
        if not all([0 <= place < self.size for place in places]):
            raise ValueError("no such square")
        return places

    def _names(self, body):
        places, n = [], 0
        while n < len(body):
            end = digits_end(body, n + 1)
            rank = int(body[n + 1 : end]) if end > n + 1 else 0
            place = self.at(self.rows - rank, ord(body[n]) - 97)
            if place < 0:
                raise ValueError("no such square")
            places.append(place)
            n = end
        return places

    def position(self, fen):
        # (position, whether white is to move). ValueError for what is no position of this board.
        words = fen.split()
        rows = words[0].split("/") if words else ()
        turn = words[1] if len(words) > 1 else "w"
        if len(rows) != self.rows or turn not in ("w", "b"):
            raise ValueError("not a position of this board")
        position = bytearray(self.size)
        for row, text in enumerate(rows):
            self._fill(position, row, text)
        return position, turn == "w"

    def _fill(self, position, row, text):
        column, n = 0, 0
        while n < len(text):
            end = digits_end(text, n)
            if end > n:
                column, n = column + int(text[n:end]), end
                continue
            place, kind = self.at(row, column), text[n].lower()
            if place < 0 or kind not in MEN + KINGS:
                raise ValueError("not a position of this board")
            man = WHITE_MAN if text[n] != kind else BLACK_MAN
            position[place] = king_of(man) if kind in KINGS else man
            column, n = column + 1, n + 1
        if column != self.columns:
            raise ValueError("not a position of this board")

    def fen(self, position):
        rows = []
        for row in range(self.rows):
            text, gap = "", 0
            for column in range(self.columns):
                place = self.at(row, column)
                piece = position[place] if place >= 0 else EMPTY
                if piece:
                    text += (str(gap) if gap else "") + chr(piece)
                    gap = 0
                else:
                    gap += 1
            rows.append(text + (str(gap) if gap else ""))
        return "/".join(rows)
