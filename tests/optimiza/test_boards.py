"""Boards that are asked for by what their paths are: an oracle with a geometry of its own finds them so.

Tests: exact/boards.py, generate.py
"""

import json
from itertools import permutations
from subprocess import run
from sys import executable

import pytest

from passatempo import optimiza
from passatempo.core.errors import UsageError
from passatempo.core.random import Random
from passatempo.optimiza.exact import boards
from passatempo.optimiza.generate import Params
from passatempo.optimiza.generate import generate as draw
from passatempo.optimiza.model import VARIANTS, copy_count

from .puzzle_oracle import best_paths, landings

SIZES = (4, 5, 6, 7)


def backward(rows, variant, end):
    """Return the sum of the newspaper's greedy, as the text says it: the greatest unused number that leads here."""
    places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
    leads = {place: landings(rows, variant, place) for place in places}
    head, path = end, [end]
    while True:
        here = rows[head[0]][head[1]]
        before = [p for p in places if head in leads[p] and p not in path and rows[p[0]][p[1]] <= here]
        if not before:
            return sum(rows[i][j] for i, j in path)
        head = max(before, key=lambda place: rows[place[0]][place[1]])  # the first of the greatest
        path.append(head)


def levels(rows, variant):
    """Return X, Y and Z."""
    places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
    sums = {place: backward(rows, variant, place) for place in places}
    top = max(places, key=lambda place: rows[place[0]][place[1]])
    return sums[top], max(sums.values()), best_paths(rows, variant)[0]


def rows_of(board):
    return [list(row) for row in board.rows]


def apart(found):
    x, y, z = found
    return x < y < z


@pytest.mark.quick(10)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("n", SIZES)
def test_what_is_asked_for_is_found_by_the_oracle_too(variant, n):
    for seed in range(3):
        one = optimiza.new(seed=seed, N=n, variant=variant, unique=True)
        assert best_paths(rows_of(one), variant)[1] == 1
        stepped = optimiza.new(seed=seed, N=n, variant=variant, levels=True)
        assert apart(levels(rows_of(stepped), variant))
        both = optimiza.new(seed=seed, N=n, variant=variant, unique=True, levels=True)
        assert best_paths(rows_of(both), variant)[1] == 1
        assert apart(levels(rows_of(both), variant))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_first_board_that_fits_is_given_and_none_before_it(variant):
    """The same stream drawn without wishes has, up to the board given out, none that the oracle would take."""
    for wishes in ({"unique": True}, {"levels": True}):
        given = boards.generate(Params(5, variant, **wishes), Random(7, "first"))
        stream, passed = Random(7, "first"), 0
        while (board := draw(Params(5, variant), stream)) != given:
            rows = rows_of(board)
            assert not (best_paths(rows, variant)[1] == 1 if "unique" in wishes else apart(levels(rows, variant)))
            passed += 1
        assert passed < boards.MOST_TRIES


@pytest.mark.parametrize(("n", "variant", "wish"), [(2, "torus-queen", "unique"), (3, "hex-tri", "levels")])
def test_a_wish_that_no_board_grants_ends_with_a_sentence(n, variant, wish):
    """None of all boards of the size has what is asked for, as the oracle says."""
    numbers = [value for value in range(1, n + 1) for _ in range(copy_count(variant, n, value))]
    lengths = range(1, n + 1) if variant == "hex-tri" else [n] * n
    for cells in set(permutations(numbers)):
        left = iter(cells)
        rows = [[next(left) for _ in range(length)] for length in lengths]
        assert best_paths(rows, variant)[1] > 1 if wish == "unique" else not apart(levels(rows, variant))
    with pytest.raises(UsageError, match=r"^no board with .* found in 5000 tries; another size or kind may have one$"):
        optimiza.new(N=n, variant=variant, **{wish: True})


def test_a_search_that_grows_too_large_is_given_up():
    """One such board takes more than all searches may: nothing is found, and nothing hangs."""
    with pytest.raises(UsageError, match=r"one best path alone and levels apart was found in \d+ tr(y|ies)"):
        optimiza.new(N=50, variant="klein-rook", hardness="dense", unique=True, levels=True)
    with pytest.raises(UsageError, match="51 is too large for a board that must be solved first"):
        optimiza.new(N=51, unique=True)
    assert optimiza.new(N=51).n == 51


def test_without_a_wish_a_seed_gives_the_board_that_it_gave():
    for seed in range(5):
        assert optimiza.new(seed=seed, N=6) == draw(Params(6), Random(seed, "optimiza", 0))


def test_the_command_takes_the_same_wishes():
    told = run(
        [executable, "-m", "passatempo", "optimiza", "new", "--N", "5", "--unique", "--levels", "--count", "3"],
        capture_output=True,
        text=True,
        check=True,
    )
    made = optimiza.new(N=5, unique=True, levels=True, count=3)
    assert [json.loads(line)["board"] for line in told.stdout.splitlines()] == [rows_of(board) for board in made]
    refused = run(
        [executable, "-m", "passatempo", "optimiza", "new", "--N", "2", "--unique"], capture_output=True, text=True
    )
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
