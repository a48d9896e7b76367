"""One middle end: front rooms choose, confirm, explain, judge, export and generate through `core` alone.

Their sources are walked: outside `core/asking.py` and its neighbours nobody resolves a record's check, score, reason,
generator or method, loads a chosen method, writes a model, or imports what a pastime solves with.
"""

import ast
from pathlib import Path

import pytest

from passatempo.core.registry import BUILT_IN

SOURCE = Path(__file__).parents[2] / "src" / "passatempo"
FRONT = ("cli", "web", "campaign", "puzzles", "games", "core")
# The middle end itself: who may do what the others ask it for.
MIDDLE = {
    "core/asking.py": "chooses, runs, checks, confirms and explains",
    "core/agreement.py": "compares what two methods said, for it",
    "core/instances.py": "generates and exports",
    "core/methods.py": "loads a method",
    "core/pastime.py": "is the record, and writes its models",
    "core/registry.py": "resolves all references of a plug-in before it is taken, and runs none",
}
# What a record holds of references to functions that solve.
REFERENCES = {"check", "score", "explain", "generate", "where", "key"}
# Resolved elsewhere, by file and line of code, and why that is no second way to an answer.
ALLOWED = {
    ("cli/pastime_commands.py", "resolve(entry.where)"): "a pastime's own command, which is no question",
    ("cli/games/table.py", "resolve(word.where)"): "a word typed in a game, told by the game",
    ("core/play/players.py", "resolve(bot.where)"): "a bot chooses a move; what it solves it asks for",
    (
        "web/tasks.py",
        "resolve(problem.methods[0].where)",
    ): "imports what the first question needs, runs nothing",
    ("campaign/acts/question.py", "resolve(self.game.generate)"): "a cell of a plan draws from a stream of its own",
    ("campaign/acts/question.py", "self.problem.choose(cell.get('method')).load()"): "a plan's extras are missed early",
    ("campaign/acts/simulate.py", "resolve(self.study.where)"): "a study draws and measures; it has no answer",
}


def imported(node):
    """Yield the modules that a node imports, those for types alone too."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def ways_around(text):
    """Return the pieces of a module's code that go around the middle end, with what is wrong with each."""
    found = []
    for node in ast.walk(ast.parse(text)):
        for name in imported(node):
            parts = name.split(".")
            if parts[0] == "passatempo" and len(parts) > 1 and parts[1] in (*BUILT_IN, "solvers"):
                found.append((ast.unparse(node), "imports what a pastime solves with"))
                break
        if not isinstance(node, ast.Call):
            continue
        called, code = node.func, ast.unparse(node)
        name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
        refs = [part.attr for part in node.args if isinstance(part, ast.Attribute)]
        if name == "resolve" and REFERENCES & set(refs):
            found.append((code, "resolves what solves"))
        elif name == "load" and not node.args and not node.keywords:
            found.append((code, "loads a method"))
        elif name == "write" and isinstance(called, ast.Attribute) and len(node.args) > 2:
            found.append((code, "writes a model"))
    return found


FILES = sorted(path for room in FRONT for path in (SOURCE / room).rglob("*.py"))


def short(path):
    return path.relative_to(SOURCE).as_posix()


@pytest.mark.parametrize("path", [path for path in FILES if short(path) not in MIDDLE], ids=short)
def test_nobody_goes_around_the_middle_end(path):
    found = [
        (code, why) for code, why in ways_around(path.read_text(encoding="utf-8")) if (short(path), code) not in ALLOWED
    ]
    assert found == []


def test_every_exception_is_still_one():
    for file, code in ALLOWED:
        assert code in [found for found, _ in ways_around((SOURCE / file).read_text(encoding="utf-8"))], (file, code)


@pytest.mark.parametrize("file", ["core/asking.py", "core/instances.py", "core/methods.py"])
def test_the_walk_sees_what_the_middle_end_does(file):
    assert set(MIDDLE) <= {short(path) for path in FILES}
    assert ways_around((SOURCE / file).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "planted",
    [
        "def f(problem, question):\n    return resolve(problem.methods[0].where)(question)",
        "def f(problem, question, answer):\n    return methods.resolve(problem.check)(question, answer)",
        "def f(problem, question):\n    return resolve(problem.explain)(question, Limits())",
        "def f(problem, question, answer):\n    return resolve(problem.score)(question, answer)",
        "def f(game, params):\n    return resolve(game.generate)(params, Random(1))",
        "def f(problem, question):\n    return problem.choose('exact').load()(question, Limits(), silent)",
        "def f(game, instance):\n    return game.models[0].write(instance, 'lp', '', {})",
        "from passatempo.optimiza.exact.best import best",
        "def f():\n    import passatempo.mnk.checker",
        "from passatempo import cards",
        "from passatempo.solvers import sat",
    ],
)
def test_a_planted_way_around_is_found(planted):
    assert len(ways_around(planted)) == 1


def test_what_goes_through_the_middle_end_is_not_found():
    sound = "from passatempo.core.asking import ask\nfrom passatempo.core.instances import made, exported\n"
    sound += "def f(problem, question, file):\n    file.write('x')\n    return ask(problem, question)"
    assert ways_around(sound) == []
