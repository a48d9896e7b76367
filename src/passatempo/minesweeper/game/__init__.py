"""The game for one person: mines that are laid at the first click, cells to open, and flags."""
