"""Calls of the library that cannot be right: every public function refuses them by a sentence of the package.

Not tried: constructors of classes, and values that are right in kind and out of range.

Tests: core/inputs.py, core/library.py
"""

import inspect
import io
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from types import SimpleNamespace
from typing import Literal, TypeVar

import numpy as np
import pandas as pd
import pytest

import passatempo
from passatempo import campaigns, games, puzzles
from passatempo.core.errors import PassatempoError, UsageError
from passatempo.core.library import guarded
from passatempo.core.registry import BUILT_IN, pastime


class Hostile:
    """A value whose methods raise, as those of another library may."""

    def __iter__(self):
        raise RuntimeError("<class 'Hostile'>")

    def __index__(self):
        raise KeyError("index")

    def __repr__(self):
        raise ValueError("repr")


def nested(levels):
    """Return a list in a list, so many times."""
    return [nested(levels - 1)] if levels else []


WRONG = ["x", object(), 1.5, -1, None, [], {}, True, 10**5000, "", float("nan"), {1: 2}, [object()], b"x"]
WRONG += [..., type, lambda *given: 1, complex(1, 2), b"\xff\xfe", Fraction(5, 2), Decimal("NaN"), [None], {"x": 1}]
WRONG += [np.array([2, 3]), np.float64(2.5), np.array(2.5), pd.NaT, pd.NA, nested(20), Hostile(), [Hostile()]]
WRONG += [
    float("inf"),
    -0.5,
    {object()},
    re,
    io.StringIO("1 2"),
    [[1, "x"], {2: None}],
    (np.nan,),
    pd.DataFrame([["a"]]),
]
# Words of Python's own.
PYTHON = re.compile(
    r"__init__|not supported between|has no attribute|positional arg|unexpected keyword|missing \d|must be (str|int)"
    r"|NoneType|unhashable|not iterable|not callable|<class|invalid literal|Exceeds the limit|unsupported|interpreted"
)
# What an annotation in the signature accepts; a value of another kind may not pass in silence. Numbers of other
# libraries are converted, and bytes are text.
NUMBERS = (int, float, Fraction, Decimal, np.ndarray)
KINDS = {"int": int, "Integer": int, "float": NUMBERS, "SupportsFloat": NUMBERS, "str": (str, bytes), "bool": bool}
RATE = {"preset": "beginner-8", "games": 1}
TWO = {"games": 1, "m": 1, "n": 2, "k": 2}
# Arguments without which a function has nothing to do, before others are tried; `...` is the first example.
NEEDED = {
    "analyse_games": (["no-file"], {}),
    "check_certificate": ([..., "{}"], {}),
    "decode": ([..., "1 0"], {}),
    "exhaust": ([2], {}),
    "match": (["corrado", "corrado"], {"board": ["3,3,3"], "nodes": 1}),
    "neighbours": ([], {}),
    "odds": ([...], {"cards": 1, "samples": 2}),
    "openings": ([], {"count": 1, "nodes": 1, "even": 10_000, "board": "4,4,4"}),
    "review": ([""], {}),
    "arrange_many": ([bytes(52)], {}),
    "check": ([..., {"question": "", "answer": None}], {}),
    "convert": ([..., "json"], {}),
    "example": ([""], {}),
    "greatest_sum": ([memoryview(bytes(8)).cast("H"), 2], {}),
    "interval": ([[1, 1, 2, 2, 3, 3, 4]], {}),
    "names": ([], {}),
    "new": ([], {}),
    "pastime": (["mnk"], {}),
    "play": ([], {}),
    "read": ([""], {}),
    "verify": (["no-file"], {}),
    "win_rate": (["search"], RATE),
    "win_rates": ([["search"]], RATE),
}
OTHERS = [
    (games.play, ["mnk"], {}),
    (games.tournament, ["mnk", ["corrado", "corrado"]], TWO),
    (games.check, [""], {}),
    (games.replay, [""], {}),
    (games.statistics, ["mnk"], {}),
    (puzzles.check, ["OP1-TR5-RWFANY-A", "1,1"], {}),
    (puzzles.daily, ["2026-11-23", "optimiza"], {"seconds": 0.0}),
    (puzzles.get, ["OP1-TR5-RWFANY-A"], {"seconds": 0.0}),
    (puzzles.make, ["optimiza"], {}),
    (puzzles.make_own, ["optimiza", "1"], {"seconds": 0.0}),
    (puzzles.sheet, [[]], {}),
    (campaigns.export, ["none", "none.csv"], {}),
    (campaigns.merge, [["none"], "none"], {}),
    (campaigns.plan, ["mnk-corrado"], {}),
    (campaigns.plans, [], {}),
    (campaigns.report, ["none"], {}),
    (campaigns.resume, ["none"], {}),
    (campaigns.run, [{}, "none"], {}),
    (campaigns.status, ["none"], {}),
]


def calls():
    """Yield each public function, with arguments that are right or refused for what they name."""
    for home in (passatempo, *(import_module(f"passatempo.{name}") for name in BUILT_IN)):
        for name in home.__all__:
            if inspect.isfunction(function := getattr(home, name)):
                given, keys = NEEDED.get(name, ([...], {}))
                if name == "export":
                    models = [(model.name, model.formats[0]) for model in home.PASTIME.models]
                    given = [..., *(models or [("", "")])[0]]
                if "seconds" in inspect.signature(function).parameters:
                    keys = {"seconds": 0.0, **keys}
                yield pytest.param(function, given, keys, id=f"{home.__name__}.{name}")
    for function, given, keys in OTHERS:
        yield pytest.param(function, given, keys, id=f"{function.__module__}.{function.__name__}")


each_function = pytest.mark.parametrize(("function", "given", "keys"), [*calls()])


def filled(function, given):
    """Put the first example of the function's pastime in place of `...`."""
    game = pastime(function.__module__.split(".")[1]) if ... in given else None
    return [game.wiring.read(game.example(game.examples[0])) if one is ... else one for one in given]


def told(function, given, keys):
    """Call a function; return the sentence that refuses the call, or nothing."""
    try:
        function(*given, **keys)
    except PassatempoError as error:
        return str(error)
    except OSError as error:
        return f"there is no file {error.filename!r}"
    return ""


def sound(sentence):
    return len(sentence) <= 400 and "\n" not in sentence and not PYTHON.search(sentence)


@pytest.fixture(autouse=True)
def folder_for_files(tmp_path, monkeypatch):
    """Some functions write the file that they are given the name of, and a text may name a folder of records."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.filterwarnings("ignore:rules leaves in version")
@each_function
def test_a_wrong_value_is_answered_or_refused_in_a_sentence(function, given, keys):
    given = filled(function, given)
    for place, argument in enumerate(inspect.signature(function).parameters.values()):
        for value in WRONG:
            if argument.kind is argument.KEYWORD_ONLY:
                said = told(function, given, {**keys, argument.name: value})
            elif argument.kind is not argument.VAR_KEYWORD:
                said = told(function, [*given[:place], value, *given[place + 1 :]], keys)
            assert sound(said), (argument.name, said)
            annotation = getattr(argument.annotation, "__name__", str(argument.annotation))
            kinds = tuple([KINDS.get(word, object) for word in annotation.split(" | ") if word != "None"])
            kinds = tuple([kind for each in kinds for kind in (each if isinstance(each, tuple) else (each,))])
            fits = isinstance(value, kinds) and (bool in kinds or object in kinds or value is not True)
            if argument.kind is argument.KEYWORD_ONLY and not fits and value is not None:
                assert argument.name in said, (argument.name, value)


@each_function
def test_a_call_of_the_wrong_shape_is_refused(function, given, keys):
    given = filled(function, given)
    signature = inspect.signature(function)
    kinds = [argument.kind for argument in signature.parameters.values()]
    many = told(function, [*given, *["extra"] * (1 + len(kinds))], {})
    assert "is one too many" in many
    unknown = told(function, given, {**keys, "nope": 1})
    assert "nope" in unknown or given[1:] == ["", ""]  # a pastime without models
    assert sound(many)
    assert sound(unknown)
    needed = [
        one.name for one in signature.parameters.values() if one.default is one.empty and one.kind != one.VAR_KEYWORD
    ]
    if needed:
        assert told(function, [], {}) == f"{function.__name__}: {needed[0]} is missing"
    first = next(iter(signature.parameters.values()), None)
    if first and first.kind is first.POSITIONAL_ONLY:
        assert f"takes {first.name} without its name" in told(function, given, {**keys, first.name: 1})
    if first and first.kind is first.POSITIONAL_OR_KEYWORD:
        assert f"{first.name} is given twice" in told(function, given, {first.name: 1})


@pytest.mark.parametrize(
    ("annotation", "value", "sentence"),
    [
        ("int | None", True, "number: expected a whole number: 'True'"),
        ("float | None", "1", "number: expected a number: '1'"),
        ("int | str", 1.5, "number: expected a whole number or a string: '1.5'"),
        ("Sequence[Sequence[int]]", "1 2", "number: expected a list: '1 2'"),
        ("Mapping[str, tuple[int, str]]", [], "number: expected a mapping: '[]'"),
        ("Literal['a', 'b'] | None", 3, "number: expected a string: '3'"),
        ("Report | None", 3, "number: expected a function: '3'"),
        ("Cancel | None", 3, "number: expected a Cancel: '3'"),
        ("SimpleNamespace", 3, "number: expected a SimpleNamespace: '3'"),
        ("Unknown | int", "x", ""),
        (int, "x", "number: expected a whole number: 'x'"),
        (int | str | None, 1.5, "number: expected a whole number or a string: '1.5'"),
        (Sequence[Sequence[int]] | None, "1 2", "number: expected a list: '1 2'"),
        (Callable[[int], str], 3, "number: expected a function: '3'"),
        (Literal["a", "b"] | None, "c", "number: expected one of a, b: 'c'"),
        (SimpleNamespace, 3, "number: expected a SimpleNamespace: '3'"),
        (TypeVar("T") | int, "x", ""),
    ],
)
def test_an_annotation_says_what_is_accepted(annotation, value, sentence):
    def function(number):
        return number

    function.__annotations__["number"] = annotation
    assert SimpleNamespace  # which an annotation names
    assert told(guarded(function), [value], {}) == sentence


def test_what_a_guarded_function_raises_is_its_own():
    @guarded
    def fails(number: int = 0) -> None:
        raise TypeError(number)

    with pytest.raises(TypeError, match="3"):
        fails(3)
    with pytest.raises(UsageError, match="fails takes no 'numbers', did you mean 'number'"):
        fails(numbers=3)
