"""Sequences by number with few tables: the definition on small deals, the scan on larger ones, counts on large ones.

Tests: exact/listing.py
"""

from random import Random

import pytest

from passatempo.cards import _kernel
from passatempo.cards.answers import ListAsk, Rank, RankAsk, SampleAsk, UnrankAsk
from passatempo.cards.checker import check_ordering
from passatempo.cards.exact import listing
from passatempo.cards.exact.listing import LayerNumbering, is_long
from passatempo.cards.exact.methods import count
from passatempo.cards.exact.placements import number_rows
from passatempo.cards.model import Deal, Distance
from passatempo.cards.reference.search import orderings, value_places
from passatempo.core.limits import NO_NODES, NO_SECONDS, Deadline, Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.pastime import Question

WEIGHTS = ((1, 1, 1, 1), (3, 3, 1, 0), (1, 6, 1, 1), (6, 1, 1, 0), (0, 1, 0, 0), (1, 0, 0, 0))
NO_LIMITS = (NO_SECONDS, NO_NODES, None)
ROOM = 10**9


def deal_of(rng, most, least=2):
    """Make a deal of so many values at most, with one distance or any."""
    values = rng.randint(least, most)
    weights = rng.choice(WEIGHTS)
    copies = [*(rng.choices([1, 2, 3, 4], weights)[0] for _ in range(values - 1)), rng.choice([1, 2])]
    cards = tuple(value for value, number in enumerate(copies, 1) for _ in range(number))
    distance = rng.choice([0, rng.randint(1, 2 * values), rng.randint(2, values + 1)])
    return Deal(cards, (Distance(1, 3, "=", distance),) if distance else (), rng.choice(["open", "interior"]))


def ladder_of(deal):
    return LayerNumbering(deal, Deadline(Limits()))


def pairs(number, distance, ends="interior"):
    cards = tuple(value for value in range(1, number // 2 + 1) for _ in range(2))
    return Deal((*cards, number // 2 + 1), (Distance(1, 3, "=", distance),) if distance else (), ends)


def test_the_list_of_all_sequences_is_numbered_by_it():
    rng, found = Random(25), 0
    for _ in range(400):
        deal = deal_of(rng, 4)
        every = sorted(orderings(deal, Deadline(Limits())), key=value_places)
        ladder = ladder_of(deal)
        assert ladder.sequences == len(every)
        for number, ordering in enumerate(every[:40]):
            assert ladder.nth(number) == ordering
            assert ladder_of(deal).rank(ordering) == number
        found += len(every) > 3
    assert found > 100


@pytest.mark.parametrize("deals", [60, pytest.param(4_000, marks=pytest.mark.long)])
@pytest.mark.parametrize(("least", "most"), [(2, 15), (30, 110)])
def test_numbers_are_those_of_the_scan(deals, least, most):
    """Of more than sixteen values some rungs are kept, and the others made again."""
    rng, found = Random(most), 0
    for _ in range(deals):
        deal = deal_of(rng, most, least)
        scan, ladder = number_rows(deal, Deadline(Limits())), ladder_of(deal)
        assert ladder.sequences == scan.sequences, deal
        if not scan.sequences:
            continue
        found += 1
        for number in {0, scan.sequences - 1, *(rng.randrange(scan.sequences) for _ in range(5))}:
            ordering = scan.nth(number)
            assert ladder.nth(number) == ordering, (deal, number)
            assert ladder_of(deal).rank(ordering) == number, (deal, number)
    assert found > deals // 4


LARGE = [
    pairs(2001, 90, "open"),
    pairs(2001, 1000),
    pairs(2001, 1900),
    pairs(20_001, 0),
    pairs(6001, 40, "open"),
    Deal(
        (*range(1, 700), *range(1, 700, 2), *range(100, 699), *range(200, 699, 3)), (Distance(1, 3, "=", 900),), "open"
    ),
    Deal((*range(1, 1201), *range(1, 1201, 3)), (Distance(1, 3, "=", 777),)),
    Deal(tuple(range(1, 701)) * 2, (Distance(1, 3, "=", 700),)),
    pytest.param(pairs(6001, 3000), marks=pytest.mark.long),
    pytest.param(pairs(100_001, 0, "open"), marks=pytest.mark.long),
]


@pytest.mark.quick(3)
@pytest.mark.parametrize("deal", LARGE, ids=lambda deal: f"{len(deal.cards)}-{deal.ends}")
def test_long_sequences_go_there_and_back(deal):
    """The count is that of other methods: the recurrences of one coefficient, or the generating function at z = 1."""
    assert is_long(deal)
    known = count(deal).answer.sequences
    rng = Random(len(deal.cards))
    for number in (0, known - 1, rng.randrange(known)):
        found = listing.unrank(Question(deal, UnrankAsk(number + 1))).answer
        assert not check_ordering(deal, found)
        assert listing.rank(Question(deal, RankAsk(list(found.sequence)))).answer == Rank(number + 1, known)
    beyond = LayerNumbering(deal, Deadline(Limits()))
    assert beyond.sequences == known


def test_long_deals_are_sampled_and_listed():
    deal = pairs(2001, 700)
    drawn = listing.sample(Question(deal, SampleAsk(3)), Limits(seed=4)).answer.sequences
    assert len(set(drawn)) == 3
    listed = listing.enumerate_all(Question(deal, ListAsk(3, 10**30))).answer.sequences
    for number, sequence in enumerate(listed, 10**30):
        assert listing.rank(Question(deal, RankAsk(list(sequence)))).answer.rank == number


def test_what_is_not_there_is_impossible():
    deal = pairs(2001, 2000)
    assert is_long(deal)
    for outcome in (
        listing.sample(Question(deal, SampleAsk(1))),
        listing.unrank(Question(deal, UnrankAsk(1))),
        listing.rank(Question(deal, RankAsk(list(deal.cards)))),
    ):
        assert (outcome.status, bool(outcome.reason)) == (Status.IMPOSSIBLE, True)
    far = pairs(2001, 1000)
    total = ladder_of(far).sequences
    assert listing.unrank(Question(far, UnrankAsk(total + 1))).status is Status.IMPOSSIBLE


def test_too_large_tables_are_not_begun():
    """At N = 100,001 with the maxima half as far apart a rung alone takes a gigabyte: said at once."""
    for number, limits in ((100_001, Limits()), (20_001, Limits(memory_mb=50)), (400_001, Limits(memory_mb=5000))):
        outcome = listing.unrank(Question(pairs(number, number // 2), UnrankAsk(1)), limits)
        assert (outcome.status, outcome.stopped) == (Status.UNKNOWN, StopReason.MEMORY)
        assert outcome.stats["nodes"] == 0


def test_limits_end_the_work():
    deal = pairs(10_001, 5000)
    for limits, stopped in ((Limits(nodes=50), StopReason.NODES), (Limits(seconds=0.2), StopReason.SECONDS)):
        outcome = listing.unrank(Question(deal, UnrankAsk(1)), limits)
        assert (outcome.status, outcome.stopped) == (Status.UNKNOWN, stopped)
    assert listing.unrank(Question(deal, UnrankAsk(1)), Limits(nodes=50)).stats["nodes"] <= 51


@pytest.mark.parametrize("moves", [b"", b"\5", bytes(4), b"\5\2\1\x78", b"\xff" * 4])
def test_moves_that_make_no_row_are_refused(moves):
    with pytest.raises(ValueError, match="no row"):
        _kernel.rank_moves(b"\1\2\2\2", moves, False, 3, ROOM, *NO_LIMITS)


@pytest.mark.parametrize(
    ("copies", "distance", "sentence"),
    [
        (b"", 3, "one value"),
        (b"\1\5", 3, "1 to 4"),
        (b"\3", 3, "greatest"),
        (b"\1\2", 1, "distance"),
        (b"\1", 9, "distance"),
    ],
)
def test_deals_that_are_none_are_refused(copies, distance, sentence):
    with pytest.raises(ValueError, match=sentence):
        _kernel.numbered_moves(copies, False, distance, ROOM, *NO_LIMITS)
    with pytest.raises(ValueError, match=sentence):
        _kernel.rank_moves(copies, b"", False, distance, ROOM, *NO_LIMITS)


def test_numbers_that_are_none_are_refused():
    moves = _kernel.numbered_moves(b"\1\2\2\2", False, 3, ROOM, *NO_LIMITS)
    size = len(moves.total)
    with pytest.raises(ValueError, match="not so many"):
        moves.nth(moves.total, *NO_LIMITS)
    with pytest.raises(ValueError, match="as many bytes"):
        moves.nth(bytes(size + 1), *NO_LIMITS)
    assert moves.nth(bytes(size), *NO_LIMITS)[0] == 0
    stopped = _kernel.numbered_moves(b"\1\2\2\2", False, 3, 10, *NO_LIMITS)
    assert (stopped.stop, stopped.total) == (3, b"")
    with pytest.raises(ValueError, match="a limit came"):
        stopped.nth(bytes(size), *NO_LIMITS)
