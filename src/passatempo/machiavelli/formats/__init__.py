"""Names of cards, and the notation of other programs."""
