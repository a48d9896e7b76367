"""Every sentence about a certificate, on boards solved by hand: each claim changed alone.

Tests: certificates.py
"""

import pytest

from passatempo.core.limits import Limits, Stopped
from passatempo.optimiza import certificates, read
from passatempo.optimiza.certificates import check_certificate

TWO = read("1 1\n1 2")  # from each cell to every other; the ones in any order, then the two: 5


def part(number, cells, exits, sums, bounds=None):
    return {"number": number, "cells": cells, "exits": exits, "sums": sums, "bounds": bounds or sums}


LAST = part(2, [[2, 2]], [0], [2])
ONES = part(1, [[1, 1], [1, 2], [2, 1]], [2, 2, 2], [5, 5, 5])
NO_PART = "the component of 1 at (1, 1) is not a component under the rules"


def judged(*parts, value=5):
    """Return what is wrong with a certificate of the small board, and how many components are too large."""
    return check_certificate(TWO, {"value": value, "bound": value, "components": list(parts)})


def test_a_right_certificate():
    assert judged(LAST, ONES) == ([], 0)


def test_of_several_exits_the_best_counts():
    """By 2 one comes from each cell to every other: four twos and the three, 11; from the ones there as well, 15."""
    board = read("1 1 1\n1 2 2\n2 2 3")
    twos = part(2, [[2, 2], [2, 3], [3, 1], [3, 2]], [3] * 4, [11] * 4)
    ones = part(1, [[1, 1], [1, 2], [1, 3], [2, 1]], [11] * 4, [15] * 4)
    page = {"value": 15, "bound": 15, "components": [part(3, [[3, 3]], [0], [3]), twos, ones]}
    assert check_certificate(board, page) == ([], 0)


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ([LAST], ["the components do not cover the board"]),
        ([], ["the components do not cover the board"]),
        (
            [ONES, LAST],
            [
                "the component of 1 at (1, 1) leads to greater numbers that are not listed before it",
                "the components do not cover the board",
            ],
        ),
        ([LAST, ONES | {"exits": [2, 2, 1]}], ["the component of 1 at (1, 1) has other exits"]),
        (
            [LAST, ONES | {"sums": [5, 5, 4]}],
            ["the component of 1 at (1, 1): the greatest sum from a cell is 5, not 4"],
        ),
        ([LAST, ONES | {"number": 2}], [NO_PART.replace("of 1", "of 2"), "the components do not cover the board"]),
        (
            [LAST, part(1, [[1, 1], [1, 2]], [2, 2], [5, 5])],
            [NO_PART, "the components do not cover the board"],
        ),
        (
            [LAST, part(1, [[1, 1], [1, 2], [2, 1], [3, 1]], [2] * 4, [5] * 4)],
            [NO_PART, "the components do not cover the board"],
        ),
        (
            [part(2, [[2, 2]], [1], [2]), ONES],
            ["the component of 2 at (2, 2) has other exits"],
        ),
        (
            [part(2, [[2, 2]], [0], [3]), ONES],
            [
                "the component of 2 at (2, 2): the greatest sum from a cell is 2, not 3",
                "the component of 1 at (1, 1) has other exits",
                "the component of 1 at (1, 1): the greatest sum from a cell is 6, not 5",
                "the component of 1 at (1, 1): the greatest sum from a cell is 6, not 5",
                "the component of 1 at (1, 1): the greatest sum from a cell is 6, not 5",
            ],
        ),
    ],
)
def test_what_is_wrong_with_components(parts, told):
    assert judged(*parts) == (told, 0)


@pytest.mark.parametrize("key", ["exits", "sums", "bounds"])
def test_each_cell_has_an_exit_a_sum_and_a_bound(key):
    told = ["a component of 1 needs one exit, sum and bound for each cell", "the components do not cover the board"]
    assert judged(LAST, ONES | {key: ONES[key][:2]}) == (told, 0)
    assert judged(LAST, part(1, [], [], []))[0] == told


def test_the_greatest_sum_is_that_of_the_components():
    for value in (4, 6):
        assert judged(LAST, ONES, value=value) == ([f"the greatest sum is 5, not {value}"], 0)


def test_a_component_that_is_too_large_is_told(monkeypatch):
    """From each of three ones there are five paths among them."""
    monkeypatch.setattr(certificates, "STEPS", 5)
    assert judged(LAST, ONES | {"sums": [9, 9, 9]}, value=9) == ([], 1)
    monkeypatch.setattr(certificates, "STEPS", 6)
    assert judged(LAST, ONES) == ([], 0)
    monkeypatch.undo()
    assert judged(LAST, ONES | {"sums": [5, 5, 9]}, value=9)[1] == 0


def test_paths_are_counted_as_nodes():
    """One of the two, and five from each of the ones."""
    page = {"value": 5, "bound": 5, "components": [LAST, ONES]}
    assert check_certificate(TWO, page, Limits(nodes=16)) == ([], 0)
    with pytest.raises(Stopped):
        check_certificate(TWO, page, Limits(nodes=15))
    with pytest.raises(Stopped):
        check_certificate(TWO, page, Limits(seconds=0))
