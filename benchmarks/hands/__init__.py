"""Simulated hands play games, the reconciler listens: how well it records them."""
