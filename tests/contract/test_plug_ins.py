"""Broken plug-ins are left out with a warning, and whose fault it is is said; the house stands.

Tests: core/registry.py
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOY = Path(__file__).parents[1] / "plug_in" / "toy_pastime" / "__init__.py"
COMMANDS = Path(__file__).parents[2] / ".ci" / "commands.py"
BROKEN = {  # what is planted at the end of the toy's module, and what is said of it
    "no-format": ("PASTIME = replace(PASTIME, formats=('a', 'b'))", "No module named 'toy_pastime.formats'"),
    "no-writer": (
        "import sys\nsys.modules['toy_pastime.formats.a'] = sys\nPASTIME = replace(PASTIME, formats=('a',))",
        "it has no write of format a",
    ),
    "no-problems": ("PASTIME = replace(PASTIME, problems=())", "it has no questions"),
    "not-a-record": ("PASTIME = 7", "'7' is not a Pastime"),
    "misnamed": ("PASTIME = replace(PASTIME, questions='toy_pastime:gone')", "gone"),
    "raises": ("raise RuntimeError('planted')", "RuntimeError: planted"),
    "another-name": ("PASTIME = replace(PASTIME, name='other')", "calls itself 'other'"),
}


@pytest.fixture
def plugged(tmp_path):
    """Install a twin of the toy, with a line planted at its end; return what runs the command line with it."""

    def run(planted, *arguments, text=""):
        package = tmp_path / "toy_pastime"
        package.mkdir(exist_ok=True)
        source = TOY.read_text(encoding="utf-8") + f"\n\nfrom dataclasses import replace\n{planted}\n"
        (package / "__init__.py").write_text(source, encoding="utf-8")
        info = tmp_path / "toy_pastime-1.0.dist-info"
        info.mkdir(exist_ok=True)
        for file in (TOY.parent.parent / "toy_pastime-1.0.dist-info").iterdir():
            (info / file.name).write_bytes(file.read_bytes())
        state = tmp_path / "state"
        return subprocess.run(
            [sys.executable, *(["-m"] if not arguments[0].endswith(".py") else []), *arguments],
            input=text,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(tmp_path), "XDG_STATE_HOME": str(state)},
        )

    return run


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plug_in_is_left_out(plugged, name):
    planted, words = BROKEN[name]
    lines = [["list"], ["--help"], ["cards", "order", "--cards", "1 2 1 2 1"]]
    for arguments in [*lines, ["doctor"]] if name == "raises" else lines:  # doctor takes as long as all others
        told = plugged(planted, "passatempo", *arguments)
        assert told.returncode in (0, 1), told
        assert "toy: " not in told.stdout
        warning = told.stderr.splitlines()[0]
        assert warning.startswith("warning: the pastime 'toy' of the plug-in 'toy-pastime' is not available: ")
        assert words in warning
    refused = plugged(planted, "passatempo", "toy", "best", "-", text="1 2")
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr


def test_a_plug_in_that_fails_at_work_is_told_as_its_own(plugged):
    fails = "def read(text, **keys):\n    raise RuntimeError('planted')\n\nWIRING = replace(WIRING, read=read)"
    told = plugged(fails, "passatempo", "toy", "best", "-", text="1 2")
    assert told.returncode == 4
    assert "an internal error of the plug-in 'toy-pastime'" in told.stderr
    assert "(internal error" not in told.stderr


def test_the_reference_is_of_the_house_alone(plugged, tmp_path):
    assert plugged("", str(COMMANDS), str(tmp_path / "commands.md")).returncode == 0
    assert "toy" not in (tmp_path / "commands.md").read_text(encoding="utf-8")
