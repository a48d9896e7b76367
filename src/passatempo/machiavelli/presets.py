"""The rules that others wrote down, under the names of their sources, as far as they bind a table or a turn.

How many cards are dealt, how a game ends and what it is worth is not said here. Where a source leaves the ace open it
is ``both``, as most sources have it. A question knows decks, ace and jokers; `require_known` refuses the other rules by
name where they can bind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.core.methods import suggest
from passatempo.core.pastime import Question
from passatempo.machiavelli.groups import fault
from passatempo.machiavelli.model import JOKER, Rules, Turn, name

if TYPE_CHECKING:
    from collections.abc import Iterator

OWN_GROUP = "own-group"


class Preset(NamedTuple):
    """Rules of the table and of a turn, and their source; the last four as in the rules of a game."""

    rules: Rules
    source: str
    joker: Literal["free", "exact"] = "free"
    opening: str = "none"
    most_new: int = 0
    crosses: int = 0


PRESETS = {
    "published": Preset(Rules(2, "low"), 'the published text of 14 November 2011, "Machiavelli" come CSP'),
    "published-rule6": Preset(Rules(2, "wrap"), "the same with its optional rule 6: runs go on past the ace"),
    "wikipedia": Preset(Rules(2, "both"), "Wikipedia, Machiavelli (card game); the ace is not spoken of"),
    "bga": Preset(Rules(2, "both"), "Board Game Arena", most_new=13),
    "bga-jokers": Preset(Rules(2, "both", 2), "Board Game Arena, the variant with two jokers", most_new=13),
    "bga-wrap": Preset(
        Rules(2, "wrap"), "Board Game Arena in Italian, the variant of runs that go on past the ace", most_new=13
    ),
    "catsatcards": Preset(Rules(2, "both"), "catsatcards.com: ace low or high, not in the middle"),
    "peteg": Preset(Rules(2, "high"), "peteg.org: ace high only", opening=OWN_GROUP),
    "casinohex": Preset(
        Rules(2, "wrap", 4), "casinohex.it: runs go on at both sides of the ace; jokers, their number open: four here"
    ),
    "giocodigitale": Preset(
        Rules(2, "both"), "giocodigitale and leovegas: with or without jokers; the ace is open", opening=OWN_GROUP
    ),
    "tattoomuse": Preset(Rules(2, "both", 4), "tattoomuse.it: no jokers or four", joker="exact"),
    "makiaveli": Preset(Rules(2, "both"), "CrzPhil/Makiaveli, Greek rules: ace low or high", crosses=4),
}


def preset(name: str) -> Preset:
    """Find a preset.

    Raises
    ------
    FormatError
        If there is none of that name; the sentence lists those there are.

    Examples
    --------
    >>> preset("peteg").rules.ace
    'high'
    """
    if name not in PRESETS:
        listed = ", ".join(PRESETS)
        raise FormatError(
            f"{quote(name)} is not one of {listed}{suggest(name, PRESETS)}", where="preset", kind="bad-preset"
        )
    return PRESETS[name]


def require_known(asking: str, question: Question | Turn, cards: int | None = None) -> None:
    """Refuse an instance whose preset has a rule that a question does not know and that can bind.

    Parameters
    ----------
    asking
        The question or command.
    question
        A turn, alone or with the question's own inputs.
    cards
        How many cards of a hand a turn might lay; without it the question says.

    Raises
    ------
    InvalidInstance
        Naming the rule, why it can bind, and how to ask without it.
    """
    turn: Turn = question.instance if isinstance(question, Question) else question
    if turn.preset is None:
        return
    most = _most_laid(asking, question) if cards is None else cards
    for rule, why in _binding(preset(turn.preset), turn, most):
        rest = ", ".join(turn.rules.beside(Rules()))
        remedy = f"pass {rest} instead of the preset" if rest else "omit the preset"
        told = f"preset: {quote(turn.preset)} has the rule {rule} ({why}), which {asking} does not support"
        raise InvalidInstance([Violation("unknown-rule", f"{told}: {remedy} to answer without this rule", rule)])


def _most_laid(asking: str, question: Question | Turn) -> int:
    """Return how many cards of the hand a turn might lay; the other questions look at the table alone."""
    if not isinstance(question, Question) or asking not in ("lay", "unlock"):
        return 0
    return len(question.instance.hand) + (1 + question.ask.pairs if asking == "unlock" else 0)


def _binding(preset: Preset, turn: Turn, cards: int) -> Iterator[tuple[str, str]]:
    """Yield the rules of a preset that can bind beside decks, ace and jokers, and what they ask."""
    joker = next((card for card in turn.cards if card >= JOKER), None)
    if preset.joker == "exact" and joker is not None:
        yield "joker: exact", f"{name(joker)} of the table can be freed only by its card"
    if preset.most_new and cards > preset.most_new:
        yield f"most_new: {preset.most_new}", f"a turn cannot play more cards of the hand, and {cards} could be played"
    if preset.opening != "none" and cards:
        yield f"opening: {preset.opening}", "a player's first turn may play only melds of the hand"
    alone = next((group for group in turn.table if fault(group, turn.rules.ace) is not None), None)
    if preset.crosses and alone is not None:
        yield f"crosses: {preset.crosses}", f"a card of {quote(' '.join(map(name, alone)))} may be alone"
