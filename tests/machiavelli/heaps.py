"""Tables by chance, some nearly arranged, and whether they go whole: by the search for the best play."""

import pytest

from passatempo.machiavelli import rules

kernel = pytest.importorskip("passatempo.machiavelli._kernel", reason="the kernel is not built")

DECK = 52
# The first four ace rules by number, and three more: 2 to K, 4 to Q, and 6 to 6.
LINES = (*list(rules.LINES.values())[:4], rules.Line(1, 12), rules.Line(3, 9), rules.Line(5, 14))
NO_LIMIT = (1e9, 10**9, None)


def heap(rng, ace, copies, groups, strays, gone):
    """Return the copies of each card of some groups, some cards more, and some of them taken away."""
    counts = [0] * DECK
    for _ in range(groups):
        if rng.random() < 0.5:
            first = rng.randrange(13 if ace == 3 else 11)
            suit, length = rng.randrange(4), rng.choice([3, 3, 4, 5])
            group = [13 * suit + (first + k) % 13 for k in range(length) if ace == 3 or first + k < 13]
        else:
            rank = rng.randrange(13)
            group = [13 * suit + rank for suit in rng.sample(range(4), rng.choice([3, 3, 4]))]
        if all(counts[card] < copies for card in group):
            for card in group:
                counts[card] += 1
    for _ in range(strays):
        card = rng.randrange(DECK)
        counts[card] += counts[card] < copies
    for _ in range(gone):
        card = rng.choice([card for card in range(DECK) if counts[card]] or [0])
        counts[card] -= counts[card] > 0
    return counts


def closes(counts, ace, jokers, *more):
    """Ask the search of `lay` whether the best play has all the cards, these too, where all the jokers must go."""
    together = list(counts)
    for card in more:
        together[card] += 1
    stop, _, play, *_ = kernel.lay(bytes(DECK), bytes(together), LINES[ace], None, jokers, 0, *NO_LIMIT)
    assert stop == 0
    return play is not None and play[0] == sum(together)
