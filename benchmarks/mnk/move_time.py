"""How much of its time the engine uses, and that it is never late: `python benchmarks/mnk/move_time.py --moves 500`.

The engine plays over the protocol beside busy processes; with `--core 0` it and they are bound to that one processor,
while the manager, who asks to be woken soon, may run on all. On a quiet machine: `--busy 0 --limit 0.2`, and 1. Its
opponent marks cells around the centre by lot, a game is six moves of each. The time of a move runs from the line that
is sent to the line that is read, as a manager sees it. A search that finds a forced win ends early; moves that take
more than half of the limit are those that went to the clock.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from passatempo.mnk.engine.clock import ask_for_short_slices

if TYPE_CHECKING:
    from collections.abc import Iterator

sys.path.insert(0, str(Path(__file__).parents[1]))  # whose files import one another

from machine import facts

SIDE = 15
MOVES_A_GAME = 6
SPREAD = 2.5  # cells, of the opponent's marks around the centre


@contextmanager
def busy(count: int, core: int | None) -> Iterator[None]:
    """Keep the machine, or one processor, busy with so many processes."""
    hogs = [subprocess.Popen([*bound(core), sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()


def bound(core: int | None) -> list[str]:
    """Return the words before a command that bind it to a processor."""
    return [] if core is None else ["taskset", "-c", str(core)]


class Engine:
    """The engine as a process that speaks the protocol."""

    def __init__(self, limit: float, core: int | None) -> None:
        command = [*bound(core), sys.executable, "-m", "passatempo", "mnk", "protocol"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask(f"START {SIDE}")
        self.say(f"INFO timeout_turn {round(1000 * limit)}")

    def say(self, line: str) -> None:
        """Send a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def ask(self, line: str) -> str:
        """Send a line and wait for the answer."""
        assert self.process.stdout is not None
        self.say(line)
        return self.process.stdout.readline().strip()


def times(limit: float, wanted: int, seed: int, core: int | None) -> list[float]:
    """Return the seconds of so many moves."""
    ask_for_short_slices()
    engine, rng, found = Engine(limit, core), random.Random(seed), list[float]()
    while len(found) < wanted:
        engine.ask("RESTART")
        taken: set[tuple[int, int]] = set()
        for _ in range(MOVES_A_GAME):
            cell = draw(rng, taken)
            started = time.monotonic()
            answer = engine.ask(f"TURN {cell[0]},{cell[1]}")
            spent = time.monotonic() - started
            if answer.startswith("ERROR"):
                break
            column, row = map(int, answer.split(","))
            taken |= {cell, (column, row)}
            found.append(spent)
    engine.say("END")
    engine.process.wait()
    return found[:wanted]


def draw(rng: random.Random, taken: set[tuple[int, int]]) -> tuple[int, int]:
    """Draw a free cell around the centre."""
    while True:
        cell = tuple(min(SIDE - 1, max(0, round(rng.gauss(SIDE // 2, SPREAD)))) for _ in range(2))
        if cell not in taken:
            return cell[0], cell[1]


def main() -> None:
    """Measure, and print one line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=float, default=0.2, help="seconds a move")
    parser.add_argument("--moves", type=int, default=500)
    parser.add_argument("--busy", type=int, default=4, help="processes beside")
    parser.add_argument("--core", type=int, help="the processor to which the engine and the busy ones are bound")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print("\n".join(facts()))
    with busy(asked.busy, asked.core):
        time.sleep(1)
        found = times(asked.limit, asked.moves, asked.seed, asked.core)
    whole = sorted(spent / asked.limit for spent in found if spent > asked.limit / 2) or [0.0]
    late = sum(spent > asked.limit for spent in found)
    print(
        f"limit {asked.limit:g} s, {asked.busy} busy processes: "
        f"{len(found)} moves, {late} late, longest {max(found):.3f} s"
    )
    mean, median = statistics.mean(whole), statistics.median(whole)
    print(f"{len(whole)} to the clock; share used: mean {mean:.2f}, median {median:.2f}, least {whole[0]:.2f}")
    print(f"load at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
