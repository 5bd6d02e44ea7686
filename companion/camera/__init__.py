"""A camera as a board: films and pictures read, and a board that is watched live."""
