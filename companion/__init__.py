"""The program beside the board: it ties drivers, reconciler, announcer, speech and record together."""
