"""Reasons and conflicts: each minimal set is judged again by a second solver, and no cell is left out.

Tests: reasons.py
"""

import json
import random
import re
from itertools import chain, combinations
from pathlib import Path

import pytest

from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.minesweeper import read
from passatempo.minesweeper.checker import check_explanation
from passatempo.minesweeper.model import LEVELS, Explanation, Reason
from passatempo.minesweeper.network import network
from passatempo.minesweeper.reasons import contradiction, explain

from ..fields import layouts, random_board
from .cardinality import assert_minimal

DATA = Path(__file__).parents[2] / "data" / "minesweeper"
POSITIONS = json.loads((DATA / "positions.json").read_text(encoding="utf-8"))["cases"]
READINGS = [(case, key) for case in POSITIONS for key in ("without_count", "with_count") if case[key]]
each_reading = pytest.mark.parametrize(("case", "key"), READINGS, ids=[f"{c['id']}-{key}" for c, key in READINGS])


def places(board, cells):
    return [board.cell(*place) for place in cells]


@each_reading
def test_every_certain_cell_has_a_minimal_reason(case, key):
    wanted = case[key]
    board = read(case["grid"], mines=wanted["mines"])
    outcome = explain(board)
    if not wanted["consistent"]:
        assert outcome.status is Status.IMPOSSIBLE
        return
    reasons = outcome.answer.reasons
    assert sorted([r + 1, c + 1] for r, c in (reason.cell for reason in reasons if not reason.mine)) == wanted["safe"]
    assert sorted([r + 1, c + 1] for r, c in (one.cell for one in reasons if one.mine)) == wanted["sure_mines"]
    for reason in reasons:
        value = (board.cell(*reason.cell), not reason.mine)
        assert_minimal(board, places(board, reason.because), counted=reason.level == "count", value=value)
    assert [LEVELS.index(one.level) for one in reasons] == sorted(LEVELS.index(one.level) for one in reasons)
    assert not check_explanation(board, outcome.answer)


@each_reading
def test_every_contradiction_has_a_minimal_conflict(case, key):
    if case[key]["consistent"]:
        return
    board = read(case["grid"], mines=case[key]["mines"])
    reason, conflict = contradiction(board)
    assert reason
    counted = "mine" in re.sub("too many mines, are", "", reason)
    cells = places(board, [(row - 1, column - 1) for row, column in conflict])
    assert_minimal(board, cells, counted=counted)


@pytest.mark.parametrize("seed", range(10))
def test_random_boards_against_brute_force(seed):
    dice = random.Random(seed)
    for _ in range(40):
        board = random_board(dice)
        every = layouts(board)
        outcome = explain(board)
        if not every:
            assert outcome.status is Status.IMPOSSIBLE
            assert contradiction(board)[0]
            continue
        assert not check_explanation(board, outcome.answer)
        for reason in outcome.answer.reasons:
            cell = board.cell(*reason.cell)
            assert all((cell in mines) == reason.mine for mines in every)
            value = (cell, not reason.mine)
            assert_minimal(board, places(board, reason.because), counted=reason.level == "count", value=value)


@pytest.mark.parametrize(
    ("grid", "mines", "cell", "level", "text"),
    [
        ("1#", None, (0, 1), "single", "the 1 at (1, 1) touches no other covered cell: a mine is at (1, 2)"),
        ("0#", None, (0, 1), "single", "the 0 at (1, 1) has no mine around: (1, 2) is safe"),
        (
            "####/1111/0000",
            None,
            (0, 2),
            "pair",
            "the 1 at (2, 1) has all its mines in the 2 covered cells that it shares with the 1 at (2, 2): (1, 3) is"
            " safe (the pattern 1-1)",
        ),
        ("##", 0, (0, 0), "count", "with 0 mines in all, the covered cells leave no layout with a mine at (1, 1): "),
    ],
)
def test_levels_and_words(grid, mines, cell, level, text):
    reasons = explain(read(grid, mines=mines)).answer.reasons
    reason = next(one for one in reasons if one.cell == cell)
    assert reason.level == level
    assert {word.strip("(),:") for word in text.split()} <= {word.strip("(),:") for word in reason.text.split()}


def settled_by(board, most):
    """Return the cells that groups of at most so many numbers settle, again and again, by trying all their layouts."""
    known = {}
    numbers = network(board).numbers
    while True:
        before = len(known)
        for group in chain.from_iterable(combinations(numbers, size) for size in range(1, most + 1)):
            scopes = [set(number.scope) - known.keys() for number in group]
            if not set.intersection(*scopes):
                continue
            needs = [number.need - sum(known.get(cell, False) for cell in number.scope) for number in group]
            cells = sorted(set.union(*scopes))
            layouts = [
                mines
                for size in range(max(needs[0], 0), sum(max(need, 0) for need in needs) + 1)
                for mines in map(set, combinations(cells, size))
                if all(len(mines & scope) == need for scope, need in zip(scopes, needs, strict=True))
            ]
            for cell in cells if layouts else ():
                values = {cell in mines for mines in layouts}
                if len(values) == 1:
                    known[cell] = values.pop()
        if len(known) == before:
            return known


def test_the_easiest_rule_is_used_where_a_harder_one_would_do():
    """On every case a cell that single numbers settle is explained by them, and so for pairs."""
    levels = set()
    for case in POSITIONS:
        board = read(case["grid"])
        outcome = explain(board)
        if outcome.answer is None:
            continue
        single, pair = settled_by(board, 1), settled_by(board, 2)
        for reason in outcome.answer.reasons:
            cell = board.cell(*reason.cell)
            easiest = "single" if cell in single else "pair" if cell in pair else "chain"
            assert reason.level == easiest, (case["id"], reason)
            levels.add(easiest)
    assert levels == {"single", "pair", "chain"}


def test_a_count_that_cannot_be():
    told, conflict = contradiction(read("1#", mines=2))
    assert (told, conflict) == ("1 covered cell cannot hold 2 mines", ())


def test_conflicts_reach_json():
    from passatempo.core.json import dump_outcome

    problem = pastime("minesweeper").problem("safe")
    board = read("##1/212")
    outcome = ask(problem, board)
    assert dump_outcome(problem, outcome)["conflict"] == [(2, 1), (2, 2)]


def test_limits_leave_some_unexplained():
    board = read(next(case["grid"] for case in POSITIONS if case["id"] == "public-060"))
    outcome = explain(board, Limits(seconds=0.0))
    assert outcome.status is Status.UNKNOWN


@pytest.mark.parametrize(
    ("reason", "rule"),
    [
        (Reason((0, 0), False, ((0, 1),), "single", ""), "unsettled"),
        (Reason((0, 1), True, (), "single", ""), "not-covered"),
        (Reason((0, 0), True, ((0, 2),), "single", ""), "no-number"),
        (Reason((0, 0), True, (), "count", ""), "count"),
    ],
)
def test_the_checker_refuses_what_does_not_follow(reason, rule):
    assert [fault.rule for fault in check_explanation(read("#1#"), Explanation((reason,)))] == [rule]
