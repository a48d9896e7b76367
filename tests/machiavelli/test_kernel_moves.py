"""The kernel's fewest moves: small tables by hand, random ones against all arrangements of the reference."""

import random
from itertools import permutations

import pytest

from passatempo.machiavelli.reference import search as reference

from .heaps import LINES
from .turn.plain_search import arrangements

kernel = pytest.importorskip("passatempo.machiavelli._kernel", reason="the kernel is not built")

NO_LIMIT = (1e9, 2**63, None)
RUN_AND_SET = ((2, 3, 4, 5), (18, 31, 44))  # 3S-6S; 6H 6D 6C


def hand_of(*cards):
    return bytes(cards.count(card) for card in range(52))


def test_a_hand_that_goes_to_a_group_moves_nothing():
    stop, _, play = kernel.fewest_moves(RUN_AND_SET, hand_of(6), LINES[0], 1, 1, 7, *NO_LIMIT)
    assert (stop, play[0]) == (0, 0)
    assert sorted(map(sorted, play[1])) == [[2, 3, 4, 5, 6], [18, 31, 44]]


def test_nothing_is_found_where_fewer_cannot_be_moved():
    assert kernel.fewest_moves(RUN_AND_SET, hand_of(6), LINES[0], 1, 1, 0, *NO_LIMIT)[-1] is None
    assert kernel.fewest_moves(RUN_AND_SET, hand_of(20), LINES[0], 1, 0, 7, *NO_LIMIT)[-1] is None


def test_a_search_keeps_to_its_limits():
    assert kernel.fewest_moves(RUN_AND_SET, hand_of(6), LINES[0], 1, 1, 7, 1e9, 0, None)[0] == 2
    assert kernel.fewest_moves((), bytes(52), LINES[0], 0, 0, 0, *NO_LIMIT)[-1] is None


@pytest.mark.parametrize(
    ("groups", "words"), [(((2, 3, 52),), "jokers"), (((2, 3, 70),), "jokers"), (((60,),), "groups")]
)
def test_bad_input_is_refused(groups, words):
    with pytest.raises(ValueError, match=words):
        kernel.fewest_moves(groups, bytes(52), LINES[0], 0, 0, 9, *NO_LIMIT)


def test_random_tables_agree_with_all_arrangements():
    rng = random.Random(7)
    moves = 0
    for number in range(28):
        ace = number % 4
        short = [meld for meld in reference.legal_melds(LINES[ace]) if len(meld) <= 5]
        near = rng.randrange(13)
        around = [meld for meld in short if any((card - near) % 13 < 4 for card in meld)]
        groups = tuple(rng.choice(around) for _ in range(rng.randint(1, 3)))
        counts = tuple(sum(group.count(card) for group in groups) for card in range(52))
        rng.shuffle(around)
        other = rng.choice(arrangements(counts, LINES[ace]))
        # The old groups are those of another arrangement of the same cards, so that some must be moved.
        best = min(moved(other, arrangement) for arrangement in arrangements(counts, LINES[ace]))
        stop, _, play = kernel.fewest_moves(other, bytes(52), LINES[ace], 0, 0, 99, *NO_LIMIT)
        assert (stop, play[0]) == (0, best)
        hand = hand_of(rng.choice(around)[0])
        grown = tuple(a + b for a, b in zip(counts, hand, strict=True))
        every = [moved(other, arrangement) for arrangement in arrangements(grown, LINES[ace])]
        play = kernel.fewest_moves(other, hand, LINES[ace], 1, 0, 99, *NO_LIMIT)[-1]
        assert (play and play[0]) == min(every, default=None)
        moves += bool(every) and min(every) > 0
    assert moves > 0


def moved(before, after):
    few, many = sorted([before, after], key=len)
    shared = max(
        sum(len(set(few[k]) & set(many[j])) for k, j in enumerate(way))
        for way in permutations(range(len(many)), len(few))
    )
    return sum(map(len, before)) - shared
