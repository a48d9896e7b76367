"""The closed form, the counts and the numbered rows against the definition on 200,000 random deals, in parts (long).

Tests: exact/methods.py, exact/listing.py, reference/search.py
"""

from collections import Counter

import pytest

from passatempo.cards.answers import SampleAsk
from passatempo.cards.exact.listing import RowNumbering, sample, suits
from passatempo.cards.exact.methods import count, distances, interval, order
from passatempo.cards.exact.placements import number_rows
from passatempo.cards.generate import random_cards
from passatempo.cards.model import Deal, Distance
from passatempo.cards.reference.search import orderings
from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.core.random import Random

PART, PARTS = 10_000, 20


def deal_of(number):
    """Make a deal of 3 to 8 cards, the largest seldom, with values of any distance and sign."""
    random = Random(number, "many deals")
    cards = 3 + min(random.below(6), random.below(6))
    values = random.in_range(2, cards)
    step = random.choice([1, 1, 3, 10**12])
    drawn = [step * (random.below(values) - values // 2) for _ in range(cards)]
    return Deal(tuple(drawn), ends=("interior", "open")[number % 2])


def agree(number):
    """Assert that every exact answer is what the list of all sequences says."""
    deal, random = deal_of(number), Random(number, "asked")
    listed = list(orderings(deal, Deadline(Limits())))
    by_distance = Counter(one.stationary[2] - one.stationary[0] for one in listed)
    assert distances(deal).answer.sequences == by_distance, deal
    spread = (min(by_distance), max(by_distance)) if by_distance else None
    assert interval(list(deal.cards), free=deal.open) == spread, deal
    wanted = random.in_range(1, len(deal.cards))
    asked = Deal(deal.cards, (Distance(1, 3, "=", wanted),), deal.ends)
    assert count(asked).answer.sequences == by_distance[wanted], asked
    laid = order(asked)
    assert (laid.status is Status.SOLVED) == (by_distance[wanted] > 0), asked
    right = {one.sequence for one in listed if one.stationary[2] - one.stationary[0] == wanted}
    if laid.answer is not None:
        assert laid.answer.sequence in right
        rows, scan = RowNumbering(asked, Deadline(Limits())), number_rows(asked, Deadline(Limits()))
        drawn = random.below(rows.sequences)
        assert rows.sequences == scan.sequences == len(right), asked
        assert rows.rows_at([drawn]) == (scan.nth(drawn).sequence,), asked


@pytest.mark.parametrize(
    ("first", "number"), [(0, 150), *(pytest.param(PART * k, PART, marks=pytest.mark.long) for k in range(PARTS))]
)
def test_the_definition_says_the_same_of_many_deals(first, number):
    for k in range(first, first + number):
        agree(k)


@pytest.mark.parametrize("number", [13, 51, 101])
def test_numbered_rows_are_those_of_the_scan(number):
    random, found = Random(number, "rows"), 0
    for distance in (0, 2, number // 3, number - 3):
        cards = random_cards(number, random)
        deal = Deal(tuple(cards), (Distance(1, 3, "=", distance),) if distance else ())
        assert suits(deal)
        rows, scan = RowNumbering(deal, Deadline(Limits())), number_rows(deal, Deadline(Limits()))
        assert rows.sequences == scan.sequences
        found += rows.sequences > 0
        if rows.sequences:
            numbers = [0, rows.sequences - 1, *(random.below(rows.sequences) for _ in range(20))]
            assert list(rows.rows_at(numbers)) == [scan.nth(k).sequence for k in numbers]
    assert found


def test_a_sample_ends_at_its_limits():
    for limits in (Limits(nodes=5), Limits(nodes=500), Limits(seconds=0.0)):
        deal = Deal(tuple(range(1, 26)) * 2)
        outcome = sample(Question(deal, SampleAsk(100_000)), limits)
        assert outcome.status is Status.UNKNOWN
        assert outcome.stats["nodes"] <= (limits.nodes or 0) + 1


def test_numbers_beyond_the_last_are_refused():
    rows = RowNumbering(Deal((1, 1, 1, 2, 2)), Deadline(Limits()))
    with pytest.raises(ValueError, match="not so many rows"):
        rows.rows_at([1])
    with pytest.raises(ValueError, match="as many bytes"):
        rows._kernel_rows.rows(b"12345")
