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

    citation: str
    rule_values: Mapping[str, Any]
    rule_quotes: Mapping[str, str]


@cache
def presets() -> Mapping[str, Source]:
    """Return all presets by name.

    >>> presets()["peteg"].rule_values["deal"], presets()["peteg"].rule_quotes["deal"]
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
    all_presets = presets()
    if name not in all_presets:
        preset_label = ", ".join(all_presets)
        raise FormatError(
            f"{quote(name)} is not one of {preset_label}{suggest(name, all_presets)}", where="preset", kind="bad-preset"
        )
    rule_keys = {rule_field.name for rule_field in fields(Rules)}
    return Rules(**{key: setting for key, setting in all_presets[name].rule_values.items() if key in rule_keys})


def preset_locale(preset: str | None) -> str:
    """Return the locale in which a text under a preset names its cards, where it says none.

    >>> preset_locale("rummikub"), preset_locale("house"), preset_locale(None)
    ('tiles', 'en', 'en')
    """
    preset_source = presets().get(preset) if preset else None  # most texts name none, and need no file
    return "tiles" if preset_source is not None and preset_source.rule_values.get("names") == "tiles" else "en"
