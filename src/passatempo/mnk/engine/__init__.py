"""The engine: search, clock, weights and their fit."""
