"""The runs of a position, counted for the judge of evaluations: by walking from every mark that begins one."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from passatempo.core.limits import Deadline
    from passatempo.mnk.model import Place, Position


def term(length: int, kind: str, k: int, name: str) -> int:
    """Return the coefficient of a run in A or in B, as the published formula has it.

    >>> term(3, "open", 5, "A"), term(4, "half", 5, "B"), term(5, "closed", 5, "A")
    (100, 2000, 1000000)
    """
    if length >= k:
        return 1_000_000
    near = {"A": {(1, "half"): 80, (1, "open"): 250, (2, "open"): 100}}
    near["B"] = {(1, "half"): 2000, (1, "open"): 5020, (2, "open"): 1300}
    if (k - length, kind) in near[name]:
        return near[name][k - length, kind]
    if (k - length, kind) == (2, "half"):
        return 1
    return {"closed": 0, "half": 2 * length - 1, "open": 2 * length}[kind]


def counted_runs(position: Position, mark: int, deadline: Deadline | None) -> Counter[tuple[int, str]]:
    r"""Count the runs of one side by length and kind.

    On a torus of less than three rows or columns two directions may follow the same steps; such a run counts once.

    >>> from passatempo.mnk.text import read
    >>> counted_runs(read("k: 3\nX X .\nO O ."), 1, None)[2, "half"]
    1
    """
    found, seen = Counter[tuple[int, str]](), set()
    for place in (divmod(cell, position.rules.n) for cell, other in enumerate(position.cells) if other == mark):
        if deadline is not None and place[1] % 64 == 0:
            deadline.check()
        for step in ((0, 1), (1, 0), (1, 1), (1, -1)):
            walk = _run(position, place, step)
            if not walk or frozenset(map(frozenset, pairwise(walk))) in seen:
                continue
            seen.add(frozenset(map(frozenset, pairwise(walk))))
            around = walk[0] == walk[-2]
            free = 0 if around else sum(_mark(position, end) == 0 for end in (walk[0], walk[-1]))
            found[len(walk) - 2, ("closed", "half", "open")[free]] += 1
    return found


def _run(position: Position, place: Place, step: Place) -> list[Place]:
    """Walk along a run from its first cell; the places before and after it included. Empty if it begins elsewhere."""
    mark = _mark(position, place)
    if not position.rules.torus and _mark(position, _beside(position, place, (-step[0], -step[1]))) == mark:
        return []  # around a torus every cell may be the first
    walk = [_beside(position, place, (-step[0], -step[1])), place]
    while _mark(position, walk[-1]) == mark:
        walk.append(_beside(position, walk[-1], step))
        if walk[-1] == place:  # around a torus
            return walk
    return walk if _mark(position, walk[0]) != mark else []


def _beside(position: Position, place: Place, step: Place) -> Place:
    row, column = place[0] + step[0], place[1] + step[1]
    return (row % position.rules.m, column % position.rules.n) if position.rules.torus else (row, column)


def _mark(position: Position, place: Place) -> int:
    """Return the mark of a place, -1 off the board."""
    row, column = place
    inside = 0 <= row < position.rules.m and 0 <= column < position.rules.n
    return position.cells[row * position.rules.n + column] if inside else -1
