"""What can go wrong with PDN."""

from __future__ import annotations

from rules.errors import RulesError


class PdnError(RulesError):
    """A game that cannot be read to its end, or cannot be written; the message is one line.

    `line` and `column` count from 1 in the text that was read, `game` counts the games in it;
    they are 0 where they do not apply.
    """

    def __init__(self, problem: str, line: int = 0, column: int = 0, game: int = 0) -> None:
        self.problem = problem
        self.line = line
        self.column = column
        self.game = game
        where = f"line {line}, column {column}, game {game}: " if line else ""
        super().__init__(where + problem)

    def __reduce__(self) -> tuple[object, ...]:
        return (PdnError, (self.problem, self.line, self.column, self.game))
