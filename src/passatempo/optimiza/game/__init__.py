"""The game on a board: one person looks for a path of a great sum, or two move the piece in turn."""
