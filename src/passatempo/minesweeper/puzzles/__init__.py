"""Puzzles: a field without guesses, and a position with one safe cell."""
