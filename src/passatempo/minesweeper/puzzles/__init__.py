"""Puzzles: a field that needs no guess, and a position with one safe cell."""
