"""What tests of the instances that `contrib/hardest/hardest.py` found share."""

import json
from pathlib import Path

import pytest

DATA = Path(__file__).parents[1] / "data"


def climbed(name):
    """Return the rows that were kept of a pastime, hardest first, each question's together."""
    return json.loads((DATA / name / "hardest.json").read_text(encoding="utf-8"))["rows"]


def each_climbed(name):
    """Put a test to every row."""
    rows = climbed(name)
    return pytest.mark.parametrize("row", rows, ids=[f"{row['question']}, {row['nodes']}" for row in rows])


def own_answer(climb, row, most_nodes, *, by_nodes=True):
    """Answer a row by the program, which decides it with no more nodes than it took."""
    instance = climb.read(row["instance"])
    nodes, decided = climb.nodes(instance, most_nodes)
    assert decided
    if by_nodes:
        assert nodes <= 1.1 * row["nodes"] <= most_nodes
    return climb.own(instance)[0]
