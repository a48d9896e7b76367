"""The kinds of puzzles of m,n,k, and how they are made."""
