"""Race the methods of `cards order` on the same deals in one run, each in a process of its own.

    python benchmarks/peers/cards_models.py [--rounds 5] [--seconds 60] [--only NAME ...]

Every process imports first and then takes the time of one call, end to end: from the deal to the sequence. Families:
`pairs` is 1, 1, 2, 2, ..., k, k, k + 1 with D = N // 2 (possible); `quads` three 1s, four of each of k values, two of
the greatest, with D one below the least possible. Prints the median, the spread and the ratio to the method `exact`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from statistics import median

RACES = {
    "pairs-21": ("pairs", 21, ("exact", "sat-run", "sat-position", "cpsat:model=elements", "asp", "sat-published")),
    "pairs-51": ("pairs", 51, ("exact", "sat-run", "sat-position", "cpsat", "cpsat:model=elements", "asp")),
    "quads-101": ("quads", 101, ("exact", "sat-run", "cpsat", "asp")),
    "pairs-101": ("pairs", 101, ("exact", "sat-run", "cpsat")),
    "pairs-201": ("pairs", 201, ("exact", "sat-run", "cpsat")),
}
CADICAL = {"sat-published": "sat-published:solver=cadical153"}
ONE = """
import sys, time
from passatempo.cards import PASTIME
from passatempo.cards.generate import family_deal
from passatempo.core.limits import Limits
kind, number, method, seconds = sys.argv[1], int(sys.argv[2]), sys.argv[3], float(sys.argv[4])
choice = PASTIME.problem("order").choose(method)
deal, small = family_deal(kind, number), family_deal("pairs", 7)
solve, limits = choice.load_solver(), Limits(seconds=seconds)
extra = () if choice.settings is None else (choice.settings,)
solve(small, limits, lambda progress: None, *extra)  # imports are no part of the time
repeat = 2000 if method == "exact" else 1
started = time.perf_counter()
for _ in range(repeat):
    outcome = solve(deal, limits, lambda progress: None, *extra)
print((time.perf_counter() - started) / repeat, outcome.status.value)
"""


def once(kind: str, number: int, method: str, seconds: float) -> tuple[float, str]:
    """Run one call in a process of its own; its seconds and its verdict."""
    words = [sys.executable, "-c", ONE, kind, str(number), CADICAL.get(method, method), str(seconds)]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    return float(told[0]), told[1]


def main() -> int:
    """Run the races, the methods of a race in turn in every round."""
    parser = argparse.ArgumentParser(description="Race the methods of cards order.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--only", nargs="*", default=list(RACES))
    flags = parser.parse_args()
    for name in flags.only:
        kind, number, methods = RACES[name]
        times: dict[str, list[float]] = {method: [] for method in methods}
        verdicts: dict[str, str] = {}
        for _ in range(flags.rounds):
            for method in methods:
                if verdicts.get(method) == "unknown":
                    continue  # a method that ran into the limit once is not asked again
                spent, verdicts[method] = once(kind, number, method, flags.seconds)
                times[method].append(spent)
        exact = median(times["exact"])
        for method in methods:
            middle = median(times[method])
            spread = f"{min(times[method]):.3g}..{max(times[method]):.3g}"
            row = f"{name:10} {method:22} {middle:.3g} s ({spread}) {verdicts[method]:10} {middle / exact:.3g} x exact"
            print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
