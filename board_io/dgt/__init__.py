"""Boards of DGT: what stands on them, their clock, and one to try things on without having one."""
