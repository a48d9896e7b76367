"""Names of cards, and notations of other programs."""
