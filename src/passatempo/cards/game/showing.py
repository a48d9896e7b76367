"""The row on the screen, the demands that it breaks, which card must go, and moves as they are typed.

``5 = 3`` puts the card 3 at position 5, ``5 =`` takes it away, ``stop`` gives up.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from passatempo.cards.answers import Ordering
from passatempo.cards.drawing import draw_ordering, draw_row
from passatempo.cards.game.bots import completions, culprits
from passatempo.cards.game.play import Move, instance
from passatempo.cards.text import short_distance, write_cards
from passatempo.cards.text import write as write_deal
from passatempo.core.errors import FormatError, quote
from passatempo.core.words import mark, say, told
from passatempo.games.values import STOP_WORDS

if TYPE_CHECKING:
    from passatempo.cards.game.play import Laying
    from passatempo.render.svg import Svg


EMPTY = "_"
BEGINS = mark("The row must begin by rising: position {at} has {a}, position {after} has {b}.")
FALLS = mark("From position {at} to {after} the row falls from {a} to {b}, where {pattern} rises.")
FAULTS = (  # of a row, in the order of the kernel
    "",
    "",  # other cards
    mark("Neighbouring cards must differ: positions {at} and {after} both have {a}."),
    FALLS,
    mark("The row changes direction too few times for {pattern}."),
    BEGINS,
    mark("The peaks are {apart} apart, not {distance}."),
    FALLS,
    "",  # a card is missing
    "The maxima differ by {found}, not by {gap}.",
    "Stationary point {point} is at {found}, not at {position}.",
    "The first card is {found}, not {first}.",
    "The last card is {found}, not {last}.",
)
DISTANCE, FIXED = 6, 10
BETWEEN = "The distance between the stationary points {first} and {second} is {found}, not {op} {value}."
RISING = {  # what is said instead where the step rises
    BEGINS: mark("The row must begin by falling: position {at} has {a}, position {after} has {b}."),
    FALLS: mark("From position {at} to {after} the row rises from {a} to {b}, where {pattern} falls."),
}

_MOVE = re.compile(r"([0-9]{1,6})\s*=\s*(-?[0-9]{1,16})?")


def show(laying: Laying, names: tuple[str, ...], locale: str) -> str:
    """Write the row with its positions, the turns that are seen, the cards left, the demands, and which are broken.

    >>> from passatempo.cards.game.play import Laying, rules_of
    >>> from passatempo.cards.model import Deal
    >>> deal = Deal((1, 1, 2), pattern="UD")
    >>> print(show(Laying(rules_of(deal), deal, ((1, 1), (2, 2))), (), "en"))
     1 2 3
     1 2 _
    left: 1
    up, down; no end of the row is a turning point
    """
    size, row, marks = len(laying.cards.cards), laying.row, _turns(laying)
    cells = [str(row.get(position, EMPTY)) for position in range(1, size + 1)]
    width = max(len(str(size)), *(len(cell) for cell in cells)) + 1
    lines = ["".join(f"{position:>{width}}" for position in range(1, size + 1))]
    lines.append("".join(f"{cell:>{width}}" for cell in cells))
    if marks:
        lines.append("".join(f"{marks.get(position, ''):>{width}}" for position in range(1, size + 1)).rstrip())
    if laying.left:
        lines.append(say("left: {cards}", locale, cards=write_cards(laying.left)))
    return "\n".join([*lines, demands(laying, locale), *faults(laying, locale)])


def _turns(laying: Laying) -> dict[int, str]:
    """Return the signs of the turns that three neighbours show."""
    row, found = laying.row, {}
    for position in row:
        before, after = row.get(position - 1), row.get(position + 1)
        if before is not None and after is not None:
            found[position] = "^" if before < row[position] > after else "v" if before > row[position] < after else ""
    return {position: sign for position, sign in found.items() if sign}


def demands(laying: Laying, locale: str) -> str:
    """Write what is asked of the row."""
    cards = laying.cards
    ways = {"U": say("up", locale), "D": say("down", locale)}
    told = [", ".join(ways[run] for run in cards.pattern)]
    distance, others = short_distance(cards)
    if distance is not None:
        told.append(say("the peaks {distance} apart", locale, distance=distance))
    if others or cards.fixed or (cards.peak_gap, cards.first, cards.last) != (None, None, None):
        keys = ("distance:", "peak_value_gap:", "first:", "last:", "at:")
        told += [line for line in write_deal(cards).splitlines() if line.startswith(keys)]
    ends = mark("no end of the row is a turning point") if cards.ends == "interior" else mark("end runs may be empty")
    return "; ".join([*told, say(ends, locale)])


def faults(laying: Laying, locale: str) -> list[str]:
    """Say which demands the row breaks as it lies, whatever follows; a full row is judged whole.

    >>> from passatempo.cards.game.play import Laying, rules_of
    >>> from passatempo.cards.model import Deal
    >>> deal = Deal((1, 1, 2), pattern="UD")
    >>> faults(Laying(rules_of(deal), deal, ((1, 2), (2, 1))), "en")
    ['The row must begin by rising: position 1 has 2, position 2 has 1.']
    """
    cards, row, broken = laying.cards, laying.row, laying.verdict["faults"]
    short = short_distance(cards)[0] is not None
    peaks = short and any(fault.rule == DISTANCE and fault.condition == 0 for fault in broken)
    sentences = []
    for rule, position, condition, value in broken:
        a, b, message = row.get(position - 1), row.get(position), FAULTS[rule]
        values: dict[str, object] = {"at": position - 1, "after": position, "a": a, "b": b, "found": value}
        values |= {"pattern": cards.pattern, "gap": cards.peak_gap, "first": cards.first, "last": cards.last}
        if rule == DISTANCE and peaks:
            message = FAULTS[rule] if condition == 0 else ""
            values |= {"apart": value, "distance": cards.distances[0].value}
        elif rule == DISTANCE:
            message = BETWEEN
            values |= cards.distances[condition]._asdict()
        elif rule == FIXED:
            values |= zip(("point", "position"), cards.fixed[condition], strict=True)
        elif a is not None and b is not None and a < b:
            message = RISING.get(message, message)
        sentences.append(say(message, locale, **values))
    return list(filter(None, sentences))


def draw(laying: Laying) -> Svg:
    """Draw the row; one that is right as a mountain."""
    verdict = laying.verdict
    if not verdict["faults"]:
        return draw_ordering(laying.cards, Ordering(laying.sequence, verdict["turns"]))
    return draw_row(instance(laying), show(laying, (), "en"))


def ending(laying: Laying, names: tuple[str, ...], locale: str) -> str:
    """Say how the game ended."""
    if not laying.is_right:
        return say("You stopped; the row is unfinished.", locale)
    told = mark("The row is right, in {n} moves.") if laying.used != 1 else mark("The row is right, in {n} move.")
    return say(told, locale, n=laying.used)


def why(laying: Laying, argument: str, locale: str) -> str:
    """Say which of the cards that lie must go."""
    found = completions(instance(laying))
    if found is None:
        return say("There was no time to find out whether the row can be completed.", locale)
    if found[1]:
        return say("No card needs to go: the row can be completed.", locale)
    wrong = culprits(laying)
    if not wrong:
        return say("These cards cannot be played under the rules.", locale)
    listed = ", ".join(f"{position} = {laying.row[position]}" for position in wrong)
    if len(wrong) == 1:
        return say("Remove {cards}: without it, the row can be completed.", locale, cards=listed)
    return say("No single card is the problem; without {cards} the row can be completed.", locale, cards=listed)


def read(laying: Laying, text: str, locale: str) -> Move:
    """Read a move.

    Raises
    ------
    FormatError
        If it is none.

    Examples
    --------
    >>> read(None, "5 = 3", "en"), read(None, "5=", "en").what
    (Move(what='put', position=5, value=3), 'take')
    """
    written = text.strip().lower()
    if written in STOP_WORDS:
        return Move("stop")
    found = _MOVE.fullmatch(written)
    if found is None:
        raise FormatError(told(mark("{text} is not a move"), text=quote(text)), kind="bad-move")
    position = int(found[1])
    return Move("take", position) if found[2] is None else Move("put", position, int(found[2]))


def write(laying: Laying, move: Move, locale: str) -> str:
    """Write a move.

    >>> write(None, Move("put", 5, 3), "en"), write(None, Move("take", 5), "en")
    ('5 = 3', '5 =')
    """
    if move.what == "stop":
        return "stop"
    return f"{move.position} = {move.value}" if move.what == "put" else f"{move.position} ="
