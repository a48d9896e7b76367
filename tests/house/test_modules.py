"""Every source file has its test: one of its name, or one whose docstring names it.

``tests/X/test_b.py``, also where it stands in a room below ``tests/X``, is the test of ``X/b.py`` and of ``X/a/b.py``.
Any other test says whose it is in the last paragraph of its module's docstring, ``Tests: a.py, b/c.py``, with paths
below the folder of its own pastime; those of another room are whole paths, ``core/json.py``, as all are outside of the
folder of a pastime. A test is named for a module only if it calls what the module is for.
"""

import ast
import re
from pathlib import Path

import pytest

from passatempo.core.registry import names

TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "src" / "passatempo"
ROOMS = [path.name for path in SOURCE.iterdir() if path.is_dir()]


def modules():
    """Return the paths of all source files that hold more than a package's record."""
    found = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py")}
    return {path for path in found if not path.endswith(("__init__.py", "__main__.py"))}


def named(test):
    """Return what a test says it tests."""
    text = ast.get_docstring(ast.parse(test.read_text(encoding="utf-8"))) or ""
    match = re.search(r"^Tests: (.+)\Z", text, re.MULTILINE | re.DOTALL)
    folder = test.relative_to(TESTS).parts[0]
    words = re.split(r",\s*", match[1].strip()) if match else []
    return [word if folder not in names() or word.split("/")[0] in ROOMS else f"{folder}/{word}" for word in words]


def by_name(path):
    """Return the tests that stand for a module by their names."""
    return [*(TESTS / path.split("/")[0]).rglob(f"test_{Path(path).stem}.py")]


def test_every_module_has_its_test():
    listed = {path for test in TESTS.rglob("test_*.py") for path in named(test)}
    assert sorted(path for path in modules() if path not in listed and not by_name(path)) == []


@pytest.mark.parametrize("test", sorted(TESTS.rglob("test_*.py")), ids=lambda test: test.relative_to(TESTS).as_posix())
def test_what_a_test_names_exists(test):
    helpers = {path.relative_to(TESTS).as_posix() for path in TESTS.rglob("*.py")}  # a test may be of one of these too
    assert set(named(test)) <= modules() | helpers


def test_names_tell_apart_what_they_stand_for():
    """A test of several modules' name says whose it is."""
    alike = [(path.split("/")[0], Path(path).stem) for path in sorted(modules())]
    for path in modules():
        room, stem = path.split("/")[0], Path(path).stem
        if room not in names() and alike.count((room, stem)) > 1:
            assert all(named(test) for test in by_name(path)), path
    assert set(names()) <= set(ROOMS)
