"""Makes puzzles from attempts of the kernel, proves them by exact methods, and grades them.

The load of a table is the binary logarithm of the number of ways to take apart at most the required number of groups. A
person tries none first, then one, then two. A group may stay if the cards that it gains fit it unchanged. A puzzle with
a missing card has one grade more.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import permutations
from math import comb
from typing import Any, TypeAlias, TypeVar

from passatempo.core.errors import WrongAnswer
from passatempo.core.limits import Deadline, Stopped
from passatempo.core.outcome import Outcome, StopReason
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.exact.arrange import enumerate_arrangements
from passatempo.machiavelli.exact.unlock import unlock
from passatempo.machiavelli.json import dump_melds
from passatempo.machiavelli.model import CardId, EnumerateAsk, Meld, Rules, Turn, UnlockAsk, name, rank_of, suit_of
from passatempo.machiavelli.rules import LETTERS, LINES, USUAL, Ace, Line
from passatempo.machiavelli.words import sort_melds
from passatempo.puzzles.puzzle import PuzzleContent, fold_signs, grade_of, log2_hundredths

A = TypeVar("A")
Melds: TypeAlias = tuple[Meld, ...]  # sorted, of sorted cards
MOST_LISTED = 400  # arrangements; more do not make a puzzle for a person
CLOSE_LOADS = (275, 390, 490, 590)  # the loads, in hundredths, at which the grade increases by one
UNLOCK_LOADS = (0, 275, 390, 490)
CUTS = (7, 15, 30, 60)  # the minimum numbers of ways with these loads
STRICT = 3  # the grade from which on no card can simply be added to a group
LEAST_GROUPS, MOST_GROUPS = 3, 9
MOST_HAND = 6
MOST_DECKS = 4
MOST_OF_ONE_DECK = 7  # seven ranks of one deck are 28 cards
_WORD = re.compile(rf"G([{LEAST_GROUPS}-{MOST_GROUPS}])H([1-{MOST_HAND}])(?:D([1-{MOST_DECKS}]))?(?:A(\w+))?")


# ---- Parameters ----


@dataclass(frozen=True, slots=True)
class PuzzleParams:
    """The size of a puzzle, and its rules.

    Raises
    ------
    ValueError
        If a number is out of range.

    Examples
    --------
    >>> PuzzleParams(groups=2)
    Traceback (most recent call last):
    ValueError: groups: 2 is not a number of groups (3 to 9)
    """

    groups: int = field(default=5, metadata={"help": "groups in the end, 3 to 9; the table shows about as many"})
    hand: int = field(default=2, metadata={"help": "cards in the hand, 1 to 6"})
    decks: int = field(default=2, metadata={"help": "copies of each card, 1 to 4"})
    ace: Ace = field(default=USUAL, metadata={"help": "place of the ace in a run"})

    def __post_init__(self) -> None:
        _require_range("groups", self.groups, LEAST_GROUPS, MOST_GROUPS)
        _require_range("hand", self.hand, 1, MOST_HAND, "number of cards in the hand")
        _require_range("decks", self.decks, 1, MOST_DECKS)
        if self.ace not in LINES:
            raise ValueError(f"ace: {self.ace!r} is not one of {', '.join(LINES)}")
        if self.decks == 1 and self.groups > MOST_OF_ONE_DECK:
            raise ValueError(f"groups: {self.groups} are too many for one deck (3 to {MOST_OF_ONE_DECK})")


def _require_range(name: str, number: int, lower_bound: int, upper_bound: int, description: str = "") -> None:
    if type(number) is not int or not lower_bound <= number <= upper_bound:
        raise ValueError(
            f"{name}: {number} is not a {description or f'number of {name}'} ({lower_bound} to {upper_bound})"
        )


def params_word(params: PuzzleParams) -> str:
    """Write parameters as a word without the default values.

    >>> params_word(PuzzleParams()), params_word(PuzzleParams(8, 5, decks=3))
    ('G5H2', 'G8H5D3')
    """
    decks = "" if params.decks == 2 else f"D{params.decks}"
    letter = LETTERS[params.ace]
    return f"G{params.groups}H{params.hand}{decks}{letter and 'A' + letter}"


def read_word(text: str) -> PuzzleParams | None:
    """Read a word, normalised as in IDs, or return None if it is invalid.

    >>> read_word("G8H5D3") == PuzzleParams(groups=8, hand=5, decks=3), read_word("G12H5")
    (True, None)
    """
    match = _WORD.fullmatch(text)
    if match is None:
        return None
    aces = {fold_signs(letter): ace for ace, letter in LETTERS.items()}
    try:
        params = PuzzleParams(int(match[1]), int(match[2]), int(match[3] or 2), aces[match[4] or ""])
    except (KeyError, ValueError):
        return None
    return params if fold_signs(params_word(params)) == text else None  # one word for each choice of parameters


# ---- Attempts ----


@dataclass(frozen=True, slots=True)
class PuzzleDraft:
    """A puzzle with sorted cards and groups.

    Parameters
    ----------
    table_groups, hand
        The groups on the table, and the hand.
    key_card
        The missing card, or the number of a joker if no card is missing.
    solution_melds
        The arrangement of all cards in which most of the table's groups stay.
    dismantle_count
        The number of the table's groups that do not stay.
    arrangement_count
        The number of arrangements of all cards.
    """

    table_groups: Melds
    hand: Meld
    key_card: CardId
    solution_melds: Melds
    dismantle_count: int
    arrangement_count: int


def try_puzzle(params: PuzzleParams, random: Random, deadline: Deadline, *, is_locked: bool) -> PuzzleDraft | None:
    """Make one attempt in the kernel, which advances the random stream; with `is_locked` one card, the key, is missing.

    Raises
    ------
    Stopped
        If a limit ends the attempt.
    """
    strict = STRICT - 1 if is_locked else STRICT  # the grade is that of the table with its key
    sizes, line = (params.groups, params.hand, params.decks), LINES[params.ace]
    stop, _, random.state, kernel_puzzle = _kernel.puzzle(
        *sizes, line, is_locked, strict, CUTS, random.state, *deadline.remaining_limits.kernel
    )
    deadline.charge(stop)
    return None if kernel_puzzle is None else PuzzleDraft(*kernel_puzzle)


def make_close(params: PuzzleParams, random: Random, deadline: Deadline) -> PuzzleContent[Turn] | None:
    """Make one attempt at a table and a hand that can be played in one way only."""
    puzzle_draft = try_puzzle(params, random, deadline, is_locked=False)
    if puzzle_draft is None:
        return None
    turn = _puzzle_turn(params, puzzle_draft)
    _prove_closed(turn, puzzle_draft, deadline)
    return _make_puzzle(turn, puzzle_draft, {"lay": "all"}, {}, CLOSE_LOADS)


def make_unlock(params: PuzzleParams, random: Random, deadline: Deadline) -> PuzzleContent[Turn] | None:
    """Make one attempt at a table and a hand that exactly one further card unlocks."""
    puzzle_draft = try_puzzle(params, random, deadline, is_locked=True)
    if puzzle_draft is None:
        return None
    turn = _puzzle_turn(params, puzzle_draft)
    _prove_unlock(turn, puzzle_draft, deadline)
    return _make_puzzle(turn, puzzle_draft, {"card": 1}, {"card": name(puzzle_draft.key_card)}, UNLOCK_LOADS)


def _puzzle_turn(params: PuzzleParams, puzzle_draft: PuzzleDraft) -> Turn:
    """Return a turn with the groups in the usual order."""
    empty_turn = Turn((), (), Rules(params.decks, params.ace))
    return Turn(tuple(sort_melds(puzzle_draft.table_groups, empty_turn)), puzzle_draft.hand, empty_turn.rules)


def _make_puzzle(
    turn: Turn,
    puzzle_draft: PuzzleDraft,
    goal: dict[str, Any],
    answer: dict[str, Any],
    loads: tuple[int, int, int, int],
) -> PuzzleContent[Turn]:
    melds = tuple(sort_melds(puzzle_draft.solution_melds, turn))
    load = log2_hundredths(count_ways(len(turn.table), puzzle_draft.dismantle_count))
    features = {
        "groups": len(turn.table),
        "hand": len(turn.hand),
        "taken_up": puzzle_draft.dismantle_count,
        "arrangements": puzzle_draft.arrangement_count,
    }
    solution = answer | {"melds": dump_melds(melds), "in_sets": list(map(name, set_cards(melds)))}
    return PuzzleContent(
        instance=turn, goal=goal, solution=solution, grade=grade_of(load, loads), solving_effort=load, features=features
    )


def set_cards(melds: Iterable[Meld]) -> tuple[CardId, ...]:
    """Return the cards that are in sets, sorted.

    >>> set_cards([(0, 1, 2), (41, 15, 28)])
    (15, 28, 41)
    """
    return tuple(sorted(card for meld in melds if rank_of(meld[0]) == rank_of(meld[1]) for card in meld))


def _prove_closed(turn: Turn, puzzle_draft: PuzzleDraft, deadline: Deadline) -> None:
    """Verify that all arrangements have the same cards in sets."""
    full_turn = Turn((turn.cards + turn.hand,), (), turn.rules)
    question = Question(full_turn, EnumerateAsk(MOST_LISTED))
    listing = _require_answer(enumerate_arrangements(question, deadline.remaining_limits), deadline)
    if not listing.complete or set(map(set_cards, listing.arrangements)) != {set_cards(puzzle_draft.solution_melds)}:
        raise WrongAnswer("the cards of this puzzle can be arranged in several ways", question)


def _prove_unlock(turn: Turn, puzzle_draft: PuzzleDraft, deadline: Deadline) -> None:
    """Verify that exactly one card unlocks the hand, which cannot be played without it."""
    question = Question(turn, UnlockAsk())
    unlocking = _require_answer(unlock(question, deadline.remaining_limits), deadline)
    if unlocking.closes_now or [cards for cards, _ in unlocking.single.cards] != [(puzzle_draft.key_card,)]:
        raise WrongAnswer(f"the hand of this puzzle does not need only {name(puzzle_draft.key_card)}", question)


def _require_answer(outcome: Outcome[A], deadline: Deadline) -> A:
    """Return an answer, or end the attempt if a limit was reached."""
    if outcome.answer is None or outcome.stopped is not StopReason.DONE:
        deadline.stop_reason = outcome.stopped
        raise Stopped
    return outcome.answer


def count_ways(groups: int, group_limit: int) -> int:
    """Count the ways to take apart at most `group_limit` of the groups.

    >>> count_ways(3, 1), count_ways(7, 4)
    (4, 99)
    """
    return sum(comb(groups, k) for k in range(group_limit + 1))


# ---- Symmetry of puzzles under permutations of suits, and of ranks if the ace rule allows them ----
# Suits may be exchanged. A run is an interval of three or more ranks on a line, which may therefore be reversed; an ace
# at both ends then maps to itself. On a circle any rank may come first as well.

Key: TypeAlias = tuple[int, Line, tuple[tuple[CardId, ...], ...], tuple[CardId, ...]]


def symmetry_key(turn_puzzle: PuzzleContent[Turn]) -> Key:
    """Return the canonical form of a puzzle under symmetry: its smallest table and hand.

    >>> from passatempo.puzzles.puzzle import PuzzleContent
    >>> some, other = (
    ...     PuzzleContent(instance=Turn(table, hand), goal={}, solution={}, grade=1, solving_effort=0)
    ...     for table, hand in ((((2, 3, 4),), (5,)), (((11, 10, 9),), (8,)))
    ... )
    >>> symmetry_key(some) == symmetry_key(other)
    True
    """
    turn = turn_puzzle.instance
    images = (
        _symmetric_image(turn, ranks, suits)
        for ranks in rank_symmetries(turn.rules.line)
        for suits in permutations(range(4))
    )
    return (turn.rules.decks, turn.rules.line, *min(images))


def _symmetric_image(
    turn: Turn, ranks: tuple[int, ...], suits: tuple[int, ...]
) -> tuple[tuple[tuple[CardId, ...], ...], tuple[CardId, ...]]:
    def renamed(cards: Iterable[CardId]) -> tuple[CardId, ...]:
        return tuple(sorted(13 * suits[suit_of(card)] + ranks[rank_of(card)] for card in cards))

    return tuple(sorted(map(renamed, turn.table))), renamed(turn.hand)


def rank_symmetries(line: Line) -> list[tuple[int, ...]]:
    """List the permutations of the ranks A, 2, ..., K that map runs to runs.

    >>> len(rank_symmetries(Line(0, 13))), len(rank_symmetries(Line(0, 13, circular=True)))
    (2, 26)
    >>> rank_symmetries(Line(0, 14))[1]
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
