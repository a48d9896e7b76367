"""What comes back from the library can be read: outcomes, answers and instances print as the command line prints them.

Tests: core/value.py, core/outcome.py
"""

import json
import pickle
import re
from importlib import import_module

import pytest

from passatempo.cli.main import run
from passatempo.core.errors import Unanswered
from passatempo.core.json import keys_of
from passatempo.core.limits import Limits
from passatempo.core.queries import ask, question_of
from passatempo.core.registry import BUILT_IN, pastime
from passatempo.core.value import Answer, Instance

NODES = 400
LIMITS = Limits(seconds=60, nodes=NODES)  # the nodes make both runs end alike
CASES = [
    (name, problem, example)
    for name in BUILT_IN
    for problem in pastime(name).problems
    for example in pastime(name).examples
]
each_case = pytest.mark.parametrize(
    ("name", "problem", "example"), CASES, ids=[f"{name}-{problem.name}-{example}" for name, problem, example in CASES]
)
CLOCK = re.compile(r" · [\d.e+-]+ (s|ms|µs)\b")


def inputs_of(name, problem, instance):
    """Return inputs of a question that has nothing to ask without them."""
    if problem.name == "judge":
        return {"path": [[1, 1]]}
    if (name, problem.name) == ("cards", "rank"):
        found = import_module("passatempo.cards").order(instance, nodes=NODES)
        return {"sequence": list(found.answer.sequence if found.answer else instance.cards)}
    return {}


def asked(name, problem, example):
    """Ask as the library does; None where the example does not fit the question."""
    game = pastime(name)
    instance = import_module(f"passatempo.{name}").example(example)
    inputs = inputs_of(name, problem, instance)
    try:
        return ask(problem, question_of(game, problem, instance, ask_inputs=inputs), limits=LIMITS, explain=0), inputs
    except ValueError:
        return None, inputs


@pytest.mark.quick(40)
@each_case
def test_what_is_printed_is_what_the_command_line_prints(name, problem, example, capsys):
    outcome, inputs = asked(name, problem, example)
    words = [f"--{key}={json.dumps(value)}" for key, value in inputs.items()]
    if problem.required:  # the command line wants to be told what the library chooses
        row, column = import_module(f"passatempo.{name}").example(example).asked
        words += ["--cell", str(row + 1), str(column + 1)]
    limits = ["--nodes", str(NODES), "--seconds", "60", "--explain", "0"]
    code = run([name, problem.name, "--example", example, *limits, *words])
    printed = capsys.readouterr().out
    assert (outcome is None) == (code == 2)
    if outcome is None:
        return
    assert CLOCK.sub("", str(outcome)) == CLOCK.sub("", printed.rstrip("\n"))
    if outcome.answer is not None:
        rows = str(outcome).split("\n")
        assert rows[: str(outcome.answer).count("\n") + 1] == str(outcome.answer).split("\n")


@pytest.mark.parametrize(
    ("name", "problem"),
    [(name, problem) for name in BUILT_IN for problem in pastime(name).problems],
    ids=lambda one: getattr(one, "name", one),
)
def test_every_answer_reads_draws_and_serialises(name, problem):
    module = import_module(f"passatempo.{name}")
    kind = getattr(module, getattr(module, problem.name).__annotations__["return"][len("Outcome[") : -1])
    assert issubclass(kind, Answer)
    outcomes = (asked(name, problem, example)[0] for example in pastime(name).examples)
    outcome = next(one for one in outcomes if one is not None and one.answer is not None)
    answer = outcome.result()
    assert isinstance(answer, kind)
    assert str(answer) not in ("", repr(answer))
    assert not str(answer).startswith(f"{kind.__name__}(")
    assert answer._repr_svg_() == answer.svg() == outcome.svg()
    assert answer.to_json() == outcome.to_json()["answer"]
    assert set(answer.to_json()) <= set(keys_of(problem.wiring.json.keys))
    copy = pickle.loads(pickle.dumps(answer))
    assert (copy, str(copy), hash_of(copy)) == (answer, str(answer), hash_of(answer))
    assert "asked" not in repr(answer)


def hash_of(answer):
    try:
        return hash(answer)
    except TypeError:  # it holds a mapping
        return None


@pytest.mark.parametrize("name", BUILT_IN)
def test_instances_read(name):
    module = import_module(f"passatempo.{name}")
    for example in pastime(name).examples:
        instance = module.example(example)
        assert isinstance(instance, Instance)
        assert str(instance) == module.write(instance)
        assert "(" not in str(instance).split("\n")[0]
        assert instance._repr_svg_().startswith("<svg")


def test_an_answer_is_not_tied_to_the_first_who_asked():
    """A method may give the same object twice; each outcome's own knows its own question."""
    problem = pastime("cards").problem("count")
    same = import_module("passatempo.cards.answers").Count(1, 12)
    first, second = (
        ask(problem, question_of(pastime("cards"), problem, text), limits=LIMITS).asked
        for text in ("1 1 1 2 2", "3 3 3 4 4")
    )
    one, two = first.bind_answer(same), second.bind_answer(same)
    assert one == two == same
    assert (one.asked, two.asked, same.asked) == (first, second, None)


def test_an_answer_without_a_question_says_so():
    alone = import_module("passatempo.cards.answers").Count(1, 12)
    assert str(alone) == repr(alone) == "Count(sequences=1, models=12)"
    assert alone._repr_svg_() is None
    with pytest.raises(Unanswered, match="call the library's function"):
        alone.to_json()
