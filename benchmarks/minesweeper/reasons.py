"""What a reason and a conflict cost: of played expert games, of late positions, of boards without a layout.

    python -m benchmarks.minesweeper.reasons --games 200 --late 300

Processor time, which other programs on the machine lengthen less than the clock. From the top of the repository: the
positions are those of the tests.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

from tests.minesweeper.reasons.contradictions import CONTRADICTIONS
from tests.minesweeper.reasons.late import played, readings

from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.reasons import contradiction, explain, reason_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from passatempo.minesweeper import Board


@dataclass
class Figures:
    """Milliseconds of processor time: of cells alone by level, of cells of whole positions, of conflicts."""

    cells: dict[str, list[float]] = field(default_factory=dict)
    shares: list[float] = field(default_factory=list)
    conflicts: list[float] = field(default_factory=list)


def milliseconds(started: float) -> float:
    """Return the processor time since then."""
    return 1000 * (time.process_time() - started)


def measured(boards: Iterable[Board]) -> Figures:
    """Explain boards, as a whole and cell by cell."""
    figures = Figures()
    for board in boards:
        certain = exact.safe(board).answer
        started = time.process_time()
        if certain is None:
            contradiction(board)
            figures.conflicts.append(milliseconds(started))
            continue
        explain(board)
        cells = [*certain.safe, *certain.sure_mines]
        figures.shares += [milliseconds(started) / len(cells)] * len(cells) if cells else []
        for cell in cells:
            started = time.process_time()
            reason = reason_of(board, cell)
            figures.cells.setdefault(reason.level if reason else "none", []).append(milliseconds(started))
    return figures


def told(name: str, figures: Figures) -> None:
    """Print a row for each level, and one for the conflicts."""
    for level, times in figures.cells.items():
        print(f"| {name} | {level} | {len(times)} | {median(times):.3f} | {max(times):.2f} |")
    if figures.shares:
        print(f"| {name} | with its position | {len(figures.shares)} | {median(figures.shares):.3f} | ", end="")
        print(f"{max(figures.shares):.2f} |")
    if figures.conflicts:
        print(f"| {name} | conflict | {len(figures.conflicts)} | ", end="")
        print(f"{median(figures.conflicts):.3f} | {max(figures.conflicts):.2f} |")


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--late", type=int, default=300)
    asked = parser.parse_args()
    print("| boards | what | number | median ms | most ms |\n|---|---|---|---|---|")
    told("expert games", measured(played(seed) for seed in range(asked.games)))
    told("late positions", measured(board for seed in range(asked.late) for board in readings(seed)))
    told(f"{len(CONTRADICTIONS)} kinds of contradiction", measured(CONTRADICTIONS.values()))


if __name__ == "__main__":
    main()
