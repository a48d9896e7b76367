"""The pages of commands and of `man` are what the commands say, and those of the library name all that is public.

Tests: cli/overview.py, cli/app.py
"""

import re
import runpy
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import passatempo
from passatempo import __version__
from passatempo.cli.candidates import candidates
from passatempo.core.registry import BUILT_IN, pastime

TOOLS = Path(__file__).parents[2] / ".ci"
pages = cache(runpy.run_path(str(TOOLS / "commands.py"))["reference"])
manpage = runpy.run_path(str(TOOLS / "manpage.py"))["manpage"]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_pastime_has_a_page_with_its_questions_methods_and_examples(name):
    page = pages()[f"commands/{name}.md"]
    game = pastime(name)
    assert all(f"`{example}`" in page for example in game.examples)
    for problem in game.problems:
        part = page.partition(f"\n## passatempo {name} {problem.name}\n")[2].partition("\n## ")[0]
        assert f"passatempo {name} {problem.name} [" in part
        table = page.partition(f"\n## Methods of {problem.name}\n")[2].partition("\n## ")[0]
        assert re.findall(r"^\| `(\w[\w-]*)`", table, re.MULTILINE) == [method.name for method in problem.methods]
        offered = {word for word in candidates([name, problem.name, "--"]) if word not in ("--json", "--help")}
        assert offered <= set(re.findall(r"--[a-zA-Z][\w-]*", part))  # what the shell completes


@pytest.mark.parametrize("name", [*BUILT_IN, "puzzles", "games", "campaigns"])
def test_a_module_has_a_page_with_all_that_is_public(name):
    library = dict(runpy.run_path(str(TOOLS.parent / "docs" / "extensions" / "generated.py"))["pages"]())
    module = getattr(passatempo, name)
    public = getattr(module, "__all__", None) or [entry for entry in dir(module) if entry[0] not in "_P"]
    shown = re.findall(
        rf"^\.\. auto(?:class|function):: passatempo\.{name}\.(\w+)$", library[f"api/{name}"], re.MULTILINE
    )
    assert len(shown) >= 8
    assert {entry for entry in public if callable(getattr(module, entry))} <= set(shown)
    assert name in library["api/index"].splitlines()
    for place, value in (("machiavelli", "Card"), ("mnk", "Square"), ("passatempo", "Cell")):
        assert f".{value}\n   :members:" in library[f"api/{place}"]


def test_usage_lines_name_what_is_positional():
    page = "\n".join(pages().values())
    for wrong in ("[ARGS]", "--empty-", "--none-", *(f"[default: {no}]" for no in ("", '""', "()", "None", "False"))):
        assert wrong not in page
    assert re.search(r"^passatempo ([\w-]+(?: [\w-]+)?) \1(?= |$)", page, re.MULTILINE) is None
    assert re.findall(r"^\* `[A-Z]+`:? *(?:\*.*)?$", page, re.MULTILINE) == []  # each is described
    assert len(re.findall(r"^\* `[A-Z]+`: \w", page, re.MULTILINE)) > 50


def test_the_pages_are_written(tmp_path):
    """As `make docs` does it; how Python was called is no part of them."""
    for module, file in (("commands.py", "commands.md"), ("manpage.py", "passatempo.1")):
        subprocess.run([sys.executable, TOOLS / module, tmp_path / file], check=True)
    written = {path.relative_to(tmp_path).as_posix(): path for path in tmp_path.rglob("*.*")}
    expected = {**pages(), "passatempo.1": manpage()}
    assert {name: path.read_text(encoding="utf-8") for name, path in written.items()} == expected


def test_the_page_of_man_names_every_pastime_and_begins_no_line_with_a_stray_command():
    lines = manpage().splitlines()
    assert f'"passatempo {__version__}"' in lines[0]
    assert all(f".B {name}" in lines for name in BUILT_IN)
    commands = {".TH", ".SH", ".B", ".I", ".br", ".TP", ".PP"}
    assert {line.split()[0] for line in lines if line.startswith(".")} == commands
