"""How fast Optimiza is solved, and against what: ``pytest benchmarks/test_optimiza.py``; add ``-s`` for the ratios.

Peers run in processes of their own, in the same run; figures and their command stand in docs/results/optimiza.md.
"""

import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.optimiza.exact import best as exact
from passatempo.optimiza.exact.duel import duel, winners
from passatempo.optimiza.exact.exhaust import exhaust
from passatempo.optimiza.generate import Params, generate

PEERS = Path(__file__).parent / "peers"


def spend(action, rounds):
    """Return the median of the seconds that an action takes, and the spread."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
    return statistics.median(times), min(times), max(times)


def tell(name, figures, unit=1e3):
    sys.stdout.write(f"\n{name}: {' '.join(f'{figure * unit:.4g}' for figure in figures)} ms (median, least, most)\n")


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


def test_against_the_table_of_the_comment(tmp_path):
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no g++")
    program = tmp_path / "dp"
    subprocess.run([compiler, "-std=c++20", "-O3", str(PEERS / "optimiza_dp.cpp"), "-o", str(program)], check=True)
    for n in (10, 14, 16, 18, 20):
        board = generate(Params(n), Random(1, "benchmark", n))
        text = f"{n} {' '.join(map(str, board.cells))}"
        told = subprocess.run([str(program)], input=text, capture_output=True, text=True, check=True).stdout.split()
        packed = board.packed
        ours = spend(lambda packed=packed, n=n: exact.greatest_sum(packed, n), 500)
        assert int(told[0]) == exact.greatest_sum(packed, n)[0]
        tell(f"N = {n}, ours", ours)
        sys.stdout.write(
            f"the table of the comment: {float(told[1]):.4f} s, {float(told[1]) / ours[0]:,.0f} times as long\n"
        )


@pytest.mark.parametrize("n", [6, 8, 10, 12])
def test_against_cpsat(n):
    cp = pytest.importorskip("passatempo.optimiza.encodings.cp")
    board = generate(Params(n), Random(1, "benchmark", n))
    packed = board.packed
    ours = spend(lambda: exact.greatest_sum(packed, n), 500)
    began = time.perf_counter()
    outcome = cp.best(board, Limits(seconds=120))
    theirs = time.perf_counter() - began
    assert outcome.value == exact.greatest_sum(packed, n)[0]
    tell(f"N = {n}, ours", ours)
    sys.stdout.write(f"CP-SAT: {theirs:.3f} s ({outcome.status.value}), {theirs / ours[0]:,.0f} times as long\n")


@pytest.mark.parametrize("everything", [False, True], ids=["optimum", "everything"])
def test_exhaust(benchmark, everything):
    limits = Limits(threads=2)
    benchmark.pedantic(exhaust, (4,), {"everything": everything, "limits": limits}, rounds=1)


def test_duel(benchmark):
    benchmark(duel, generate(Params(8), Random(1, "benchmark")))


@pytest.mark.parametrize("kind", ["random", "clustered"])
def test_winners(benchmark, kind):
    benchmark.pedantic(winners, (generate(Params(101, "torus-queen", kind), Random(1, "benchmark")),), rounds=3)
