"""A row to be completed: some cards lie, the others have one place each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from passatempo.cards.answers import Ordering
from passatempo.cards.checker import check_ordering, stationary
from passatempo.cards.drawing import draw_row
from passatempo.cards.generate import random_cards
from passatempo.cards.model import Deal, Distance, multiplicities
from passatempo.cards.reference import closed_form as closed
from passatempo.cards.text import write_cards
from passatempo.cards.words import mountain_rows
from passatempo.core.errors import FormatError, Violation, WrongAnswer, quote
from passatempo.core.interface import Interface
from passatempo.core.methods import NamingExtras, resolve
from passatempo.core.outcome import STOPS
from passatempo.core.words import translate
from passatempo.puzzles.puzzle import HUNDREDTHS, PuzzleContent, Recipe, grade_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.limits import Deadline, Limits
    from passatempo.core.random import Random

LEAST_CARDS, MOST_CARDS = 7, 15
MOST_ORDERS = 3000  # of a deal without given cards; with more the given cards say nearly all
PASSES = 8
THRESHOLDS = (600, 800, 1000, 1200)
# The grades that thousands of rows of 7 to 15 cards had.
GRADES = ((1, 2), (1, 2), (1, 2, 3), (1, 2, 3), (2, 3, 4), (2, 3, 4), (3, 4, 5), (3, 4, 5), (4, 5))
MOST_ANSWERED = 100  # cards of an answer that are looked at


@dataclass(frozen=True, slots=True)
class OrderParams:
    """How long the row is."""

    cards: int = field(default=11, metadata={"help": f"number of cards, {LEAST_CARDS} to {MOST_CARDS}"})

    def __post_init__(self) -> None:
        if not LEAST_CARDS <= self.cards <= MOST_CARDS:
            raise ValueError(f"cards: {self.cards} is not a whole number from {LEAST_CARDS} to {MOST_CARDS}")


def word(params: OrderParams) -> str:
    """Write the parameters into an ID.

    >>> word(OrderParams(13))
    'N13'
    """
    return f"N{params.cards}"


def read_word(text: str) -> OrderParams | None:
    """Read the parameters of an ID.

    >>> read_word("N13"), read_word("N6"), read_word("N013")
    (OrderParams(cards=13), None, None)
    """
    match = re.fullmatch("N([1-9][0-9]?)", text)
    fits = match is not None and LEAST_CARDS <= int(match[1]) <= MOST_CARDS
    return OrderParams(int(match[1])) if match and fits else None


def make(params: OrderParams, random: Random, deadline: Deadline) -> PuzzleContent[Deal] | None:
    """Draw a deal with a possible distance, one of its orders, and cards to give."""
    deadline.check()
    cards = random_cards(params.cards, random)
    values, copies = multiplicities(cards)
    found = closed.interval(values, copies, free=False)
    if found.low > found.high:
        return None
    distance = random.in_range(found.low, found.high)
    said = {"cards": cards, "distance": distance, "most": MOST_ORDERS, "passes": PASSES, "state": random.state}
    stop, _, drawn = Interface.of("cards").ask("draw", replace(deadline.remaining_limits, nodes=None), **said)
    random.state, row = drawn["state"], drawn["row"]
    deadline.charge(STOPS.index(stop))
    if not row:
        return None
    deal = Deal(
        tuple(cards),
        (Distance(1, 3, "=", distance),),
        largest=cards[-1],
        given=tuple((p + 1, row[p]) for p in drawn["given"]),
    )
    return puzzle_of(deal, row, drawn["orders"])


def puzzle_of(deal: Deal, row: tuple[int, ...], orders: int) -> PuzzleContent[Deal]:
    """Make the puzzle of a deal from its one order, and the number of orders without the given cards.

    >>> made = puzzle_of(Deal((1, 1, 1, 2, 2), (Distance(1, 3, "=", 2),), given=((2, 2),)), (1, 2, 1, 2, 1), 1)
    >>> made.grade, made.load, made.solution["stationary"]
    (1, 400, [2, 3, 4])
    """
    free = len(row) - len(deal.given)
    return PuzzleContent(
        instance=deal,
        goal={"lay": "all", "apart": deal.distances[0].value},
        solution={"sequence": list(row), "stationary": list(stationary(row, deal.pattern, deal.ends) or ())},
        grade=grade_of(free * HUNDREDTHS, THRESHOLDS),
        solving_effort=free * HUNDREDTHS,
        features={"cards": len(row), "free": free, "given": len(deal.given), "orders_without_given": orders},
    )


def confirm(params: OrderParams, made: PuzzleContent[Deal], limits: Limits) -> str:
    """Look for another order by the encoding by positions, with the solution blocked."""
    with NamingExtras("method 'sat-position'", "solvers"):
        another = resolve("passatempo.cards.encodings.sat:another")
    found, stopped = another(made.instance, tuple(made.solution["sequence"]), limits)
    if found is not None:
        raise WrongAnswer(f"there is another order: {write_cards(found.sequence)}", made.instance)
    return "sat-position" if STOPS[0] is stopped else ""


def judge(made: PuzzleContent[Deal], answer: Any) -> list[Violation]:
    """List what is wrong with a row: it must have all cards, the shape, the distance and the given cards.

    >>> deal = Deal((1, 1, 1, 2, 2), (Distance(1, 3, "=", 2),), given=((2, 2),))
    >>> judge(puzzle_of(deal, (1, 2, 1, 2, 1), 1), "1 2 1 2 1")
    []
    """
    row = read_row(answer)
    points = stationary(row, made.instance.pattern, made.instance.ends)
    return check_ordering(made.instance, Ordering(row, points or ()))


def read_row(answer: Any) -> tuple[int, ...]:
    """Read a row: JSON with the key sequence, a list of cards, or a text with blanks or commas between them.

    >>> read_row("1 4, 3"), read_row({"sequence": [1, 4, 3]})
    ((1, 4, 3), (1, 4, 3))
    """
    if isinstance(answer, dict):
        answer = answer.get("sequence")
    if isinstance(answer, str):
        words = answer.replace(",", " ").split()
        wrong = [word for word in words if not re.fullmatch("-?[0-9]{1,9}", word, re.ASCII)]
        if wrong or not words:
            raise FormatError(f"{quote(wrong[0] if wrong else answer)} is not a card of a row, such as 1 4 3 1 2 5 3")
        answer = list(map(int, words))
    if not (isinstance(answer, list | tuple) and answer and all(type(card) is int for card in answer)):
        raise FormatError("a row is a list of cards, from left to right", kind="json-type")
    return tuple(answer[:MOST_ANSWERED])


def hints(made: PuzzleContent[Deal], locale: str) -> list[str]:
    """Say what must be so: the peaks, the valley, and then each card from the left."""
    row, points = made.solution.get("sequence", ()), made.solution.get("stationary", ())
    if not row or len(points) != len(made.instance.pattern) - 1:
        return []
    given = {position for position, _ in made.instance.given}
    first, valley, second = points
    told = [
        translate("The largest card, {card}, is a peak: no card can be above it.", locale, card=max(row)),
        translate("The peaks are at {first} and {second}.", locale, first=first, second=second),
        translate("The valley between them is at {place}.", locale, place=valley),
    ]
    for position in sorted(set(range(1, len(row) + 1)) - given, key=lambda place: (-row[place - 1], place)):
        told.append(translate("Place {place} has {card}.", locale, place=position, card=row[position - 1]))
    return told


def rules(params: OrderParams, locale: str) -> str:
    """Say what a row looks like, and what is asked.

    >>> rules(OrderParams(), "en").partition(".")[0]
    'Put all cards in the boxes'
    """
    return " ".join(
        [
            translate("Put all cards in the boxes.", locale),
            translate("From left to right the row rises, falls, rises and falls again, each time by at least one"
                " step; two equal cards are never neighbours.", locale),
            translate("The two peaks must be the given number of places apart.", locale),
            translate("Cards in grey boxes are already in place.", locale),
        ]
    )  # fmt: skip


def goal(made: PuzzleContent[Deal], locale: str) -> str:
    """Write how far apart the peaks are.

    >>> goal(puzzle_of(Deal((1, 1, 1, 2, 2), (Distance(1, 3, "=", 2),), given=((2, 2),)), (1, 2, 1, 2, 1), 1), "en")
    'peaks 2 apart'
    """
    return translate(
        "peaks {distance} apart", locale, distance=made.goal.get("apart", made.instance.distances[0].value)
    )


def draw(made: PuzzleContent[Deal], solved: bool) -> str:
    """Draw the row of boxes and the cards that are left, or the whole row."""
    return draw_row(made.instance, show(made, solved), made.solution["sequence"] if solved else ())


def show(made: PuzzleContent[Deal], solved: bool) -> str:
    """Write the row with a sign for each free place, and the cards that are left; or the whole row.

    >>> deal = Deal((1, 1, 1, 2, 2), (Distance(1, 3, "=", 2),), given=((2, 2),))
    >>> print(show(puzzle_of(deal, (1, 2, 1, 2, 1), 1), False))
    _ 2 _ _ _
    cards: 1 1 1 2
    peaks 2 apart
    """
    deal = made.instance
    if solved:
        row = tuple(made.solution["sequence"])
        return "\n".join(mountain_rows(deal, Ordering(row, stationary(row, deal.pattern, deal.ends) or ())))
    given = dict(deal.given)
    places = " ".join(str(given.get(position, "_")) for position in range(1, len(deal.cards) + 1))
    left = sorted(deal.cards)
    for card in given.values():
        left.remove(card)
    return f"{places}\ncards: {write_cards(left)}\n{goal(made, 'en')}"


def key(made: PuzzleContent[Deal]) -> tuple[Any, ...]:
    """Return the puzzle or its mirror image, whichever comes first; only the order of the values counts."""
    deal = made.instance
    number = {card: rank for rank, card in enumerate(sorted(set(deal.cards)))}
    given = sorted((position, number[card]) for position, card in deal.given)
    mirrored = sorted((len(deal.cards) + 1 - position, card) for position, card in given)
    return tuple(sorted(number[card] for card in deal.cards)), deal.distances, tuple(min(given, mirrored))


def grades(params: OrderParams) -> Sequence[int]:
    """Return the grades that rows of a length have had.

    >>> grades(OrderParams(11))
    (2, 3, 4)
    """
    return GRADES[params.cards - LEAST_CARDS]


ORDER = Recipe(
    question="order",
    unique_of="the order",
    proof_method="all orders listed",
    params=OrderParams,
    params_word=word,
    read_word=read_word,
    make_puzzle=make,
    by_grade={grade: OrderParams(cards) for grade, cards in zip((1, 2, 3, 4, 5), (7, 9, 11, 13, 15), strict=True)},
    possible_grades=grades,
    confirm_unique=confirm,
    judge=judge,
    hints=hints,
    draw=draw,
    show=show,
    rules=rules,
    goal=goal,
    symmetry_key=key,
    revealing_features=("orders_without_given",),
    grey=("panel",),
    notes=True,
)
