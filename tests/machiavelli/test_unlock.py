"""Cards that unlock a hand with jokers: one search for all of them, against one search for each.

The second method asks for the best play where all the cards, one or a pair more among them, are the hand's and worth 1
each, and the jokers must be laid: the search of `lay` for the best play and its integer program, with which the search
for fillings shares nothing but the outlook of a suit. Smaller tables are covered by brute force too.

Tests: exact/unlock.py
"""

import random
from collections import namedtuple
from functools import cache
from itertools import combinations_with_replacement, islice

import pytest

from .heaps import DECK, LINES, NO_LIMIT, closes, heap
from .turn.plain_search import unlock as reference

kernel = pytest.importorskip("passatempo.machiavelli._kernel", reason="the kernel is not built")

ACES = range(len(LINES))
Unlocked = namedtuple("Unlocked", ("stop", "nodes", "now", "flags"))


def unlocked(counts, ace, jokers, pairs=False, limits=NO_LIMIT):
    return Unlocked(*kernel.unlock(bytes(counts), bytes(DECK), LINES[ace], jokers, pairs, *limits))


@pytest.mark.quick(6)
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


@pytest.mark.quick(3)
@pytest.mark.parametrize("ace", ACES)
def test_dense_tables_of_two_decks(ace):
    rng = random.Random(7 + ace)
    for _ in range(6):
        counts = heap(rng, ace, 2, 20, 14, 0)
        flags = unlocked(counts, ace, 2).flags
        assert [bool(flag) for flag in flags] == [closes(counts, ace, 2, card) for card in range(DECK)]


@pytest.mark.quick(6)
@pytest.mark.parametrize("jokers", [0, 1])
@pytest.mark.parametrize("ace", ACES)
def test_pairs_are_those_that_close_the_hand_together(ace, jokers):
    rng = random.Random(40 * ace + jokers)
    for _ in range(3):
        counts = heap(rng, ace, 2 + (jokers == 0) * rng.randrange(2), rng.randrange(3, 10), rng.randrange(5), 1)
        flags = unlocked(counts, ace, jokers, pairs=True).flags
        for first, second in combinations_with_replacement(range(DECK), 2):
            wanted = closes(counts, ace, jokers, first, second)
            assert flags[DECK * first + second] == flags[DECK * second + first] == wanted, (counts, first, second)


@pytest.mark.quick(3)
@pytest.mark.parametrize("ace", ACES)
def test_pairs_of_dense_tables(ace):
    rng = random.Random(60 + ace)
    some = 0
    for _ in range(4):
        counts = heap(rng, ace, 2, 18, 8, 1)
        flags = unlocked(counts, ace, 0, pairs=True).flags
        for first, second in combinations_with_replacement(range(DECK), 2):
            wanted = closes(counts, ace, 0, first, second)
            assert flags[DECK * first + second] == flags[DECK * second + first] == wanted, (counts, first, second)
        some += 0 < sum(flags) < DECK * DECK
    assert some > 0


@pytest.mark.quick(6)
@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize("ace", ACES)
def test_small_tables_agree_with_the_plain_search(ace, jokers):
    rng = random.Random(900 + 10 * ace + jokers)
    for _ in range(3):
        counts = heap(rng, ace, 2, 2, 1, 1)
        flags = unlocked(counts, ace, jokers).flags
        assert tuple(card for card in range(DECK) if flags[card]) == reference(
            tuple(counts), (0,) * DECK, LINES[ace], jokers
        )


FOR_THE_SEARCH = 3_200  # nodes: it has 3,000, and the question whether all go at once takes some


def left_to_the_program(ace, decks, jokers, tables=150):
    """List dense tables whose cards the search does not settle, and what is said of them; it leaves out the others."""
    rng = random.Random(300 + ace)
    for _ in range(tables):
        counts = heap(rng, ace, decks, rng.randrange(10 * decks - 6, 10 * decks + 6), rng.randrange(6, 16), 0)
        found = unlocked(counts, ace, jokers)
        if found.nodes > FOR_THE_SEARCH:
            yield counts, found


@pytest.mark.quick(2)
@pytest.mark.parametrize(("decks", "jokers"), [(2, 2), (2, 3), (3, 1), (3, 2)])  # two decks, one joker: hardly any
@pytest.mark.parametrize("ace", range(5))
def test_what_the_search_leaves_the_program_finds_in_one_tree(ace, decks, jokers):
    tables = some = 0
    for counts, found in left_to_the_program(ace, decks, jokers):
        wanted = [closes(counts, ace, jokers, card) for card in range(DECK)]
        assert [bool(flag) for flag in found.flags] == wanted, counts
        tables += 1
        some += 0 < sum(found.flags) < DECK
    assert tables >= some >= 5


@pytest.mark.quick(2)
@pytest.mark.parametrize("ace", range(5))
def test_what_the_program_says_before_the_nodes_end_is_right(ace):
    met = set()
    for number, (counts, whole) in enumerate(islice(left_to_the_program(ace, 2, 2), 5)):
        for nodes in range(FOR_THE_SEARCH - 400, whole.nodes, 40):
            part = unlocked(counts, ace, 2, limits=(1e9, nodes, None))
            assert part.stop != 0
            assert all(mine <= full for mine, full in zip(part.flags, whole.flags, strict=True))
            met.add((number, sum(part.flags)))
    assert len(met) > 10  # of each some cards are found, then others


HARD = heap(random.Random(3), 3, 2, 18, 12, 0)


@cache
def all_of_the_hard_one(jokers, pairs):
    return unlocked(HARD, 3, jokers, pairs)


@pytest.mark.parametrize("nodes", [1, 50, 500, 1500, 2500])
@pytest.mark.parametrize(("jokers", "pairs"), [(1, False), (1, True), (0, True)])
def test_what_is_said_before_the_nodes_end_is_right(nodes, jokers, pairs):
    whole = all_of_the_hard_one(jokers, pairs)
    part = unlocked(HARD, 3, jokers, pairs, (1e9, nodes, None))
    assert whole.nodes > nodes + 100
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


@pytest.mark.long
@pytest.mark.parametrize("ace", ACES)
def test_pairs_of_many_tables(ace):
    rng = random.Random(8000 + ace)
    for _ in range(60):
        counts = heap(rng, ace, rng.choice([1, 2, 2, 3]), rng.randrange(2, 22), rng.randrange(10), rng.randrange(3))
        flags = unlocked(counts, ace, 0, pairs=True).flags
        for first, second in combinations_with_replacement(range(DECK), 2):
            wanted = closes(counts, ace, 0, first, second)
            assert flags[DECK * first + second] == flags[DECK * second + first] == wanted, (counts, first, second)
