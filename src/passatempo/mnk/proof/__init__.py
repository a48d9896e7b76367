"""Exact values: threats and pairings on live lines, by proof-number search."""
