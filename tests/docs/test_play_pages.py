"""The pages of play say the same in three languages: parts, pictures, links and commands are the same."""

import re
from pathlib import Path

import pytest

from passatempo.core.registry import BUILT_IN

PLAY = Path(__file__).parents[2] / "docs" / "play"
LANGUAGES = ("en", "it", "es")
PAGES = (*BUILT_IN, "index")


def page(language, name):
    return (PLAY / language / f"{name}.md").read_text(encoding="utf-8")


def bones(text):
    """Return what translations share: levels of headings, blocks with their commands, pictures, links."""
    blocks = re.findall(r"^```\w*\n.*?^```", text, re.DOTALL | re.MULTILINE)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    links = [
        link
        for link in re.findall(r"(?<!!)\[[^\]]+\]\(([^)]+)\)", prose)
        if not link.startswith(("../en", "../it", "../es"))
    ]
    return {
        "headings": re.findall(r"^(#+) ", prose, re.MULTILINE),
        "blocks": blocks,
        "pictures": re.findall(r"!\[[^\]]+\]\(([^)]+)\)", prose),
        "links": links,
        "rows": len(re.findall(r"^\|", prose, re.MULTILINE)),
    }


def headings(text):
    return re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE), re.MULTILINE)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_has_the_bones_of_the_english_page(language, name):
    assert bones(page(language, name)) == bones(page("en", name))


@pytest.mark.parametrize("name", PAGES)
def test_the_languages_are_languages(name):
    """No heading, and no paragraph, was left untranslated; names of pastimes may be the same."""
    for language in LANGUAGES[1:]:
        same = set(headings(page(language, name))) & set(headings(page("en", name)))
        assert same <= {"Machiavelli", "Optimiza"}
        paragraphs = {part for part in page("en", name).split("\n\n") if re.match(r"[A-Z*]", part) and "[" not in part}
        assert not paragraphs & set(page(language, name).split("\n\n"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pastime_has_a_page_with_two_pictures_and_three_commands(language):
    assert {path.stem for path in (PLAY / language).glob("*.md")} == set(PAGES)
    for name in BUILT_IN:
        found = bones(page(language, name))
        assert len(found["headings"]) == 6
        assert len(found["blocks"]) == 3
        assert all(block.startswith("```console\n$ ") and f"passatempo {name} " in block for block in found["blocks"])
        assert set(found["pictures"]) == {f"../../pictures/play/{name}.svg", f"../../pictures/{name}.svg"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_leads_to_the_other_languages(language, name):
    for other in set(LANGUAGES) - {language}:
        assert f"](../{other}/{name}.md)" in page(language, name)


def test_what_is_cut_out_is_missed():
    """The comparison sees a heading, a command and a picture that a translation lacks."""
    english = page("en", "mnk")
    for lost in ("## Play it\n", "--k 3\ndraw for X", "pictures/mnk.svg"):
        assert lost in english
        assert bones(english.replace(lost, "", 1)) != bones(english)
