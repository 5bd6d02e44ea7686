"""Chess boards of 8x8 that draughts can be played on: each speaks its own way, all tell squares."""
