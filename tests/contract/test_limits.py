"""Limits are kept: time and memory, by every question and method, on the hardest instances known.

Tests: core/limits.py, hard/runner.py, helpers/without_proc.py
"""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from passatempo.core.registry import BUILT_IN, is_installed, pastime

WITHOUT_PROC = Path(__file__).parents[1] / "helpers" / "without_proc.py"
RUNNER = Path(__file__).parents[1] / "hard" / "runner.py"
METHODS = [
    (game.name, problem.name, method)
    for game in map(pastime, BUILT_IN)
    for problem in game.problems
    for method in problem.methods
    if not method.needs or is_installed(method.needs)
]
DEFAULTS = [
    (game.name, problem.name, problem.methods[0]) for game in map(pastime, BUILT_IN) for problem in game.problems
]


def each(methods):
    """Return a mark that runs a test for each of these methods."""
    ids = [f"{game}-{question}-{method.name}" for game, question, method in methods]
    return pytest.mark.parametrize(("game", "question", "method"), methods, ids=ids)


each_method = each(METHODS)
FEW, ALL = 1, 1000  # instances: the quick tests take the first of each question, the long ones every one
SLACK = 0.05  # seconds beside a tenth of the limit: the promise
# What solver libraries may add, each with its reason: their own code does not look at the clock for so long.
LIBRARY_SLACK = 0.1


def runs(*arguments):
    """Run the runner; return what it says of each run."""
    done = subprocess.run(
        [sys.executable, str(RUNNER), *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@cache
def quick_runs(game):
    """Run the first instances of a pastime's questions in one process: starting one takes longest."""
    asked = ",".join(f"{question}:{method.name}" for name, question, method in DEFAULTS if name == game)
    return runs("limits", FEW, game, asked, 0.05)


def test_linux_without_proc_gets_the_same_answers(capsys):
    """Python's readers of /proc alone: the kernels' one (native/memory.hpp) and SQLite's are left out."""
    from passatempo.cli.main import run

    questions = [(name, *pastime(name).demo[0]) for name in BUILT_IN]
    words = [[name, question, "--example", example, "--json"] for name, question, example in questions]
    done = subprocess.run([sys.executable, str(WITHOUT_PROC), json.dumps(words)], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    *answers, told = map(json.loads, done.stdout.decode().split("\0"))
    assert told == {"resident": 0, "load": 0.0, "busy": 0.0, "limited": False}
    for line, answer in zip(words, answers, strict=True):
        assert run(line) == 0
        assert answer["answer"] == json.loads(capsys.readouterr().out)["answer"]


def test_every_question_has_a_hard_instance():
    from ..hard.runner import hardest

    for game in map(pastime, BUILT_IN):
        for problem in game.problems:
            assert hardest(game.name, problem.name), f"{game.name} {problem.name}"


@each(DEFAULTS)
def test_a_short_limit_ends_every_run_soon(game, question, method):
    """`make test-long` tests the promise itself, for all methods: here only a tenfold excess fails."""
    mine = [run for run in quick_runs(game) if (run["question"], run["method"]) == (question, method.name)]
    assert mine
    for run in mine:
        assert run["spent"] < 0.5, run


@pytest.mark.long
@each_method
def test_time_limits_are_kept(game, question, method):
    for run in runs("limits", ALL, game, f"{question}:{method.name}", 0.05, 0.2, 1.0):
        slack = SLACK + (LIBRARY_SLACK if method.needs else 0.0)
        assert run["spent"] <= 1.1 * run["limit"] + slack, run
        assert run["memory"] < 2_600, run
