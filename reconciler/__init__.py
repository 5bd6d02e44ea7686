"""From what a board showed to what was played: snapshots in, transitions out."""
