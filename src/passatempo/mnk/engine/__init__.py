"""The engine: search, clock and fitted weights."""
