"""Full tours: boards on which one path lands on every cell of the torus. They exist exactly for prime N.

Necessity. In such a path the N + 1 cells of a number v < N stand together, and moves by v stay in a coset of
(N/g)^2 cells, g = gcd(v, N); the cell after them lies in it too, so (N/g)^2 >= N + 2. For composite N with smallest
prime p the number v = N/p has g = v, and p^2 <= N.

Sufficiency, with the moves of a rook. The number v has one cell e(v) of row 0, and all of row v. From e(v) = (0, c) go
down by v to (v, c), walk along row v by steps of -v for odd v and +v for even v (N - 1 of them visit the row, because N
is prime), which ends in column c + v or c - v, and go up by v to (0, c + v) or (0, c - v), which is e(v + 1). The
columns 0, 1, -1, 2, -2, ... are different, and the last of these cells has N.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from passatempo.core.errors import UsageError
from passatempo.optimiza.model import Board, Route, wrong_size

if TYPE_CHECKING:
    from passatempo.optimiza.model import Variant


def smallest_prime(n: int) -> int:
    """Return the smallest prime that divides n.

    >>> smallest_prime(35), smallest_prime(13)
    (5, 13)
    """
    return next((p for p in range(2, int(n**0.5) + 1) if n % p == 0), n)


def full_tour(n: int, variant: Variant = "torus-queen") -> tuple[Board, Route] | None:
    """Return a board of prime size on which a path lands on every cell, and the path; None for composite N.

    Examples
    --------
    >>> board, route = full_tour(3)
    >>> board.rows, len(route.places)
    (((1, 2, 3), (1, 1, 1), (2, 2, 2)), 9)
    >>> full_tour(6) is None
    True
    """
    faults = wrong_size(variant, n)
    if faults:
        raise UsageError(faults[0].text)
    if not variant.startswith("torus"):
        raise UsageError(f"the construction is for the torus, not for {variant}")
    if smallest_prime(n) < n:
        return None
    places: list[tuple[int, int]] = []
    cells = [0] * n + [v for v in range(1, n) for _ in range(n)]
    column = 0
    for v in range(1, n):
        sign = 1 if v % 2 else -1
        cells[column] = v
        places.append((0, column))
        places += [(v, (column - sign * v * step) % n) for step in range(n)]
        column = (column + sign * v) % n
    cells[column] = n
    places.append((0, column))
    return Board(n, tuple(cells), variant), Route(tuple(places))


def obstacle(n: int) -> str:
    """Say why there is no full tour of composite size.

    >>> obstacle(6)
    'no board of size 6 has a full tour: moves by 3 stay among 4 cells, but the 7 cells of 3 and one more need 8'
    """
    v = n // smallest_prime(n)
    coset = (n // gcd(v, n)) ** 2
    return (
        f"no board of size {n} has a full tour: moves by {v} stay among {coset} cells, "
        f"but the {n + 1} cells of {v} and one more need {n + 2}"
    )


def most(n: int) -> int:
    """Return a bound on every sum of size n: of each number at most min(N + 1, (N/g)^2 - 1) cells are passed.

    >>> [most(n) for n in (4, 5, 6, 8, 9, 10, 12)]
    [30, 65, 99, 236, 351, 465, 750]
    """
    return n + sum(v * min(n + 1, (n // gcd(v, n)) ** 2 - 1) for v in range(1, n))
