"""Each pastime has a page in three languages, with the name and the rules that the program shows."""

import re
from pathlib import Path

import pytest

from passatempo.core.messages import translate
from passatempo.core.registry import BUILT_IN, pastime

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"en": DOCS / "pastimes", "it": DOCS / "play" / "it", "es": DOCS / "play" / "es"}
ALL = [pytest.param(locale, name, id=f"{locale} {name}") for locale in PAGES for name in BUILT_IN]


@pytest.mark.parametrize(("locale", "name"), ALL)
def test_a_page_has_the_name_and_the_rules_of_its_pastime(locale, name):
    title, *rest = (PAGES[locale] / f"{name}.md").read_text(encoding="utf-8").splitlines()
    known = pastime(name)
    assert title == f"# {translate(known.label, locale)}"
    rules = re.search(r"^## (?:Rules|Regole|Reglas)\n\n(.+?)\n\n", "\n".join(rest), re.DOTALL | re.MULTILINE)
    assert " ".join(rules[1].split()) == translate(known.rules, locale)
