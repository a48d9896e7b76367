"""What tests/mutants.py asks for fits the package: every judge is judged, and every survivor explained is one."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from passatempo.core.registry import BUILT_IN, pastime

from ..helpers.changed import mutants
from ..mutants import equals, judged

TESTS = Path(__file__).parents[1]


def registered():
    """Yield the references of all judges of answers, of records of games, and of series of games."""
    for name in BUILT_IN:
        game = pastime(name)
        for problem in game.problems:
            yield from (problem.check, problem.score, problem.key)
        if game.game:
            yield game.game.checker
            if game.game.series:
                yield game.game.series.checker


def changed(module):
    """Return the line and the change of each mutant of a module."""
    source = Path(find_spec(module).origin).read_text(encoding="utf-8")
    lines = source.splitlines()
    return [(lines[one.line - 1].strip(), one.change) for one in mutants(source)]


def test_every_registered_judge_has_its_mutants_judged():
    modules = {reference.partition(":")[0] for reference in registered() if reference}
    assert len(modules) > 8
    assert modules <= judged().keys()


@pytest.mark.parametrize("module", judged())
def test_each_is_judged_by_tests_that_there_are(module):
    assert all((TESTS / file).is_file() for file in judged()[module])
    found = changed(module)
    assert len(found) > 20
    assert len(set(found)) == len(found), "two mutants of one name"


def test_every_survivor_explained_is_a_mutant():
    """Once a line is changed, its explanation has to be looked at again."""
    there = {(module, *pair) for module in judged() for pair in changed(module)}
    assert equals().keys() <= there, sorted(equals().keys() - there)
    assert all(why.strip() for why in equals().values())


def test_a_change_gives_a_source_that_does_otherwise():
    """All mutants of a small function, each with what it gives for 0, 1 and 2."""
    source = "def f(a):\n    if a > 1 and a % 2 == 0:\n        return 5\n    return a\n"
    given = {}
    for mutant in mutants(source):
        space = {}
        exec(compile(mutant.tree(), "mutant", "exec"), space)
        given[mutant.line, mutant.change] = [space["f"](a) for a in (0, 1, 2)]
    assert given == {
        (2, "the condition turned round"): [5, 5, 2],
        (2, "and, or exchanged"): [5, 1, 5],
        (2, "> to >="): [0, 1, 5],
        (2, "1 to 2"): [0, 1, 2],
        (2, "== to !="): [0, 1, 2],
        (2, "% to *"): [0, 1, 2],
        (2, "2 to 3"): [0, 1, 2],
        (2, "0 to 1"): [0, 1, 2],
        (3, "returns None"): [0, 1, None],
        (3, "5 to 6"): [0, 1, 6],
        (4, "returns None"): [None, None, 5],
    }
