"""PyPI machiavelli as a peer: two decks, aces low and high, no jokers."""

from __future__ import annotations

from lines import cards, serve
from machiavelli import Solver

SOLVER = Solver(quiet=True, color=False, emoji=False)


def solve(table):
    """Say whether it finds a table; being quiet, it raises an error that says "infeasible" where there is none."""
    try:
        return SOLVER.solve(table) is not None
    except RuntimeError as error:
        if "infeasible" in str(error):
            return False
        raise


if __name__ == "__main__":
    serve(lambda instance: ["123456789tjqk"[rank] + "shdc"[suit] for rank, suit in cards(instance)], solve, "both")
