"""The kernel takes any array: it answers or refuses, and never reads or writes beside it (also under sanitizers)."""

from array import array
from itertools import pairwise

import pytest

from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.optimiza import _kernel
from passatempo.optimiza.exact import best as exact
from passatempo.optimiza.geometry import landing_cells
from passatempo.optimiza.model import VARIANTS, row_lengths

NO_LIMITS = Limits().kernel


def arrays(number):
    """Yield arrays of the right size with any numbers 0..n, which are no boards."""
    for seed in range(number):
        random = Random(seed, "hostile")
        n, variant = random.in_range(2, 9), random.choice(VARIANTS)
        size = sum(row_lengths(variant, n))
        kind = seed % 4
        if kind == 0:
            cells = [random.below(n + 1) for _ in range(size)]
        elif kind == 1:
            cells = [random.below(n + 1)] * size
        elif kind == 2:
            cells = [random.choice([0, 1, n]) for _ in range(size)]
        else:
            cells = [1 + random.below(2) if random.below(3) else 0 for _ in range(size)]
        yield variant, n, array("H", cells)


def places(variant, n):
    return [(i, j) for i, length in enumerate(row_lengths(variant, n)) for j in range(length)]


def legal(variant, n, cells, path):
    """Tell whether a path lands on free cells in legal moves."""
    where = places(variant, n)
    moves = all(d in landing_cells(variant, n, *where[c], cells[c]) and cells[d] >= cells[c] for c, d in pairwise(path))
    return moves and len(set(path)) == len(path) and all(cells[c] for c in path)


@pytest.mark.parametrize("number", [200, pytest.param(5000, marks=pytest.mark.long)])
def test_any_numbers_get_a_legal_path_of_their_sum(number):
    for variant, n, cells in arrays(number):
        value, path = exact.greatest_sum(cells, n, variant)
        assert legal(variant, n, cells, path)
        assert value == sum(cells[c] for c in path)
        assert bool(path) == any(cells)


@pytest.mark.quick(2)
@pytest.mark.parametrize("number", [20, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("nodes", [0, 1, 5, 40, 1000])
def test_any_numbers_under_limits(nodes, number):
    for variant, n, cells in arrays(number):
        kind = VARIANTS.index(variant)
        _, _, most, *_ = _kernel.best(cells, n, kind, 0, *NO_LIMITS)
        for manner in (0, 1):
            _, _, value, bound, path, _ = _kernel.best(cells, n, kind, manner, *Limits(nodes=nodes).kernel)
            assert value == sum(cells[c] for c in path) <= most <= bound
            assert legal(variant, n, cells, path)
        start = next((c for c, v in enumerate(cells) if v), None)
        if start is not None:
            _, _, value, bound, path = _kernel.best_from(cells, n, kind, start, *Limits(nodes=nodes).kernel)
            assert (path[0], value) == (start, sum(cells[c] for c in path))
            assert value <= bound
        _kernel.values(cells, n, kind, 0, *Limits(nodes=nodes).kernel)
        _kernel.count(cells, n, kind, 7, *Limits(nodes=nodes).kernel)


@pytest.mark.parametrize(
    ("cells", "n", "variant", "words"),
    [
        (array("H", [1, 1, 1]), 2, "torus-queen", "one 16-bit word for each cell"),
        (array("I", [1, 1, 1, 2]), 2, "torus-queen", "16-bit whole numbers"),
        (array("H"), 2, "torus-queen", "one 16-bit word for each cell"),
        (array("H", [1, 1, 1, 3]), 2, "torus-queen", "greater than N"),
        (array("H", [65535] * 4), 2, "torus-queen", "greater than N"),
        (array("H", [1, 1, 1, 2]), 1, "torus-queen", "at least 2"),
        (array("H", [1, 1, 1, 2]), -3, "torus-queen", "at least 2"),
        (array("H", [1, 1, 1, 2]), 2**40, "torus-queen", "it must be <= 4000"),
        (array("H", [1, 1, 1, 2]), 2, "sphere", "not one of"),
        (array("H", [1] * 6400), 80, "torus-queen", "more than 4096 cells"),
    ],
)
def test_what_is_no_array_of_a_board_is_refused(cells, n, variant, words):
    with pytest.raises(UsageError, match=words):
        exact.greatest_sum(cells, n, variant)


@pytest.mark.parametrize("cells", [None, 5, "1112", [1, 1, 1, 2]])
def test_what_is_no_buffer_is_refused(cells):
    with pytest.raises(UsageError, match="16-bit whole numbers"):
        exact.greatest_sum(cells, 2)


@pytest.mark.parametrize(
    ("place", "first", "number"), [(1, 4, 1), (1, 2, 1), (4, 0, 1), (0, 0, 2), (0, 2**63, 1), (0, 1, 2**63)]
)
def test_boards_that_do_not_exist_are_not_gone_through(place, first, number):
    with pytest.raises(ValueError, match=r"boards|cell"):
        _kernel.exhaust(2, 0, place, first, number, True, 1e18, None)


def test_sizes_with_more_boards_than_can_be_numbered_are_refused():
    with pytest.raises(ValueError, match="more boards"):
        _kernel.exhaust(8, 0, 0, 0, 1, True, 1e18, None)
    with pytest.raises(ValueError, match="at most 64"):
        _kernel.exhaust(9, 0, 0, 0, 1, True, 1e18, None)
