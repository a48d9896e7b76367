"""Each kernel is installed with its types, `_kernel.pyi`, which the build writes, and these types are exact.

mypy does not report types of an installed package that are too general. Left out: whether a kernel returns what its
types say, which the C++ compiler checks except for the items of lists and dictionaries.
"""

import ast
from pathlib import Path

import pytest

import passatempo

PACKAGE = Path(passatempo.__file__).parent
SOURCE = Path(__file__).parents[2] / "src" / "passatempo"
KERNELS = sorted(path.parents[1].relative_to(SOURCE).as_posix() for path in SOURCE.glob("**/kernel/bindings.cpp"))
GENERAL = {"object", "tuple", "list", "dict", "Sequence", "Callable", "Any"}
MEANT = {
    "call(kept): object | None",  # what `keeper` makes is nothing that Python could use
    "keeper: object",
    "keeper(tell): Callable[[list[float]], object] | None",  # what the function returns is not used
    "exhaust: dict[str, Any]",  # of numbers, lists and a dictionary
}


def general(node):
    """Return whether a type has a part that may be anything, or that is a name of C++."""
    if isinstance(node, ast.Subscript):
        return general(node.slice)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return getattr(node, "id", "") in GENERAL or any(map(general, ast.iter_child_nodes(node)))


def general_types(stub):
    """Return the types of a stub that are missing or too general, with the function and its parameter."""
    found = []
    for node in ast.walk(ast.parse(stub)):
        if isinstance(node, ast.FunctionDef):
            assert node.args.vararg is node.args.kwarg is None
            types = {node.name: node.returns}
            types |= {f"{node.name}({one.arg})": one.annotation for one in node.args.args if one.arg != "self"}
            found += [
                f"{name}: {ast.unparse(kind or ast.Name('?'))}"
                for name, kind in types.items()
                if not kind or general(kind)
            ]
    return set(found) - MEANT


@pytest.mark.parametrize("room", KERNELS)
def test_a_kernel_is_installed_with_exact_types(room):
    assert len(list((PACKAGE / room).glob("_kernel.*.so"))) == 1
    assert general_types((PACKAGE / room / "_kernel.pyi").read_text(encoding="utf-8")) == set()


def test_types_that_are_too_general_are_found():
    stub = """
def arrange(cards: object, line: Sequence[int], most, cancel: Buffer | None) -> tuple: ...
def order(cards: "std::variant<int>", *, low: int) -> tuple[int, tuple[int, ...] | None, dict[str, list]]: ...
class Seen:
    def marks(self) -> bytes | None: ...
    def parts(self) -> list[Any]: ...
def call(question: str, kept: object | None = None) -> tuple[int, bytes]: ...
"""
    assert general_types(stub) == {
        "arrange(cards): object",
        "arrange(most): ?",
        "arrange: tuple",
        "order(cards): 'std::variant<int>'",
        "order: tuple[int, tuple[int, ...] | None, dict[str, list]]",
        "parts: list[Any]",
    }
