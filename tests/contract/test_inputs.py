"""What questions, methods and generators ask for, as data for a program that makes controls of it.

Tests: core/inputs.py
"""

from dataclasses import dataclass, field, fields
from typing import Literal

import pytest

from passatempo.core.inputs import inputs
from passatempo.core.json import encode
from passatempo.core.registry import default_settings, names, pastime, setting_choices

GAMES = [pastime(name) for name in names()]
SHAPES = {problem.wiring.ask for game in GAMES for problem in game.problems} | {game.wiring.params for game in GAMES}
METHODS = [method for game in GAMES for problem in game.problems for method in problem.methods if method.settings]


@dataclass(frozen=True)
class Shape:
    count: int
    limit: int | None = None
    share: float = 0.5
    start: int | str = field(default=1, metadata={"help": "the first"})
    all: bool = True
    level: Literal["low", "high"] | None = None
    cells: list[int] = field(default_factory=list)
    levels: list[Literal["low", "high"]] | None = None


def test_each_kind_of_field_has_its_control():
    told = {entry["name"]: entry for entry in inputs(Shape)}
    assert {name: entry["kind"] for name, entry in told.items()} == {
        "count": "integer",
        "limit": "integer",
        "share": "number",
        "start": "text",
        "all": "boolean",
        "level": "choice",
        "cells": "json",
        "levels": "json",
    }
    assert told["level"]["choices"] == ["low", "high"]
    assert (told["start"]["default"], told["start"]["help"], told["count"]["default"]) == (1, "the first", None)


@pytest.mark.parametrize("shape", sorted(SHAPES - {None}, key=str))
def test_every_field_is_told_as_json(shape):
    told = inputs(shape)
    encode(told)
    assert [entry["name"] for entry in told] == [entry.name for entry in fields(shape)]
    for entry in told:
        assert entry["kind"] in ("boolean", "choice", "integer", "number", "text", "json")
        assert (entry["kind"] == "choice") == bool(entry["choices"])
        if entry["kind"] == "choice" and entry["default"] is not None:
            assert entry["default"] in entry["choices"]


def test_the_choices_of_a_method_are_those_of_its_settings():
    assert METHODS
    for method in METHODS:
        few = setting_choices(method)
        assert few.keys() <= default_settings(method).keys()
        assert all(default_settings(method)[name] in values for name, values in few.items())
