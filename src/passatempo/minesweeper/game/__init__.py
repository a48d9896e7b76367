"""The game of one person: a minefield that is laid at the first click, cells opened, flags."""
