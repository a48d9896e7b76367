"""Every command that answers something has its public function: exported, typed, documented, and called by it.

Tests: cli/app.py, cli/overview.py, games/replays.py
"""

import inspect
import re
import sys
from importlib import import_module

import pytest

from passatempo import campaigns, games, minesweeper, puzzles
from passatempo.cli.campaign import campaign
from passatempo.cli.main import run
from passatempo.cli.overview import COMMANDS, all_commands
from passatempo.core.methods import resolve
from passatempo.core.registry import BUILT_IN, pastime

NO_FUNCTIONS = {
    "help",
    "list",
    "schema",
    "completion",
    "doctor",
    "demo",
    "web",
    "machiavelli companion",
    "mnk protocol",
}
# The functions of commands that have not the command's name.
NAMES = {"win-rate": "win_rates", "rules": "rules_of", "field": "measure"}
# Commands of pastimes that do more than their function: they read a file first, or write one.
WRAPPED = {"minesweeper field", "minesweeper win-rate"}
# Questions and these commands share the functions of the core with the library; `play` talks to a person.
SHARED = ("new", "check", "show", "convert", "export", "play")
ID, PLAN, RECORD = "OP1-TR5-RWFANY-A", "plan.toml", "game.jsonl"
GENERAL = {  # the words of a command, and the functions that it calls
    "puzzle": [(f"puzzle {ID}", puzzles.get), (f"puzzle check {ID} 1,1", puzzles.check)],
    "daily": [("daily 2026-11-23 --pastime optimiza", puzzles.daily)],
    "sheet": [(f"sheet {ID} --out a.typ --format typ", puzzles.sheet)],
    "campaign run": [(f"campaign run {PLAN} --workers 1", campaigns.run), (f"campaign run {PLAN}", campaigns.plan)],
    "campaign resume": [("campaign resume p.sqlite", campaigns.resume)],
    "campaign status": [("campaign status p.sqlite", campaigns.status)],
    "campaign merge": [("campaign merge p.sqlite --out m.sqlite", campaigns.merge)],
    "campaign export": [("campaign export p.sqlite --to csv", campaigns.export)],
    "campaign report": [("campaign report p.sqlite", campaigns.report)],
    "campaign plan": [("campaign plan", campaigns.plans), ("campaign plan mnk-corrado", campaigns.plan)],
    "minesweeper field": [("minesweeper field *./..", minesweeper.measure)],
    "minesweeper win-rate": [("minesweeper win-rate --preset beginner-8 --games 2", minesweeper.win_rates)],
}
OF_PASTIMES = {
    "puzzle": [("{0} puzzle --grade 2", puzzles.make)],
    "replay": [(f"{{0}} replay {RECORD}", games.replay), (f"{{0}} replay {RECORD} --check", games.check)],
    "stats": [("{0} stats", games.statistics)],
    "tournament": [("{0} tournament {1} {1} --games 1{2}", games.tournament)],
}
MODULES = (puzzles, games, campaigns)


def commands():
    """Yield each command that has a function of its own, as it is typed."""
    for name, _ in COMMANDS:
        words = [f"campaign {one}" for one in campaign if not one.startswith("-")] if name == "campaign" else [name]
        yield from (one for one in words if one not in NO_FUNCTIONS)
    for name in BUILT_IN:
        yield from (f"{name} {one}" for one in all_commands(pastime(name)) if f"{name} {one}" not in NO_FUNCTIONS)


def functions_of(command):
    """Return the words and functions of a command."""
    if command in GENERAL:
        return GENERAL[command]
    name, own = command.split()
    game = pastime(name)
    if own in OF_PASTIMES:
        bot = game.game.bots[0].name if game.game.bots else ""
        rules = " --preset duel" if name == "optimiza" else ""  # its first set of rules is for one player
        return [(words.format(name, bot, rules), function) for words, function in OF_PASTIMES[own]]
    module = import_module(f"passatempo.{name}")
    public = NAMES.get(own, own.replace("-", "_"))
    assert public in module.__all__, f"{command}: passatempo.{name} has no {public}"
    return [("", getattr(module, public))]


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """Return a folder with what the commands read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    text = 'name = "p"\n[run]\nquestion = "optimiza best"\n[grid]\nN = [3, 4]\n'
    (tmp_path / PLAN).write_text(text, encoding="utf-8")
    return tmp_path


def called(words):
    """Run a command, and return the code of every function that it calls."""
    codes = set()
    sys.setprofile(lambda frame, event, _: codes.add(frame.f_code) if event == "call" else None)
    try:
        code = run(words.split())
    finally:
        sys.setprofile(None)
    assert code in (0, 1), words
    return codes


@pytest.mark.parametrize("command", [*commands()])
def test_a_command_has_a_function_that_is_typed_and_documented(command):
    for _, function in functions_of(command):
        plain, signature = inspect.unwrap(function), inspect.signature(inspect.unwrap(function))
        assert plain.__doc__.strip().split("\n")[0].endswith((".", "?")), function
        home = next((module for module in MODULES if getattr(module, plain.__name__, None) is function), None)
        if home is not None:
            assert plain.__name__ in home.__all__
            assert ">>>" in plain.__doc__
            for name in signature.parameters:
                assert re.search(rf"^ *(\w+, )*{name}(, \w+)*$", plain.__doc__, re.MULTILINE), (command, name)
        assert signature.return_annotation is not signature.empty
        assert all(one.annotation is not one.empty for one in signature.parameters.values()), function


@pytest.mark.parametrize("command", [one for one in commands() if one in GENERAL or one.split()[-1] in OF_PASTIMES])
def test_a_command_calls_its_functions(command, folder, capsys):
    name = command.split()[0]
    if command.startswith("campaign ") and command not in ("campaign run", "campaign plan"):
        campaigns.run(folder / PLAN, "p.sqlite")
    if command.endswith(" replay"):
        match = games.play(name, seed=1)
        (folder / RECORD).write_text(str(match.record), encoding="utf-8")
    for words, function in functions_of(command):
        assert inspect.unwrap(function).__code__ in called(words), words


def test_what_is_left_is_listed():
    left = {one for one in commands() if one not in GENERAL and one.split()[-1] not in OF_PASTIMES}
    questions = {f"{name} {problem.name}" for name in BUILT_IN for problem in pastime(name).problems}
    shared = {f"{name} {one}" for name in BUILT_IN for one in SHARED}
    own = {f"{name} {one.name}" for name in BUILT_IN for one in pastime(name).commands} - NO_FUNCTIONS
    assert left - questions - shared == own - WRAPPED


def test_an_own_command_that_has_a_function_is_that_function():
    for name in BUILT_IN:
        for command in pastime(name).commands:
            if f"{name} {command.name}" not in WRAPPED | NO_FUNCTIONS:
                [(_, function)] = functions_of(f"{name} {command.name}")
                assert inspect.unwrap(resolve(command.where)) is inspect.unwrap(function)


def test_the_three_modules_list_their_names():
    assert set(puzzles.__all__) >= {"Puzzle", "check", "daily", "get", "make", "make_own", "sheet"}
    assert set(games.__all__) >= {"Bot", "check", "play", "replay", "statistics", "tournament"}
    assert set(campaigns.__all__) >= {"Plan", "Report", "Results", "Status", "plan", "plans", "run", "resume", "report"}
    for module in MODULES:
        for name in module.__all__:
            assert getattr(module, name).__doc__, name
