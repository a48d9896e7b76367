"""Every reference can be looked up, and every citation has its reference."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
ENTRIES = re.split(r"^@", (DOCS / "literature.bib").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
ADDRESS = re.compile(r"doi=\{10\.\d{4,}/\S+\}|url=\{https?://\S+\}")


def test_every_reference_has_a_doi_or_a_url():
    assert ENTRIES
    assert [entry.partition(",")[0] for entry in ENTRIES if not ADDRESS.search(entry)] == []


def test_every_citation_has_one_reference():
    keys = [re.match(r"\w+\{(\w+),", entry)[1] for entry in ENTRIES]
    assert len(keys) == len(set(keys))
    pages = (page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    cited = {
        key for text in pages for found in re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", text) for key in found.split(",")
    }
    assert {key.strip() for key in cited} <= set(keys)
