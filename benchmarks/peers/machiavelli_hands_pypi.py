"""PyPI machiavelli as a peer in laying most cards of a hand: two decks, aces low and high, no jokers."""

from __future__ import annotations

from lines import cards, serve
from machiavelli import Solver

SOLVER = Solver(quiet=True, color=False, emoji=False)


def names(instance, key):
    """Write cards as it does."""
    return ["123456789tjqk"[rank] + "shdc"[suit] for rank, suit in cards({"table": instance[key].replace("|", " ")})]


def prepare(instance):
    """Return all cards, and those of the hand, which may stay there."""
    table, hand = names(instance, "table"), names(instance, "hand")
    return table + hand, hand


def solve(question):
    """Say how many cards of the hand it lays."""
    everything, hand = question
    groups = SOLVER.solve(everything, hand)
    return sum(map(len, groups)) - (len(everything) - len(hand))


if __name__ == "__main__":
    serve(prepare, solve, "both")
