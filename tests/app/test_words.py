"""The words of the app: the same in three languages, each said somewhere, none missing."""

import json
import re
from pathlib import Path

import pytest

from passatempo.core.messages import translate
from passatempo.core.registry import BUILT_IN, pastime
from passatempo.minesweeper.text import FAULTS
from passatempo.web.build import pages

WEB = Path(__file__).parents[2] / "src" / "passatempo" / "web"
WORDS = WEB / "build" / "words"
PARTS = sorted(path.stem for path in (WORDS / "en").glob("*.json"))


def read_part(language, part):
    return json.loads((WORDS / language / f"{part}.json").read_text(encoding="utf-8"))


def said_in(language):
    """Return all words of a language, part by part; no key may stand in two. The package translates some."""
    found = {}
    for part in PARTS:
        said = pages.part_words(WORDS, language, part)
        assert not found.keys() & said.keys(), part
        found |= said
    return found


ENGLISH, *OTHERS = [said_in(language) for language in ("en", "it", "es")]
SCRIPTS = {
    str(path.relative_to(WEB)): path.read_text(encoding="utf-8")
    for folder in ("frame", "games")
    for path in (WEB / "app" / folder).rglob("*.ts")
}
PAGES = [pages.page_template(WORDS, name) for name in pages.page_names(WORDS)]


def places(sentence):
    """Return the places of a sentence, of all its forms together."""
    forms = [sentence] if isinstance(sentence, str) else sentence.values()
    return {place for form in forms for place in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("other", OTHERS, ids=["it", "es"])
def test_languages_agree(other):
    """The same places, and forms where English has them."""
    for key, sentence in ENGLISH.items():
        assert places(other[key]) == places(sentence), key
        assert isinstance(other[key], str) == isinstance(sentence, str), key
        if not isinstance(sentence, str):
            assert {"one", "other"} <= other[key].keys(), key


@pytest.mark.parametrize("language", ["it", "es"])
@pytest.mark.parametrize("part", PARTS)
def test_a_language_has_the_keys_of_english_in_their_order(part, language):
    """What it lacks is a message of the package, and has the words that players read in the terminal."""
    own, english = read_part(language, part), read_part("en", part)
    assert list(own) == [key for key in english if key in own]
    words = pages.part_words(WORDS, language, part)
    for key, sentence in english.items():
        if key not in own:
            forms = {"": sentence} if isinstance(sentence, str) else sentence
            found = {"": words[key]} if isinstance(sentence, str) else words[key]
            assert found == {form: translate(text, language) for form, text in forms.items()}, key
            assert all(text != found[form] for form, text in forms.items()), key


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_a_fault_of_a_file_has_words(language):
    """Each has those of the package, in English the same; the other languages have the same values, in any order."""
    words = pages.part_words(WORDS, language, "review")
    names = [sentence for kind, sentence, *_ in FAULTS]
    faults = names[: names.index("the board is empty")]
    for code, fault in enumerate(faults[1:], 1):
        sentence = words[f"review.fault.{code}"]
        values = re.findall(r"\{(?::\w+)?\}", fault)
        assert set(re.findall(r"\{(\d)\}", sentence)) == {*map(str, range(len(values)))}
        if language == "en":
            wanted = (
                fault.replace("{:mine}", "{} mines")
                .replace("{:square}", "{} squares")
                .replace("{sign!r}", "'{sign}'")
                .replace("not {name}", "not an {name}")
            )
            assert re.sub(r"\{\d\}", "{}", sentence) == wanted
    assert f"review.fault.{len(faults)}" not in words


@pytest.mark.parametrize("other", OTHERS, ids=["it", "es"])
def test_nothing_stays_english(other):
    """A sentence of several words is said in the other language."""
    same = [key for key, said in other.items() if said == ENGLISH[key] and len(str(said).split()) > 3]
    assert same == []


def test_every_word_is_said():
    """A key stands in a script or a page; one that is put together matches a pattern there."""
    texts = [*SCRIPTS.values(), *PAGES, (WEB / "build" / "pages.py").read_text(encoding="utf-8")]
    patterns = [
        re.compile(re.sub(r"\\\$\\\{.*?\\\}", r"[\\w.-]+", re.escape(found)))
        for text in texts
        for found in re.findall(r"`((?:[\w.]+|\$\{\w+\}\.\w[\w.]*)\.\$\{[^`]*)`", text)
    ]
    for key in ENGLISH:
        said = any(f'"{key}"' in text or f"{{{{{key}}}}}" in text for text in texts)
        made = any(pattern.fullmatch(key) for pattern in patterns)
        name, _, last = key.rpartition(".")
        on_top = name in pages.page_names(WORDS) and last in ("title", "description", "what")  # head.py, pages.py
        assert said or made or on_top, key


def test_every_key_that_is_said_has_words():
    """A quoted text that begins as a key does is one, of the page that says it or of all."""
    known = "|".join(["app", "kernel", *PARTS])
    for name, text in SCRIPTS.items():
        for key in re.findall(rf'"((?:{known})\.[\w.-]+)"', text):
            assert key in ENGLISH, f"{name}: {key}"


@pytest.mark.parametrize("language", ["it", "es"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_page_has_names_and_rules_as_the_package_translates_them(name, language):
    """The app is made before the translations are compiled; the package reads the compiled ones."""
    found, game = pages.page_words(WORDS, language, name), pastime(name)
    assert found[f"{name}.title"] == translate(game.label, language)
    assert found[f"{name}.rules"] == translate(game.rules, language) != game.rules
