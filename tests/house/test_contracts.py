"""Each import contract is broken by what it forbids: a linter that sees nothing would keep all of them."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
# Contract: a file, and the line that breaks it there.
PLANTED = {
    "Rooms, top to bottom": ("core/text.py", "from passatempo.cli import view"),
    "Front rooms find pastimes through the registry only": ("cli/view.py", "from passatempo.mnk import rules"),
    "Inside a pastime, top to bottom": ("cards/reference/search.py", "from passatempo.cards.exact import listing"),
    "Checkers are independent": ("mnk/certificates/checker.py", "from passatempo.mnk.proof import prover"),
    "Rules of play are the kernel's": ("mnk/game/play.py", "from passatempo.mnk.engine import play"),
    "Solver libraries only in their rooms": ("optimiza/exact/best.py", "import ortools"),
    "Core is plain Python": ("core/json.py", "import numpy"),
    "Starlette only in the web room": ("cli/view.py", "import starlette"),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Make a copy of the sources that violations are planted in."""
    folder = tmp_path_factory.mktemp("planted")
    shutil.copytree(
        ROOT / "src" / "passatempo", folder / "passatempo", ignore=shutil.ignore_patterns("kernel", "native")
    )
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def broken(folder):
    """Return the contracts that the linter finds broken."""
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    done = subprocess.run(
        command, cwd=folder, env=os.environ | {"PYTHONPATH": str(folder)}, capture_output=True, text=True, check=False
    )
    lines = done.stdout.splitlines()
    assert any("Contracts:" in line for line in lines), done.stdout + done.stderr
    return {line.rpartition(" BROKEN")[0].strip() for line in lines if " BROKEN" in line}


def test_every_contract_has_its_violation():
    assert {contract["name"] for contract in CONTRACTS} == set(PLANTED)


def test_nothing_is_broken_unless_it_is_planted(copy):
    assert broken(copy) == set()


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_violation_breaks_the_contract(copy, name):
    path, line = PLANTED[name]
    file = copy / "passatempo" / path
    before = file.read_text(encoding="utf-8")
    file.write_text(f"{before}\n{line}\n", encoding="utf-8")
    try:
        assert name in broken(copy)
    finally:
        file.write_text(before, encoding="utf-8")
