"""The card game: turns at a table that everybody may rearrange, against people and bots."""
