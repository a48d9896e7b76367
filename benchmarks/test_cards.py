"""How long the exact methods of `cards` take.

    python -m pytest benchmarks/test_cards.py --benchmark-columns=median,iqr,rounds --benchmark-sort=name

Nothing here compares: `peers/cards_models.py` does.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import TYPE_CHECKING

import pytest

from passatempo.cards import interval
from passatempo.cards.answers import SampleAsk
from passatempo.cards.exact.listing import sample
from passatempo.cards.exact.methods import arrange, count, distances, order
from passatempo.cards.generate import family_deal
from passatempo.cards.model import Deal, Distance
from passatempo.cards.settings import EncodeAsk
from passatempo.core.pastime import Question
from passatempo.core.random import Random

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

MILLION = 1_000_001
PUBLISHED = Deal((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 4),))


@cache
def million(*, wide: bool = False) -> list[int]:
    """Return a million cards in random order, close together or far apart."""
    cards = list(family_deal("pairs", MILLION).cards)
    Random(1, "million").shuffle(cards)
    return [card * 7_000_003 for card in cards] if wide else cards


def test_order_of_7(benchmark: BenchmarkFixture) -> None:
    assert benchmark(order, PUBLISHED).answer is not None


def test_arrange_7(benchmark: BenchmarkFixture) -> None:
    assert benchmark(arrange, [1, 1, 2, 2, 3, 3, 4], 4) is not None


def test_decide_a_million_from_a_list(benchmark: BenchmarkFixture) -> None:
    assert benchmark(interval, million()) == (2, MILLION - 3)


def test_decide_a_million_from_an_array(benchmark: BenchmarkFixture) -> None:
    assert benchmark(interval, array("q", million())) == (2, MILLION - 3)


def test_decide_a_million_far_apart(benchmark: BenchmarkFixture) -> None:
    assert benchmark(interval, array("q", million(wide=True))) == (2, MILLION - 3)


def test_lay_a_million_from_a_list(benchmark: BenchmarkFixture) -> None:
    assert benchmark(arrange, million(), MILLION // 2) is not None


def test_lay_a_million_from_an_array(benchmark: BenchmarkFixture) -> None:
    assert benchmark(arrange, array("q", million()), MILLION // 2) is not None


@pytest.mark.parametrize("number", [101, 501, 1001, 2001])
def test_count_all_distances(benchmark: BenchmarkFixture, number: int) -> None:
    answer = benchmark(distances, family_deal("pairs", number)).answer
    assert answer is not None
    assert answer.interval == (2, number - 3)


def test_sample_ten_thousand_of_51(benchmark: BenchmarkFixture) -> None:
    question = Question(family_deal("pairs", 51), SampleAsk(10_000))
    assert benchmark.pedantic(sample, (question,), rounds=3).answer is not None


def test_count_60_cards_with_7_stationary_points(benchmark: BenchmarkFixture) -> None:
    rng = Random(2, "sixty")
    cards = tuple(sorted(rng.in_range(1, 30) for _ in range(60)))
    deal = Deal(cards, (Distance(2, 5, "=", 12),), pattern="UDUDUDUD")
    assert benchmark.pedantic(count, (deal,), rounds=3).answer is not None


def test_table_of_the_published_encoding_of_201(benchmark: BenchmarkFixture) -> None:
    from passatempo.cards.encodings.encoding import from_formulas

    question = Question(family_deal("pairs", 201), EncodeAsk())
    assert benchmark(from_formulas, question).answer.clauses > 5 * 10**10
