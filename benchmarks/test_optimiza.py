"""How fast Optimiza is solved, and against what: ``pytest benchmarks/test_optimiza.py``; add ``-s`` for the ratios.

Peers are asked as often as we are, in turns: their processor time over ours, round by round. Figures and their command
stand in docs/results/optimiza.md.
"""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.optimiza.exact import best as exact
from passatempo.optimiza.exact.boards import exhaust
from passatempo.optimiza.exact.duel import duel, winners
from passatempo.optimiza.generate import Params, generate
from spread import paired, quartiles

PEERS = Path(__file__).parent / "peers"
ROUNDS = 7


def in_turns(title, ours, theirs, calls=100):
    """Ask both in turns; tell what ours takes (mean of many calls) and the peer, and how many times as long it does."""
    firsts, seconds = [], []
    ours()
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(calls):
            ours()
        firsts.append((time.process_time() - began) / calls)
        seconds.append(theirs())
    rows = (quartiles([1000 * found for found in times]) for times in (firsts, seconds))
    told = " ms; ".join(map(str, rows))
    sys.stdout.write(f"\n{title}: {told} ms; {paired(firsts, seconds)} times as long\n")


@pytest.mark.parametrize("n", [4, 8, 12, 20, 50, 100, 200, 500, 1000, 2000])
def test_random_boards(benchmark, n):
    board = generate(Params(n), Random(1, "benchmark", n)).packed
    benchmark.pedantic(exact.greatest_sum, (board, n), rounds=5 if n > 200 else 50, warmup_rounds=1)
    benchmark.extra_info["ns per cell"] = benchmark.stats.stats.median / n**2 * 1e9


@pytest.mark.parametrize(
    ("n", "kind"), [(31, "clustered"), (31, "dense"), (41, "clustered"), (41, "dense"), (61, "clustered")]
)
@pytest.mark.parametrize("seed", range(3))
def test_clustered_boards(benchmark, n, kind, seed):
    board = generate(Params(n, "torus-queen", kind), Random(seed, "benchmark", n))
    outcome = benchmark.pedantic(exact.best, (board,), rounds=1)
    assert outcome.status.value == "solved"


@pytest.fixture(scope="module")
def table_of_the_comment(tmp_path_factory):
    """Build the comment's recurrence in C++, which says the greatest sum and its own processor time."""
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no g++")
    program = tmp_path_factory.mktemp("peer") / "dp"
    subprocess.run([compiler, "-std=c++20", "-O3", str(PEERS / "optimiza_dp.cpp"), "-o", str(program)], check=True)

    def table(board):
        text = f"{board.n} {' '.join(map(str, board.cells))}"
        told = subprocess.run([str(program)], input=text, capture_output=True, text=True, check=True).stdout.split()
        assert int(told[0]) == exact.greatest_sum(board.packed, board.n)[0]
        return float(told[1])

    return table


@pytest.mark.parametrize("n", [10, 14, 16, 18, 20])
def test_against_the_table_of_the_comment(table_of_the_comment, n):
    board = generate(Params(n), Random(1, "benchmark", n))
    packed = board.packed
    in_turns(
        f"N = {n}, ours; the comment's table",
        lambda: exact.greatest_sum(packed, n),
        lambda: table_of_the_comment(board),
    )


@pytest.mark.parametrize("n", [6, 8, 10, 12])
def test_against_cpsat(n):
    cp = pytest.importorskip("passatempo.optimiza.encodings.cp")
    board = generate(Params(n), Random(1, "benchmark", n))
    packed = board.packed

    def theirs():
        began = time.process_time()
        outcome = cp.best(board, Limits(seconds=120))
        assert (outcome.status.value, outcome.value) == ("solved", exact.greatest_sum(packed, n)[0])
        return time.process_time() - began

    in_turns(f"N = {n}, ours; CP-SAT", lambda: exact.greatest_sum(packed, n), theirs)


@pytest.mark.parametrize("everything", [False, True], ids=["optimum", "everything"])
def test_exhaust(benchmark, everything):
    limits = Limits(threads=2)
    benchmark.pedantic(exhaust, (4,), {"everything": everything, "limits": limits}, rounds=1)


def test_duel(benchmark):
    benchmark(duel, generate(Params(8), Random(1, "benchmark")))


@pytest.mark.parametrize("kind", ["random", "clustered"])
def test_winners(benchmark, kind):
    benchmark.pedantic(winners, (generate(Params(101, "torus-queen", kind), Random(1, "benchmark")),), rounds=3)
