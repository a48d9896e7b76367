"""The gallery: its ten programs run as they stand, and its page shows each with its output, and six pictures.

Tests: core/plain.py, core/outcome.py, core/value.py
"""

import re
import runpy
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PROGRAMS = sorted((DOCS / "gallery").glob("*.py"))
PAGE = (DOCS / "gallery.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_runs_by_itself(program, tmp_path):
    """Its assertions hold, it prints something, and it leaves nothing where it runs."""
    run = [sys.executable, "-W", "error", program]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()
    assert list(tmp_path.iterdir()) == []


def test_the_page_shows_ten_programs_with_what_they_print_and_six_pictures():
    names = [path.stem for path in PROGRAMS]
    assert len(names) == 10
    assert re.findall(r"^```\{literalinclude\} gallery/(\w+)\.py$", PAGE, re.MULTILINE) == names
    assert re.findall(r"^```\{literalinclude\} generated/gallery/(\w+)\.txt$", PAGE, re.MULTILINE) == names
    drawn = re.findall(r"^!\[[^]]+\]\(generated/gallery/(\w+)\.svg\)$", PAGE, re.MULTILINE)
    assert len(drawn) == 6
    assert drawn == list(runpy.run_path(str(ROOT / ".ci" / "gallery.py"))["PICTURES"])
    assert len(PAGE.split()) <= 500


def test_what_the_page_shows_is_made(tmp_path):
    """As `make pages` does it, for a program with a picture and for one without."""
    keep = runpy.run_path(str(ROOT / ".ci" / "gallery.py"))["keep"]
    for name in ("p04_policy", "p05_counting"):
        keep(DOCS / "gallery" / f"{name}.py", tmp_path)
    made = sorted(path.name for path in tmp_path.iterdir())
    assert made == ["p04_policy.txt", "p05_counting.svg", "p05_counting.txt"]
    assert (tmp_path / "p05_counting.txt").read_text(encoding="utf-8") == "{2: 16, 3: 0}\n"
    assert ElementTree.parse(tmp_path / "p05_counting.svg").getroot().tag.endswith("svg")
