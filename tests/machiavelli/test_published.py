"""The command `published`: the counterexamples of the documentation, and the planes of a solution."""

import pytest

from passatempo.cli.main import run
from passatempo.core.errors import FormatError
from passatempo.machiavelli.published import TRIALS

pytest.importorskip("ortools")

from passatempo.machiavelli.ilp import encode_published, planes_of, size_of_published
from passatempo.machiavelli.text import read

# Cards, rule 6, as printed, j % 13, truth: found by HiGHS and CP-SAT, by brute force, and by hand where they are few.
SAID = [
    ("15", "no", "impossible", "-", "possible"),
    ("15", "yes", "impossible", "impossible", "possible"),
    ("18", "yes", "possible", "impossible", "possible"),
    ("3", "yes", "impossible", "possible", "possible"),
    ("3", "yes", "impossible", "possible", "possible"),
    ("4", "yes", "possible", "impossible", "impossible"),
    ("4", "yes", "possible", "impossible", "impossible"),
    ("3", "no", "impossible", "-", "impossible"),
]


def test_model_and_truth_are_printed(capsys):
    assert run(["machiavelli", "published"]) == 0
    told = capsys.readouterr().out
    assert "234 variables, 416 rows" in told
    rows = [line.split("  ") for line in told.splitlines()[3 : 3 + len(TRIALS)]]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert [tuple(row[1:6]) for row in cells] == SAID
    assert told.count("plane ") == 4


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_the_size_is_that_of_the_program(decks):
    model = encode_published(read("AS 2S 3S", ace="low", decks=decks)).model
    assert size_of_published(decks) == (model.get_num_variables(), model.get_num_linear_constraints())


def test_planes_hold_the_cards_of_the_table():
    turn = read("3S 4S 5S 3S 3H 3D", ace="low")
    planes = planes_of(turn)
    copies = [sum(plane[suit][rank] for plane in planes) for suit in range(4) for rank in range(13)]
    assert bytes(copies) == turn.table_counts[:52]
    assert all(sum(plane[suit][rank] for suit in range(4)) in (0, 3, 4) for plane in planes[1::2] for rank in range(13))
    assert planes_of(read("QS KS AS", ace="low")) is None


def test_a_table_of_ones_own(capsys):
    assert run(["machiavelli", "published", "AS TS JS QS", "--rule6"]) == 0
    told = capsys.readouterr().out
    assert "plane 3, deck 2: sets" in told
    assert told.splitlines()[-1] == "Truth: impossible."
    assert run(["machiavelli", "published", "AS TS JS QS", "--rule6", "--modulus", "13"]) == 0
    assert "The program says: impossible." in capsys.readouterr().out
    assert run(["machiavelli", "published", "AS TS JX"]) == 2
    with pytest.raises(FormatError):
        read("AS TS JX")
