"""Boards in the formats of other programs."""
