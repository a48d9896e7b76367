"""What the encodings in propositional logic have in common: a formula, and what its letters mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from passatempo.core.errors import UsageError, quote
from passatempo.core.methods import resolve

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.cards.answers import Ordering, Table
    from passatempo.cards.model import Deal
    from passatempo.solvers.cnf import AtMostOne, Formula

Decode: TypeAlias = "Callable[[frozenset[int]], Ordering]"

# name: where `build(deal, amo, poll) -> Encoded` and `table(deal, amo, poll) -> Table` stand
ENCODINGS = {
    "published": "passatempo.cards.encodings.published:PUBLISHED",
    "corrected": "passatempo.cards.encodings.published:CORRECTED",
    "run": "passatempo.cards.encodings.runs:RUN",
    "position": "passatempo.cards.encodings.positions:POSITION",
}


class Encoded(NamedTuple):
    """A formula, and the function from its true letters to the sequence they say."""

    formula: Formula
    decode: Decode


class Encoding(NamedTuple):
    """An encoding: how a formula is built, and how large it is without building it; `poll` may raise to stop."""

    build: Callable[[Deal, AtMostOne, Callable[[], object]], Encoded]
    table: Callable[[Deal, AtMostOne, Callable[[], object]], Table]


def encoding(name: str) -> Encoding:
    """Find an encoding by name.

    Raises
    ------
    UsageError
        If there is none of that name.
    """
    if name not in ENCODINGS:
        raise UsageError(f"encoding: {quote(name)} is not one of {', '.join(ENCODINGS)}")
    found: Encoding = resolve(ENCODINGS[name])
    return found


WITH_GIVEN = ("position",)


def refuse_given(name: str, deal: Deal) -> None:
    """Refuse given cards in an encoding that has no letters for values at positions.

    Raises
    ------
    UsageError
        If the deal has given cards and the encoding cannot take them.

    Examples
    --------
    >>> from passatempo.cards.model import Deal
    >>> refuse_given("run", Deal((1, 2), pattern="U", given=((1, 1),)))
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: the encoding 'run' takes no given cards; position does
    """
    if deal.given and name not in WITH_GIVEN:
        raise UsageError(f"the encoding {quote(name)} takes no given cards; {', '.join(WITH_GIVEN)} does")


def ends_faults(deal: Deal) -> bool:
    """Tell whether a pattern of one run is asked to have a step where there is one card."""
    return not deal.points and not deal.open and len(deal.cards) < 2
