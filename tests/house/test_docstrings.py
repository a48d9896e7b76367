"""Every public name is explained, and how many functions show themselves at work is counted.

Counted are the names of modules and of classes that do not begin with an underscore, nested functions not; examples are
counted for functions of modules alone, because a method is shown with its class.
"""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "passatempo"
SHOWN = 0.49  # of the public functions of modules have an example: it may become more, not less

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def public(nodes):
    """Return the public functions and classes among nodes."""
    return [node for node in nodes if isinstance(node, (*FUNCTIONS, ast.ClassDef)) and not node.name.startswith("_")]


def names():
    """Yield every public name with its place: `None` for the class of one of a module."""
    for path in sorted(SOURCE.rglob("*.py")):
        where = path.relative_to(SOURCE).as_posix()
        for node in public(ast.parse(path.read_text(encoding="utf-8")).body):
            yield f"{where}:{node.name}", node, None
            if isinstance(node, ast.ClassDef):
                for member in public(node.body):
                    yield f"{where}:{node.name}.{member.name}", member, node


def test_every_public_name_has_a_docstring():
    every = list(names())
    assert len(every) > 1500
    assert [place for place, node, _ in every if not ast.get_docstring(node)] == []


def test_no_fewer_functions_have_an_example():
    functions = [node for _, node, owner in names() if owner is None and isinstance(node, FUNCTIONS)]
    shown = [node for node in functions if ">>>" in (ast.get_docstring(node) or "")]
    assert len(shown) / len(functions) >= SHOWN, f"{len(shown)} of {len(functions)}"
