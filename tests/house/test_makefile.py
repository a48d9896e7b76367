"""The first step of a newcomer: `make` names all that is missing to build, before it fetches anything."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# What a Python may lack: a module that it then cannot import, or what it finds when it starts.
WITHOUT = {
    "Python 3.11": ("sitecustomize.py", "import sys\nsys.version_info = (3, 9, 2)\n"),
    "headers": ("sitecustomize.py", "import sysconfig\nsysconfig.get_path = lambda name: '/nowhere'\n"),
    "venv": ("ensurepip.py", "raise ImportError\n"),
}
PACKAGES = {"C++20": "g++", "Python 3.11": "python3", "headers": "python3-dev", "venv": "python3-venv"}


@pytest.fixture
def program(tmp_path):
    """Return a function that writes a program of the shell and returns its path."""

    def written(name, text):
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    return written


@pytest.fixture
def python(tmp_path, program):
    """Return a function that makes a Python which lacks things."""

    def lacking(*things):
        folder = tmp_path / "without"
        folder.mkdir()
        for name, text in (WITHOUT[thing] for thing in things):
            with (folder / name).open("a", encoding="utf-8") as file:
                file.write(text)
        return program("python", f'PYTHONPATH="{folder}" exec "{sys.executable}" "$@"')

    return lacking


def make(*words, **variables):
    """Return the exit code, the output and the errors of a dry run."""
    command = ["make", "-C", str(ROOT), "--dry-run", *words, *(f"{key}={value}" for key, value in variables.items())]
    done = subprocess.run(command, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


THINGS = (), ("headers",), ("C++20", "venv"), tuple(PACKAGES)


@pytest.mark.parametrize("things", THINGS, ids=" and ".join)
def test_all_that_is_missing_is_named_with_what_installs_it(things, python, program):
    compiler = "" if "C++20" in things else program("c++", "exit 0")
    command = [ROOT / ".ci" / "missing", python(*(thing for thing in things if thing in WITHOUT)), compiler, "demo"]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert said.stderr == ""
    assert len(said.stdout.splitlines()) == bool(things)
    for thing, package in PACKAGES.items():
        assert (thing in said.stdout) == (thing in things)
        assert (package in re.sub(".*'apt-get install ([^']*)'.*", r"\1", said.stdout).split()) == (thing in things)
    assert ("uv python install 3.13" in said.stdout) == any(thing in WITHOUT for thing in things)
    assert ("ZIG=1" in said.stdout) == ("C++20" in things)


@pytest.mark.parametrize("target", ["demo", "test", "check", "web"])
def test_every_target_that_fetches_asks_first(target):
    code, said, error = make("-j4", "-s", target, CXX="nonsense", ZIG="")
    assert (code, len(error.splitlines())) == (2, 1)
    assert "pip" not in said
    assert "(nonsense is none)" in error
    assert f"'make {target} ZIG=1'" in error


def test_a_compiler_may_be_a_command_with_arguments(program):
    compiler = program("compiler", 'test "$1" = -m64')
    launcher = program("launcher", 'exec "$@"')
    assert make("demo", CXX=f"{launcher} {compiler} -m64", ZIG="")[::2] == (0, "")
    assert make("demo", CXX=f"{launcher} {compiler} -m32", ZIG="")[0] == 2


def test_zig_takes_the_place_of_a_compiler():
    code, said, error = make("demo", ZIG="1", CXX="nonsense")
    assert (code, error) == (0, "")
    assert "--group zig" in said
    assert "--group app" not in said
