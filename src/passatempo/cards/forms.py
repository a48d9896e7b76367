"""The conditions on distances and positions as conditions on how many cards lie inside some runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from passatempo.cards.model import Deal


class Form(NamedTuple):
    """A condition on the number of cards inside some runs: `low` <= cards <= `high`."""

    runs: frozenset[int]
    low: int
    high: int


def forms_of(deal: Deal) -> list[Form]:
    """Write the conditions on distances and positions as conditions on cards inside runs.

    >>> from passatempo.cards.model import Deal, Distance
    >>> forms_of(Deal((1, 2, 3), (Distance(1, 3, "=", 4),)))
    [Form(runs=frozenset({2, 3}), low=2, high=2)]
    """
    inside = len(deal.cards) - deal.points
    forms = []
    for first, second, op, value in deal.distances:
        # p[second] - p[first] = (second - first) + the cards inside the runs first + 1 .. second
        rest = value - (second - first)
        rest_low, rest_high = (0 if op == "<=" else rest), (inside if op == ">=" else rest)
        forms.append(Form(frozenset(range(first + 1, second + 1)), rest_low, rest_high))
    for point, position in deal.fixed:
        # p[point] = point + the cards inside the runs 1 .. point
        forms.append(Form(frozenset(range(1, point + 1)), position - point, position - point))
    return forms


def joined(forms: list[Form]) -> list[Form]:
    """Join the conditions on the same runs.

    >>> joined([Form(frozenset({2, 3}), 2, 9), Form(frozenset({2, 3}), 0, 4)])
    [Form(runs=frozenset({2, 3}), low=2, high=4)]
    """
    bounds: dict[frozenset[int], tuple[int, int]] = {}
    for runs, low, high in forms:
        least, most = bounds.get(runs, (low, high))
        bounds[runs] = max(low, least), min(high, most)
    return [Form(runs, low, high) for runs, (low, high) in bounds.items()]
