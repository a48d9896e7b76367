"""The words of `words.toml` for ranks, suits and colours of tiles, and the patterns that match them."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import normalize

from passatempo.core.messages import LOCALES

WORDS = Path(__file__).with_name("words.toml")
ACCENTS = re.compile("[\u0300-\u036f]")


@cache
def words() -> Mapping[str, Any]:
    """Return the contents of the file; missing languages use the English words.

    >>> words()["it"]["of"]
    ['di']
    """
    found = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    return dict.fromkeys(LOCALES, found["en"]) | found


def plain_word(word: str) -> str:
    """Convert a word to lower case without accents, for a lookup.

    >>> plain_word("COMODÍN")
    'comodin'
    """
    return ACCENTS.sub("", normalize("NFKD", word.casefold())).replace("ı", "i")


def join_alternatives(alternatives: Iterable[str]) -> str:
    """Return the pattern of one of several words, longest first; accents are optional.

    >>> re.fullmatch(join_alternatives(["rey", "trébol"]), "trebol") is not None
    True
    """
    sorted_alternatives = sorted(alternatives, key=len, reverse=True)
    return f"(?:{'|'.join([''.join(map(_letter_pattern, re.escape(word))) for word in sorted_alternatives])})"


def _letter_pattern(letter: str) -> str:
    """Return the pattern of a letter, with its accent as one character or two, or without."""
    canonical_form = normalize("NFD", letter)
    return letter if len(canonical_form) == 1 else f"(?:{letter}|{canonical_form}?)"
