"""What every kind of puzzle promises, from being registered alone.

Tests: puzzles/generator.py, puzzles/display.py, puzzles/puzzle.py
"""

import json
import subprocess
import sys
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passatempo.core.errors import PassatempoError, UsageError
from passatempo.core.json import encode
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.puzzles import generator
from passatempo.puzzles.generator import (
    Exhausted,
    confirmed,
    find_kind,
    load_puzzle,
    recreate,
    resolve_params,
    search_puzzles,
)
from passatempo.puzzles.identity import puzzle_kinds, recipe_of

LOCALES = ("en", "it", "es")
LINE, LINES = 110, 4  # of the box with the rules


def found(name, kind, count=3, seed=1, easy=True):
    """Make some puzzles of the lowest grade, or of the highest."""
    grade = (min if easy else max)(recipe_of(kind).by_grade)
    params = resolve_params(kind, grade, {})
    return list(islice(search_puzzles(name, kind, params, Random(seed, "test"), Deadline(Limits()), grade), count))


def test_the_same_seeds_give_the_same_puzzles(named_kind):
    for easy in (True, False):
        first, again = (found(*named_kind, count=2, easy=easy) for _ in range(2))
        assert [puzzle.to_json() for puzzle in first] == [puzzle.to_json() for puzzle in again]


def test_an_id_makes_its_puzzle_again_in_another_process():
    puzzles = [
        puzzle for name, kind in puzzle_kinds() for easy in (True, False) for puzzle in found(name, kind, 1, easy=easy)
    ]
    program = (
        "import sys\n"
        "from passatempo.core.json import encode\n"
        "from passatempo.core.limits import Deadline, Limits\n"
        "from passatempo.puzzles.identity import read_id\n"
        "from passatempo.puzzles.generator import recreate\n"
        "for text in sys.argv[1:]:\n"
        "    print(encode(recreate(read_id(text), Deadline(Limits())).to_json()))\n"
    )
    words = [sys.executable, "-c", program, *(puzzle.id.lower() for puzzle in puzzles)]
    said = subprocess.run(words, capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"}).stdout
    assert said.splitlines() == [encode(puzzle.to_json()) for puzzle in puzzles]


def test_the_intended_solution_solves_the_puzzle(named_kind):
    for puzzle in (*found(*named_kind), *found(*named_kind, count=1, easy=False)):
        assert list(puzzle.identity.recipe.judge(puzzle.content, dict(puzzle.content.solution))) == []


JUNK = st.one_of(
    st.text(max_size=20),
    st.recursive(
        st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
        max_leaves=6,
    ),
)


@settings(max_examples=20, deadline=None)
@given(JUNK, st.integers(0, 3))
def test_junk_is_no_solution_and_never_a_bug(answer, number):
    for name, kind in puzzle_kinds():
        puzzle = kept(name, kind)[number % 2]
        for given_answer in (answer, dict.fromkeys(puzzle.content.solution, answer)):
            try:
                assert list(puzzle.identity.recipe.judge(puzzle.content, given_answer))
            except PassatempoError as error:
                assert "\n" not in str(error)


KEPT = {}


def kept(name, kind):
    """Make two puzzles of a kind once."""
    if kind not in KEPT:
        KEPT[kind] = found(name, kind, 2)
    return KEPT[kind]


@pytest.mark.parametrize("easy", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_puzzle_is_confirmed_by_a_second_method(named_kind, easy):
    puzzle = confirmed(kept(*named_kind)[0] if easy else found(*named_kind, count=1, easy=False)[0], Deadline(Limits()))
    assert puzzle.confirmed_by not in (None, "", puzzle.identity.recipe.proof_method)
    assert puzzle.to_json()["unique"]["confirmed_by"] == puzzle.confirmed_by


@pytest.mark.parametrize("locale", LOCALES)
def test_rules_goals_and_hints_are_said_in_every_language(named_kind, locale):
    puzzle = kept(*named_kind)[0]
    recipe = puzzle.identity.recipe
    for params in recipe.by_grade.values():
        assert 0 < len(recipe.rules(params, locale)) <= LINE * LINES
    said = [recipe.rules(puzzle.identity.puzzle_params, locale), recipe.goal(puzzle.content, locale)]
    said += recipe.hints(puzzle.content, locale)
    assert len(said) > 2
    assert all(sentence.strip() and "{" not in sentence for sentence in said)
    if locale != "en":
        assert said[0] != recipe.rules(puzzle.identity.puzzle_params, "en")


def test_every_format_shows_the_puzzle_and_only_the_solution_tells_it(named_kind):
    puzzle = kept(*named_kind)[0]
    for form in (puzzle.text, puzzle.svg, puzzle.to_json):
        plain, solved = (form(solution=solved) for solved in (False, True))
        assert plain
        assert plain != solved
    assert puzzle.id in str(puzzle)
    assert len(repr(puzzle)) <= 120
    told = puzzle.to_json(solution=False)
    assert not {"solution", "proof"} & told.keys()
    assert not set(puzzle.identity.recipe.revealing_features) & told["features"].keys()
    with pytest.raises(UsageError, match="this puzzle has"):
        puzzle.hint(10_000)


def test_the_json_of_a_puzzle_is_enough_to_judge_an_answer(named_kind):
    puzzle = kept(*named_kind)[0]
    raw = json.loads(encode(puzzle.to_json(solution=False)))
    kind, made = load_puzzle(raw)
    assert kind == puzzle.identity.kind
    assert made.instance == puzzle.content.instance
    assert list(recipe_of(kind).judge(made, dict(puzzle.content.solution))) == []


@pytest.mark.parametrize("raw", [None, [], {}, {"pastime": "optimiza", "kind": "path"}, {"pastime": 3, "kind": 4}])
def test_what_is_no_puzzle_is_refused(raw):
    with pytest.raises(PassatempoError):
        load_puzzle(raw)


def test_parameters_give_the_grades_that_they_say(named_kind):
    name, kind = named_kind
    recipe = recipe_of(kind)
    for grade, params in recipe.by_grade.items():
        assert grade in recipe.possible_grades(params)
        assert recipe.read_word(recipe.params_word(params).translate(str.maketrans("ILO", "110"))) == params
    for puzzle in found(name, kind, 5):
        assert puzzle.content.grade == min(recipe.by_grade)


def test_a_grade_that_parameters_cannot_give_is_refused():
    kind = find_kind(pastime("optimiza"), "path")
    with pytest.raises(UsageError, match=r"^grade: path TQ5 gives grades 2, 3, 4 and 5, not 1$"):
        resolve_params(kind, 1, {"variant": "torus-queen", "N": 5})
    with pytest.raises(UsageError, match="from 1 to 5"):
        resolve_params(kind, 6, {})


def test_no_two_puzzles_are_equal_up_to_symmetry(named_kind):
    name, kind = named_kind
    puzzles = found(name, kind, 20)
    keys = [puzzle.identity.recipe.symmetry_key(puzzle.content) for puzzle in puzzles]
    assert len(set(keys)) == len(keys)


def test_a_limit_ends_any_search(named_kind):
    name, kind = named_kind
    with pytest.raises(Stopped):
        list(search_puzzles(name, kind, recipe_of(kind).by_grade[5], Random(0), Deadline(Limits(seconds=0.02)), 5))


def test_a_search_that_finds_nothing_new_gives_up(monkeypatch):
    monkeypatch.setattr(generator, "ATTEMPTS", 30)
    kind = find_kind(pastime("optimiza"), "path")
    impossible = search_puzzles("optimiza", kind, resolve_params(kind, 1, {}), Random(0), Deadline(Limits()), 5)
    with pytest.raises(Exhausted, match="30 attempts gave no more puzzles"):
        next(impossible)


def test_an_id_that_nobody_was_given_makes_no_puzzle():
    name, kind = "optimiza", find_kind(pastime("optimiza"), "path")
    recipe = recipe_of(kind)
    params = recipe.params(variant="klein-queen", N=4)
    vain = (generator.Identity(name, kind, params, seed) for seed in range(2000))
    nothing = next(
        one for one in vain if one.is_sayable() and not recipe.make_puzzle(params, one.random, Deadline(Limits()))
    )
    with pytest.raises(PassatempoError, match="this seed gives no puzzle"):
        recreate(nothing, Deadline(Limits()))
