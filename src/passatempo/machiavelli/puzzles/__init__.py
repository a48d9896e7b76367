"""Puzzles: a hand that can be laid in one way, and a hand that one more card lets go."""
