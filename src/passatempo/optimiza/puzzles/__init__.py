"""Puzzles for print: a board whose one best path is to be found."""
