"""Puzzles for print: find the only best path of a board."""
