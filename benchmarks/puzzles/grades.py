"""Does the grade follow the difficulty? The effort of a person-like solver on puzzles of every grade.

    python benchmarks/puzzles/grades.py [CODE ...] [--count 100]

Prints for each kind the median effort and load by grade, Spearman's rank correlation of load and effort, and for some
parameters how many puzzles of any grade are made in a second of processor time.
"""

import argparse
import sys
import time
from importlib import import_module
from itertools import count, islice
from pathlib import Path
from statistics import median

from passatempo.core.limits import Deadline, Limits
from passatempo.core.random import Random
from passatempo.puzzles.generator import search_puzzles
from passatempo.puzzles.identity import puzzle_kinds, recipe_of

SECONDS = 2.0  # of processor time for each rate
sys.path.insert(0, str(Path(__file__).parents[1]))  # the person of a kind stands in a file of the kind's name


def person(kind):
    """Return the file with the name of a kind: `effort`, and the parameters `RATED`."""
    return import_module(f"puzzles.{kind.name}")


def ranks(values):
    """Return the ranks of values, equal ones sharing theirs."""
    order = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(order)))}
    counts = {value: order.count(value) for value in first}
    return [first[value] + (counts[value] - 1) / 2 for value in values]


def spearman(left, right):
    """Return Spearman's rank correlation."""
    a, b = ranks(left), ranks(right)
    mean = (len(a) - 1) / 2
    above = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    below = (sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)) ** 0.5
    return above / below


def measure(name, kind, number):
    """Print the table of a kind."""
    somebody, recipe = person(kind), recipe_of(kind)
    loads, efforts = [], []
    print(f"{kind.code} {name} {kind.name}")
    for grade in recipe.by_grade:
        seeds, deadline = Random(grade, "grades", kind.code), Deadline(Limits())
        puzzles = list(islice(search_puzzles(name, kind, recipe.by_grade[grade], seeds, deadline, grade), number))
        found = [somebody.effort(puzzle.content) for puzzle in puzzles]
        loads += [puzzle.content.solving_effort for puzzle in puzzles]
        efforts += found
        middle = median(puzzle.content.solving_effort for puzzle in puzzles) / 100
        word = recipe.params_word(recipe.by_grade[grade])
        print(
            f"  grade {grade}  {word:10} effort {median(found):9}  load {middle:6.2f}",
            flush=True,
        )
    print(f"  Spearman {spearman(loads, efforts):.2f} over {len(loads)} puzzles", flush=True)
    for params in somebody.RATED:
        print(f"  {recipe.params_word(params):10} {rate(recipe, params):9.1f}/s", flush=True)


def rate(recipe, params):
    """Return how many puzzles of any grade attempts make in a second of processor time."""
    started, good, seeds = time.process_time(), 0, count()
    while (spent := time.process_time() - started) < SECONDS:
        good += recipe.make_puzzle(params, Random(next(seeds), "rate"), Deadline(Limits())) is not None
    return good / spent


def main():
    """Measure the kinds named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("codes", nargs="*")
    parser.add_argument("--count", type=int, default=100)
    chosen = parser.parse_args()
    for name, kind in puzzle_kinds():
        if not chosen.codes or kind.code in chosen.codes:
            measure(name, kind, chosen.count)


if __name__ == "__main__":
    main()
