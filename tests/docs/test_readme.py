"""What the README shows is what the program says; only times differ."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
BLOCKS = re.findall(r"```console\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
SHOWN = [block for block in BLOCKS if block.startswith("$ passatempo")]


def timeless(text):
    """Leave out how long an answer took."""
    return re.sub(r"· [\d.]+ (µs|ms|s) ·", "·", text)


def said(command, folder):
    """Run a command line of the README."""
    words = shlex.split(command)[1:]
    run = [sys.executable, "-m", "passatempo", *words]
    wide = os.environ | {"COLUMNS": "100"}
    return subprocess.run(run, capture_output=True, text=True, check=True, cwd=folder, env=wide).stdout


@pytest.mark.parametrize("block", SHOWN, ids=lambda block: block.splitlines()[0][2:40])
def test_commands_print_what_is_shown(block, tmp_path):
    for part in block.split("$ ")[1:]:
        command, _, printed = part.partition("\n")
        assert timeless(said(command, tmp_path)) == timeless(printed)


def test_python_prints_what_is_shown():
    assert doctest.testfile(str(README), module_relative=False).failed == 0


def test_the_python_of_the_readme_runs():
    for block in re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL):
        done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "checked · confirmed by reference" in done.stdout
