"""Puzzles: a hand that can be played in one way only, and a hand that lacks one card."""
