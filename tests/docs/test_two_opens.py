"""From README alone a newcomer reaches in two opens what people look for; the second page is where it stands."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# What is looked for, and what stands where it is found.
WANTED = {
    "the formula phi_ord_2 of the published encoding, and its file": (
        "docs/texts/cards.md",
        ["ord_2", "S[1, p1] ∧ S[2, p2] ∧ X[i, q] → ¬X[j, q + 1]", "src/passatempo/cards/encodings/published.py"],
    ),
    "the checker of Minesweeper": ("docs/pastimes/minesweeper.md", ["`src/passatempo/minesweeper/checker.py`"]),
    "where a solver is added": ("CONTRIBUTING.md", ["### A method or an encoding", "`encodings/NAME.py`"]),
    "the theorem of runs, with its proof": ("docs/theory/runs-and-sets.md", ["**Theorem", "Proof"]),
    "the command behind a headline ratio": (
        "docs/results/figures.md",
        ["python benchmarks/machiavelli/against_peers.py --tables 120 --passes 3 --only highs"],
    ),
    "how to cite": ("CITATION.cff", ["cff-version"]),
    "how to report a fault in private": ("SECURITY.md", ["How to tell us"]),
}


def links(page):
    """Return the files that a page leads to, and those of the project that it names in backticks."""
    text = page.read_text(encoding="utf-8")
    told = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text)]
    found = {(page.parent / link).resolve() for link in told if link and not re.match(r"\w+:", link)}
    for tree in re.findall(r"```\{toctree\}\n(.*?)```", text, re.DOTALL):
        found |= {(page.parent / f"{word}.md").resolve() for word in re.findall(r"^([\w/-]+)$", tree, re.MULTILINE)}
        if ":glob:" in tree:
            stems = re.findall(r"^([\w/-]+)\*$", tree, re.MULTILINE)
            found |= {path for stem in stems for path in page.parent.glob(f"{stem}*.md")}
    return {path for path in found if path.is_file() and path.is_relative_to(ROOT)}


def opens():
    """Return how many opens away from README every file is, to two."""
    away, edge = {ROOT / "README.md": 0}, [ROOT / "README.md"]
    for count in (1, 2):
        edge = [path for page in edge if page.suffix == ".md" for path in sorted(links(page)) if path not in away]
        for path in edge:
            away.setdefault(path, count)
    return away


@pytest.mark.parametrize("what", WANTED)
def test_it_is_two_opens_away(what):
    place, words = WANTED[what]
    assert opens().get(ROOT / place, 9) <= 2
    text = (ROOT / place).read_text(encoding="utf-8")
    assert [word for word in words if word not in text] == []
    for file in re.findall(r"src/[\w/.]+\.py", " ".join(words)):
        assert (ROOT / file).is_file()


def test_every_page_of_the_documentation_is_four_opens_away_at_most():
    away, edge = {ROOT / "README.md"}, [ROOT / "README.md"]
    for _ in range(4):
        edge = [path for page in edge if page.suffix == ".md" for path in links(page) if path not in away]
        away.update(edge)
    pages = {path for path in (ROOT / "docs").rglob("*.md") if "generated" not in path.parts}
    for_the_site = {"changes.md", "contributing.md"}  # what stands at the top of the repository
    assert {path.name for path in pages - away} <= for_the_site
