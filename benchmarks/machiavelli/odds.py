"""Are the estimated chances of closing true? Greedy games, the chance of the seat to move as the last mover sees it.

``python benchmarks/machiavelli/odds.py --positions 1000 --samples 40 --seed 1``: for hands of 1 to 6 cards the mean of
the uniform and of the conditioned estimates, and the share of these hands that could indeed close.
"""

import argparse
import time
from collections import defaultdict

from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.games.values import Deal
from passatempo.machiavelli.game import bots, odds
from passatempo.machiavelli.game.play import final_result, play, start, view
from passatempo.machiavelli.game.rules import PRESETS
from passatempo.machiavelli.game.state import Lay

SIZES = range(1, 7)


def measured(positions, samples, seed):
    """Return for each size of hand the uniform estimates, the conditioned ones, and what was true."""
    found = defaultdict(lambda: ([], [], []))
    deal = 0
    while min(len(found[size][2]) for size in SIZES) < positions:
        state = start(PRESETS["house"].rules, 3, Deal(Random(seed, "odds", deal).below(2**32)))
        deal += 1
        while final_result(state) is None:
            here = state.active_seat
            hand = state.hands[here]
            move = bots.greedy(view(state, here), Random(0), Limits())
            if len(hand) in SIZES and state.history and len(found[len(hand)][2]) < positions:
                seen, random = view(state, (here + 2) % 3), Random(seed, deal, len(state.history))
                uniform, conditioned, true = found[len(hand)]
                uniform.append(odds.estimate_odds(seen, 0, samples, random, is_conditioned=False).chance)
                conditioned.append(odds.estimate_odds(seen, 0, samples, random, is_conditioned=True).chance)
                true.append(isinstance(move, Lay) and len(move.new_cards) == len(hand))
            state = play(state, move)
    return found, deal


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--samples", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = time.process_time()
    found, deals = measured(given.positions, given.samples, given.seed)
    print("cards  positions  uniform  conditioned    true")
    for size in SIZES:
        uniform, conditioned, true = found[size]
        means = [sum(values) / len(values) for values in (uniform, conditioned, true)]
        print(f"{size:>5}  {len(true):>9}  {means[0]:7.3f}  {means[1]:11.3f}  {means[2]:6.3f}")
    print(f"{deals} games, {time.process_time() - began:.0f} s of processor time")


if __name__ == "__main__":
    main()
