"""Names of cells, and game files of other programs."""
