"""PyPI rummikub-solver as a peer: 4 colours, 13 numbers, 2 copies, no jokers; its 1 is an ace that is only low."""

from __future__ import annotations

from rummikub_solver import RuleSet

from lines import cards, serve

RULES = RuleSet(numbers=13, repeats=2, colours=4, jokers=0, min_len=3)


def state(instance):
    """Lay the tiles on its table."""
    game = RULES.new_game()
    game.add_table(*(RULES.tiles[13 * suit + rank] for rank, suit in cards(instance)))
    return game


def main():
    """Serve; the model was built with the rules, and is not timed."""
    serve(state, lambda game: RULES.arrange_table(game) is not None)


if __name__ == "__main__":
    main()
