"""Names of cells, and the game files of others."""
