"""Games among bots alone, for measuring how strong they are."""
