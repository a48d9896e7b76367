"""The row on the screen, the demands that it breaks, which card must go, and moves as they are typed.

``5 = 3`` puts the card 3 at position 5, ``5 =`` takes it away, ``stop`` gives up.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from passatempo.cards.answers import Ordering
from passatempo.cards.checker import broken, stationary
from passatempo.cards.drawing import draw_ordering, draw_row
from passatempo.cards.game.bots import completions, culprits
from passatempo.cards.game.play import Move, instance
from passatempo.cards.text import short_distance, write_cards
from passatempo.cards.text import write as write_deal
from passatempo.core.errors import FormatError, quote
from passatempo.core.words import mark, say, told
from passatempo.games.values import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.cards.game.play import Laying
    from passatempo.render.svg import Svg


EMPTY = "_"


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
    found = list(_steps(laying, locale))
    sequence, cards = laying.sequence, laying.cards
    if found or not sequence:
        return found
    points = stationary(sequence, cards.pattern, cards.ends)
    if points is None:
        return [say("The row changes direction too few times for {pattern}.", locale, pattern=cards.pattern)]
    distance = short_distance(cards)[0]
    if distance is not None and points[2] - points[0] != distance:
        apart = points[2] - points[0]
        found.append(say("The peaks are {apart} apart, not {distance}.", locale, apart=apart, distance=distance))
    others = [fault.text for fault in broken(cards, sequence, points) if not found or fault.rule != "wrong-distance"]
    return found + [f"{text[:1].upper()}{text[1:]}." for text in others]


def _steps(laying: Laying, locale: str) -> Iterator[str]:
    """Yield what is wrong with the steps between neighbours: each belongs to the earliest run that it can be of."""
    cards, row = laying.cards, laying.row
    pattern, last, run = cards.pattern, len(cards.cards), 0
    for (at, a), (after, b) in pairwise(sorted(row.items())):
        if after != at + 1:
            continue
        where = {"at": at, "a": a, "after": after, "b": b}
        if a == b:
            yield say("Neighbouring cards must differ: positions {at} and {after} both have {a}.", locale, **where)
            return
        way = "U" if a < b else "D"
        run += pattern[run] != way
        if cards.ends == "interior" and at == 1 and run:
            rises = mark("The row must begin by rising: position {at} has {a}, position {after} has {b}.")
            falls = mark("The row must begin by falling: position {at} has {a}, position {after} has {b}.")
            yield say(rises if pattern[0] == "U" else falls, locale, **where)
            return
        if run == len(pattern) or (cards.ends == "interior" and after == last and way != pattern[-1]):
            rises = mark("From position {at} to {after} the row rises from {a} to {b}, where {pattern} falls.")
            falls = mark("From position {at} to {after} the row falls from {a} to {b}, where {pattern} rises.")
            yield say(rises if way == "U" else falls, locale, pattern=pattern, **where)
            return


def draw(laying: Laying) -> Svg:
    """Draw the row; one that is right as a mountain."""
    if laying.is_right:
        points = stationary(laying.sequence, laying.cards.pattern, laying.cards.ends) or ()
        return draw_ordering(laying.cards, Ordering(laying.sequence, points))
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
