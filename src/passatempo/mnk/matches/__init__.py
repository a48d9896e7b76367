"""Matches between players: ratings, protocols, the analysis of games."""
