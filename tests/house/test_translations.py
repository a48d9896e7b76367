"""Every sentence that may be said in another language is translated, with the same places for values.

The web room is left out: its API speaks English, and the browser app has words of its own.

Tests: core/words.py
"""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from passatempo.core.words import say

SOURCE = Path(__file__).parents[2] / "src" / "passatempo"
LANGUAGES = ("it", "es")


def of_the_web(path):
    """Tell whether a file is of the web room."""
    return path.relative_to(SOURCE).parts[0] == "web"


def messages():
    """Collect what is given to `say`, `mark` and, in pairs, `say_many` of core/words.py."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if of_the_web(path) or "from passatempo.core.words import" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            word = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            said = [one.value for one in node.args if isinstance(one, ast.Constant)] if word else []
            if word in ("say", "mark") and isinstance(node.args[0], ast.Constant):
                found.add(said[0])
            elif word == "say_many":
                found.add((said[0], said[1]))
    return found


def catalogue(language):
    """Read a catalogue: message to translation."""
    with open(SOURCE / "locale" / language / "LC_MESSAGES" / "passatempo.po", "rb") as file:
        return {message.id: message.string for message in read_po(file) if message.id}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_every_message_and_no_other(language):
    assert catalogue(language).keys() == messages()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_places_of_its_message(language):
    for messages_of, told_of in catalogue(language).items():
        pairs = zip(messages_of, told_of, strict=True) if isinstance(messages_of, tuple) else [(messages_of, told_of)]
        for message, told in pairs:
            assert told.strip(), message
            assert sorted(re.findall(r"\{\w+\}", told)) == sorted(re.findall(r"\{\w+\}", message)), message


def test_what_is_installed_speaks_them():
    assert say("notes", "it") == "appunti"
    assert say("The path has {number} cells.", "es", number=7) == "El camino tiene 7 casillas."
    assert say("notes", "xx") == "notes"
