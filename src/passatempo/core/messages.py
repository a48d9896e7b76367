"""Translation of texts. Every text for readers of other languages goes through `translate`."""

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
Locale: TypeAlias = Literal["en", "it", "es"]  # the first one is complete
LOCALES: tuple[str, ...] = get_args(Locale)
TOLD_BY = ("LC_ALL", "LC_MESSAGES", "LANG")  # variables that name a terminal's language; the first that is set counts


@cache
def translation(locale: str) -> NullTranslations:
    """Find the translation into a language; without one the texts stay English."""
    import gettext  # imported late: records mark texts at every start, but few starts translate any
    from importlib.resources import files

    return gettext.translation(DOMAIN, str(files("passatempo") / "locale"), [locale], fallback=True)


def locale_of(preference: str | None) -> str:
    """Return the preferred language, else the terminal's language if there is a translation, else English.

    Raises
    ------
    UsageError
        If there is no translation into the preferred language.

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
    """Return the language of a locale, which may have a suffix after an ``@``, as in ``it@tiles``.

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
    """Mark a text that `translate` shows later, so that translators' tools can find it."""
    return message


def translate(message: str, /, locale: str = "en", **placeholders: object) -> str:
    """Write a text in the reader's language, with values inserted.

    >>> translate("{number} cards", number=3)
    '3 cards'
    """
    local_message = translation(locale).gettext(message) if message else ""
    return local_message.format(**placeholders) if placeholders else local_message


class Message(str):
    """An English sentence that remembers its template and values, so that it can be translated later."""

    __slots__ = ("placeholders", "template")
    template: str
    placeholders: dict[str, object]


def message(message: str, /, **placeholders: object) -> Message:
    """Write a marked text in English, which `retranslate` can translate later.

    >>> message(mark("{number} cards"), number=3)
    '3 cards'
    """
    english_message = Message(message.format(**placeholders) if placeholders else message)
    english_message.template, english_message.placeholders = message, placeholders
    return english_message


def retranslate(text: object, locale: str) -> str:
    """Translate an English message into another language; any other text stays as it is.

    A value with a method ``said`` writes itself, since card letters differ between languages.

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
    """Translate an error message, if it has a translatable template.

    >>> retranslate_error(FormatError(message(mark("draw")), where="move"), "en")
    'move: draw'
    """
    if isinstance(error, InvalidInstance):
        return "; ".join([retranslate(violation.text, locale) for violation in error.violations])
    message = error.message if isinstance(error, FormatError) else error.args[0] if error.args else ""
    return str(error).removesuffix(str(message)) + retranslate(message, locale)


def translate_plural(singular: str, plural: str, number: int, /, locale: str = "en", **placeholders: object) -> str:
    """Write a text that depends on a number, with ``{number}`` in it, in the reader's language.

    >>> translate_plural("{number} card", "{number} cards", 1), translate_plural("{number} card", "{number} cards", 2)
    ('1 card', '2 cards')
    """
    return translation(locale).ngettext(singular, plural, number).format(number=number, **placeholders)
