"""The ace rules as data: each row of the table by its runs, and a planted row, aces in sets only, by every method.

Tests: rules.py
"""

import json
from pathlib import Path

import pytest

from passatempo.core.outcome import Status
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.machiavelli.game.rules import page_metadata
from passatempo.machiavelli.groups import fault
from passatempo.machiavelli.model import JOKER, Rules, Turn
from passatempo.machiavelli.reference.search import legal_melds
from passatempo.machiavelli.rules import LETTERS, LINES, SENTENCES, Line, runs
from passatempo.machiavelli.text import read

GAME = pastime("machiavelli")
DATA = Path(__file__).parents[1] / "data" / "machiavelli"
CASES = json.loads((DATA / "ace_lines.json").read_text(encoding="utf-8"))["cases"]
LOW = "A23456789TJQK"
# The ranks of a suit as runs have them, a row for each ace rule, from the rules alone: oracles of other tests use it.
ROWS = {"low": LOW, "both": LOW + "A", "high": LOW[1:] + "A", "wrap": LOW * 2}
MELDS = {"low": 329, "both": 369, "high": 329, "wrap": 589}  # counted by hand


def windows(ace, size):
    """Return the sets of ranks of the runs of a size."""
    row = ROWS[ace]
    found = {frozenset(row[start : start + size]) for start in range(len(row) - size + 1)}
    return {ranks for ranks in found if len(ranks) == size}


@pytest.fixture
def _planted(monkeypatch):
    monkeypatch.setitem(LINES, "none", Line(first=1, places=12))


def test_every_row_is_described_here():
    assert set(ROWS) == set(LINES) == set(page_metadata()["lines"]) == set(SENTENCES)
    assert len(set(LETTERS.values())) == len(LINES)


@pytest.mark.parametrize("ace", ROWS)
def test_a_row_says_which_runs_there_are(ace):
    line, sizes = LINES[ace], range(3, 14)
    melds = 65 + 4 * sum(len(windows(ace, size)) for size in sizes)  # five sets of each rank
    assert len(legal_melds(line)) == 65 + 4 * sum(len(runs(line, size)) for size in sizes) == melds
    assert MELDS.get(ace, melds) == melds
    for ends in ("A23", "QKA", "KA2"):
        assert (fault(tuple(map(LOW.index, ends)), ace) is None) == (frozenset(ends) in windows(ace, 3))
    assert line.first in range(13)
    assert line.places in ((13,) if line.circular else range(7, 15))


@pytest.mark.parametrize("line", [Line(1, 12), Line(2, 13), Line(3, 9), Line(5, 14), Line(7, 13, circular=True)])
def test_jokers_alone_are_runs_of_any_line(line, monkeypatch):
    """By every method; the checker, which has a program of its own, judges the melds."""
    monkeypatch.setitem(LINES, name := f"from {line.first}", line)
    jokers, rules = (JOKER,) * 5, Rules(2, name, 5)
    for problem, turn in (("lay", Turn((), jokers, rules)), ("arrange", Turn((jokers,), (), rules))):
        for method in GAME.problem(problem).methods:
            if not method.where.endswith(":published"):
                outcome = ask(GAME.problem(problem), turn, method=method.name)
                assert outcome.status is Status.SOLVED, (problem, method.name)
                assert problem == "arrange" or len(outcome.answer.laid) == 5, method.name


@pytest.mark.quick(24)
@pytest.mark.usefixtures("_planted")
@pytest.mark.parametrize("case", CASES)
def test_cases_by_every_method(case):
    hand, rules = case["hand"], {"decks": case["decks"], "ace": case["ace"]}
    for method in GAME.problem("lay").methods:
        outcome = ask(GAME.problem("lay"), read(case["table"], hand=hand, **rules), method=method.name)
        assert (-1 if outcome.status is Status.IMPOSSIBLE else outcome.value) == case["lay"], method.name
    for method in GAME.problem("arrange").methods:
        if not method.where.endswith(":published"):
            outcome = ask(GAME.problem("arrange"), read(f"{case['table']} {hand}", **rules), method=method.name)
            assert outcome.status is (Status.SOLVED if case["arrange_all"] else Status.IMPOSSIBLE), method.name
