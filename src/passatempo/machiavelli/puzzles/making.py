"""From parameters through an attempt of the kernel to a puzzle: proved by the exact methods, graded, with its features.

The load of a table is the binary logarithm of the number of ways to take up at most as many of its groups as must be
taken up: what a person tries, who takes up none, then one, then two. A group may stay where the cards that come to it
fit it as it lies. A card to be found is worth one grade more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from passatempo.core.errors import WrongAnswer
from passatempo.core.limits import Stopped
from passatempo.core.outcome import Outcome, StopReason
from passatempo.core.pastime import Question
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.exact.arrange import enumerate_arrangements
from passatempo.machiavelli.exact.unlock import unlock
from passatempo.machiavelli.json import dump_melds
from passatempo.machiavelli.model import Card, EnumerateAsk, Meld, Rules, Turn, UnlockAsk, name, rank_of, suit_of
from passatempo.machiavelli.rules import LETTERS, LINES, USUAL, Ace, Line
from passatempo.machiavelli.words import ordered
from passatempo.puzzles.puzzle import Made, fold, grade_of, log2_hundredths

if TYPE_CHECKING:
    from collections.abc import Iterable

    from passatempo.core.limits import Deadline
    from passatempo.core.random import Random


A = TypeVar("A")
Melds: TypeAlias = tuple[Meld, ...]  # sorted, of sorted cards
MOST_LISTED = 400  # arrangements; more are no puzzle for a person
CLOSE_LOADS = (275, 390, 490, 590)  # hundredths from which the grade is one more
UNLOCK_LOADS = (0, 275, 390, 490)
CUTS = (7, 15, 30, 60)  # the least numbers of ways that have these loads
STRICT = 3  # the grade from which on no card can simply be laid on a group
LEAST_GROUPS, MOST_GROUPS = 3, 9
MOST_HAND = 6
MOST_DECKS = 4
MOST_OF_ONE_DECK = 7  # seven ranks of one deck are 28 cards
_WORD = re.compile(rf"G([{LEAST_GROUPS}-{MOST_GROUPS}])H([1-{MOST_HAND}])(?:D([1-{MOST_DECKS}]))?(?:A(\w+))?")


# ---- Parameters ----


@dataclass(frozen=True, slots=True)
class Params:
    """How big a puzzle is to be, and by which rules.

    Raises
    ------
    ValueError
        If a number is out of range.

    Examples
    --------
    >>> Params(groups=2)
    Traceback (most recent call last):
    ValueError: groups: 2 is not a number of groups (3 to 9)
    """

    groups: int = field(default=5, metadata={"help": "groups in the end, 3 to 9; the table shows about as many"})
    hand: int = field(default=2, metadata={"help": "cards in the hand, 1 to 6"})
    decks: int = field(default=2, metadata={"help": "copies of each card, 1 to 4"})
    ace: Ace = field(default=USUAL, metadata={"help": "place of the ace in a run"})

    def __post_init__(self) -> None:
        _in_range("groups", self.groups, LEAST_GROUPS, MOST_GROUPS)
        _in_range("hand", self.hand, 1, MOST_HAND, "number of cards in the hand")
        _in_range("decks", self.decks, 1, MOST_DECKS)
        if self.ace not in LINES:
            raise ValueError(f"ace: {self.ace!r} is not one of {', '.join(LINES)}")
        if self.decks == 1 and self.groups > MOST_OF_ONE_DECK:
            raise ValueError(f"groups: {self.groups} are too many for one deck (3 to {MOST_OF_ONE_DECK})")


def _in_range(name: str, value: int, least: int, most: int, what: str = "") -> None:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name}: {value} is not a {what or f'number of {name}'} ({least} to {most})")


def word(params: Params) -> str:
    """Write parameters as a word; what is usual is left out.

    >>> word(Params()), word(Params(8, 5, decks=3))
    ('G5H2', 'G8H5D3')
    """
    decks = "" if params.decks == 2 else f"D{params.decks}"
    letter = LETTERS[params.ace]
    return f"G{params.groups}H{params.hand}{decks}{letter and 'A' + letter}"


def read_word(text: str) -> Params | None:
    """Read a word, folded as in IDs; None where it says no parameters.

    >>> read_word("G8H5D3") == Params(groups=8, hand=5, decks=3), read_word("G12H5")
    (True, None)
    """
    match = _WORD.fullmatch(text)
    if match is None:
        return None
    aces = {fold(letter): ace for ace, letter in LETTERS.items()}
    try:
        params = Params(int(match[1]), int(match[2]), int(match[3] or 2), aces[match[4] or ""])
    except (KeyError, ValueError):
        return None
    return params if fold(word(params)) == text else None  # one word for each choice of parameters


# ---- Attempts ----


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle: cards and groups in the order of their numbers.

    Parameters
    ----------
    shown, hand
        What lies on the table, and the hand.
    key
        The missing card; a joker's number where none is missing.
    solution
        An arrangement of all cards, the one in which most of the groups shown stay.
    taken_up
        How many of the groups shown do not stay.
    arrangements
        How many arrangements all cards have.
    """

    shown: Melds
    hand: Meld
    key: Card
    solution: Melds
    taken_up: int
    arrangements: int


def attempted(params: Params, random: Random, deadline: Deadline, *, locked: bool) -> Found | None:
    """Let the kernel try once, `locked` for one more card, the key, to be missing; the stream goes on where it left it.

    Raises
    ------
    Stopped
        If a limit came first.
    """
    strict = STRICT - 1 if locked else STRICT  # the grade is that of the table with its key
    sizes, line = (params.groups, params.hand, params.decks), LINES[params.ace]
    stop, _, random.state, made = _kernel.puzzle(
        *sizes, line, locked, strict, CUTS, random.state, *deadline.rest.kernel
    )
    deadline.charge(stop)
    return None if made is None else Found(*made)


def make_close(params: Params, random: Random, deadline: Deadline) -> Made[Turn] | None:
    """Try once to make a table and a hand that can be laid in one way."""
    found = attempted(params, random, deadline, locked=False)
    if found is None:
        return None
    turn = _turn(params, found)
    _prove_closed(turn, found, deadline)
    return _made(turn, found, {"lay": "all"}, {}, CLOSE_LOADS)


def make_unlock(params: Params, random: Random, deadline: Deadline) -> Made[Turn] | None:
    """Try once to make a table and a hand that one more card lets go, and no other card."""
    found = attempted(params, random, deadline, locked=True)
    if found is None:
        return None
    turn = _turn(params, found)
    _prove_unlocked(turn, found, deadline)
    return _made(turn, found, {"card": 1}, {"card": name(found.key)}, UNLOCK_LOADS)


def _turn(params: Params, found: Found) -> Turn:
    """Lay the groups as a person would."""
    bare = Turn((), (), Rules(params.decks, params.ace))
    return Turn(tuple(ordered(found.shown, bare)), found.hand, bare.rules)


def _made(
    turn: Turn, found: Found, goal: dict[str, Any], answer: dict[str, Any], loads: tuple[int, int, int, int]
) -> Made[Turn]:
    melds = tuple(ordered(found.solution, turn))
    load = log2_hundredths(ways(len(turn.table), found.taken_up))
    features = {
        "groups": len(turn.table),
        "hand": len(turn.hand),
        "taken_up": found.taken_up,
        "arrangements": found.arrangements,
    }
    solution = answer | {"melds": dump_melds(melds), "in_sets": list(map(name, in_sets(melds)))}
    return Made(instance=turn, goal=goal, solution=solution, grade=grade_of(load, loads), load=load, features=features)


def in_sets(melds: Iterable[Meld]) -> tuple[Card, ...]:
    """Return the cards that stand in sets, in order.

    >>> in_sets([(0, 1, 2), (41, 15, 28)])
    (15, 28, 41)
    """
    return tuple(sorted(card for meld in melds if rank_of(meld[0]) == rank_of(meld[1]) for card in meld))


def _prove_closed(turn: Turn, found: Found, deadline: Deadline) -> None:
    """See that all arrangements have the same cards in sets."""
    whole = Turn((turn.cards + turn.hand,), (), turn.rules)
    question = Question(whole, EnumerateAsk(MOST_LISTED))
    listing = _answer(enumerate_arrangements(question, deadline.rest), deadline)
    if not listing.complete or set(map(in_sets, listing.arrangements)) != {in_sets(found.solution)}:
        raise WrongAnswer("the cards of this puzzle can be arranged in several ways", question)


def _prove_unlocked(turn: Turn, found: Found, deadline: Deadline) -> None:
    """See that one card lets the hand go, which cannot go by itself."""
    question = Question(turn, UnlockAsk())
    unlocking = _answer(unlock(question, deadline.rest), deadline)
    if unlocking.closes_now or [cards for cards, _ in unlocking.single.cards] != [(found.key,)]:
        raise WrongAnswer(f"the hand of this puzzle does not need only {name(found.key)}", question)


def _answer(outcome: Outcome[A], deadline: Deadline) -> A:
    """Return an answer; a limit that came first ends the attempt."""
    if outcome.answer is None or outcome.stopped is not StopReason.DONE:
        deadline.stopped = outcome.stopped
        raise Stopped
    return outcome.answer


def ways(groups: int, most: int) -> int:
    """Count the ways to take up at most so many of the groups.

    >>> ways(3, 1), ways(7, 4)
    (4, 99)
    """
    return sum(comb(groups, k) for k in range(most + 1))


# ---- Puzzles that are the same but for the names of suits, or of ranks where the ace rule allows that ----
# Suits may be exchanged. Ranks stand in a row, on which a run is any stretch of three or more; so the row may be read
# backwards, which takes the ace of both ends to itself. Where runs go round, any rank may stand first as well.

Key: TypeAlias = tuple[int, Line, tuple[tuple[Card, ...], ...], tuple[Card, ...]]


def key(made: Made[Turn]) -> Key:
    """Return what all puzzles share that are equal up to symmetry: the least of their tables and hands.

    >>> from passatempo.puzzles.puzzle import Made
    >>> some, other = (
    ...     Made(instance=Turn(table, hand), goal={}, solution={}, grade=1, load=0)
    ...     for table, hand in ((((2, 3, 4),), (5,)), (((11, 10, 9),), (8,)))
    ... )
    >>> key(some) == key(other)
    True
    """
    turn = made.instance
    images = (_image(turn, ranks, suits) for ranks in renamings(turn.rules.line) for suits in permutations(range(4)))
    return (turn.rules.decks, turn.rules.line, *min(images))


def _image(
    turn: Turn, ranks: tuple[int, ...], suits: tuple[int, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    def renamed(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(sorted(13 * suits[suit_of(card)] + ranks[rank_of(card)] for card in cards))

    return tuple(sorted(map(renamed, turn.table))), renamed(turn.hand)


def renamings(line: Line) -> list[tuple[int, ...]]:
    """List the new ranks of A, 2, ..., K under which runs stay runs.

    >>> len(renamings(Line(0, 13))), len(renamings(Line(0, 13, circular=True)))
    (2, 26)
    >>> renamings(Line(0, 14))[1]
    (0, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    """
    last = 2 * line.first + line.places - 1  # the sum of a rank and its mirror image
    starts = range(13) if line.circular else range(1)
    return [
        tuple((start + sign * rank) % 13 for rank in range(13))
        for start, sign in (
            (start + (last if backwards else 0), -1 if backwards else 1)
            for start in starts
            for backwards in (False, True)
        )
    ]
