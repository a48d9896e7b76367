"""Every claim about others has an entry in the bibliography: each citation resolves, each name and year is cited."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
BIB = (DOCS / "literature.bib").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^@\w+\{(\w+), (.+)\}$", BIB, re.MULTILINE))
PAGES = sorted(path for folder in ("theory", "algorithms", "texts") for path in (DOCS / folder).glob("*.md"))
CITED = re.compile(r"\{cite(?::\w+)?\}`([^`]+)`")
# Programs, papers and methods that bear a name, and the entry that a page which names them must cite.
NAMED = {
    "JSMinesweeper": "JSMinesweeper",
    "PSEQ": "Tu2017",
    "Luby": "Luby1993",
    "Garner": "Garner1959",
    "Montgomery": "Montgomery1985",
    "CDCL": "MarquesSilva1999",
    "simpath": "Knuth2011",
    "rotations of the head": "Posa1976",
    "depth-first proof-number": "Nagai2002",
    "weak proof numbers": "Ueda2008",
    "AVL tree": "AdelsonVelsky1962",
    "alpha-beta": "Knuth1975",
    "implicit hitting sets": "Ignatiev2015",
    "assignment problem": "Kuhn1955",
    "coNP-complete": "Scott2011",
}
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December|in|of"
DATED = re.compile(rf"(?!(?:{MONTHS}) )[A-Z][\w-]+(?: and others| et al\.)?,? \(?(?:1[89]|20)\d\d\b")


def prose(page):
    """Return a page without its code: what is in backticks is cited, or is a name of ours."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`]*`", "", text)


def cited(page):
    return {key.strip() for keys in CITED.findall(page.read_text(encoding="utf-8")) for key in keys.split(",")}


def test_every_entry_is_whole_and_has_its_own_key():
    assert len(ENTRIES) == BIB.count("\n@") + BIB.startswith("@")
    for key, body in ENTRIES.items():
        assert re.search(r"\bauthor=\{", body), key
        assert re.search(r"\btitle=\{", body), key
        assert re.search(r"\byear=\{\d{4}\}", body), key
        assert len(re.findall(r"[{]", body)) == len(re.findall(r"[}]", body)), key


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_every_citation_is_in_the_bibliography(page):
    assert cited(page) - set(ENTRIES) == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_what_bears_a_name_is_cited(page):
    text, found = prose(page), cited(page)
    missing = [f"{name}: {key}" for name, key in NAMED.items() if re.search(rf"\b{name}", text) and key not in found]
    assert missing == []
    assert DATED.findall(text) == []


@pytest.mark.parametrize("name", ["machiavelli", "cards", "optimiza", "minesweeper"])
def test_every_reference_of_a_page_has_an_entry(name):
    """A list of references names authors; the first of each line is the author of an entry."""
    text = (DOCS / "pastimes" / f"{name}.md").read_text(encoding="utf-8")
    section = text.partition("\n## References\n")[2].partition("\n## ")[0]
    plain = re.sub(r"[{}\\'\"`]|\{\\'o\}", "", BIB)
    families = re.findall(r"(?:^- |^|\d\)\. )(?:[A-Z]\. )+(?:den |van )?([A-Z][a-z]+)", section, re.MULTILINE)
    assert families or name == "optimiza"
    assert [family for family in families if family not in plain] == []


def test_a_year_without_an_entry_is_seen():
    assert DATED.findall("as Nagai 2002 says, and Ueda and others (2008), on 5 September 2019") == [
        "Nagai 2002",
        "Ueda and others (2008",
    ]
