"""A phone app plays on whichever board is there: what is done on the board is told to it, what it
does is shown on the board. It keeps the rules of its game; this program follows the board."""
