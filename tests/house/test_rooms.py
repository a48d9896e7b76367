"""The plan of the house where a linter of imports does not see it: no circles, names that stand for one thing, sizes.

The layers themselves are contracts in ``pyproject.toml``; `make check` looks at those.
"""

import ast
from importlib import import_module
from pathlib import Path

import grimp
import pytest

from passatempo.core.registry import BUILT_IN

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "passatempo"
FILES = sorted(SOURCE.rglob("*.py"))
TEMPLATE = {
    "record",
    "model",
    "settings",
    "studies",
    "text",
    "json",
    "checker",
    "words",
    "drawing",
    "generate",
    "commands",
}
RULES = {"rules", "lines", "geometry", "groups", "presets", "symmetry"}
ROOMS = {"formats", "exact", "reference", "encodings", "reasons", "kernel", "examples"}
ROOMS |= {"game", "corrado", "engine", "proof", "certificate", "match", "puzzles"}
MOST_OWN = 6  # files at the top of a pastime that no other has
MOST_IN_A_FOLDER = 25
MADE = {".html", ".png", ".svg", ".webmanifest", ".wasm", ".bin"}  # by `make app`, and pictures
FOLDERS = sorted(
    folder
    for top in ("src", "tests", "benchmarks", "contrib", "campaigns", "docs", ".ci", ".github")
    for folder in (ROOT / top, *(ROOT / top).rglob("*"))
    if folder.is_dir() and not {"__pycache__", "node_modules"} & set(folder.parts)
)
# A file a month, which a reader finds by its date.
DATED = {SOURCE / "web" / "app" / "data" / "days"}
MOST_LINES, MOST_LINES_OF_A_FUNCTION = 400, 60
KERNEL_USERS = {"certificate", "exact", "engine", "proof", "reasons", "puzzles", "game"}


def children(folder):
    """Return the names of the modules and sub-rooms of a folder."""
    return {path.stem for path in folder.iterdir() if not path.name.startswith("_") and path.suffix in ("", ".py")}


def test_no_circle_of_imports():
    """Imports within functions count too; those for types alone do not."""
    graph = grimp.build_graph("passatempo", exclude_type_checking_imports=True)
    importers = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    while free := [module for module, ahead in importers.items() if not ahead & importers.keys()]:
        for module in free:
            del importers[module]
    while free := [module for module in importers if not any(module in ahead for ahead in importers.values())]:
        for module in free:
            del importers[module]
    assert sorted(importers) == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_module_takes_the_name_of_a_question(name):
    """A submodule that was imported would replace the function of its name in the package."""
    assert children(SOURCE / name) & set(dir(import_module(f"passatempo.{name}"))) <= {"PASTIME"}


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_pastime_keeps_the_template(name):
    own = children(SOURCE / name) - TEMPLATE - RULES - ROOMS
    assert len(own) <= MOST_OWN, sorted(own)


@pytest.mark.parametrize("name", BUILT_IN)
def test_rooms_have_a_sentence_and_no_import(name):
    for room in (SOURCE / name).iterdir():
        if room.name in ROOMS - {"kernel", "examples"} and room.is_dir():
            tree = ast.parse((room / "__init__.py").read_text(encoding="utf-8"))
            assert ast.get_docstring(tree), room
            assert len(tree.body) == 1, room


def test_the_kernel_is_called_by_its_rooms_alone():
    for path in FILES:
        if "_kernel" in path.read_text(encoding="utf-8"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                named = [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom | ast.Import) else []
                room = path.relative_to(SOURCE).parts[1].removesuffix(".py")
                assert "_kernel" not in named or room in KERNEL_USERS, path


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_folder_is_crowded(folder):
    """A `.cpp` and its `.hpp` are one."""
    found = {
        path.name.partition(".")[0]
        for path in folder.iterdir()
        if not path.name.startswith(("_", ".")) and (path.is_dir() or path.suffix not in MADE)
    }
    assert folder in DATED or len(found) <= MOST_IN_A_FOLDER, sorted(found)


def test_files_and_functions_are_small():
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= MOST_LINES, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                long = node.end_lineno - node.lineno + 1
                documentation = node.body[0]
                if isinstance(documentation, ast.Expr) and isinstance(documentation.value, ast.Constant):
                    long -= documentation.end_lineno - documentation.lineno + 1
                assert long <= MOST_LINES_OF_A_FUNCTION, f"{path}:{node.lineno} {node.name}: {long}"
