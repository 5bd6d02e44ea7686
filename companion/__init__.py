"""The program beside the board: ties drivers, reconciler, announcer, speech and record together."""
