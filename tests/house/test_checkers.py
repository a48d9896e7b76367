"""Judges know the rules, no solver and no kernel: walked from the wiring, over every module that they can reach.

A linter of imports does not see compiled modules, nor which function judges a question; this does. A kernel is reached
by its module or by `core.interface`, which asks it.
"""

import ast
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import pytest

from passatempo.core.registry import BUILT_IN, pastime

# What follows from the rules of a pastime alone; checkers and methods may both use it.
RULES = {
    "certificates",
    "checker",
    "formats",
    "geometry",
    "groups",
    "lines",
    "answers",
    "model",
    "policies",
    "presets",
    "rules",
    "symmetry",
    "text",
    # Until the rooms have their second plan: what checkers alone use, and what follows from the rules.
    "proof_checker",
    "proof_edges",
    "proof_file",
    "propagation",
    "psq",  # formats, beside text
    "surface",
    "sgf",
}
INTERFACE = "passatempo.core.interface"
# Values that judges read, and that know an interface: a position keeps what the kernel says of it, which no judge
# believes (tests/mnk/matches/test_planted_rules.py); a policy names its settings as the interface does.
ASKING = {"passatempo.mnk.model", "passatempo.minesweeper.policies"}
GAMES = [name for name in BUILT_IN if find_spec(f"passatempo.{name}.game.checker")]
JUDGES = sorted(
    {
        f"{judge.__module__}:{judge.__qualname__}"
        for name in BUILT_IN
        for wiring in pastime(name).wiring.questions.values()
        for judge in (wiring.check, wiring.score, wiring.key)
        if judge
    }
)


def imported(module):
    """Yield what a module imports at run time, inside its functions too."""
    spec = find_spec(module)
    if spec is None or spec.origin is None or spec.origin.endswith(tuple(EXTENSION_SUFFIXES)):
        return
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    unseen = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if node in unseen:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (
                f"{node.module}.{alias.name}" for alias in node.names if _is_module(f"{node.module}.{alias.name}")
            )


def _is_module(name):
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


@cache
def reached(first):
    """Return every module of the package, and of solver libraries, that a module can reach; not what `ASKING` asks."""
    seen, ahead = set(), [first]
    while ahead:
        module = ahead.pop()
        if module in seen or module.partition(".")[0] not in {"passatempo", "ortools", "pysat", "clingo"}:
            continue
        seen.add(module)
        ahead += (name for name in imported(module) if name != INTERFACE or module not in ASKING)
    return seen


@pytest.mark.parametrize("judge", JUDGES)
def test_a_registered_judge_meets_no_solver(judge):
    first = judge.partition(":")[0]
    home = first.split(".")[1]
    assert first.split(".")[2:] == ["checker"], "judges stand in checker.py"
    for module in reached(first):
        parts = module.split(".")
        if parts[0] != "passatempo" or parts[1] == "solvers" or module == INTERFACE:
            raise AssertionError(f"{judge} reaches {module}")
        if len(parts) > 2 and parts[1] in BUILT_IN:
            assert parts[1] == home, f"{judge} reaches {module}"
            assert parts[2] in RULES, f"{judge} reaches {module}"


@pytest.mark.parametrize("name", GAMES)
def test_the_judge_of_a_games_records_asks_no_kernel(name):
    found = reached(f"passatempo.{name}.game.checker")
    assert INTERFACE not in found
    assert not [module for module in found if module.endswith("._kernel")]


def test_what_is_let_through_is_needed():
    assert all(INTERFACE in set(imported(module)) for module in ASKING)


def test_the_walk_sees_compiled_modules_and_late_imports(tmp_path, monkeypatch):
    """Planted: a kernel in a checker, a solver inside one of its functions, and a kernel behind the interface."""
    (tmp_path / "planted_checker.py").write_text(
        "from passatempo.cards._kernel import order\n\ndef check():\n    import pysat.solvers\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert set(imported("planted_checker")) >= {"passatempo.cards._kernel", "pysat.solvers"}
    assert "passatempo.cards._kernel" in reached("passatempo.cards.exact.methods")
    assert INTERFACE in reached("passatempo.mnk.matches.match")
    (tmp_path / "asking_checker.py").write_text(
        "def check():\n    from passatempo.core.interface import Interface\n", encoding="utf-8"
    )
    assert INTERFACE in set(imported("asking_checker"))
