"""Every text for readers of other languages goes through `say`, so that a translation has one place to step in."""

from __future__ import annotations

import gettext
from functools import cache

DOMAIN = "passatempo"


@cache
def translation(locale: str) -> gettext.NullTranslations:
    """Find the translation into a language; without one the texts stay English."""
    from importlib.resources import files

    return gettext.translation(DOMAIN, str(files("passatempo") / "locale"), [locale], fallback=True)


def mark(message: str) -> str:
    """Mark a text that is shown later, through `say`, for those who collect texts to translate."""
    return message


def say(message: str, /, locale: str = "en", **values: object) -> str:
    """Write a text in the reader's language, with values put in.

    >>> say("{number} cards", number=3)
    '3 cards'
    """
    found = translation(locale).gettext(message) if message else ""
    return found.format(**values) if values else found
