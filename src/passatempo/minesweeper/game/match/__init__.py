"""Win rates of policies: many games on the same minefields, with intervals and records."""
