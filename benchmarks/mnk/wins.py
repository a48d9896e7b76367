"""How soon the m,n,k engine sees forced wins: ``python benchmarks/mnk/wins.py [--nodes N] [--file FILE]``.

The positions are of games of strong programs; the side to move has a forced win that another program announced. Told
are how many of them are seen as wins within a number of nodes, and the smallest number of nodes, of a row that grows by
the half, with which each is.
"""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path
from typing import TYPE_CHECKING

from passatempo.core.limits import Limits
from passatempo.mnk.engine.search import DECIDED, Engine
from passatempo.mnk.text import position_of

if TYPE_CHECKING:
    from passatempo.mnk import Position

FILE = Path(__file__).parents[2] / "tests" / "data" / "mnk" / "wins.json"
NODES = 250_000
FEWEST = 2_000


def main() -> None:
    """Search each position with ever fewer nodes, as long as the win is seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--file", type=Path, default=FILE)
    asked = parser.parse_args()
    cases = json.loads(asked.file.read_text())["cases"]
    needed = [
        nodes_of(
            position_of(case["m"], case["n"], case["k"], moves=[tuple(move) for move in case["moves"]]), asked.nodes
        )
        for case in cases
    ]
    seen = [nodes for nodes in needed if nodes is not None]
    median = statistics.median(nodes or 10 * asked.nodes for nodes in needed)
    told = f"{median:,.0f}" if median <= asked.nodes else "more"
    print(f"{len(seen)} of {len(needed)} seen as wins within {asked.nodes:,} nodes; median of all: {told}")


def nodes_of(position: Position, most: int) -> int | None:
    """Return the fewest nodes tried, from `most` down, with which the win is seen; None where it is not."""
    fewest, nodes = None, most
    while nodes >= FEWEST and sees_win(position, nodes):
        fewest, nodes = nodes, nodes * 2 // 3
    return fewest


def sees_win(position: Position, nodes: int) -> bool:
    """Tell whether a search by itself, with an empty table, tells a win."""
    thought = Engine(position.rules).search_to_level(position.cells, position.to_move, Limits(nodes=nodes))
    return thought.lines[0].score > DECIDED


if __name__ == "__main__":
    main()
