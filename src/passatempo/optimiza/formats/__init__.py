"""File formats of other programs: boards as graphs."""
