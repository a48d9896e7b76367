"""No command line is a bug of ours: random ones, and every number out of range in every place.

Tests: hard/commands.py, cli/flags.py, cli/commands.py
"""

import contextlib
import io
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from passatempo.cli.main import run
from passatempo.core.methods import resolve
from passatempo.core.registry import BUILT_IN, pastime

from ..hard.commands import flags_of

COMMANDS = Path(__file__).parents[1] / "hard" / "commands.py"
QUICK, LONG, LONG_SEED = 150, 20_000, 1_000_000


def faults(seed, count):
    """Run so many random lines; begin anew behind one that ended its process, which must be with 3, as Ctrl-C does."""
    found, end = [], seed + count
    while seed < end:
        done = subprocess.run(
            [sys.executable, str(COMMANDS), str(seed), str(end - seed)], capture_output=True, text=True, check=False
        )
        told = [json.loads(line) for line in done.stdout.splitlines()]
        found += [run for run in told if run.get("fault")]
        if done.returncode == 0:
            return found
        assert told, done.stderr
        if done.returncode != 3 or done.stderr.strip() != "passatempo: cancelled":
            found.append({**told[-1], "died": done.returncode, "error": done.stderr[-500:]})
        seed = told[-1]["number"] + 1
    return found


@pytest.mark.long
@pytest.mark.interrupts
def test_random_command_lines_are_never_a_bug_of_ours():
    assert faults(random.randrange(10**6), QUICK) == []


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_twenty_thousand_command_lines(part):
    assert faults(LONG_SEED + part * LONG // 8, LONG // 8) == []


HOSTILE = ["-1", "0", "2147483648", "4294967296", "9223372036854775808", "100000000000000000000"]
HOSTILE += ["-100000000000000000000", "1e400", "nan", "inf", "", "x", "é", "\0"]
COMMON = ["--seconds", "--nodes", "--memory", "--threads", "--seed", "--explain"]
PROBLEMS = [(game, problem) for game in map(pastime, BUILT_IN) for problem in game.problems]
each_problem = pytest.mark.parametrize(("game", "problem"), PROBLEMS, ids=[f"{g.name}-{p.name}" for g, p in PROBLEMS])


def code_of(*words):
    """Run a line; return its exit code and what it said on standard error."""
    err = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
        return run(list(words)), err.getvalue()


def accepted(*words):
    code, said = code_of(*words)
    assert code in (0, 1, 2, 3), (words, said)
    assert "Traceback" not in said


def limits_are_taken_or_refused(game, problem, values):
    """Give each limit those values in turn."""
    example = ["--example", next(iter(game.examples))]
    for flag in COMMON:
        for value in values():
            limit = [] if flag == "--seconds" else ["--seconds", "0.1"]
            accepted(game.name, problem.name, *example, *limit, flag, value)


@each_problem
def test_every_limit_takes_some_numbers_or_refuses_them(game, problem):
    """Other values in every run; all of them: the long test below."""
    limits_are_taken_or_refused(game, problem, lambda: random.sample(HOSTILE, 1))


@pytest.mark.long
@each_problem
def test_every_limit_takes_every_number_or_refuses_it(game, problem):
    limits_are_taken_or_refused(game, problem, lambda: HOSTILE)


def settings_are_taken_or_refused(game, problem, values):
    """Give each setting of each method those values in turn."""
    example = ["--example", next(iter(game.examples)), "--seconds", "0.1"]
    for method in problem.methods:
        for name in resolve(method.settings)().__dataclass_fields__ if method.settings else ():
            for value in values():
                accepted(game.name, problem.name, *example, "--method", f"{method.name}:{name}={value}")


@each_problem
def test_every_setting_takes_a_number_or_refuses_it(game, problem):
    settings_are_taken_or_refused(game, problem, lambda: random.sample(HOSTILE, 1))


@pytest.mark.long
@each_problem
def test_every_setting_takes_every_number_or_refuses_it(game, problem):
    settings_are_taken_or_refused(game, problem, lambda: HOSTILE)


UNNAMEABLE = ["\0", "\ud800", "a\0b"]


@pytest.mark.parametrize("name", UNNAMEABLE, ids=ascii)
@pytest.mark.parametrize(
    "words",
    [
        ["cards", "replay"],
        ["machiavelli", "review"],
        ["machiavelli", "companion"],
        ["machiavelli", "odds", "--cards", "3"],
        ["mnk", "play"],
        ["mnk", "verify"],
        ["mnk", "analyse"],
        ["optimiza", "certificate"],
        ["mnk", "play", "--record"],
        ["machiavelli", "tournament", "greedy", "points", "--games", "1", "--record"],
    ],
    ids=" ".join,
)
def test_what_names_no_file_is_refused(words, name, monkeypatch):
    """Found by random lines: `cards replay` of a name with a zero byte was a bug of ours."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    code, said = code_of(*words, name)
    assert code == 2, said
    assert said.count("\n") == 1


WRITE = ["--out", "--record", "--save", "--proof", "--plot", "--checkpoint", "--figures"]
HOUSE = [["demo"], ["sheet", "SF1-B9-G1KJXM-9"], ["daily"], ["puzzle", "SF1-B9-G1KJXM-9"]]


@pytest.mark.quick(5)
@pytest.mark.parametrize("name", UNNAMEABLE, ids=ascii)
@pytest.mark.parametrize("game", [*map(pastime, BUILT_IN)], ids=lambda game: game.name)
def test_no_command_writes_to_what_names_no_file(game, name, monkeypatch):
    """Found by random lines: `sheet` and `demo` with a zero byte in what is to be written were bugs."""
    small = {"--example": next(iter(game.examples)), "--seconds": "0.01", "--games": "1", "--count": "1"}
    for command, flags in flags_of(game).items():
        taken = [flag for flag, _, _ in flags]
        words = [word for flag in small if flag in taken for word in (flag, small[flag])]
        for flag in taken:
            if flag in WRITE:
                monkeypatch.setattr("sys.stdin", io.StringIO(""))
                accepted(game.name, command, *words, flag, name)


@pytest.mark.quick(4)
@pytest.mark.parametrize("name", UNNAMEABLE, ids=ascii)
@pytest.mark.parametrize("words", HOUSE, ids=" ".join)
def test_no_command_of_the_house_writes_to_what_names_no_file(words, name):
    code, said = code_of(*words, "--out", name)
    assert code == 2, said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["cards", "play", "--example", "published", "--rules", "7"], "'7' is not a set of rules"),
        (["mnk", "play", "--example", "five", "--rules", "4294967296"], "is not a set of rules"),
        (["machiavelli", "play", "--seats", "4294967296"], "at most 8 play machiavelli"),
        (["machiavelli", "play", "--seats", "9" * 5000], "at most 8 play machiavelli"),
    ],
    ids=["rules", "rules of mnk", "seats", "digits"],
)
def test_games_refuse_what_random_lines_found(words, told):
    code, said = code_of(*words)
    assert code == 2, said
    assert told in said


def test_out_of_range_is_refused_with_the_range():
    code, said = code_of("mnk", "value", "--m", "3", "--n", "3", "--k", "3", "--nodes", "99999999999999999999")
    assert code == 2
    assert "--nodes: '99999999999999999999' is not a whole number from 0 to 9223372036854775807" in said
    code, said = code_of("machiavelli", "arrange", "--example", "heap", "--threads", "1000000000")
    assert code == 2
    assert "--threads: '1000000000'" in said
