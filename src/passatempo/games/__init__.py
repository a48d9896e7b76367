"""Games taken together: among bots alone, to measure how strong they are, and those that a person has finished."""
