"""Every text for readers of other languages goes through `say`, so that a translation has one place to step in."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar, get_args

from passatempo.core.errors import FormatError, InvalidInstance, UsageError, quote

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

T = TypeVar("T")

DOMAIN = "passatempo"
Locale: TypeAlias = Literal["en", "it", "es"]  # the first one has every word
LOCALES: tuple[str, ...] = get_args(Locale)
TOLD_BY = ("LC_ALL", "LC_MESSAGES", "LANG")  # where a terminal says its language, the first that says anything


@cache
def translation(locale: str) -> NullTranslations:
    """Find the translation into a language; without one the texts stay English."""
    import gettext  # here: records mark their words at every start, few starts say any
    from importlib.resources import files

    return gettext.translation(DOMAIN, str(files("passatempo") / "locale"), [locale], fallback=True)


def locale_of(preference: str | None) -> str:
    """Return the language that was asked for, else the terminal's where there is a translation, else English.

    Raises
    ------
    UsageError
        If there is no translation into the language that was asked for.

    Examples
    --------
    >>> locale_of("it")
    'it'
    """
    if preference is not None:
        if preference not in LOCALES:
            raise UsageError(f"{quote(preference)} is not a language ({', '.join(LOCALES)})")
        return preference
    environment_locale = next(filter(None, map(os.environ.get, TOLD_BY)), "")
    language = environment_locale[:2]
    return language if language in LOCALES else LOCALES[0]


def language_of(locale: str) -> str:
    """Return the language of a locale, which may have something else behind an ``@``, as in ``it@tiles``.

    >>> language_of("it@tiles"), language_of("it")
    ('it', 'it')
    """
    return locale.partition("@")[0]


def in_language(table: Mapping[str, T], locale: str) -> T:
    """Return the entry of a language, else the English one.

    >>> in_language({"en": "draw", "it": "pesca"}, "it@tiles"), in_language({"en": "draw"}, "it")
    ('pesca', 'draw')
    """
    return table.get(language_of(locale), table["en"])


def mark(message: str) -> str:
    """Mark a text that is shown later, through `say`, for those who collect texts to translate."""
    return message


def translate(message: str, /, locale: str = "en", **placeholders: object) -> str:
    """Write a text in the reader's language, with values put in.

    >>> translate("{number} cards", number=3)
    '3 cards'
    """
    local_message = translation(locale).gettext(message) if message else ""
    return local_message.format(**placeholders) if placeholders else local_message


class Message(str):
    """An English sentence that remembers how it was made, so that it can be said again in another language."""

    __slots__ = ("placeholders", "template")
    template: str
    placeholders: dict[str, object]


def message(message: str, /, **placeholders: object) -> Message:
    """Write a marked text in English, to be said `again` where somebody reads it.

    >>> message(mark("{number} cards"), number=3)
    '3 cards'
    """
    english_message = Message(message.format(**placeholders) if placeholders else message)
    english_message.template, english_message.placeholders = message, placeholders
    return english_message


def retranslate(text: object, locale: str) -> str:
    """Say in another language what was told in English; any other text stays as it is.

    A value that has a method ``said`` is asked for its own words: cards have other letters in other languages.

    >>> retranslate(message(mark("draw")), "en"), retranslate("4H", "it")
    ('draw', '4H')
    """
    if isinstance(text, Message):
        return translate(
            text.template,
            locale,
            **{key: retranslate(placeholder, locale) for key, placeholder in text.placeholders.items()},
        )
    return str(text.said(locale) if hasattr(text, "said") else text)


def retranslate_error(error: Exception, locale: str) -> str:
    """Say what is wrong in another language, as far as it was told so that it can be said again.

    >>> retranslate_error(FormatError(message(mark("draw")), where="move"), "en")
    'move: draw'
    """
    if isinstance(error, InvalidInstance):
        return "; ".join([retranslate(violation.text, locale) for violation in error.violations])
    message = error.message if isinstance(error, FormatError) else error.args[0] if error.args else ""
    return str(error).removesuffix(str(message)) + retranslate(message, locale)


def translate_plural(singular: str, plural: str, number: int, /, locale: str = "en", **placeholders: object) -> str:
    """Write a text that depends on a number, ``{number}`` in it, in the reader's language.

    >>> translate_plural("{number} card", "{number} cards", 1), translate_plural("{number} card", "{number} cards", 2)
    ('1 card', '2 cards')
    """
    return translation(locale).ngettext(singular, plural, number).format(number=number, **placeholders)
