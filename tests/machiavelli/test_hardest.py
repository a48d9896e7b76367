"""The tables that `arrange` finds hardest of all that were searched for: how many nodes they take, and the verdicts.

The nodes are the program's own figures, of a new process, and guard against growth only; what a search remembers of
earlier tables makes them a little fewer or more. The verdicts have a second source: a program by
groups on CP-SAT, which shares nothing with the search.

Those of `hardest.json` were found by `contrib/hardest/hardest.py`; each row names the method that its answer is from.

Tests: exact/arrange.py
"""

import json
from pathlib import Path

import pytest

from hard.machiavelli import QUESTIONS
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.queries import ask
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.machiavelli.checker import check_arrangement
from passatempo.machiavelli.model import Rules, Turn

from ..helpers.climbs import climbed, each_climbed, own_answer

FILE = Path(__file__).parents[1] / "data" / "machiavelli" / "hardest_tables.json"
ROWS = json.loads(FILE.read_text(encoding="utf-8"))["tables"]
DECIDED = [row for row in ROWS if row["nodes"] is not None]
ARRANGE = pastime("machiavelli").problem("arrange")
MOST_NODES = 5_000_000  # of what is decided; some 0.7 s
BY_PROGRAM = sorted(name for name in QUESTIONS if name.startswith(("arrange", "lay")))  # not by searches alone


def table_of(row):
    cards = tuple(card for card, copies in enumerate(row["counts"]) for _ in range(copies))
    return Turn((cards,), (), Rules(row["decks"], row["ace"]))


@pytest.mark.parametrize("row", DECIDED, ids=[row["name"] for row in DECIDED])
def test_a_hard_table_takes_no_more_nodes_than_it_took(row):
    turn = table_of(row)
    outcome = ask(ARRANGE, turn)
    assert outcome.stats["nodes"] <= 1.1 * row["nodes"] <= MOST_NODES
    assert (outcome.status is Status.SOLVED) == row["possible"]
    assert outcome.answer is None or check_arrangement(turn, outcome.answer) == []


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_a_hard_table_ends_at_its_limit(row):
    outcome = ask(ARRANGE, table_of(row), limits=Limits(nodes=50_000))
    assert outcome.stats["nodes"] <= 50_100  # some more are counted on the way out
    if outcome.status is Status.UNKNOWN:
        assert outcome.stopped is StopReason.NODES


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_another_method_says_the_same_of_a_hard_table(row):
    pytest.importorskip("ortools")
    outcome = ask(ARRANGE, table_of(row), method="cpsat", limits=Limits(seconds=60))
    if row["possible"] is not None:
        assert (outcome.status is Status.SOLVED) == row["possible"]
    assert outcome.status is not Status.UNKNOWN


@pytest.mark.quick(15)
@each_climbed("machiavelli")
def test_what_a_climb_found_is_answered_as_a_second_method_does(row):
    own = own_answer(QUESTIONS[row["question"]], row, MOST_NODES)
    if row["question"].startswith("stay"):
        value, kept = row["answer"]
        assert own[0] == value
        assert own[1] <= kept  # the search for groups that stay is bounded
    elif row["answer"] is not None:  # no second method has counted the arrangements of some tables
        assert own == row["answer"]


def test_every_question_was_climbed():
    assert {row["question"] for row in climbed("machiavelli")} == set(QUESTIONS)


def neighbours_agree(name, rows, changes):
    """Change each row so many times, a little each time, and let a second method answer what comes of it."""
    pytest.importorskip("ortools")
    climb, rng = QUESTIONS[name], Random(5, "neighbours", name)
    for row in rows:
        instance = climb.read(row["instance"])
        for _ in range(changes):
            instance = climb.change(rng, instance)
            answer, method = climb.answer(instance)
            assert answer is not None, method
            assert climb.own(instance)[0] == answer, climb.write(instance)


def rows_of(name):
    return [row for row in climbed("machiavelli") if row["question"] == name]


@pytest.mark.quick(6)
@pytest.mark.parametrize("name", BY_PROGRAM)
def test_neighbours_of_a_hard_table_are_answered_as_a_second_method_does(name):
    """Random tables and hands hardly ever come to the integer program; these do."""
    neighbours_agree(name, rows_of(name)[:1], 3)


@pytest.mark.long
@pytest.mark.parametrize("name", BY_PROGRAM)
def test_neighbours_of_all_hard_tables_are_answered_as_a_second_method_does(name):
    neighbours_agree(name, rows_of(name), 20)
