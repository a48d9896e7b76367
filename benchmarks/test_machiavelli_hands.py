"""How long the questions about a hand take.

    python -m pytest benchmarks/test_machiavelli_hands.py --benchmark-columns=median,iqr,rounds --benchmark-sort=name

Processor time of this thread. `machiavelli/hands_against_peers.py` compares with others.
"""

from __future__ import annotations

import time
from functools import partial
from itertools import cycle
from typing import TYPE_CHECKING, Any

import pytest

from machiavelli.hands import hands
from machiavelli.tables import turns
from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.machiavelli import PASTIME
from passatempo.machiavelli.exact.arrange import arrange
from passatempo.machiavelli.exact.conflict import explain
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.exact.unlock import unlock
from passatempo.machiavelli.model import LayAsk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytest_benchmark.fixture import BenchmarkFixture

    from passatempo.machiavelli.model import Ace

HANDS = 500


def over(benchmark: BenchmarkFixture, call: Callable[[Any], Any], questions: Sequence[Any]) -> Any:
    """Time a call on one question after another."""
    endless = cycle(questions)
    return benchmark.pedantic(call, setup=lambda: ((next(endless),), {}), rounds=len(questions), warmup_rounds=20)


@pytest.mark.parametrize("ace", ["low", "both", "high", "wrap"])
@pytest.mark.benchmark(group="lay, 13 cards: library call", timer=time.thread_time)
def test_lay(benchmark: BenchmarkFixture, ace: Ace) -> None:
    assert over(benchmark, lay, hands(HANDS, ace)).value is not None


@pytest.mark.benchmark(group="lay, 13 cards: steps told, all checked", timer=time.thread_time)
def test_lay_checked(benchmark: BenchmarkFixture) -> None:
    questions = [Question(turn, LayAsk()) for turn in hands(HANDS, "both")]
    assert over(benchmark, partial(ask, PASTIME.problem("lay")), questions).checked


@pytest.mark.benchmark(group="least change", timer=time.thread_time)
def test_least_change(benchmark: BenchmarkFixture) -> None:
    few = [turn for turn in hands(200, "both", least=20, most=44) if len(turn.table) <= 12]
    over(benchmark, lay, [Question(turn, LayAsk("least-change", brief=True)) for turn in few])


@pytest.mark.benchmark(group="unlock, 13 cards", timer=time.thread_time)
def test_unlock(benchmark: BenchmarkFixture) -> None:
    over(benchmark, unlock, hands(HANDS, "both"))


@pytest.mark.benchmark(group="why a table cannot be arranged", timer=time.thread_time)
def test_explain(benchmark: BenchmarkFixture) -> None:
    stuck = [turn for turn in turns(400) if arrange(turn).answer is None]
    over(benchmark, explain, stuck)
