"""What is played: puzzles, games, their records, and a game under way."""
