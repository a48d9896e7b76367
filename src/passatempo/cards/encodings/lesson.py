"""The lesson on encodings: what the published formula says, family by family, what it lets in, and how others do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from passatempo.cards.encodings.audit import audit
from passatempo.cards.encodings.encoding import encoding
from passatempo.cards.generate import family
from passatempo.cards.model import Deal, Distance
from passatempo.cards.settings import AuditAsk, EncodingName
from passatempo.core.pastime import Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.cards.answers import Ordering

TAUGHT = Deal((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 4),))  # the published cards
LENGTHS = (7, 13, 21, 51, 101)  # of the rows whose formulas are compared


def lesson() -> dict[str, Any]:
    """Return what the lesson shows, from the encodings themselves.

    >>> told = lesson()
    >>> told["encodings"][0]["clauses"], told["encodings"][0]["models"], told["models"]
    (5230, 112, 96)
    """
    answer = audit(Question(TAUGHT, AuditAsk("published"))).answer
    return {
        "cards": list(TAUGHT.cards),
        "distance": TAUGHT.distances[0].value,
        "models": answer.true_models if answer else 0,
        "encodings": [_encoding(name) for name in get_args(EncodingName)],
        "sizes": list(_sizes()),
    }


def _encoding(name: EncodingName) -> dict[str, Any]:
    table = encoding(name).table(TAUGHT, "pairwise", bool)
    answer = audit(Question(TAUGHT, AuditAsk(name))).answer
    assert answer is not None  # there is no limit
    return {
        "name": name,
        "letters": table.variables,
        "clauses": table.clauses,
        "families": [[family, number] for family, number in table.families.items() if number],
        "models": answer.models,
        "spurious": [_row(one) for one in answer.spurious],
        "missing": [_row(one) for one in answer.missing],
    }


def _row(ordering: Ordering) -> dict[str, list[int]]:
    return {"cards": list(ordering.sequence), "turns": list(ordering.stationary)}


def _sizes() -> Iterator[list[int]]:
    """Yield the number of cards, in pairs with the peaks half a row apart, and the clauses of every encoding."""
    for length in LENGTHS:
        deal = family("pairs", length)
        yield [length, *[encoding(name).table(deal, "pairwise", bool).clauses for name in get_args(EncodingName)]]
