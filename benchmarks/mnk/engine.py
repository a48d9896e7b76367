"""Speed and depth of the m,n,k engine in processor time: ``python benchmarks/mnk/engine.py``."""

from __future__ import annotations

import statistics
import time

from passatempo.core.limits import Limits
from passatempo.mnk.engine.search import Engine
from passatempo.mnk.text import read

FOUR_MARKS = ("h8 i9 i7 g9", "h8 h9 i9 g9", "h8 i8 j10 f6", "h8 j8 k10 g6", "h8 g7 g9 i10")
BOARDS = (
    (15, 15, 5, FOUR_MARKS),
    (70, 70, 10, ("20,20 21,21 20,22 22,20", "35,35 36,36 35,37 37,35", "35,35 35,36 36,36 34,36")),
)
NODES = 800_000


def main() -> None:
    """Search each opening anew and tell nodes a second and the depth that one second reaches."""
    for m, n, k, games in BOARDS:
        speeds, depths = [], []
        for moves in games:
            position = read(f"m: {m}\nn: {n}\nk: {k}\nmoves: {moves}")
            engine = Engine(position.rules)
            started = time.process_time()
            thought = engine.search_to_level(position.cells, position.to_move, Limits(nodes=NODES))
            spent = time.process_time() - started
            speeds.append(thought.node_count / spent)
            second = engine_after(position, round(thought.node_count / spent))
            depths.append(second)
        spread = f"{min(speeds) / 1e6:.2f}-{max(speeds) / 1e6:.2f}"
        print(f"{m},{n},{k}: {statistics.median(speeds) / 1e6:.2f} M nodes/s ({spread}); depth in one second: {depths}")


def engine_after(position: object, nodes: int) -> int:
    """Return the depth that so many nodes finish."""
    engine = Engine(position.rules)  # type: ignore[attr-defined]
    return engine.search_to_level(position.cells, position.to_move, Limits(nodes=nodes)).depth  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
