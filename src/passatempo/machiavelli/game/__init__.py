"""The card game: turns at a shared table that every player may rearrange, for people and bots."""
