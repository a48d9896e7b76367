"""Playing in the terminal: a table, bots that meet, records shown and judged, statistics."""
