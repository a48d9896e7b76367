"""The kinds of puzzles of cards, and how they are made."""
