"""A thread's kernel keeps its memory between questions, and no answer and no node may show what was asked before.

Games of bots, their records and their replays stand on this: a lay that depends on the question before it is another
game. A thread that has asked nothing yet is the second source.
"""

import random
import threading

import pytest

from .heaps import LINES

kernel = pytest.importorskip("passatempo.machiavelli._kernel", reason="the kernel is not built")

DECK = 52
ASKED = 500
LIMITS = (1e9, 4000, None)  # few nodes: where the search ends and the integer program begins shows too


def put_melds(random, counts, number):
    """Add random runs and sets to the counts, and return them."""
    melds = []
    for _ in range(number):
        if random.random() < 0.5:
            first = 13 * random.randrange(4) + random.randrange(11)
            melds.append((first, first + 1, first + 2))
        else:
            rank = random.randrange(13)
            melds.append(tuple(13 * suit + rank for suit in sorted(random.sample(range(4), 3))))
        for card in melds[-1]:
            counts[card] += 1
    return tuple(melds)


def draw(seed):
    """Return a table of groups and a hand, of one to ten decks, and the other parameters of a question."""
    chosen = random.Random(seed)
    table, hand = [0] * DECK, [0] * DECK
    groups = put_melds(chosen, table, chosen.randint(0, 4 * chosen.choice([1, 2, 3, 4, 10])))
    for _ in range(13):
        hand[chosen.randrange(DECK)] += 1
    return bytes(table), bytes(hand), groups, chosen.randrange(4), chosen.choice([0, 0, 1, 2])


def lay(seed):
    table, hand, groups, ace, jokers = draw(seed)
    return kernel.lay(table, hand, LINES[ace], None, seed % 3, jokers, *LIMITS, groups)


def arrange(seed):
    table, hand, _, ace, _ = draw(seed)
    return kernel.arrange(bytes(a + b for a, b in zip(table, hand, strict=True)), LINES[ace], *LIMITS)


def keep(seed):
    _, hand, groups, ace, jokers = draw(seed)
    return kernel.keep(groups, hand, LINES[ace], None, jokers, *LIMITS)


def unlock(seed):
    table, hand, _, ace, jokers = draw(seed)
    return kernel.unlock(table, hand, LINES[ace], jokers, False, *LIMITS)


def count(seed):
    table, hand, _, ace, _ = draw(seed)
    return kernel.count(bytes(a + b for a, b in zip(table, hand, strict=True)), LINES[ace], *LIMITS)


def fewest_moves(seed):
    _, hand, groups, ace, _ = draw(seed)
    return kernel.fewest_moves(groups, hand, LINES[ace], 1, 0, 100, *LIMITS)


def in_a_new_thread(question, seed):
    found = []
    asking = threading.Thread(target=lambda: found.append(question(seed)))
    asking.start()
    asking.join()
    return found[0]


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    "question", [lay, arrange, keep, unlock, count, fewest_moves], ids=lambda question: question.__name__
)
def test_what_was_asked_before_does_not_show(question):
    after_others = [question(seed) for seed in range(ASKED)]
    assert [in_a_new_thread(question, seed) for seed in range(ASKED)] == after_others


def test_nor_does_how_many_were_asked():
    """A search marks what it remembers by its number, of sixteen bits: the numbers begin anew in between."""
    small = bytes(DECK), bytes([1, 1, 1] + [0] * (DECK - 3))
    first = [lay(seed) for seed in range(50)]
    for _ in range(2**16):
        kernel.lay(*small, LINES[0], None, 0, 0, *LIMITS)
    assert [lay(seed) for seed in range(50)] == first
