"""The demo: a short game of our own on the simulated board, from `game.toml` beside this file."""
