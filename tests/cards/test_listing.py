"""Sequences by number: enumeration, rank, unrank, uniform samples.

Tests: reference/search.py
"""

from collections import Counter

import pytest

from passatempo.cards.answers import ListAsk, Listing, Rank, RankAsk, SampleAsk, UnrankAsk
from passatempo.cards.checker import list_solutions
from passatempo.cards.exact import listing
from passatempo.cards.model import Deal, Distance
from passatempo.cards.reference import search as listed
from passatempo.core.errors import InvalidInstance
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.core.random import Random

from .deals import random_deal

NINE = Deal((1, 1, 2, 2, 3, 3, 4, 4, 5), (Distance(1, 3, "=", 4),))


def test_lists_are_complete_and_ranks_invert_them():
    rng = Random(11, "listing")
    long = 0
    for _ in range(250):
        deal = random_deal(rng, 7)
        truth = {sequence for sequence, _ in list_solutions(deal)}
        found = listing.enumerate_all(Question(deal, ListAsk(10_000))).answer
        assert found.complete
        assert len(found.sequences) == len(truth)
        assert set(found.sequences) == truth
        for number, sequence in enumerate(found.sequences[:12], 1):
            assert listing.rank(Question(deal, RankAsk(list(sequence)))).answer == Rank(number, len(truth))
            assert listing.unrank(Question(deal, UnrankAsk(str(number)))).answer.sequence == sequence
        beyond = listing.unrank(Question(deal, UnrankAsk(len(truth) + 1)))
        assert beyond.status is Status.IMPOSSIBLE
        long += len(truth) > 5
    assert long > 5


def test_the_search_gives_the_same_lists_and_numbers():
    rng = Random(12, "listed")
    for _ in range(100):
        deal = random_deal(rng, 7)
        whole = listed.enumerate_all(Question(deal, ListAsk(10_000)))
        assert (whole.status, whole.answer) == (
            Status.SOLVED,
            listing.enumerate_all(Question(deal, ListAsk(10_000))).answer,
        )
        for number, sequence in enumerate(whole.answer.sequences[:5], 1):
            asked = Question(deal, RankAsk(list(sequence)))
            assert listed.rank(asked).answer == listing.rank(asked).answer
            assert listed.unrank(Question(deal, UnrankAsk(number))).answer.sequence == sequence
        beyond = len(whole.answer.sequences) + 1
        assert listed.unrank(Question(deal, UnrankAsk(beyond))).status is Status.IMPOSSIBLE
        drawn = listed.sample(Question(deal, SampleAsk(20)))
        if drawn.answer is None:
            assert listing.sample(Question(deal, SampleAsk(20))).status is drawn.status is Status.IMPOSSIBLE
        else:
            assert set(drawn.answer.sequences) <= set(whole.answer.sequences)


def test_a_list_can_begin_anywhere():
    whole = listing.enumerate_all(Question(NINE, ListAsk())).answer
    part = listing.enumerate_all(Question(NINE, ListAsk(10, "21"))).answer
    assert part == Listing(whole.sequences[20:30], complete=False)


def test_rank_of_what_is_no_sequence():
    outcome = listing.rank(Question(NINE, RankAsk([1, 2, 3])))
    assert outcome.status is Status.IMPOSSIBLE
    assert "is missing" in outcome.reason


@pytest.mark.parametrize("rank", [0, -1, "x", "1.5", "9" * 50_001])
def test_numbers_that_are_none(rank):
    with pytest.raises(InvalidInstance):
        listing.unrank(Question(NINE, UnrankAsk(rank)))


def test_samples_are_uniform():
    """Chi-square against full enumeration; 3.1 standard deviations above the mean is the 0.1 % point."""
    truth = [sequence for sequence, _ in list_solutions(NINE)]
    draws = 40 * len(truth)
    drawn = listing.sample(Question(NINE, SampleAsk(draws)), Limits(seed=4)).answer.sequences
    seen = Counter(drawn)
    assert set(seen) <= set(truth)
    expected = draws / len(truth)
    square = sum((seen[sequence] - expected) ** 2 / expected for sequence in truth)
    freedom = len(truth) - 1
    assert abs(square - freedom) < 3.1 * (2 * freedom) ** 0.5, (square, freedom)


def test_the_same_seed_draws_the_same():
    question = Question(NINE, SampleAsk(5))
    first, again, other = (listing.sample(question, Limits(seed=seed)).answer for seed in (1, 1, 2))
    assert first == again != other
