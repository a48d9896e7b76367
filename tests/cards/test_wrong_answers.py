"""Every sentence of the checker, on cards so few that all their orders are gone through here: each rule broken alone.

Tests: checker.py
"""

from collections import Counter
from itertools import pairwise, permutations
from math import factorial

import pytest

from passatempo.cards.answers import (
    Audit,
    Count,
    Distances,
    ListAsk,
    Listing,
    Ordering,
    Rank,
    Sample,
    SampleAsk,
    Table,
)
from passatempo.cards.checker import (
    check_audit,
    check_count,
    check_distances,
    check_encoding,
    check_listing,
    check_ordering,
    check_rank,
    check_sample,
    check_unrank,
    find_stationary,
)
from passatempo.cards.model import Deal, Distance
from passatempo.core.pastime import Question

from ..helpers.watch import Watch

FIVE = Deal((1, 1, 1, 2, 2))  # 1 2 1 2 1 and nothing else
ONE = Ordering((1, 2, 1, 2, 1), (2, 3, 4))
SEVEN = Deal((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 2),))


def rules(violations):
    return [violation.rule for violation in violations]


def turns(row):
    """Return the turning points of a row that goes up, down, up, down with no end a turning point; else nothing."""
    steps = [(a < b) - (a > b) for a, b in pairwise(row)]
    found = tuple(at + 2 for at, (a, b) in enumerate(pairwise(steps)) if a != b)
    return found if 0 not in steps and steps[0] == 1 and len(found) == 3 else ()


ROWS = sorted(row for row in set(permutations(SEVEN.cards)) if turns(row))
APART = Counter(turns(row)[2] - turns(row)[0] for row in ROWS)
TWO_APART = [row for row in ROWS if turns(row)[2] - turns(row)[0] == 2]


# ---- Sequences ----


@pytest.mark.parametrize(
    ("sequence", "points", "told"),
    [
        ((1, 2, 1, 2, 1), (2, 3, 4), []),
        ((1, 2, 1, 2, 1), (2, 3, 5), ["the stationary points of the sequence are 2, 3, 4"]),
        ((1, 1, 1, 2, 2), (2, 3, 4), ["the sequence does not follow UDUD with interior ends"]),
        ((2, 1, 2, 1, 1), (), ["the sequence does not follow UDUD with interior ends"]),
        ((1, 2, 1, 2), (2, 3), ["the card 1 is missing"]),
        ((1, 2, 1, 2, 1, 3), (2, 3, 4), ["the card 3 occurs too often"]),
        ((1, 2, 2, 2, 1), (2, 3, 4), ["the card 1 is missing", "the card 2 occurs too often"]),
    ],
)
def test_sequences(sequence, points, told):
    ordering = Ordering(sequence, points)
    assert [fault.text for fault in check_ordering(FIVE, ordering)] == told
    assert [fault.text for fault in check_unrank(Question(FIVE, None), ordering)] == told


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"peak_gap": 1}, []),
        ({"peak_gap": 0}, ["the maxima differ by 1, not by 0"]),
        ({"distances": (Distance(1, 3, "=", 4), Distance(2, 3, "<=", 2), Distance(1, 2, ">=", 2))}, []),
        (
            {"distances": (Distance(1, 2, "<=", 1), Distance(1, 3, ">=", 5))},
            [
                "the distance between the stationary points 1 and 2 is 2, not <= 1",
                "the distance between the stationary points 1 and 3 is 4, not >= 5",
            ],
        ),
        ({"fixed": ((1, 2), (3, 6))}, []),
        ({"fixed": ((1, 3), (2, 4))}, ["stationary point 1 is at 2, not at 3"]),
        ({"given": ((1, 1), (6, 4))}, []),
        ({"given": ((1, 1), (6, 3))}, ["the card at position 6 is 4, not the given 3"]),
        ({"first": 1, "last": 3}, []),
        ({"first": 3, "last": 1}, ["the first card is 1, not 3", "the last card is 3, not 1"]),
    ],
)
def test_conditions(asked, told):
    """The row 1 3 2 1 2 4 3 has its maxima, 3 and 4, at 2 and 6, and its minimum at 4."""
    deal = Deal((1, 1, 2, 2, 3, 3, 4), **asked)
    assert [fault.text for fault in check_ordering(deal, Ordering((1, 3, 2, 1, 2, 4, 3), (2, 4, 6)))] == told


@pytest.mark.parametrize(
    ("sequence", "pattern", "ends", "points"),
    [
        ((1, 2, 1), "UD", "interior", (2,)),
        ((1, 2), "UD", "open", (2,)),
        ((2, 1), "UD", "open", (1,)),
        ((1,), "UD", "open", (1,)),
        ((1,), "U", "open", ()),
        ((1,), "U", "interior", None),
        ((1, 2), "U", "interior", ()),
        ((2, 1), "U", "open", None),
        ((2, 1), "UDU", "open", (1, 2)),
        ((1, 1), "U", "open", None),
        ((1, 2, 1, 2), "UD", "open", None),
        ((2, 1, 2), "UDUD", "open", (1, 2, 3)),
    ],
)
def test_points_where_a_row_turns(sequence, pattern, ends, points):
    assert find_stationary(sequence, pattern, ends) == points


def test_long_rows_are_looked_at_under_a_deadline():
    """Every 16,384 cards of the deal, of the row, and of its steps."""
    cards = tuple(range(1, 16_387))
    deal = Deal(cards, pattern="U")
    watch = Watch()
    assert check_ordering(deal, Ordering(cards, ()), watch) == []
    assert watch.looks == 2 + 2 + 2


# ---- Counts ----


@pytest.mark.parametrize(
    ("deal", "count", "told"),
    [
        (FIVE, Count(1, 12), []),
        (FIVE, Count(1, 1), ["wrong-models"]),
        (FIVE, Count(0, 12), ["wrong-models"]),
        (FIVE, Count(1, 0), ["wrong-models"]),
        (FIVE, Count(-1, -12), ["wrong-models"]),
        (FIVE, Count(0, 0), ["wrong-count"]),
        (FIVE, Count(2, 24), ["wrong-count"]),
        (SEVEN, Count(len(TWO_APART), 8 * len(TWO_APART)), []),
        (SEVEN, Count(len(ROWS), 8 * len(ROWS)), ["wrong-count"]),
        (Deal(tuple(range(1, 8))), Count(5, 5), []),  # 5,040 orders: they are not gone through
        (Deal((1,) * 8 + (2,)), Count(5, 5 * factorial(8)), ["wrong-count"]),  # nine of them
        (Deal((1,) * 9 + (2,)), Count(5, 5 * factorial(9)), []),  # ten cards: not gone through
    ],
)
def test_counts(deal, count, told):
    assert rules(check_count(deal, count)) == told


@pytest.mark.parametrize(
    ("rank", "told"),
    [
        (Rank(1, 1), []),
        (Rank(0, 1), ["wrong-rank"]),
        (Rank(2, 1), ["wrong-rank"]),
        (Rank(1, 2), ["wrong-count"]),
        (Rank(2, 2), ["wrong-count"]),
    ],
)
def test_ranks(rank, told):
    assert rules(check_rank(Question(FIVE, None), rank)) == told
    assert check_rank(Question(Deal(tuple(range(1, 8))), None), Rank(5, 5)) == []


# ---- Lists and samples ----


@pytest.mark.parametrize(
    ("sequences", "complete", "count", "told"),
    [
        (TWO_APART, True, 1000, []),
        (TWO_APART, True, len(TWO_APART), []),
        (TWO_APART, False, 1000, ["complete"]),
        (TWO_APART[:-1], False, 1000, []),
        (TWO_APART[:-1], True, 1000, ["not-complete"]),
        (TWO_APART[:3], False, 2, ["wrong-number"]),
        (TWO_APART[:1] * 3, False, 1000, ["listed-twice"]),
        (TWO_APART[:2] + TWO_APART[:1], False, 1000, ["listed-twice"]),
        ([(1, 1, 2, 2, 3, 3, 4)], False, 1000, ["wrong-shape"]),
    ],
)
def test_lists(sequences, complete, count, told):
    assert len(TWO_APART) > 3
    question = Question(SEVEN, ListAsk(count))
    assert rules(check_listing(question, Listing(tuple(sequences), complete))) == told


def test_a_list_of_many_cards_is_taken_at_its_word():
    question = Question(Deal(tuple(range(1, 8))), ListAsk())
    assert check_listing(question, Listing((), complete=True)) == []


def test_each_sequence_of_a_list_is_looked_at_under_a_deadline():
    """Four times where it is judged, and once to see whether it stands twice."""
    watch = Watch()
    assert check_listing(Question(SEVEN, ListAsk()), Listing(tuple(TWO_APART[:2]), complete=False), watch) == []
    assert watch.looks == 2 * 4 + 2


def test_samples():
    sample = Sample(tuple(TWO_APART[:1] * 2))
    assert check_sample(Question(SEVEN, SampleAsk(2)), sample) == []
    assert rules(check_sample(Question(SEVEN, SampleAsk(3)), sample)) == ["wrong-number"]
    other = next(row for row in ROWS if row not in TWO_APART)
    assert rules(check_sample(Question(SEVEN, SampleAsk(1)), Sample((other,)))) == ["wrong-distance"]


# ---- Formulas ----


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (Table(3, 5, {"a": 2, "b": 3}), []),
        (Table(0, 0, {"a": 0}), []),
        (Table(0, 0, {}), []),
        (Table(-1, 5, {"a": 5}), ["wrong-size"]),
        (Table(3, 1, {"a": 2, "b": -1}), ["wrong-size"]),
        (Table(3, 6, {"a": 2, "b": 3}), ["wrong-sum"]),
    ],
)
def test_sizes_of_formulas(table, told):
    assert rules(check_encoding(Question(FIVE, None), table)) == told


FALSE = Ordering((1, 1, 1, 2, 2), (2, 3, 4))


@pytest.mark.parametrize(
    ("audit", "told"),
    [
        (Audit(1, 1, (), ()), []),
        (Audit(12, 12, (), ()), []),  # of cards with names
        (Audit(1, 2, (), ()), ["wrong-count"]),
        (Audit(1, 0, (), ()), ["wrong-count"]),
        (Audit(2, 1, (FALSE,), ()), []),
        (Audit(2, 1, (ONE,), ()), ["not-spurious"]),
        (Audit(3, 1, (FALSE, FALSE), ()), ["listed-twice"]),
        (Audit(0, 1, (), (ONE,)), []),
        (Audit(0, 1, (), (ONE, ONE)), ["listed-twice"]),
        (Audit(0, 1, (), (FALSE,)), ["wrong-shape"]),
    ],
)
def test_audits(audit, told):
    assert rules(check_audit(Question(FIVE, None), audit)) == told
    if told == ["wrong-count"]:
        assert check_audit(Question(Deal(tuple(range(1, 8))), None), audit) == []  # not gone through


# ---- Distances ----

WHOLE = (min(APART), max(APART))


@pytest.mark.parametrize(
    ("interval", "counts", "told"),
    [
        (WHOLE, APART, []),
        (WHOLE, None, []),
        (None, None, []),
        ((4, 2), None, ["wrong-interval"]),
        ((3, 3), None, []),
        (WHOLE, {**APART, WHOLE[0]: APART[WHOLE[0]] + 1}, ["wrong-counts"]),
        ((WHOLE[0], WHOLE[1] + 1), {**APART, WHOLE[1] + 1: 0}, ["empty-distance", "wrong-counts"]),
        ((WHOLE[0], WHOLE[1] + 1), {**APART, WHOLE[1] + 1: 1}, ["wrong-counts"]),
        ((WHOLE[0], WHOLE[1] - 1), APART, ["wrong-interval"]),
        (None, APART, ["wrong-interval"]),
        (None, {}, ["wrong-counts"]),
        ((2, 4), {2: 1, 4: 1}, ["wrong-interval", "wrong-counts"]),
    ],
)
def test_distances(interval, counts, told):
    assert len(APART) > 1
    assert rules(check_distances(SEVEN, Distances(interval, counts))) == told


def test_distances_of_many_cards_are_taken_at_their_word():
    deal = Deal(tuple(range(1, 8)), (Distance(1, 3, "=", 2),))
    assert check_distances(deal, Distances((3, 4), {3: 1, 4: 7})) == []
