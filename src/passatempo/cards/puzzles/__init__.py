"""The puzzles of cards and their generators."""
