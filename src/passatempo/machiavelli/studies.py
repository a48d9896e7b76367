"""Experiments of campaigns: how often hands close on random tables, and tests of the published program."""

from dataclasses import dataclass, field
from typing import Any, Literal

from passatempo.core.errors import SolverUnavailable, UsageError
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.random import Random
from passatempo.machiavelli.exact.arrange import arrange
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.generate import Params, generate
from passatempo.machiavelli.rules import RULE6, USUAL, Ace

MOST_DEALS = 100_000


@dataclass(frozen=True, slots=True)
class ClosingParams:
    """The sizes of tables and hands, and how many to generate."""

    table: int = field(default=30, metadata={"help": "approximate number of cards on the table"})
    hand: int = field(default=5, metadata={"help": "cards in the hand"})
    deals: int = field(default=100, metadata={"help": "tables of a run, a hand beside each"})
    ace: Ace = field(default=USUAL, metadata={"help": "place of the ace in a run"})
    decks: int = field(default=2, metadata={"help": "copies of each card"})

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= MOST_DEALS:
            raise ValueError(f"deals: {self.deals} is not from 1 to {MOST_DEALS}")
        Params(self.table, self.hand, decks=self.decks, ace=self.ace)


def closing(params: ClosingParams, rng: Random, limits: Limits = Limits()) -> dict[str, Any]:
    """Generate random tables and hands, and count the hands that can be played in full and the cards played.

    Raises
    ------
    UsageError
        If a limit ends the search.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> row = closing(ClosingParams(table=30, hand=1, deals=20), Random(1))
    >>> row["deals"], 0 <= row["closed"] <= 20
    (20, True)
    """
    closed, card_total, table = 0, 0, 0
    for _ in range(params.deals):
        turn = generate(Params(params.table, params.hand, decks=params.decks, ace=params.ace), rng)
        outcome = lay(turn, limits)
        if outcome.status is not Status.SOLVED or outcome.answer is None:
            raise UsageError(f"a hand is not decided within the limits ({outcome.stopped.value})")
        closed += not outcome.answer.kept_in_hand
        card_total += len(outcome.answer.laid)
        table += len(turn.cards)
    return {
        "closed": closed,
        "deals": params.deals,
        "laid": card_total / params.deals,
        "cards_on_table": table / params.deals,
    }


@dataclass(frozen=True, slots=True)
class PublishedParams:
    """Tables for the published program, which has no rule with the ace at both ends."""

    cards: int = field(default=20, metadata={"help": "approximate number of cards on the table"})
    kind: Literal["heap", "swapped"] = field(
        default="heap", metadata={"help": "groups thrown together; the same with one card swapped"}
    )
    rule6: bool = field(default=False, metadata={"help": "whether runs go on past the ace"})

    def __post_init__(self) -> None:
        Params(self.cards)


def published(params: PublishedParams, rng: Random, limits: Limits = Limits()) -> dict[str, Any]:
    """Generate a table, and compare the answer of the published program with the correct one.

    Raises
    ------
    UsageError
        If a limit ends the search.
    """
    try:
        from passatempo.machiavelli.encodings import ilp
    except ImportError as error:
        raise SolverUnavailable("the published program", "solvers") from error
    table = generate(Params(params.cards, kind=params.kind, ace=RULE6[params.rule6]), rng)
    true_outcome, program_outcome = arrange(table, limits), ilp.published(table, limits)
    for outcome in (true_outcome, program_outcome):
        if outcome.status not in (Status.SOLVED, Status.IMPOSSIBLE):
            raise UsageError(f"a table is not decided within the limits ({outcome.stopped.value})")
    possible, is_accepted = true_outcome.status is Status.SOLVED, program_outcome.status is Status.SOLVED
    return {
        "cards": len(table.cards),
        "possible": possible,
        "errs": possible != is_accepted,
        "refuses_wrongly": possible and not is_accepted,
        "accepts_wrongly": is_accepted and not possible,
    }
