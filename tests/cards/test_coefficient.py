"""One distance without the table of all: the recurrences against the generating function, another method.

Tests: exact/coefficient.py
"""

from random import Random

import pytest

from passatempo.cards import count
from passatempo.cards.exact.coefficient import count_distance, count_runs
from passatempo.cards.exact.methods import MANY_VALUES
from passatempo.cards.reference import closed_form as closed
from passatempo.core.outcome import Status, StopReason

# How often a value has 1 to 4 copies: all alike, mostly few, one kind alone, and long runs of few copies.
WEIGHTS = ((1, 1, 1, 1), (3, 3, 1, 0), (1, 6, 1, 1), (6, 1, 1, 0), (1, 1, 0, 0), (0, 1, 0, 0), (1, 0, 0, 0))


@pytest.mark.parametrize("number", [40, pytest.param(20_000, marks=pytest.mark.long)])
def test_every_coefficient_is_that_of_the_generating_function(number):
    rng = Random(25)
    tried = 0
    for _ in range(number):
        values = rng.randint(1, 14)
        copies = [rng.choice([1, 2]), *rng.choices([1, 2, 3, 4], rng.choice(WEIGHTS), k=values)]
        free = rng.random() < 0.5
        known = closed.counts(copies, free=free)
        for distance in range(2 * values + 5):
            assert count_distance(copies, distance, free=free) == known.get(distance, 0), (copies, distance, free)
            tried += bool(known)
    assert tried > number  # most deals have sequences


@pytest.mark.parametrize("first", [1, 2])
def test_long_deals_agree_at_some_distances(first):
    copies = [first, *[2] * 150, *[1, 3] * 20]
    known = closed.counts(copies, free=False)
    for distance in (2, 50, 120, 240, 301):
        assert count_distance(copies, distance, free=False) == known.get(distance, 0)


def test_runs_are_counted_up_to_the_first_three_copies():
    assert count_runs([1, 2, 2, 1, 1, 2, 3, 1, 2]) == 4
    assert count_runs([2, 1, 2, 1]) == 1


def pairs(number):
    return [value for value in range(1, number // 2 + 1) for _ in range(2)] + [number // 2 + 1]


def test_many_cards_are_counted_within_the_limits_or_said_not_to_be():
    number = 2 * MANY_VALUES + 1
    done = count({"cards": pairs(number), "D": number // 2})
    assert done.status is Status.SOLVED
    assert done.answer.sequences > 0
    stopped = count({"cards": pairs(100_001), "D": 50_000}, seconds=0.3)
    assert (stopped.status, stopped.stopped) == (Status.UNKNOWN, StopReason.SECONDS)


def test_many_mixed_cards_need_memory_and_say_so():
    rng = Random(1)
    cards = [200_000, *(value for value in range(100_000) for _ in range(rng.choice([1, 2])))]
    outcome = count({"cards": cards, "D": 80_000}, memory_mb=500)
    assert (outcome.status, outcome.stopped) == (Status.UNKNOWN, StopReason.MEMORY)


def test_the_same_answer_from_the_table_of_all_distances():
    few = pairs(601)
    assert count({"cards": few, "D": 300}).answer.sequences == count_distance([1, *[2] * 300], 300, free=False)
