"""PyPI rummikub-solver as a peer in laying most cards of a hand: 2 copies, no jokers, the ace low."""

from __future__ import annotations

from rummikub_solver import RuleSet, SolverMode

from lines import cards, serve

RULES = RuleSet(numbers=13, repeats=2, colours=4, jokers=0, min_len=3)


def tiles(instance, key):
    """Return its tiles for our cards."""
    return [RULES.tiles[13 * suit + rank] for rank, suit in cards({"table": instance[key].replace("|", " ")})]


def prepare(instance):
    """Lay the table and fill the rack; an empty rack it would not look at."""
    game = RULES.new_game()
    game.add_table(*tiles(instance, "table"))
    game.add_rack(*(tiles(instance, "hand") or RULES.tiles[:1]))
    return game


def solve(game):
    """Say how many cards of the hand it lays."""
    proposal = RULES.solve(game, SolverMode.TILE_COUNT)
    return 0 if proposal is None else len(proposal.tiles)


if __name__ == "__main__":
    serve(prepare, solve)
