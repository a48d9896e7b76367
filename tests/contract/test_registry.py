"""The references of the records lead somewhere, and a plug-in needs no file of the package.

Tests: cli/app.py, core/registry.py, cards/questions.py, cards/record.py, machiavelli/questions.py,
machiavelli/record.py, minesweeper/questions.py, minesweeper/record.py, mnk/questions.py, mnk/record.py,
optimiza/questions.py, optimiza/record.py
"""

import inspect
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import passatempo.web.build
from passatempo.core.methods import resolve
from passatempo.core.pastime import Pastime
from passatempo.core.registry import BUILT_IN, is_installed, names, pastime, validate

HERE = Path(__file__).parents[1]
GAMES = [pastime(name) for name in names()]


def references(game: Pastime):
    """Yield every reference of a record."""
    yield from (game.questions, *(entry.where for entry in (*game.commands, *game.models)))
    if game.game:
        yield from (game.game.functions, *(bot.settings for bot in game.game.bots))
    for problem in game.problems:
        yield from (method.settings for method in problem.methods)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_reference_can_be_resolved(game):
    for reference in filter(None, references(game)):
        assert resolve(reference) is not None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_method_has_the_common_shape(game):
    for problem in game.problems:
        for method in problem.methods:
            if method.needs and not is_installed(method.needs):
                continue
            parameters = list(inspect.signature(problem.choose(method.name).load_solver()).parameters.values())
            assert parameters[0].kind is inspect.Parameter.POSITIONAL_ONLY, method.where
            expected = ["limits", "report", "settings"] if method.settings else ["limits", "report"]
            assert [parameter.name for parameter in parameters[1:]] == expected, method.where


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_default_method_is_never_literal(game):
    assert all(problem.methods[0].kind != "literal" for problem in game.problems)


def with_plug_in(*command: str, text: str = "") -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(HERE / "plug_in"), os.environ.get("PYTHONPATH", "")]),
    }
    return subprocess.run(
        [sys.executable, *command], input=text, capture_output=True, text=True, env=environment, check=False
    )


def test_a_plug_in_gets_commands():
    listed = with_plug_in("-m", "passatempo", "list")
    assert "toy: two numbers of greatest sum" in listed.stdout
    told = with_plug_in(
        "-m", "passatempo", "toy", "best", "-", "--format", "json", "--confirm", "reference", text="3 9 4"
    )
    assert json.loads(told.stdout)["answer"] == {"pair": [4, 9]}
    refused = with_plug_in("-m", "passatempo", "toy", "best", "-", text="3 x 4")
    assert (refused.returncode, refused.stderr) == (2, "passatempo: line 1, column 3: 'x' is not a number\n")


def test_an_own_command_has_flags_for_all_but_limits_and_report():
    assert with_plug_in("-m", "passatempo", "toy", "tally", "--to", "2").stdout == "1\n2\n"
    told = with_plug_in("-m", "passatempo", "toy", "tally", "--help").stdout
    assert "--to" in told
    assert "limits" not in told.lower()
    assert "report" not in told.lower()


def test_a_plug_in_gets_contract_tests():
    told = with_plug_in(
        "-m", "pytest", str(HERE / "contract" / "test_contract.py"), "-k", "toy", "-q", "-p", "no:randomly"
    )
    assert told.returncode == 0, told.stdout
    assert " passed" in told.stdout


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_pastime_of_the_house_has_its_page_in_the_app(name):
    pages = Path(passatempo.web.build.__file__).parent / "words"
    assert (pages / f"{pastime(name).app}.html").is_file()


def test_a_folder_of_the_app_is_a_plain_name():
    for app in ("../secret", "a/b", "it/"):
        assert "is not a folder of the app" in validate("mnk", replace(pastime("mnk"), app=app))
    assert validate("mnk", replace(pastime("mnk"), app="")) == ""
