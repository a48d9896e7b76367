"""Players that meet: matches, ratings, protocols, the analysis of games."""
