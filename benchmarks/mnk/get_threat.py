"""What the report's literal `getThreat` costs against one pass over the lines: `python benchmarks/mnk/get_threat.py`.

Both count the same runs in plain Python; told are looks at cells (of the literal one, which do not hang on the machine)
and the ratio of processor time, the median of some repeats in turns.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from passatempo.mnk.corrado.evaluation import evaluation_of
from passatempo.mnk.model import Position
from passatempo.mnk.reference import ends
from passatempo.mnk.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]  # whose files import one another

from tests.mnk.test_report import FlaggedBoard  # noqa: E402

from machine import facts  # noqa: E402

BOARDS = ((7, 7, 4, 16), (15, 15, 5, 40), (15, 15, 5, 100), (25, 25, 10, 100), (50, 50, 10, 100))


def position_of(m: int, n: int, k: int, marks: int) -> Position:
    """Make a position by moves drawn by lot that end nothing."""
    rng, rules = random.Random(1), Rules(m, n, k)
    cells, order = bytearray(rules.size), list[int]()
    while len(order) < marks:
        cell = rng.randrange(rules.size)
        if not cells[cell]:
            cells[cell] = 1 + len(order) % 2
            if ends(rules, cells, cell):
                cells[cell] = 0
            else:
                order.append(cell)
    return Position(rules, bytes(cells), tuple(order))


def seconds(act: Callable[[], object]) -> float:
    """Return the processor time of something."""
    started = time.process_time()
    act()
    return time.process_time() - started


def ratio_on(position: Position) -> float:
    """Return the time of the literal counting, as a multiple of that of one pass."""
    return seconds(lambda: FlaggedBoard(position).evaluate(1)) / seconds(lambda: evaluation_of(position, 1))


def main() -> None:
    """Measure, and print a line for each length on a board, and one for all of them together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7)
    repeats = parser.parse_args().repeats
    print("\n".join(facts()))
    for m, n, k, marks in BOARDS:
        position = position_of(m, n, k, marks)
        print(f"{m},{n},{k}, {marks} marks:")
        for length in range(1, k):
            board = FlaggedBoard(position)
            board.get_threat(1, length, "open")
            print(f"  length {length}: {board.looks} looks")
        board = FlaggedBoard(position)
        board.evaluate(1)
        ratios = [ratio_on(position) for _ in range(repeats)]
        ratio, low, high = statistics.median(ratios), min(ratios), max(ratios)
        print(f"  all {board.calls} calls: {board.looks} looks; {ratio:.1f} times one pass ({low:.1f} to {high:.1f})")


if __name__ == "__main__":
    main()
