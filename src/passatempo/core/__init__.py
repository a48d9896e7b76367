"""Shared foundations: outcomes, limits, records, errors, text, JSON and random streams, in plain Python only."""
