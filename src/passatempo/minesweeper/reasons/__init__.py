"""Reasons for certain cells, in steps that a person can follow."""
