"""Puzzles of every pastime that has kinds of them: made by the thousand, found by their ID, one a day, printed."""
