"""Machiavelli's common tables: two decks, 18 to 90 cards, half of them heaps of legal groups, half with a card swapped.

    python benchmarks/machiavelli/tables.py --number 120 --ace low > tables.jsonl

A line is an instance for ``passatempo machiavelli arrange --batch``. The same flags give the same tables everywhere.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from passatempo.core.json import encode
from passatempo.core.random import Random
from passatempo.machiavelli.generate import Params, generate
from passatempo.machiavelli.json import TURN
from passatempo.machiavelli.model import ACES, JOKER, Ace, Turn

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED = 2011
SIZES = (18, 90)  # cards on the table, about


def turns(number: int, ace: Ace = "low", seed: int = SEED) -> list[Turn]:
    """Make tables, all different; one with a card swapped may still be one that can be arranged.

    >>> [len(turn.cards) for turn in turns(3)] == [len(turn.cards) for turn in turns(3)]
    True
    """
    found: dict[bytes, Turn] = {}
    for turn in endless(ace, seed):
        found.setdefault(turn.table_counts, turn)
        if len(found) == number:
            break
    return list(found.values())


def endless(ace: Ace, seed: int) -> Iterator[Turn]:
    """Yield a heap and a heap with one card swapped, in turns, without end."""
    rng = Random(seed, "benchmark", "machiavelli", ace)
    while True:
        for kind in ("heap", "swapped"):
            yield generate(Params(cards=rng.in_range(*SIZES), kind=kind, ace=ace), rng)


def counts(tables: list[Turn]) -> bytes:
    """Return the input of `arrange_many`."""
    return b"".join(turn.table_counts[:JOKER] for turn in tables)


def line(turn: Turn) -> str:
    """Write a table as a line of JSON."""
    return encode(TURN.dump(turn)) + "\n"


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Print Machiavelli's common tables as JSON lines.")
    parser.add_argument("--number", type=int, default=120)
    parser.add_argument("--ace", choices=ACES, default="low")
    parser.add_argument("--seed", type=int, default=SEED)
    flags = parser.parse_args()
    sys.stdout.writelines(map(line, turns(flags.number, flags.ace, flags.seed)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
