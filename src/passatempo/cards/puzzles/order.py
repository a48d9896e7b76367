"""A row to complete: some cards are given, and each other card has only one place."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from passatempo.cards.answers import ListAsk, Ordering
from passatempo.cards.checker import check_ordering, find_stationary
from passatempo.cards.drawing import BOX, draw_row
from passatempo.cards.exact import methods
from passatempo.cards.exact.listing import enumerate_all
from passatempo.cards.generate import random_cards
from passatempo.cards.model import Deal, Distance, multiplicities
from passatempo.cards.reference import closed_form as closed
from passatempo.cards.text import write_cards
from passatempo.cards.words import mountain_rows
from passatempo.core.errors import FormatError, UsageError, Violation, WrongAnswer, quote
from passatempo.core.interface import Interface
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.messages import translate
from passatempo.core.methods import NamingExtras, resolve
from passatempo.core.outcome import STOPS, Status
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.puzzles.puzzle import HUNDREDTHS, PuzzleContent, Recipe, Refusal, count_limits, grade_of, refuse_own

LEAST_CARDS, MOST_CARDS = 7, 15
MOST_ORDERS = 3000  # of a deal without given cards; with more, nearly all cards would have to be given
PASSES = 8
THRESHOLDS = (600, 800, 1000, 1200)
# The grades of thousands of generated rows of 7 to 15 cards.
GRADES = ((1, 2), (1, 2), (1, 2, 3), (1, 2, 3), (2, 3, 4), (2, 3, 4), (3, 4, 5), (3, 4, 5), (4, 5))
MOST_ANSWERED = 100  # cards of an answer that are checked


@dataclass(frozen=True, slots=True)
class OrderParams:
    """The length of the row."""

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


def draw_puzzle(params: OrderParams, random: Random, deadline: Deadline) -> PuzzleContent[Deal] | None:
    """Draw a deal with a possible distance, one of its orders, and given cards."""
    deadline.check()
    cards = random_cards(params.cards, random)
    distinct_cards, copies = multiplicities(cards)
    distance_interval = closed.interval(distinct_cards, copies, free=False)
    if distance_interval.low > distance_interval.high:
        return None
    distance = random.in_range(distance_interval.low, distance_interval.high)
    draw_request = {"cards": cards, "distance": distance, "most": MOST_ORDERS, "passes": PASSES, "state": random.state}
    stop, _, draw_reply = Interface.of("cards").ask(
        "draw", replace(deadline.remaining_limits, nodes=None), **draw_request
    )
    random.state, row = draw_reply["state"], draw_reply["row"]
    deadline.charge(STOPS.index(stop))
    if not row:
        return None
    deal = Deal(
        tuple(cards),
        (Distance(1, 3, "=", distance),),
        largest=cards[-1],
        given=tuple((p + 1, row[p]) for p in draw_reply["given"]),
    )
    return puzzle_of(deal, row, draw_reply["orders"])


def puzzle_of(deal: Deal, row: tuple[int, ...], orders: int) -> PuzzleContent[Deal]:
    """Make the puzzle of a deal from its one order, and the number of orders without the given cards.

    >>> made = puzzle_of(Deal((1, 1, 1, 2, 2), (Distance(1, 3, "=", 2),), given=((2, 2),)), (1, 2, 1, 2, 1), 1)
    >>> made.grade, made.solving_effort, made.solution["stationary"]
    (1, 400, [2, 3, 4])
    """
    free = len(row) - len(deal.given)
    return PuzzleContent(
        instance=deal,
        goal={"lay": "all", "apart": deal.distances[0].value},
        solution=_solution_of(deal, row),
        grade=grade_of(free * HUNDREDTHS, THRESHOLDS),
        solving_effort=free * HUNDREDTHS,
        features={"cards": len(row), "free": free, "given": len(deal.given), "orders_without_given": orders},
    )


def _solution_of(deal: Deal, row: tuple[int, ...]) -> dict[str, Any]:
    return {"sequence": list(row), "stationary": list(find_stationary(row, deal.pattern, deal.ends) or ())}


def make_own(deal: Deal, limits: Limits) -> PuzzleContent[Deal] | Refusal:
    """Make the puzzle of a deal with one row; otherwise try one more given card.

    >>> make_own(Deal((1, 1, 2, 2, 3), (Distance(1, 3, "=", 2),)), Limits()).changes
    ({'give': [1, 1]}, {'give': [1, 2]}, {'give': [2, 2]})
    """
    distance = deal.distances[:1] and Distance(1, 3, "=", deal.distances[0].value)
    if not distance or deal != Deal(deal.cards, (distance,), largest=deal.largest, given=deal.given):
        raise UsageError("an own row has the pattern UDUD, one distance D of its peaks, given cards and nothing else")
    deadline = Deadline(limits)
    solutions = _some_rows(deal, limits)
    if len(solutions) > 1:
        total = methods.count(deal, count_limits(deadline)).answer
        number = None if total is None else total.sequences
        return refuse_own("rows are possible", solutions, number, _gifts(deal), _some_rows, deadline)
    if not solutions:
        return Refusal(f"no row is possible: {methods.order(deal, deadline.remaining_limits).reason}")
    orders = methods.count(replace(deal, given=()), deadline.remaining_limits).answer
    if orders is None:
        raise Stopped
    return puzzle_of(deal, tuple(solutions[0]["sequence"]), orders.sequences)


def _some_rows(deal: Deal, limits: Limits) -> list[dict[str, Any]]:
    """Return the rows if there are at most two, or two of them; raises `Stopped` at a limit."""
    outcome = enumerate_all(Question(deal, ListAsk(count=2)), limits)
    if outcome.answer is None or (outcome.status is not Status.SOLVED and len(outcome.answer.sequences) < 2):
        raise Stopped
    return [_solution_of(deal, row) for row in outcome.answer.sequences]


def _gifts(deal: Deal) -> Iterator[tuple[dict[str, Any], Deal]]:
    """Yield the deal with one more given card, by place and card."""
    left = sorted(Counter(deal.cards) - Counter([card for _, card in deal.given]))
    for place in sorted(set(range(1, len(deal.cards) + 1)) - set(dict(deal.given))):
        for card in left:
            yield {"give": [place, card]}, replace(deal, given=tuple(sorted([*deal.given, (place, card)])))


def confirm(params: OrderParams, row_puzzle: PuzzleContent[Deal], limits: Limits) -> str:
    """Look for another order by the encoding by positions, with the solution blocked."""
    with NamingExtras("method 'sat-position'", "solvers"):
        another = resolve("passatempo.cards.encodings.sat:another")
    second_ordering, stop_reason = another(row_puzzle.instance, tuple(row_puzzle.solution["sequence"]), limits)
    if second_ordering is not None:
        raise WrongAnswer(f"there is another order: {write_cards(second_ordering.sequence)}", row_puzzle.instance)
    return "sat-position" if STOPS[0] is stop_reason else ""


def judge(row_puzzle: PuzzleContent[Deal], answer: Any) -> list[Violation]:
    """List the faults of a row, which must have all cards, the shape, the distance and the given cards.

    >>> deal = Deal((1, 1, 1, 2, 2), (Distance(1, 3, "=", 2),), given=((2, 2),))
    >>> judge(puzzle_of(deal, (1, 2, 1, 2, 1), 1), "1 2 1 2 1")
    []
    """
    row = read_row(answer)
    points = find_stationary(row, row_puzzle.instance.pattern, row_puzzle.instance.ends)
    return check_ordering(row_puzzle.instance, Ordering(row, points or ()))


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


def hints(row_puzzle: PuzzleContent[Deal], locale: str) -> list[str]:
    """List the forced facts: the peaks, the valley, and then each card from the left."""
    row, points = row_puzzle.solution.get("sequence", ()), row_puzzle.solution.get("stationary", ())
    if not row or len(points) != len(row_puzzle.instance.pattern) - 1:
        return []
    preset_positions = {position for position, _ in row_puzzle.instance.given}
    first, valley, second = points
    hint_lines = [
        translate("The largest card, {card}, is a peak: no card can be above it.", locale, card=max(row)),
        translate("The peaks are at {first} and {second}.", locale, first=first, second=second),
        translate("The valley between them is at {place}.", locale, place=valley),
    ]
    for position in sorted(set(range(1, len(row) + 1)) - preset_positions, key=lambda place: (-row[place - 1], place)):
        hint_lines.append(translate("Place {place} has {card}.", locale, place=position, card=row[position - 1]))
    return hint_lines


def rules(params: OrderParams | Deal, locale: str) -> str:
    """Describe the shape of a row and the task.

    >>> rules(OrderParams(), "en").partition(".")[0]
    'Put all cards in the boxes'
    """
    return " ".join(
        [
            translate("Put all cards in the boxes.", locale),
            translate("The row rises, falls, rises and falls again; equal cards are never neighbours.", locale),
            translate("The peaks are as far apart as stated.", locale),
            translate("Peaks 2 apart have one box between them.", locale),
            translate("Cards in grey boxes are in place.", locale),
        ]
    )  # fmt: skip


def goal(row_puzzle: PuzzleContent[Deal], locale: str) -> str:
    """Write how far apart the peaks are.

    >>> goal(puzzle_of(Deal((1, 1, 1, 2, 2), (Distance(1, 3, "=", 2),), given=((2, 2),)), (1, 2, 1, 2, 1), 1), "en")
    'peaks 2 apart'
    """
    return translate(
        "peaks {distance} apart", locale, distance=row_puzzle.goal.get("apart", row_puzzle.instance.distances[0].value)
    )


def draw(row_puzzle: PuzzleContent[Deal], is_solved: bool) -> str:
    """Draw the row of boxes and the remaining cards, or the complete row."""
    return draw_row(
        row_puzzle.instance, show(row_puzzle, is_solved), row_puzzle.solution["sequence"] if is_solved else ()
    )


def show(row_puzzle: PuzzleContent[Deal], is_solved: bool) -> str:
    """Write the row with a sign for each free place and the remaining cards, or the complete row.

    >>> deal = Deal((1, 1, 1, 2, 2), (Distance(1, 3, "=", 2),), given=((2, 2),))
    >>> print(show(puzzle_of(deal, (1, 2, 1, 2, 1), 1), False))
    _ 2 _ _ _
    cards: 1 1 1 2
    peaks 2 apart
    """
    deal = row_puzzle.instance
    if is_solved:
        row = tuple(row_puzzle.solution["sequence"])
        return "\n".join(mountain_rows(deal, Ordering(row, find_stationary(row, deal.pattern, deal.ends) or ())))
    preset_cards = dict(deal.given)
    places = " ".join(str(preset_cards.get(position, "_")) for position in range(1, len(deal.cards) + 1))
    left = sorted(deal.cards)
    for card in preset_cards.values():
        left.remove(card)
    return f"{places}\ncards: {write_cards(left)}\n{goal(row_puzzle, 'en')}"


def key(row_puzzle: PuzzleContent[Deal]) -> tuple[Any, ...]:
    """Return the lesser of the puzzle and its mirror image, with values replaced by their ranks."""
    deal = row_puzzle.instance
    number = {card: rank for rank, card in enumerate(sorted(set(deal.cards)))}
    preset_cards = sorted((position, number[card]) for position, card in deal.given)
    mirror_cards = sorted((len(deal.cards) + 1 - position, card) for position, card in preset_cards)
    return tuple(sorted(number[card] for card in deal.cards)), deal.distances, tuple(min(preset_cards, mirror_cards))


def grades(params: OrderParams) -> Sequence[int]:
    """Return the grades that occur for rows of a length.

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
    make_puzzle=draw_puzzle,
    make_own=make_own,
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
    cell_unit=BOX,
)
