"""A pair of hands: turns a game into lifts, placings and removals in time, the way people do it.

Everything follows from a seed; nothing is read, written or waited for. `perform` is the way in.
"""
