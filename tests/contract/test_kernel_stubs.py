"""The types of a kernel, `_kernel.pyi`, describe what the compiled module offers."""

import ast
import importlib
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "passatempo"
KERNELS = sorted(path.parent.relative_to(SOURCE).as_posix() for path in SOURCE.glob("**/_kernel.pyi"))


def arguments(node):
    """Return the names of the arguments of a function without `self`, and whether each has a default."""
    assert node.args.vararg is node.args.kwarg is None
    listed = [*node.args.posonlyargs, *node.args.args]
    needed = len(listed) - len(node.args.defaults)
    found = [(one.arg, i >= needed) for i, one in enumerate(listed) if one.arg != "self"]
    named = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    return found + [(f"{one.arg}=", default is not None) for one, default in named]


def described(body, within=""):
    """Return the signatures of a stub by name; None for classes and attributes."""
    found = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            read = any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list)
            found[within + node.name] = None if read else arguments(node)
        elif isinstance(node, ast.AnnAssign) and within:
            found[within + ast.unparse(node.target)] = None
        elif isinstance(node, ast.ClassDef):
            found |= {node.name: None, **described(node.body, node.name + ".")}
    return found


def bound(owner, within=""):
    """Return the signatures of a kernel by name, from the docstrings that nanobind writes."""
    found = {}
    for name, thing in vars(owner).items():
        if name.startswith("_") and name != "__init__":
            continue
        kind = type(thing).__name__
        if kind in {"nb_func", "nb_method"}:
            found[within + name] = arguments(ast.parse(f"def {thing.__doc__.splitlines()[0]}: ...").body[0])
        elif isinstance(thing, type):
            found |= {name: None, **bound(thing, name + ".")}
        elif kind == "property":
            found[within + name] = None
    return found


@pytest.mark.parametrize("pastime", KERNELS)
def test_the_stub_describes_what_the_kernel_offers(pastime):
    stub = ast.parse((SOURCE / pastime / "_kernel.pyi").read_text(encoding="utf-8"))
    kernel = importlib.import_module(f"passatempo.{pastime.replace('/', '.')}._kernel")
    assert described(stub.body) == bound(kernel)
