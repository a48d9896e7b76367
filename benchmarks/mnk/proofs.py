"""Exact values of m,n,k-games: time, nodes, and the size and check of the proofs; the cases' positions.

    python benchmarks/mnk/proofs.py --passes 3 > results.md
    python benchmarks/mnk/proofs.py --boards 9,4,4 --passes 1 --memory 1500

Processor time of library calls on one thread, each pass from an empty table.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from passatempo.core.limits import Limits
from passatempo.core.pastime import Question
from passatempo.mnk import Position, Rules, ValueAsk
from passatempo.mnk.commands import read_proof, verify
from passatempo.mnk.proof import methods as proof
from passatempo.mnk.text import position_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

sys.path.insert(0, str(Path(__file__).parents[1]))  # whose files import one another

from machine import facts
from spread import median

T = TypeVar("T")
DATA = Path(__file__).parents[2] / "tests" / "data" / "mnk"
PUBLIC = [tuple(case[key] for key in "mnk") for case in json.loads((DATA / "values.json").read_text())["cases"]]
BEYOND = [(7, 7, 7), (8, 5, 5), (9, 5, 5), (8, 4, 4), (8, 8, 6), (8, 7, 4), (50, 50, 10), (70, 70, 10)]


def row_of(cells: Sequence[str]) -> str:
    """Write a row of a table."""
    return f"| {' | '.join(cells)} |"


def timed(call: Callable[[], T]) -> tuple[float, T]:
    """Return the processor time of a call, and what it returns."""
    started = time.process_time()
    found = call()
    return time.process_time() - started, found


def board(size: tuple[int, int, int], passes: int, memory: int | None) -> tuple[float, str]:
    """Value an empty board, write its proof and check it; a row of the table."""
    position = Position(Rules(*size), bytes(size[0] * size[1]))
    question = Question(position, ValueAsk())
    times = []
    for _ in range(passes):
        seconds, outcome = timed(lambda: proof.value(question, Limits(memory_mb=memory)))
        times.append(seconds)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.txt"
        whole, _ = timed(lambda: proof.value(question, Limits(proof=file, memory_mb=memory)))
        checking, _ = timed(lambda: verify(file))
        nodes = sum(len(claim.nodes) for claim in read_proof(str(file))[1])
        stored = file.stat().st_size
    spread = f"{median(times):.3f} ({min(times):.3f}, {max(times):.3f})"
    searched = f"{outcome.stats['nodes']:,}", f"{outcome.stats['probes']:,}"
    size_text = ",".join(map(str, size))
    return median(times), row_of(
        [
            size_text,
            outcome.answer.value,
            spread,
            *searched,
            f"{whole:.2f}",
            f"{nodes:,}",
            f"{stored:,}",
            f"{checking:.2f}",
        ]
    )


def positions(passes: int) -> str:
    """Value the cases' positions, each with what its kind asks for; the median and the greatest time."""
    cases = json.loads((DATA / "positions.json").read_text())["cases"]
    times = []
    for case in cases:
        position = position_of(case["m"], case["n"], case["k"], case["board"], None, case["to_move"])
        question = Question(position, ValueAsk(shortest=True, all_moves=case["kind"] == "exact"))
        times.append(median([timed(lambda question=question: proof.value(question))[0] for _ in range(passes)]))
    return f"{len(cases)} positions: median {1000 * median(times):.2f} ms, greatest {1000 * max(times):.2f} ms"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", nargs="*", help="such as 8,8,4; the public values and some others")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--memory", type=int, help="megabytes of the tables")
    chosen = parser.parse_args()
    print("\n".join(facts()), "\n")
    head = ["board", "value", "s", "nodes", "weak nodes", "with proof, s", "nodes of it", "bytes", "check, s"]
    print(row_of(head), row_of(["---"] * len(head)), sep="\n")
    wanted = [tuple(map(int, text.split(","))) for text in chosen.boards] if chosen.boards else [*PUBLIC, *BEYOND]
    total = 0.0
    for size in wanted:
        seconds, row = board(size, chosen.passes, chosen.memory)
        total += seconds if size in PUBLIC else 0
        print(row, flush=True)
    if not chosen.boards:
        print(f"\nThe {len(PUBLIC)} public values together: {total:.1f} s. {positions(chosen.passes)}")


if __name__ == "__main__":
    main()
