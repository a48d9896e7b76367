"""The presets: the rules that others wrote down, with a quotation for each rule that their source fixes."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, quote
from passatempo.core.methods import suggest
from passatempo.machiavelli.model import Rules

if TYPE_CHECKING:
    from collections.abc import Mapping

PRESETS = Path(__file__).with_name("presets.toml")


@dataclass(frozen=True, slots=True)
class Source:
    """A row of `presets.toml`.

    Parameters
    ----------
    text
        Where the rules are written.
    values
        The fields of `Rules` and of `GameRules` that differ from the defaults.
    quotes
        What the source says of a field, in its own words; it is silent on the others.
    """

    text: str
    values: Mapping[str, Any]
    quotes: Mapping[str, str]


@cache
def presets() -> Mapping[str, Source]:
    """Return all presets by name.

    >>> presets()["peteg"].values["deal"], presets()["peteg"].quotes["deal"]
    (14, 'fourteen cards')
    """
    rows = tomllib.loads(PRESETS.read_text(encoding="utf-8"))
    return {name: Source(row.pop("source"), row, row.pop("quotes", {})) for name, row in rows.items()}


def turn_rules(name: str) -> Rules:
    """Return the rules of a turn that a preset has.

    Raises
    ------
    FormatError
        If there is no preset of that name; the sentence lists those there are.

    Examples
    --------
    >>> turn_rules("peteg").opening
    'own-group'
    """
    known = presets()
    if name not in known:
        listed = ", ".join(known)
        raise FormatError(
            f"{quote(name)} is not one of {listed}{suggest(name, known)}", where="preset", kind="bad-preset"
        )
    own = {entry.name for entry in fields(Rules)}
    return Rules(**{key: value for key, value in known[name].values.items() if key in own})


def letters_of(preset: str | None) -> str:
    """Return the locale in which a text under a preset names its cards, where it says none.

    >>> letters_of("rummikub"), letters_of("house"), letters_of(None)
    ('tiles', 'en', 'en')
    """
    found = presets().get(preset) if preset else None  # most texts name none, and need no file
    return "tiles" if found is not None and found.values.get("names") == "tiles" else "en"
