"""Grades of rows to be completed: effort of a search card after card, a hundred puzzles a grade, and rates.

Run it by ``python benchmarks/puzzles/order.py [number a grade]``.
"""

from __future__ import annotations

import sys
import time
from statistics import median
from typing import TYPE_CHECKING

from passatempo.cards.puzzles.order import ORDER, OrderParams
from passatempo.cards.reference.search import orderings
from passatempo.core.limits import Deadline, Limits
from passatempo.core.puzzle import GRADES, Made
from passatempo.core.random import Random

if TYPE_CHECKING:
    from passatempo.cards.model import Deal

SECONDS = 2.0  # of processor time for each rate


def effort(made: Made[Deal]) -> int:
    """Count the cards laid by a search from the left that looks at the given cards and the shape alone."""
    deadline = Deadline(Limits())
    for _ in orderings(made.instance, deadline):
        pass
    return deadline.nodes


def ranks(values: list[float]) -> list[float]:
    """Return the rank of each value, the mean of their ranks for equal ones."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    start = 0
    for end in range(1, len(order) + 1):
        if end == len(order) or values[order[end]] != values[order[start]]:
            for k in order[start:end]:
                found[k] = (start + end - 1) / 2
            start = end
    return found


def spearman(first: list[float], second: list[float]) -> float:
    """Return Spearman's coefficient of two lists."""
    a, b = ranks(first), ranks(second)
    mean = (len(a) - 1) / 2
    both = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    alone = [sum((x - mean) ** 2 for x in one) for one in (a, b)]
    return both / (alone[0] * alone[1]) ** 0.5


def puzzles(params: OrderParams, grade: int, number: int) -> list[Made[Deal]]:
    """Make so many puzzles of a grade."""
    found: list[Made[Deal]] = []
    seed = 0
    while len(found) < number:
        seed += 1
        made = ORDER.make(params, Random(seed, "bench", grade), Deadline(Limits()))
        if made is not None and made.grade == grade:
            found.append(made)
    return found


def rate(params: OrderParams) -> float:
    """Return how many puzzles of any grade are made in a second of processor time."""
    started, seed, found = time.process_time(), 0, 0
    while time.process_time() - started < SECONDS:
        seed += 1
        found += ORDER.make(params, Random(seed, "rate"), Deadline(Limits())) is not None
    return found / SECONDS


def main(number: int) -> None:
    """Print the table of grades and the rates."""
    loads: list[float] = []
    efforts: list[float] = []
    for grade in GRADES:
        made = puzzles(ORDER.by_grade[grade], grade, number)
        spent = [effort(one) for one in made]
        loads += [one.load for one in made]
        efforts += spent
        print(f"grade {grade}: {number} puzzles of {ORDER.by_grade[grade].cards} cards, median effort {median(spent)}")
    print(f"Spearman load/effort {spearman(loads, efforts):.2f}")
    for n in (7, 9, 11, 13, 15):
        print(f"{n} cards: {rate(OrderParams(n)):.0f}/s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
