"""What the rules that others wrote down say of the table: decks, ace, jokers, under the names of their sources.

How many cards are dealt, how a player opens and what a turn allows is not said here. Where a source leaves the ace open
it is ``both``, as most sources have it.
"""

from __future__ import annotations

from typing import NamedTuple

from passatempo.core.errors import FormatError, quote
from passatempo.core.methods import suggest
from passatempo.machiavelli.model import Rules


class Preset(NamedTuple):
    """Rules of the table, and where they stand."""

    rules: Rules
    source: str


PRESETS = {
    "published": Preset(Rules(2, "low"), 'the published text of 14 November 2011, "Machiavelli" come CSP'),
    "published-rule6": Preset(Rules(2, "wrap"), "the same with its optional rule 6: runs go on past the ace"),
    "wikipedia": Preset(Rules(2, "both"), "Wikipedia, Machiavelli (card game); the ace is not spoken of"),
    "bga": Preset(Rules(2, "both"), "Board Game Arena"),
    "bga-jokers": Preset(Rules(2, "both", 2), "Board Game Arena, the variant with two jokers"),
    "bga-wrap": Preset(Rules(2, "wrap"), "Board Game Arena in Italian, the variant of runs that go on past the ace"),
    "catsatcards": Preset(Rules(2, "both"), "catsatcards.com: ace low or high, not in the middle"),
    "peteg": Preset(Rules(2, "high"), "peteg.org: ace high only"),
    "casinohex": Preset(
        Rules(2, "wrap", 4), "casinohex.it: runs go on at both sides of the ace; jokers, their number open: four here"
    ),
    "giocodigitale": Preset(Rules(2, "both"), "giocodigitale and leovegas: with or without jokers; the ace is open"),
    "tattoomuse": Preset(Rules(2, "both", 4), "tattoomuse.it: no jokers or four"),
    "makiaveli": Preset(Rules(2, "both"), "CrzPhil/Makiaveli, Greek rules: ace low or high"),
}


def preset(name: str) -> Rules:
    """Return the rules of a preset.

    Raises
    ------
    FormatError
        If there is none of that name; the sentence lists those there are.

    Examples
    --------
    >>> preset("peteg").ace
    'high'
    """
    if name not in PRESETS:
        listed = ", ".join(PRESETS)
        raise FormatError(
            f"{quote(name)} is not one of {listed}{suggest(name, PRESETS)}", where="preset", kind="bad-preset"
        )
    return PRESETS[name].rules
