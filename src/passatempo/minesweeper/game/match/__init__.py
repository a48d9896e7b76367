"""How often policies win: many games, on the same minefields, with intervals and records."""
