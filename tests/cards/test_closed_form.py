"""The interval theorem, the counts and the scan against brute force over all orders of the cards.

Tests: reference/closed_form.py, model.py, reference/scan.py
"""

from collections import Counter
from itertools import product

import pytest

from passatempo.cards.answers import Count, Ordering, naming_count
from passatempo.cards.checker import all_orders, check_ordering, find_stationary, list_solutions, namings_of
from passatempo.cards.exact import methods as exact
from passatempo.cards.model import Deal, Distance
from passatempo.cards.reference import closed_form as closed
from passatempo.cards.reference import methods as reference
from passatempo.cards.reference import search
from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import Status
from passatempo.core.random import Random

from .deals import random_deal

ENDS = ("interior", "open")


def multisets(most, copies=5):
    """Yield every way to repeat the values 1, 2, ... so that there are at most so many cards."""
    for r in range(1, most + 1):
        for m in product(range(1, copies + 1), repeat=r):
            if sum(m) <= most:
                yield tuple(value for value, number in enumerate(m, 1) for _ in range(number))


def by_distance(cards, ends):
    """Count the sequences by the distance of the maxima, trying every order."""
    found = Counter()
    for sequence in all_orders(cards):
        points = find_stationary(sequence, "UDUD", ends)
        if points is not None:
            found[points[2] - points[0]] += 1
    return dict(found)


def test_all_distances_of(cards, ends):
    """Compare every method with brute force, for every D from 1 to N + 1."""
    truth = by_distance(cards, ends)
    values, copies = closed.multiplicities(cards)
    free = ends == "open"
    assert closed.counts(copies, free=free) == dict(sorted(truth.items()))
    assert closed.total(copies, free=free) == sum(truth.values())
    assert exact.interval(cards, free=free) == ((min(truth), max(truth)) if truth else None)
    found = closed.interval(values, copies, free=free)
    assert (found.low <= found.high) == bool(truth)
    for distance in range(1, len(cards) + 2):
        deal = Deal(cards, (Distance(1, 3, "=", distance),), ends)
        for method in (exact.order, reference.order):
            outcome = method(deal)
            assert (outcome.status is Status.SOLVED) == (distance in truth), (deal, outcome)
            if outcome.answer is not None:
                assert check_ordering(deal, outcome.answer) == []
            else:
                assert outcome.reason


test_all_distances_of.__test__ = False


@pytest.mark.parametrize("ends", ENDS)
def test_every_multiset_of_up_to_7_cards(ends):
    for cards in multisets(7):
        test_all_distances_of(cards, ends)


@pytest.mark.long
@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("number", [8, 9])
def test_every_multiset_of_8_and_9_cards(ends, number):
    for cards in multisets(number):
        if len(cards) == number:
            test_all_distances_of(cards, ends)


def test_interval_is_where_the_generating_function_counts():
    """Random multisets far beyond brute force: the closed form against the support of the exact counts."""
    rng = Random(20250606, "interval")
    for _ in range(500):
        copies = [rng.choice((1, 1, 2, 2, 2, 3, 3, 4)) for _ in range(rng.in_range(3, 22))]
        values = list(range(len(copies), 0, -1))
        cards = [value for value, number in zip(values, copies, strict=True) for _ in range(number)]
        for free in (False, True):
            counts = closed.counts(copies, free=free)
            found = closed.interval(values, copies, free=free)
            possible = range(found.low, found.high + 1)
            assert list(counts) == list(possible)
            assert exact.interval(cards, free=free) == ((found.low, found.high) if possible else None)
            for distance in possible:
                laid = exact.arrange(cards, distance, free=free)
                deal = Deal(tuple(cards), (Distance(1, 3, "=", distance),), "open" if free else "interior")
                assert check_ordering(deal, laid) == []
                assert check_ordering(deal, closed.lay_cards(values, copies, found, distance)) == []


@pytest.mark.quick(2)
@pytest.mark.parametrize("seed", range(4))
def test_random_deals_of_every_kind_against_brute_force(seed):
    rng = Random(seed, "deals")
    possible = 0
    for _ in range(100):
        deal = random_deal(rng, 7)
        truth = {Ordering(*row) for row in list_solutions(deal)}
        possible += bool(truth)
        assert set(search.orderings(deal, Deadline(Limits()))) == truth, deal
        for method in (exact.count, reference.count, search.count):
            answer = method(deal).answer
            assert answer == Count(len(truth), len(truth) * naming_count(deal.cards)), (deal, method)
        for method in (exact.order, reference.order, search.order):
            outcome = method(deal)
            assert (outcome.answer in truth) == bool(truth), (deal, outcome)
            assert truth or outcome.reason
        assert exact.distances(deal).answer == search.distances(deal).answer == reference.distances(deal).answer
    assert possible > 10


def test_the_two_counts_of_namings_agree():
    for cards in multisets(6):
        assert naming_count(cards) == namings_of(cards)
