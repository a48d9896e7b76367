"""The pages of commands and of `man` are what the commands say, and the check of them sees when they are not.

Tests: cli/generated.py, cli/manpage.py, cli/reference.py
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from passatempo.core.registry import BUILT_IN, pastime

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "commands.md"
MAN = DOCS / "passatempo.1"


def reference(*arguments):
    """Run the module as `make docs` does: it names the program by how it was called."""
    line = [sys.executable, "-m", "passatempo.cli.reference", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def test_the_page_is_what_the_commands_say():
    told = reference("--check", PAGE)
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.parametrize("page", ["commands.md", "commands/mnk.md"])
def test_a_page_of_yesterday_is_seen(page, tmp_path):
    shutil.copytree(DOCS / "commands", tmp_path / "commands")
    shutil.copy(PAGE, tmp_path)
    old = tmp_path / page
    old.write_text(old.read_text(encoding="utf-8").replace("--seconds", "--minutes", 1), encoding="utf-8")
    assert old.read_text(encoding="utf-8") != (DOCS / page).read_text(encoding="utf-8")
    told = reference("--check", tmp_path / "commands.md")
    assert told.returncode == 1
    assert "make docs" in told.stderr


def test_no_default_says_nothing():
    for path in (PAGE, *(DOCS / "commands").glob("*.md")):
        for silent in ("[default: ]", '[default: ""]', "[default: ()]", "[default: None]", "[default: False]"):
            assert silent not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_pastime_has_a_page_with_its_questions_methods_and_examples(name):
    page = (DOCS / "commands" / f"{name}.md").read_text(encoding="utf-8")
    game = pastime(name)
    assert all(f"`{example}`" in page for example in game.examples)
    for problem in game.problems:
        part = page.partition(f"\n## passatempo {name} {problem.name}\n")[2].partition("\n## ")[0]
        assert f"passatempo {name} {problem.name} [" in part
        table = page.partition(f"\n## Methods of {problem.name}\n")[2].partition("\n## ")[0]
        assert re.findall(r"^\| `(\w[\w-]*)`", table, re.MULTILINE) == [method.name for method in problem.methods]


def man(*arguments):
    line = [sys.executable, "-m", "passatempo.cli.manpage", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def test_the_page_of_man_is_what_the_commands_say(tmp_path):
    told = man("--check", MAN)
    assert (told.returncode, told.stderr) == (0, "")
    old = tmp_path / "passatempo.1"
    old.write_text(MAN.read_text(encoding="utf-8").replace("mnk", "nmk", 1), encoding="utf-8")
    assert man("--check", old).returncode == 1
    assert man().returncode == 2


def test_the_page_of_man_names_every_pastime_and_begins_no_line_with_a_stray_command():
    lines = MAN.read_text(encoding="utf-8").splitlines()
    assert all(f".B {name}" in lines for name in BUILT_IN)
    assert {line.split()[0] for line in lines if line.startswith(".")} == {
        ".TH",
        ".SH",
        ".B",
        ".I",
        ".br",
        ".TP",
        ".PP",
    }
