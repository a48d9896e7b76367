"""The kinds of puzzles of Five in a row, and their generators."""
