"""Files of others: boards as graphs."""
