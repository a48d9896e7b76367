"""The hard tail of Optimiza: clustered boards, each solved once; processor time, and what was proved.

    python benchmarks/optimiza_tails.py --sizes 60 61 --seeds 20           # forty boards
    python benchmarks/optimiza_tails.py --sizes 101 --seeds 3 --seconds 60

The boards are those of `new --hardness clustered` with the seeds of `benchmarks/test_optimiza.py`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.optimiza.exact.best import best
from passatempo.optimiza.generate import Params, generate


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="The hard tail of Optimiza.")
    parser.add_argument("--sizes", type=int, nargs="+", default=[60, 61])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0, help="of the clock, for each board")
    flags = parser.parse_args()
    spent = []
    for n in flags.sizes:
        for seed in range(flags.seeds):
            board = generate(Params(n, "torus-queen", "clustered"), Random(seed, "benchmark", n))
            began = time.process_time()
            found = best(board, Limits(seconds=flags.seconds))
            spent.append(time.process_time() - began)
            gap = (found.bound - found.value) / found.value
            said = "proved" if found.value == found.bound else f"gap {gap:.2%}"
            print(f"N = {n}, seed {seed}: {spent[-1]:.2f} s, {found.value:,}, {said}", flush=True)
    middle = statistics.median(spent)
    load = ", ".join(f"{one:.0f}" for one in os.getloadavg())
    print(f"median {middle:.2f} s, least {min(spent):.2f}, most {max(spent):.2f}; load {load}")


if __name__ == "__main__":
    main()
