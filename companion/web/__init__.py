"""The page beside the board: what it shows, who may touch what, and the server that gives it."""
