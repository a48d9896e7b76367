"""All changes of one thing in a source: what tests/faults.py plants in Python."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
CALLED = {"any": "all", "all": "any", "min": "max", "max": "min"}
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
    "LShift": "<<",
    "RShift": ">>",
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of a source: the lines of its statement, the line, what is changed (in words), and how to make it.

    What stands in a class beside its functions is run when the module is read, before any test: its span is empty.
    """

    span: range
    line: int
    change: str
    tree: Callable[[], ast.Module]


def _sign(kind: ast.AST) -> str:
    name = type(kind).__name__
    return SIGNS.get(name, name)


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield what may stand in a node's place, each with a word about it.

    >>> [said for said, _ in changes(ast.parse("0 < a <= 1").body[0].value)]
    ['< to <=', '<= to <']
    """
    new: Any = copy.deepcopy(node)
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                if type(op) in COMPARED:
                    new = copy.deepcopy(node)
                    new.ops[at] = COMPARED[type(op)]()
                    yield f"{_sign(op)} to {_sign(new.ops[at])}", new
        case ast.BinOp(op=op) if type(op) in CALCULATED:
            new.op = CALCULATED[type(op)]()
            yield f"{_sign(op)} to {_sign(new.op)}", new
        case ast.BoolOp(op=op):
            new.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield "and, or exchanged", new
        case ast.UnaryOp(op=ast.Not()):
            yield "not left out", new.operand
        case ast.Constant(value=bool()):
            yield "the other truth", ast.Constant(not new.value)
        case ast.Constant(value=int()):
            yield f"{new.value} to {new.value + 1}", ast.Constant(new.value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            new.func.id = CALLED[name]
            yield f"{name} to {CALLED[name]}", new
        case ast.If() | ast.While() | ast.IfExp():
            new.test = ast.UnaryOp(ast.Not(), new.test)
            yield "the condition turned round", new
        case ast.Expr(value=ast.Yield() | ast.YieldFrom() | ast.Call()):
            yield "the line left out", ast.Pass()
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield "returns None", ast.Return(ast.Constant(None))
        case ast.Continue():
            yield "continue to break", ast.Break()
        case ast.Break():
            yield "break to continue", ast.Continue()


class _Swap(ast.NodeTransformer):
    """Put one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


def _span(statement: ast.stmt, inside: ast.AST | None = None) -> range:
    """Return the lines of a statement, of one with a body those before it; none of what is run with a class alone."""
    if isinstance(inside, ast.ClassDef) and not isinstance(statement, ast.FunctionDef):
        return range(0)
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    first = body[0] if body else None
    last = getattr(first, "lineno", None) or getattr(getattr(first, "pattern", None), "lineno", None)
    return range(statement.lineno, max(statement.lineno + 1, last) if last else (statement.end_lineno or 0) + 1)


def _judged(tree: ast.Module) -> Iterator[tuple[ast.AST, range]]:
    """Yield the nodes that are at work, with the lines of their statements: no types, no texts, no imports."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    ahead: list[tuple[ast.AST, range]] = [(node, _span(node)) for node in functions]
    while ahead:
        node, span = ahead.pop(0)
        yield node, span
        for name, value in ast.iter_fields(node):
            inner = value if isinstance(value, list) else [value]
            told = isinstance(node, ast.JoinedStr | ast.Raise)  # words that no test needs to repeat
            if name in ("annotation", "returns", "decorator_list", "type_params") or told:
                continue
            parts = (part for part in inner if isinstance(part, ast.AST))
            ahead += [(part, _span(part, node) if isinstance(part, ast.stmt) else span) for part in parts]


def mutants(source: str) -> Iterator[Mutant]:
    """Yield all mutants of a source; where a line has several of one name, they are numbered.

    >>> [one.change for one in mutants("def f(a):\\n    return a + 1 - 1")]
    ['returns None', '- to +', '+ to -', '1 to 2', '1 to 2, number 2']
    """
    tree = ast.parse(source)
    named: Counter[tuple[str, str]] = Counter()
    lines = source.splitlines()
    for node, span in _judged(tree):
        for change, new in changes(node):
            line = getattr(node, "lineno", 0)
            named[key := (lines[line - 1].strip(), change)] += 1
            number = f", number {named[key]}" if named[key] > 1 else ""
            yield Mutant(span, line, change + number, _made(tree, node, new))


def _made(tree: ast.Module, node: ast.AST, new: ast.AST) -> Callable[[], ast.Module]:
    def make() -> ast.Module:
        # A deep copy would lose which node is meant: change in place, write it down, and change back.
        _Swap(node, new).visit(tree)
        whole = ast.parse(ast.unparse(ast.fix_missing_locations(tree)))
        _Swap(new, node).visit(tree)
        return whole

    return make
