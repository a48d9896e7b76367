"""The page of commands is what the commands say, and the check of it sees when it is not.

Tests: cli/reference.py
"""

import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"


def reference(*arguments):
    """Run the module as `make docs` does: it names the program by how it was called."""
    line = [sys.executable, "-m", "passatempo.cli.reference", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def test_the_page_is_what_the_commands_say():
    told = reference("--check", PAGE)
    assert (told.returncode, told.stderr) == (0, "")


def test_a_page_of_yesterday_is_seen(tmp_path):
    old = tmp_path / "commands.md"
    old.write_text(PAGE.read_text(encoding="utf-8").replace("--seconds", "--minutes", 1), encoding="utf-8")
    told = reference("--check", old)
    assert told.returncode == 1
    assert "make docs" in told.stderr


def test_no_default_says_nothing():
    page = PAGE.read_text(encoding="utf-8")
    for silent in ("[default: ]", '[default: ""]', "[default: ()]", "[default: None]", "[default: False]"):
        assert silent not in page
