"""Where the figures of the data come from: what is only our own output is named so, and holds no claim."""

import json
from pathlib import Path

import pytest

from passatempo.mnk.proof.known_values import table

DATA = Path(__file__).parents[1] / "data"
SIGNATURES = sorted(DATA.rglob("signatures.json"))
COUNTS = {"nodes", "probes"}
CLAIMS = {"value", "move", "moves", "best_moves", "score", "plies", "winning_moves"}


def leaves(value, key=""):
    """Yield the numbers and texts of a JSON value with the key that they stand under."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, key)
    else:
        yield key, value


@pytest.mark.parametrize("file", SIGNATURES, ids=lambda file: file.relative_to(DATA).as_posix())
def test_signatures_are_named_regression_only(file):
    data = json.loads(file.read_text(encoding="utf-8"))
    assert "these counts are no truth" in data["source"]
    for name, inner in data.items():
        if name in ("source", "note", "format"):
            continue
        for entry in inner if isinstance(inner, list) else [inner]:
            told = dict(entry)
            given = told.pop("moves", None)  # of the position that is searched
            assert given is None or "nodes" in told
            assert not CLAIMS & {key for key, _ in leaves(told)}
            assert all(isinstance(value, int) for _, value in leaves(told))


def test_there_are_signatures_to_look_at():
    assert len(SIGNATURES) == 2


def test_published_values_have_a_source_beside_the_solver():
    cases = json.loads((DATA / "mnk" / "values.json").read_text(encoding="utf-8"))["cases"]
    assert all("course sheet" in case["verified"] for case in cases)


def test_every_known_value_says_who_found_it():
    boards = list(table())
    assert len(boards) > 100
    assert all(board.source.strip() for board in boards)


def test_figures_of_boards_were_found_by_two_programs():
    boards = json.loads((DATA / "optimiza" / "boards.json").read_text(encoding="utf-8"))["cases"]
    deals = json.loads((DATA / "cards" / "core.json").read_text(encoding="utf-8"))
    for case in [*boards, *deals]:
        assert case["verified_by"], case
