"""The presets: published rules, with a quotation for each rule that the source fixes."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from passatempo.core.errors import FormatError, quote
from passatempo.core.methods import suggest
from passatempo.machiavelli.model import Rules

PRESETS = Path(__file__).with_name("presets.toml")


@dataclass(frozen=True, slots=True)
class Source:
    """A row of `presets.toml`.

    Parameters
    ----------
    citation
        The publication of the rules.
    rule_values
        The fields of `Rules` and of `GameRules` that differ from the defaults.
    rule_quotes
        The source's words about a field; fields that it does not mention are absent.
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
    """Return a preset's rules of a turn.

    Raises
    ------
    FormatError
        If there is no preset of that name. The message lists the presets.

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
    """Return the default notation of cards in a text with this preset.

    >>> preset_locale("rummikub"), preset_locale("house"), preset_locale(None)
    ('tiles', 'en', 'en')
    """
    preset_source = presets().get(preset) if preset else None  # most texts name no preset and need no file
    return "tiles" if preset_source is not None and preset_source.rule_values.get("names") == "tiles" else "en"
