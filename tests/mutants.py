"""Do the tests of a checker see when it is wrong? Change one thing of it at a time, and run them.

    python tests/mutants.py passatempo.optimiza.checker
    python tests/mutants.py --all --out RESULT.json

A mutant is the module's source with one change: a comparison, an operator, a constant, a condition turned round, a
sentence that is no longer told. It is killed where a test fails, or runs eight times as long as all of them. What is
alive is printed with its line: either a test is missing, or the change makes no difference, and `EQUAL` says why.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import signal
import sys
import time
from dataclasses import asdict, dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

ROOT = Path(__file__).parents[1]
SLOWER = 8  # times as long as the sound module takes: a loop that does not end
SURVIVORS = 0.10  # at most

# The tests that judge each checker, the quick ones first.
JUDGES = {
    "passatempo.cards.checker": ("cards/test_cases.py", "cards/test_given.py", "cards/test_listing.py"),
    "passatempo.cards.game.checker": ("cards/test_game.py",),
    "passatempo.machiavelli.checker": (
        "machiavelli/test_checker.py",
        "machiavelli/test_least_change.py",
        "machiavelli/test_plays.py",
    ),
    "passatempo.minesweeper.checker": (
        "minesweeper/test_checker.py",
        "minesweeper/test_guess.py",
        "minesweeper/test_reasons.py",
    ),
    "passatempo.mnk.checker": ("mnk/test_checker.py", "mnk/test_rules.py", "mnk/test_cases.py"),
    "passatempo.optimiza.checker": ("optimiza/test_checker.py", "optimiza/test_duel.py", "optimiza/test_cases.py"),
    "passatempo.optimiza.game.checker": ("optimiza/test_game.py",),
}
# Survivors that are as right as the source: a part of the module, line without blanks around, and the change; why.
EQUAL: dict[tuple[str, str, str], str] = {}

COMPARED = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
CALCULATED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
SIGNS = {
    "Eq": "==",
    "NotEq": "!=",
    "Lt": "<",
    "LtE": "<=",
    "Gt": ">",
    "GtE": ">=",
    "Add": "+",
    "Sub": "-",
    "Mult": "*",
    "FloorDiv": "//",
    "Mod": "%",
    "BitAnd": "&",
    "BitOr": "|",
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed source: where, what was changed, and the new tree."""

    line: int
    change: str
    tree: ast.Module


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant."""

    line: int
    text: str
    change: str
    killed: bool


def _sign(kind: type) -> str:
    return SIGNS.get(kind.__name__, kind.__name__)


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield what may stand in a node's place, each with a word about it.

    >>> [said for said, _ in changes(ast.parse("a < 1").body[0].value)]
    ['< to <=']
    """
    new = copy.deepcopy(node)
    match new:
        case ast.Compare(ops=[op, *_]) if type(op) in COMPARED:
            new.ops[0] = COMPARED[type(op)]()
            yield f"{_sign(type(op))} to {_sign(type(new.ops[0]))}", new
        case ast.BinOp(op=op) if type(op) in CALCULATED:
            new.op = CALCULATED[type(op)]()
            yield f"{_sign(type(op))} to {_sign(type(new.op))}", new
        case ast.BoolOp():
            new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
            yield "and, or exchanged", new
        case ast.UnaryOp(op=ast.Not()):
            yield "not left out", new.operand
        case ast.Constant(value=bool()):
            yield "the other truth", ast.Constant(not new.value)
        case ast.Constant(value=int()):
            yield f"{new.value} to {new.value + 1}", ast.Constant(new.value + 1)
        case ast.If() | ast.While() | ast.IfExp():
            new.test = ast.UnaryOp(ast.Not(), new.test)
            yield "the condition turned round", new
        case ast.Expr(value=ast.Yield() | ast.YieldFrom() | ast.Call()):
            yield "the line left out", ast.Pass()
        case ast.Return(value=ast.expr()) if not (isinstance(new.value, ast.Constant) and new.value.value is None):
            yield "returns None", ast.Return(ast.Constant(None))
        case ast.Continue():
            yield "continue to break", ast.Break()
        case ast.Break():
            yield "break to continue", ast.Continue()


class _Swap(ast.NodeTransformer):
    """Put one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


def _judged(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes that are at work: no types, no texts, no imports, no slots of classes."""
    ahead: list[ast.AST] = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    while ahead:
        node = ahead.pop(0)
        yield node
        for name, value in ast.iter_fields(node):
            inner = value if isinstance(value, list) else [value]
            told = isinstance(node, ast.JoinedStr | ast.Raise)  # words that no test needs to repeat
            skipped = name in ("annotation", "returns", "decorator_list", "type_params") or told
            ahead += [] if skipped else [part for part in inner if isinstance(part, ast.AST)]


def mutants(source: str) -> Iterator[Mutant]:
    """Yield all mutants of a source.

    >>> [one.change for one in mutants("def f(a):\\n    return a + 1")]
    ['returns None', '+ to -', '1 to 2']
    """
    tree = ast.parse(source)
    for node in _judged(tree):
        for change, new in changes(node):
            # A deep copy would lose which node is meant: change in place, compile, and change back.
            swapped = _Swap(node, new).visit(copy.copy(tree))
            whole = ast.fix_missing_locations(ast.parse(ast.unparse(swapped)))
            _Swap(new, node).visit(tree)
            yield Mutant(getattr(node, "lineno", 0), change, whole)


class _Loader:
    """Give one module another source."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree

    def create_module(self, spec: ModuleSpec) -> None:
        """Take the usual empty module."""

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.tree, str(module.__file__), "exec"), module.__dict__)


class _Finder(MetaPathFinder):
    """Find the one module that is changed before anyone else does."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name, self.tree = name, tree

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is not None:
            spec.loader = _Loader(self.tree)  # type: ignore[assignment]
        return spec


def passes(name: str, tree: ast.Module | None, seconds: float) -> bool:
    """Run the tests of a module in a child process, with another source of it; tell whether all pass in time."""
    child = os.fork()
    if child == 0:
        os._exit(_child(name, tree))
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def _child(name: str, tree: ast.Module | None) -> int:
    import pytest

    with open(os.devnull, "w", encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 1)
        os.dup2(nothing.fileno(), 2)
    if tree is not None:
        sys.meta_path.insert(0, _Finder(name, tree))
    files = [str(ROOT / "tests" / file) for file in JUDGES[name]]
    return int(pytest.main(["-x", "-q", "-m", "not long", "-p", "no:randomly", *files]))


def judge(name: str, most: int = 0) -> list[Verdict]:
    """Judge the mutants of a module: all, or about so many, evenly over the file."""
    source = (ROOT / "src" / Path(*name.split("."))).with_suffix(".py").read_text(encoding="utf-8")
    lines = source.splitlines()
    begun = time.monotonic()
    if not passes(name, None, 3600):
        raise SystemExit(f"the tests of {name} fail without any change")
    seconds = (time.monotonic() - begun) * SLOWER + 5
    found = list(mutants(source))
    step = max(1, len(found) // most) if most else 1
    verdicts = []
    for mutant in found[::step]:
        killed = not passes(name, mutant.tree, seconds)
        text = lines[mutant.line - 1].strip()
        verdicts.append(Verdict(mutant.line, text, mutant.change, killed))
        if not killed:
            equal = EQUAL.get((name, text, mutant.change))
            sys.stdout.write(f"  line {mutant.line}, {mutant.change}: {text}{f'  (equal: {equal})' if equal else ''}\n")
            sys.stdout.flush()
    return verdicts


def main() -> int:
    """Judge the modules that are named; fail where too many mutants live."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--all", action="store_true", help="all checkers that have judges")
    parser.add_argument("--most", type=int, default=0, help="about so many mutants a module; 0: all")
    parser.add_argument("--out", help="write the verdicts as JSON")
    chosen = parser.parse_args()
    code, page = 0, {}
    import pytest  # noqa: F401 - once, for all children

    for name in JUDGES if chosen.all else chosen.modules:
        sys.stdout.write(f"{name}\n")
        verdicts = judge(name, chosen.most)
        alive = [one for one in verdicts if not one.killed and (name, one.text, one.change) not in EQUAL]
        killed = sum(one.killed for one in verdicts)
        sys.stdout.write(f"  {killed} of {len(verdicts)} killed; {len(alive)} alive without a reason\n")
        page[name] = {"mutants": len(verdicts), "killed": killed, "alive": [asdict(one) for one in alive]}
        code |= len(alive) > SURVIVORS * len(verdicts)
    if chosen.out:
        Path(chosen.out).write_text(json.dumps(page, indent=1) + "\n", encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
