"""The ace rules as data: each row of the table by its runs, and a planted row, aces in sets only, by every method.

Tests: rules.py
"""

import json
from pathlib import Path

import pytest

from passatempo.core.asking import ask
from passatempo.core.outcome import Status
from passatempo.core.registry import pastime
from passatempo.machiavelli.game.rules import told
from passatempo.machiavelli.groups import fault
from passatempo.machiavelli.reference.search import legal_melds
from passatempo.machiavelli.rules import LETTERS, LINES, SENTENCES, Line, runs
from passatempo.machiavelli.text import read

GAME = pastime("machiavelli")
DATA = Path(__file__).parents[1] / "data" / "machiavelli"
CASES = json.loads((DATA / "ace_lines.json").read_text(encoding="utf-8"))["cases"]
# Of each row: its melds, by hand five sets of each rank and four times the runs of three to thirteen places; whether
# A 2 3, Q K A and K A 2 are runs.
ROWS = {"low": (329, "100"), "both": (369, "110"), "high": (329, "010"), "wrap": (589, "111")}


@pytest.fixture
def _planted(monkeypatch):
    monkeypatch.setitem(LINES, "none", Line(first=1, places=12))


def test_every_row_is_described_here():
    assert set(ROWS) == set(LINES) == set(told()["lines"]) == set(SENTENCES)
    assert len(set(LETTERS.values())) == len(LINES)


@pytest.mark.parametrize("ace", ROWS)
def test_a_row_says_which_runs_there_are(ace):
    line, (melds, ends) = LINES[ace], ROWS[ace]
    assert len(legal_melds(line)) == 65 + 4 * sum(len(runs(line, length)) for length in range(3, 14)) == melds
    assert [fault(run, ace) is None for run in ((0, 1, 2), (11, 12, 0), (12, 0, 1))] == [end == "1" for end in ends]
    assert line.first in range(13)
    assert line.places in ((13,) if line.circular else range(7, 15))


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
