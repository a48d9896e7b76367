"""The table of grades of a kind of Machiavelli's puzzles: loads, a person's effort, and how fast they are made."""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING, TypeAlias

from passatempo.core.limits import Deadline, Limits
from passatempo.core.random import Random

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.core.puzzle import Made, Recipe
    from passatempo.machiavelli.model import Turn
    from passatempo.machiavelli.puzzles.parameters import Params

SECONDS = 3.0  # of processor time for each rate
Kind: TypeAlias = "Recipe[Params, Turn]"


def puzzles(recipe: Kind, params: Params, grade: int, number: int) -> list[Made[Turn]]:
    """Make different puzzles of a grade."""
    found: dict[object, Made[Turn]] = {}
    seed = 0
    while len(found) < number:
        seed += 1
        made = recipe.make(params, Random(seed, "bench", grade), Deadline(Limits()))
        if made is not None and made.grade == grade:
            found[recipe.key(made)] = made
    return list(found.values())


def rate(recipe: Kind, params: Params) -> float:
    """Return how many puzzles of any grade are made in a second of processor time."""
    started, seed, found = time.process_time(), 0, 0
    while time.process_time() - started < SECONDS:
        seed += 1
        found += recipe.make(params, Random(seed, "rate"), Deadline(Limits())) is not None
    return found / (time.process_time() - started)


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, of equal ones the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    places: dict[float, list[int]] = {}
    for place, k in enumerate(order):
        places.setdefault(values[k], []).append(place)
    return [sum(places[value]) / len(places[value]) for value in values]


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the rank correlation."""
    a, b = ranks(one), ranks(other)
    middle = (len(a) - 1) / 2
    both = sum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True))
    alone = [sum((x - middle) ** 2 for x in xs) for xs in (a, b)]
    return float(both / (alone[0] * alone[1]) ** 0.5)


def show(recipe: Kind, effort: Callable[[Made[Turn]], int], number: int, sizes: Sequence[Params]) -> None:
    """Print the table and the rates."""
    loads: list[float] = []
    efforts: list[float] = []
    for grade, params in recipe.by_grade.items():
        made = puzzles(recipe, params, grade, number)
        spent = [effort(one) for one in made]
        loads += [one.load for one in made]
        efforts += spent
        quartiles = sorted(spent)[number // 4], sorted(spent)[3 * number // 4]
        print(f"grade {grade}: {recipe.word(params)}, effort {median(spent):g} (quartiles {quartiles})", flush=True)
    print(f"Spearman load/effort {spearman(loads, efforts):.2f}")
    for params in sizes:
        print(f"{recipe.word(params)}: {rate(recipe, params):.0f} puzzles a second")
