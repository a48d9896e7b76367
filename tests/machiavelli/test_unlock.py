"""Cards that unlock a hand with jokers: one search for all of them, against one search for each.

The second method closes the hand with one card, or pair, more: the search of `lay` and its integer program, which the
search for fillings shares nothing with but the outlook of a suit. Smaller tables are covered by brute force too.

Tests: exact/unlock.py
"""

import random
from functools import cache
from itertools import combinations_with_replacement

import pytest

from passatempo.machiavelli.reference.search import unlock as reference

kernel = pytest.importorskip("passatempo.machiavelli._kernel", reason="the kernel is not built")

DECK = 52
NO_LIMIT = (1e9, 10**9, None)
ACES = range(4)


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


def unlocked(counts, ace, jokers, pairs=False, limits=NO_LIMIT):
    return kernel.unlock(bytes(counts), bytes(DECK), ace, jokers, pairs, *limits)


def closes(counts, ace, jokers, *more):
    """Ask the search of `lay` whether all the cards, these too, and all the jokers can be arranged."""
    together = list(counts)
    for card in more:
        together[card] += 1
    found = kernel.lay(bytes(together), bytes(DECK), ace, bytes(DECK), jokers, 0, *NO_LIMIT)
    assert found.stop == 0
    return found.play is not None


@pytest.mark.parametrize("jokers", [1, 2, 3])
@pytest.mark.parametrize("ace", ACES)
def test_all_the_cards_at_once_are_those_that_each_close_the_hand(ace, jokers):
    rng = random.Random(100 * ace + jokers)
    some = 0
    for _ in range(12):
        counts = heap(rng, ace, 2, rng.randrange(4, 16), rng.randrange(4), rng.randrange(3))
        flags = unlocked(counts, ace, jokers).flags
        assert [bool(flag) for flag in flags] == [closes(counts, ace, jokers, card) for card in range(DECK)]
        some += 0 < sum(flags) < DECK
    assert some > 0


@pytest.mark.parametrize("ace", ACES)
def test_dense_tables_of_two_decks(ace):
    rng = random.Random(7 + ace)
    for _ in range(6):
        counts = heap(rng, ace, 2, 20, 14, 0)
        flags = unlocked(counts, ace, 2).flags
        assert [bool(flag) for flag in flags] == [closes(counts, ace, 2, card) for card in range(DECK)]


@pytest.mark.parametrize("jokers", [0, 1])
@pytest.mark.parametrize("ace", ACES)
def test_pairs_are_those_that_close_the_hand_together(ace, jokers):
    rng = random.Random(40 * ace + jokers)
    for _ in range(3):
        counts = heap(rng, ace, 2, rng.randrange(3, 10), rng.randrange(5), 1)
        flags = unlocked(counts, ace, jokers, pairs=True).flags
        for first, second in combinations_with_replacement(range(DECK), 2):
            wanted = closes(counts, ace, jokers, first, second)
            assert flags[DECK * first + second] == flags[DECK * second + first] == wanted, (counts, first, second)


@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize("ace", ACES)
def test_small_tables_agree_with_the_plain_search(ace, jokers):
    rng = random.Random(900 + 10 * ace + jokers)
    for _ in range(3):
        counts = heap(rng, ace, 2, 2, 1, 1)
        flags = unlocked(counts, ace, jokers).flags
        assert tuple(card for card in range(DECK) if flags[card]) == reference(tuple(counts), (0,) * DECK, ace, jokers)


HARD = heap(random.Random(3), 3, 2, 18, 12, 0)


@cache
def all_of_the_hard_one(pairs):
    return unlocked(HARD, 3, 1, pairs)


@pytest.mark.parametrize("nodes", [1, 50, 500, 1500, 4000])
@pytest.mark.parametrize("pairs", [False, True])
def test_what_is_said_before_the_nodes_end_is_right(nodes, pairs):
    whole = all_of_the_hard_one(pairs)
    part = unlocked(HARD, 3, 1, pairs, (1e9, nodes, None))
    assert whole.nodes > 4000
    assert part.stop != 0
    assert part.nodes <= nodes + 100
    assert all(mine <= full for mine, full in zip(part.flags, whole.flags, strict=True))


def test_many_copies_go_the_old_way():
    rng = random.Random(5)
    counts = heap(rng, 1, 6, 30, 6, 0)
    assert max(counts) > 4
    flags = unlocked(counts, 1, 2).flags
    assert [bool(flag) for flag in flags] == [closes(counts, 1, 2, card) for card in range(DECK)]


@pytest.mark.long
@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize("ace", ACES)
def test_many_tables(ace, jokers):
    rng = random.Random(5000 + 10 * ace + jokers)
    for _ in range(400):
        copies = rng.choice([1, 2, 2, 3])
        counts = heap(rng, ace, copies, rng.randrange(2, 22), rng.randrange(10), rng.randrange(3))
        flags = unlocked(counts, ace, jokers).flags
        wanted = [closes(counts, ace, jokers, card) for card in range(DECK)]
        assert [bool(flag) for flag in flags] == wanted, (counts, ace, jokers)
