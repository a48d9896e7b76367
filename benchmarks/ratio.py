"""Time two commands in alternation, A B A B ..., and print how many times longer the second takes.

    python benchmarks/ratio.py --repeats 20 -- passatempo list -- python -c pass

Alternation is what makes a ratio fair on a machine that others use too: a slow moment hits both.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from machine import facts
from spread import Interval, median, paired, quartiles, resampled

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of one run of a command: on the clock, and of the processor (with all children it waited for)."""

    wall: float
    cpu: float
    code: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """All runs of two commands, in the order in which they took place."""

    first: tuple[Cost, ...]
    second: tuple[Cost, ...]

    def ratio(self, clock: str) -> tuple[Interval, Interval]:
        """Return second / first by the clock ``wall`` or ``cpu``: quartiles of pairs, and the ratio of medians."""
        times = [[getattr(cost, clock) for cost in runs] for runs in (self.first, self.second)]
        return paired(*times), resampled(*times, median)


def run(command: Sequence[str]) -> Cost:
    """Run a command once, its output thrown away.

    Raises
    ------
    OSError
        If there is no such command.
    """
    started = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)  # it has been waited for
    return Cost(wall, usage.ru_utime + usage.ru_stime, process.returncode)


def alternate(first: Sequence[str], second: Sequence[str], repeats: int) -> Comparison:
    """Run two commands in turns, after one run of each that does not count.

    Raises
    ------
    RuntimeError
        If a command is killed, or ends with different exit codes.
    """
    runs: tuple[list[Cost], list[Cost]] = ([], [])
    for _ in range(repeats + 1):
        for command, costs in zip((first, second), runs, strict=True):
            cost = run(command)
            if cost.code < 0 or (costs and costs[-1].code != cost.code):
                raise RuntimeError(f"{' '.join(command)} ended with {cost.code}")
            costs.append(cost)
    return Comparison(tuple(runs[0][1:]), tuple(runs[1][1:]))


def report(comparison: Comparison) -> str:
    """Write medians, quartiles and ratios."""
    rows = [f"exit codes: A {comparison.first[0].code}, B {comparison.second[0].code}"]
    for clock in ("wall", "cpu"):
        for name, costs in (("A", comparison.first), ("B", comparison.second)):
            spread = quartiles([1000 * getattr(cost, clock) for cost in costs])
            rows.append(f"{name} {clock:>4}: median {spread} ms (quartiles)")
        pairs, medians = comparison.ratio(clock)
        rows.append(f"B/A {clock}: median of pairs {pairs} (quartiles); of medians {medians} (95 %)")
    return "\n".join(rows)


def split(words: Sequence[str]) -> list[list[str]]:
    """Split words at each ``--``.

    >>> split(["--repeats", "3", "--", "true", "--", "sleep", "1"])
    [['--repeats', '3'], ['true'], ['sleep', '1']]
    """
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "--":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def main(words: Sequence[str]) -> int:
    """Run the command line."""
    options, *commands = split(words)
    parser = argparse.ArgumentParser(usage="ratio.py [--repeats N] -- COMMAND_A ... -- COMMAND_B ...")
    parser.add_argument("--repeats", type=int, default=20, help="runs of each command [default: 20]")
    repeats = parser.parse_args(options).repeats
    if len(commands) != 2 or not all(commands) or repeats < 1:
        parser.error("two commands, each after --, and at least one repeat")
    print("\n".join(facts()))
    for name, command in zip("AB", commands, strict=True):
        print(f"{name}: {' '.join(command)}")
    print(report(alternate(*commands, repeats)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
