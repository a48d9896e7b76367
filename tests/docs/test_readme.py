"""The README's first screen: what each pastime is, and how to play it."""

import re
from pathlib import Path

import pytest

from passatempo.core.registry import BUILT_IN, pastime

README = Path(__file__).parents[2] / "README.md"
SCREEN = README.read_text(encoding="utf-8").splitlines()[:45]


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_first_screen_says_what_a_pastime_is_and_shows_it(name):
    (row,) = [line for line in SCREEN if f"| **{pastime(name).label}** |" in line]
    assert f"](docs/pictures/{name}.svg)" in row
    assert row.rstrip(" |").endswith(".")


def test_the_first_screen_says_what_is_needed_and_starts_a_game_in_browser_and_terminal():
    text = "\n".join(SCREEN)
    packages = "$ apt-get install g++ make git python3-dev python3-venv\n"
    order = [text.index(line) for line in (packages, "$ make demo ", "$ make test ", "$ make web ", "| **", " play\n")]
    assert order == sorted(order)
    for needed in ("Python 3.11", "C++20", "ZIG=1"):
        assert needed in text
    assert any(line.startswith("$ passatempo") and line.endswith(" play") for line in SCREEN)
    assert "published text" not in text


def test_every_file_that_the_readme_links_is_there():
    linked = re.findall(r"\]\(([^):#]+)\)", README.read_text(encoding="utf-8"))
    assert len(linked) > 20
    assert [name for name in linked if not (README.parent / name).exists()] == []
