"""How long Machiavelli's `arrange` takes, from the kernel to the command line.

    python -m pytest benchmarks/test_machiavelli.py --benchmark-columns=median,iqr,rounds --benchmark-sort=name

Library calls are timed on the clock, commands by the processor time of the child (its start included). Nothing here
compares: `machiavelli/against_peers.py` and `ratio.py` do.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from functools import cache, partial
from itertools import cycle
from typing import TYPE_CHECKING

import pytest

from machiavelli.tables import counts, line, turns
from passatempo.core.queries import ask
from passatempo.machiavelli import PASTIME
from passatempo.machiavelli.exact.arrange import arrange, arrange_many

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

    from passatempo.machiavelli.model import Ace, Turn

TABLES = 3000
BATCH = 20_000
ACES = ("low", "both", "wrap")
PASSATEMPO = (sys.executable, "-m", "passatempo")


@cache
def tables(ace: Ace) -> list[Turn]:
    """Make the tables of an ace rule once."""
    return turns(TABLES, ace)


def children() -> float:
    """Return the processor seconds of all children so far: a clock that stands still unless a child has ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def one_by_one(ace: Ace) -> Iterator[tuple[tuple[Turn], dict[str, object]]]:
    """Yield the arguments of one call after another, a different table each time."""
    for turn in cycle(tables(ace)):
        yield (turn,), {}


def run(*words: str) -> None:
    """Run the command line, its output thrown away; the verdict of a table is no failure."""
    done = subprocess.run([*PASSATEMPO, *words], stdout=subprocess.DEVNULL, check=False)
    assert done.returncode in (0, 1)


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.benchmark(group="3,000 distinct tables in one call of arrange_many")
def test_arrange_many(benchmark: BenchmarkFixture, ace: Ace) -> None:
    verdicts = benchmark.pedantic(arrange_many, (counts(tables(ace)), ace), rounds=20, warmup_rounds=1)
    benchmark.extra_info["tables a second"] = round(TABLES / benchmark.stats["median"])
    assert 0.4 * TABLES < sum(verdicts) < 0.9 * TABLES  # the mix has both answers


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.benchmark(group="one table: library call")
def test_one_call(benchmark: BenchmarkFixture, ace: Ace) -> None:
    arguments = one_by_one(ace)
    outcome = benchmark.pedantic(arrange, setup=lambda: next(arguments), rounds=TABLES, warmup_rounds=100)
    assert outcome.status.value in ("solved", "impossible")


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.benchmark(group="one table: asked, checked")
def test_answer(benchmark: BenchmarkFixture, ace: Ace) -> None:
    arguments = one_by_one(ace)
    answer = partial(ask, PASTIME.problem("arrange"))
    outcome = benchmark.pedantic(answer, setup=lambda: next(arguments), rounds=TABLES, warmup_rounds=100)
    assert outcome.checked


@pytest.fixture(scope="module")
def batch_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a batch of 20,000 tables: the 3,000 over and over, of which the command line remembers none."""
    path = tmp_path_factory.mktemp("machiavelli") / "tables.jsonl"
    lines = cycle(map(line, tables("low")))
    path.write_text("".join(next(lines) for _ in range(BATCH)), encoding="utf-8")
    return path


@pytest.mark.benchmark(group="command line: 20,000 tables (processor)", timer=children)
def test_batch(benchmark: BenchmarkFixture, batch_file: Path) -> None:
    benchmark.pedantic(run, ("machiavelli", "arrange", "--batch", str(batch_file)), rounds=5)
    benchmark.extra_info["tables a second"] = round(BATCH / benchmark.stats["median"])


@pytest.mark.parametrize("words", [["--help"], ["list"], ["machiavelli", "arrange", "FILE"]], ids=" ".join)
@pytest.mark.benchmark(group="command line: cold start (processor)", timer=children)
def test_cold_start(benchmark: BenchmarkFixture, words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text(PASTIME.example("heap"), encoding="utf-8")
    benchmark.pedantic(run, [str(path) if word == "FILE" else word for word in words], rounds=20, warmup_rounds=1)
