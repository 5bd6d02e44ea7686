"""A board as a device: links, drivers, the simulated board, trace record and replay."""
