"""Say how long the hardest instances kept take, and random ones: processor time, by question.

    python contrib/hardest/hard_times.py machiavelli                          # those of hardest.json, the best of five
    python contrib/hardest/hard_times.py machiavelli arrange-2-wrap --repeats 9
    python contrib/hardest/hard_times.py machiavelli --random 6000            # random ones: once, the slowest again

A random instance is one from which `hardest.py` begins to climb. A first call, not counted, makes what is made once.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from hardest import known_rows, parser_of, questions_of
from passatempo.core.random import Random

if TYPE_CHECKING:
    import argparse

    from hard import Climb


def timed(climb: Climb[Any], instance: Any, most: int, repeats: int) -> tuple[float, int, bool]:
    """Solve an instance some times: the least milliseconds, the nodes, and whether it was decided."""
    best, nodes, decided = float("inf"), 0, False
    for _ in range(repeats):
        before = time.process_time()
        nodes, decided = climb.nodes(instance, most)
        best = min(best, time.process_time() - before)
    return 1e3 * best, nodes, decided


def instances(name: str, climb: Climb[Any], flags: argparse.Namespace) -> list[Any]:
    """Make random instances of a question, or read those that are kept."""
    if flags.random:
        rng = Random(flags.seed, "hard times", flags.pastime, name)
        return [climb.start(rng) for _ in range(flags.random)]
    return [climb.read(row["instance"]) for row in known_rows(flags.pastime) if row["question"] == name]


def tell(name: str, climb: Climb[Any], flags: argparse.Namespace) -> None:
    """Print a line for a question; nothing where there is no instance."""
    asked = instances(name, climb, flags)
    if not asked:
        return
    climb.nodes(asked[0], flags.nodes)
    runs = [timed(climb, instance, flags.nodes, 1 if flags.random else flags.repeats) for instance in asked]
    if flags.random:  # a call that was interrupted must not count as the worst
        slowest = sorted(range(len(runs)), key=lambda k: -runs[k][0])[: 1 + len(runs) // 50]
        for k in slowest:
            runs[k] = min(runs[k], timed(climb, asked[k], flags.nodes, flags.repeats))
    times = sorted(milliseconds for milliseconds, _, _ in runs)
    median, late = times[len(times) // 2], times[(len(times) * 99) // 100]
    nodes, open_ = max(nodes for _, nodes, _ in runs), sum(not decided for _, _, decided in runs)
    print(f"| {name} | {len(runs)} | {median:.3g} | {late:.3g} | {times[-1]:.3g} | {nodes:,} | {open_} |", flush=True)


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = parser_of("Say how long hard instances take.")
    parser.add_argument("--random", type=int, default=0, help="so many random instances in place of those kept")
    parser.add_argument("--repeats", type=int, default=5, help="of one kept or slow, the least counts")
    return parser.parse_args()


def main() -> int:
    """Run the command line."""
    flags = parse()
    print("| question | instances | median, ms | 99 % | worst | most nodes | undecided |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, climb in questions_of(flags.pastime, flags.questions).items():
        tell(name, climb, flags)
    return 0


if __name__ == "__main__":
    sys.exit(main())
