"""Boards too wide to count, and reasons: our own figures, and clauses for PySAT's solver in the same run.

    python benchmarks/minesweeper/wide.py --seeds 3

Processor time of the library call, which other programs on the machine lengthen less than the clock.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from passatempo.core.random import Random
from passatempo.minesweeper import Board
from passatempo.minesweeper.encodings import sat
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.generate import Params, generate
from passatempo.minesweeper.model import COVERED
from passatempo.minesweeper.reasons import explain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

sys.path.insert(0, str(Path(__file__).parents[1]))  # whose files import one another

from machine import facts


def opened_board(n: int, field: Sequence[bool], opened: Iterable[int]) -> Board:
    """Return the board of a field of mines with some cells opened."""
    width = n + 2
    mine = [0] * (width * width)
    for cell, holds in enumerate(field):
        mine[(cell // n + 1) * width + cell % n + 1] = int(holds)
    cells = bytearray([COVERED]) * (n * n)
    around = [down * width + right for down in (-1, 0, 1) for right in (-1, 0, 1)]
    for cell in opened:
        at = (cell // n + 1) * width + cell % n + 1
        cells[cell] = sum(mine[at + step] for step in around)
    return Board(n, n, bytes(cells))


def lattice(n: int, share: float, seed: int) -> Board:
    """Return a board with every second row and column opened; mines only elsewhere."""
    dice = random.Random(seed)
    opened = [cell for cell in range(n * n) if cell // n % 2 == 1 and cell % n % 2 == 1]
    field = [dice.random() < share for _ in range(n * n)]
    for cell in opened:
        field[cell] = False
    return opened_board(n, field, opened)


def scatter(n: int, share: float, opened: float, seed: int) -> Board:
    """Return a board with a part of the free cells opened at random."""
    dice = random.Random(seed)
    field = [dice.random() < share for _ in range(n * n)]
    return opened_board(n, field, [cell for cell in range(n * n) if not field[cell] and dice.random() < opened])


def spent(call: Callable[[Board], object], board: Board) -> tuple[float, object]:
    """Return the processor time of a call, and what it returned."""
    started = time.process_time()
    answer = call(board)
    return time.process_time() - started, answer


def boards(seeds: int, largest: int, clauses: int) -> None:
    """Print a row for each kind of board up to a size, and put those up to another size to the clauses."""
    kinds: list[tuple[str, Callable[[int], Board]]] = [
        ("lattice 61, 30 %", lambda seed: lattice(61, 0.3, seed)),
        ("lattice 101, 30 %", lambda seed: lattice(101, 0.3, seed)),
        ("scatter 120, 20 %/40 %", lambda seed: scatter(120, 0.2, 0.4, seed)),
        ("scatter 200, 20 %/40 %", lambda seed: scatter(200, 0.2, 0.4, seed)),
        ("scatter 1000, 20 %/20 %", lambda seed: scatter(1000, 0.2, 0.2, seed)),
        ("scatter 1000, 20 %/30 %", lambda seed: scatter(1000, 0.2, 0.3, seed)),
        ("scatter 1000, 20 %/40 %", lambda seed: scatter(1000, 0.2, 0.4, seed)),
    ]
    print("| board, mines/opened | exact, median (least, most) | sat, first seed | ratio | same cells |")
    print("|---|---|---|---|---|")
    for name, make in kinds:
        size = int(name.split()[1].rstrip(","))
        if size > largest:
            continue
        made = [make(seed) for seed in range(1, seeds + 1)]
        exact.safe(made[0])  # warm
        runs = [spent(exact.safe, board) for board in made]
        times = [seconds for seconds, _ in runs]
        told = f"{median(times):.3f} s ({min(times):.3f}, {max(times):.3f})"
        if size > clauses:
            print(f"| {name} | {told} | | | |", flush=True)
            continue
        seconds, other = spent(sat.safe, made[0])
        same = "yes" if other.answer == runs[0][1].answer else "NO"  # type: ignore[attr-defined]
        print(f"| {name} | {told} | {seconds:.2f} s | {seconds / times[0]:.0f} | {same} |", flush=True)


def reasons(number: int) -> None:
    """Print what the reasons of the certain cells of expert positions cost."""
    each, whole, levels = [], [], dict.fromkeys(("single", "pair", "chain", "count"), 0)
    for i in range(number):
        board = generate(Params(preset="expert"), Random(1, "benchmark", "reasons", i))
        for mines in (None, board.mines):
            seconds, outcome = spent(explain, Board(board.rows, board.columns, board.cells, mines))
            found = outcome.answer.reasons  # type: ignore[attr-defined]
            whole.append(seconds)
            if found:
                each.append(seconds / len(found))
            for reason in found:
                levels[reason.level] += 1
    each.sort()
    print(f"\n{2 * number} expert positions, half with the mine count; {sum(levels.values())} certain cells: {levels}")
    print(f"a position: median {1e3 * median(whole):.1f} ms, most {1e3 * max(whole):.1f} ms")
    print(f"a cell: median {1e3 * median(each):.2f} ms, most (mean of a position) {1e3 * each[-1]:.2f} ms")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--largest", type=int, default=1000, help="rows of the largest boards")
    parser.add_argument("--clauses", type=int, default=120, help="rows of the largest boards for the method sat")
    chosen = parser.parse_args()
    print(facts())
    boards(chosen.seeds, chosen.largest, chosen.clauses)
    reasons(chosen.positions)


if __name__ == "__main__":
    main()
