"""Puzzles of every pastime that has kinds of them: generation, IDs, daily puzzles and printed sheets."""
