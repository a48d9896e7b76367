"""Games in the terminal: play, tournaments, replay and check of records, statistics."""
