"""The functions of a pastime are written by hand: they take what its records state, with the same types and defaults.

Tests: core/library.py
"""

import ast
import inspect
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from functools import reduce
from importlib import import_module
from operator import or_
from types import NoneType, UnionType
from typing import Any, Literal, SupportsFloat, SupportsIndex, Union, get_args, get_origin, get_type_hints

import pytest

from passatempo.core.library import DEFAULTS, QUERY_OPTIONS, RUN, GameOptions, RunOptions
from passatempo.core.limits import Limits
from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.core.registry import BUILT_IN, pastime

QUESTIONS = [(name, problem) for name in BUILT_IN for problem in pastime(name).problems]
each_question = pytest.mark.parametrize(
    ("name", "problem"), QUESTIONS, ids=[f"{name}-{problem.name}" for name, problem in QUESTIONS]
)
each_pastime = pytest.mark.parametrize("name", BUILT_IN)


def names_of_types(module):
    """Import what a package imports for type checkers only, but aliases that exist for them alone."""
    found = {}
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            lines = [ast.unparse(one) for one in node.body if getattr(one, "module", "") != "passatempo.core.library"]
            exec("\n".join(lines), found)
    return found


INTEGER = SupportsIndex | SupportsFloat
NUMBERS = {int: INTEGER, float: SupportsFloat}
# Keys that Python values may also hold as rows of a board or as the names of squares.
WIDER = {"grid": Iterable[Any], "moves": str}


def taken(kind, *, omitted=False):
    """Return what a function takes for a field: any number, any iterable for a list, any mapping for a dict."""
    origin, inside = get_origin(kind), [taken(one) for one in get_args(kind) if one is not ...]
    if omitted:
        return taken(kind) | None
    if origin in (Union, UnionType):
        return reduce(or_, inside)
    if origin in (list, tuple):
        return Iterable[Any]
    return Mapping[tuple(inside)] if origin is dict else NUMBERS.get(kind, kind)


def evaluated(annotations, module):
    names = names_of_types(module) | {"Integer": INTEGER}
    texts = {name: getattr(text, "__forward_arg__", text) for name, text in annotations.items()}
    return {name: eval(text, names) for name, text in texts.items() if "Given" not in text and "Unpack" not in text}


def own_keys(shape, base):
    return {name: kind for name, kind in shape.__annotations__.items() if name not in base.__annotations__}


def literals(kind):
    return [value for one in get_args(kind) for value in (get_args(one) or [one])]


@each_question
def test_a_question_is_written_in_the_package(name, problem):
    module = import_module(f"passatempo.{name}")
    function = inspect.unwrap(getattr(module, problem.name))
    assert inspect.getsource(function).startswith(f"def {problem.name}(")
    assert inspect.getsourcefile(function) == module.__file__
    assert function.__module__ == module.__name__


@each_question
def test_a_question_takes_the_fields_of_its_record(name, problem):
    game, module = pastime(name), import_module(f"passatempo.{name}")
    function = getattr(module, problem.name)
    shape = problem.wiring.ask
    own = {entry.name: entry for entry in fields(shape)} if shape else {}
    keys = [entry.name for entry in fields(game.wiring.json.keys)]
    shown = list(inspect.signature(function).parameters.values())
    assert shown[0].name == ("instance" if "given" in keys else "given")
    files = ["proof", "checkpoint"] if any(method.resumes for method in problem.methods) else []
    assert [parameter.name for parameter in shown[1:]] == [*own, *keys, *files, *RunOptions.__annotations__]
    lists = [entry for entry in own.values() if entry.default is MISSING]
    assert all(entry.default_factory is list for entry in lists)
    written = {key: () if entry in lists else entry.default for key, entry in own.items()}
    assert (inspect.unwrap(function).__kwdefaults__ or {}) == written
    assert shown[0].annotation == f"Given[{game.wiring.instance_type.__name__}, {getattr(shape, '__name__', None)}]"
    kinds = {key: taken(kind) for key, kind in get_type_hints(shape).items()} if shape else {}
    annotations = {key: function.__annotations__[key] for key in own}
    assert evaluated(annotations, module) == kinds


@each_pastime
def test_keys_of_functions_are_those_of_the_record(name):
    game, module = pastime(name), import_module(f"passatempo.{name}")
    hints = get_type_hints(game.wiring.json.keys)
    assert evaluated(own_keys(module.Keys, RunOptions), module) == {
        key: taken(hints[key], omitted=True) | WIDER.get(key) for key in hints
    }
    hints = get_type_hints(game.wiring.params)
    assert evaluated(module.Params.__annotations__, module) == {key: taken(kind) for key, kind in hints.items()}
    hints = get_type_hints(game.game.wiring.rules)
    rules = evaluated(own_keys(module.Setup, GameOptions), module)
    presets = [*game.game.wiring.presets, *game.game.wiring.preset_aliases]
    assert [one for one in literals(rules.pop("preset")) if one is not NoneType] == presets
    assert rules.pop("rules") == str | None  # the former name of `preset`
    assert rules == {key: taken(hints[key], omitted=True) for key in hints}


@each_pastime
def test_names_of_examples_and_formats_are_those_of_the_record(name):
    game, module = pastime(name), import_module(f"passatempo.{name}")
    assert evaluated(module.example.__annotations__, module)["name"] == Literal[tuple(game.examples)]
    full = game.wiring.full_positions
    formats = ("json", "text", "svg", *game.formats, *(full.formats if full else ()))
    assert evaluated(module.convert.__annotations__, module)["form"] == Literal[formats]


@each_pastime
def test_signatures_show_the_keys_of_new_and_play(name):
    game, module = pastime(name), import_module(f"passatempo.{name}")
    params = inspect.signature(module.new).parameters
    assert list(params) == ["seed", "count", *(entry.name for entry in fields(game.wiring.params))]
    rules = [entry.name for entry in fields(game.game.wiring.rules)]
    assert set(inspect.signature(module.play).parameters) == {
        "players",
        "seed",
        "practice",
        "record",
        "preset",
        "rules",
        *rules,
    }


def test_defaults_of_a_run_are_those_of_the_core():
    """Written again, since an import of the core would double the time of an import of a pastime."""
    limits = {entry.name: entry.default for entry in fields(Limits) if entry.name in RUN}
    asked = {key: entry.default for key, entry in inspect.signature(ask).parameters.items() if key in QUERY_OPTIONS}
    assert {*limits, *asked} == RUN
    asked["report"] = None  # stands for the function that reports nothing
    assert limits | asked == {key: DEFAULTS.get(key) for key in RUN}


def test_an_input_at_its_default_does_not_override_a_question():
    from passatempo import machiavelli, optimiza

    turn = machiavelli.read("3S 4S 5S | 7H 7D 7C", hand="6S 2H")
    points = Question(turn, machiavelli.LayAsk(prefer="points"))
    assert machiavelli.lay(points).asked.about.ask.prefer == "points"
    assert machiavelli.lay(points, brief=True).asked.about.ask == machiavelli.LayAsk(prefer="points", brief=True)
    assert machiavelli.lay(points, prefer="least-change").asked.about.ask.prefer == "least-change"
    board = optimiza.example("four")
    path = optimiza.judge(board, path=[[1, 1], [2, 2]]).asked.about
    assert optimiza.judge(path).asked.about == path
    assert optimiza.judge(path, strict=True).asked.about.ask.path == path.ask.path
