"""IDs never change their puzzles: fifty of every kind with the hash of their JSON.

    python tests/puzzles/test_ids.py        writes the file anew, for a new kind or a new version of a recipe only

Tests: puzzles/identity.py, puzzles/generator.py
"""

import json
import sys
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest

from passatempo.core.json import encode
from passatempo.core.limits import Deadline, Limits
from passatempo.core.random import Random
from passatempo.puzzles.generator import recreate, search_puzzles
from passatempo.puzzles.identity import puzzle_kinds, read_id, recipe_of

FILE = Path(__file__).parents[1] / "data" / "puzzles" / "ids.json"
NUMBER = 50


def hash_of(puzzle):
    """Return the hash of a puzzle's JSON."""
    return sha256(encode(puzzle.to_json()).encode()).hexdigest()


def chosen(name, kind):
    """Make puzzles of all parameters of a kind in turn."""
    params = list(dict.fromkeys(recipe_of(kind).by_grade.values()))
    seeds = Random(0, "ids", kind.code)
    streams = [search_puzzles(name, kind, one, seeds, Deadline(Limits())) for one in params]
    return [next(streams[number % len(streams)]) for number in range(NUMBER)]


KEPT = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


@pytest.mark.parametrize("code", [kind.code for _, kind in puzzle_kinds()])
def test_fifty_ids_make_the_puzzles_that_they_made(code):
    assert len(KEPT[code]) == NUMBER
    for text, expected in KEPT[code].items():
        assert hash_of(recreate(read_id(text), Deadline(Limits()))) == expected, text


@pytest.mark.long
def test_a_thousand_puzzles_of_a_kind_differ_by_more_than_a_symmetry():
    for name, kind in puzzle_kinds():
        recipe = recipe_of(kind)
        for params in dict.fromkeys(recipe.by_grade.values()):
            wanted = 1000 // len(set(recipe.by_grade.values())) + 1
            seeds = Random(1, "different", kind.code)
            puzzles = list(islice(search_puzzles(name, kind, params, seeds, Deadline(Limits())), wanted))
            assert len({recipe.symmetry_key(puzzle.content) for puzzle in puzzles}) == wanted


if __name__ == "__main__":
    found = {kind.code: {puzzle.id: hash_of(puzzle) for puzzle in chosen(name, kind)} for name, kind in puzzle_kinds()}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    sys.exit(0)
