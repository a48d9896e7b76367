"""Hard instances of cards: patterns of many runs, given cards, and cards in heaps, for `order` and `count`."""

from __future__ import annotations

import time
from array import array
from functools import partial
from typing import TYPE_CHECKING, Any

from hard import Climb, answered, put
from passatempo.cards.exact.methods import interval
from passatempo.cards.model import Deal, Distance, multiplicities
from passatempo.cards.reference import closed_form
from passatempo.core.limits import Limits
from passatempo.core.outcome import Outcome, Status
from passatempo.core.random import Random
from passatempo.core.registry import pastime

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Heaps: TypeAlias = tuple[tuple[int, int, int], ...]  # of cards: the least value, how wide, how many

PATIENCE = Limits(seconds=60)  # of the second method
CARDS = pastime("cards")
HEAPED = 60_000  # cards of all heaps together, about
WIDEST = 1 << 40  # of values


def start(number: int, pattern: str, given: int, rng: Random) -> Deal:
    """Make a deal: values of some copies each, one or two distances, given cards."""
    while True:
        most = rng.in_range(number // 3, number)
        cards = tuple(sorted(rng.in_range(1, most) for _ in range(number)))
        points = len(pattern) - 1
        pairs = [(first, second) for first in range(1, points) for second in range(first + 1, points + 1)]
        chosen = rng.shuffle_copy(pairs)[: 1 + rng.below(2)]
        conditions = tuple(Distance(*pair, "=", rng.in_range(1, number // 2)) for pair in chosen)
        places = sorted(rng.shuffle_copy(range(1, number + 1))[:given])
        lying = tuple(zip(places, rng.shuffle_copy(cards)[:given], strict=True))
        try:
            return Deal(cards, conditions, "interior", pattern, given=lying)
        except ValueError:
            continue


def change(rng: Random, deal: Deal) -> Deal:
    """Change one card, one distance or one given card; the deal itself where that makes none."""
    cards, distances, given = list(deal.cards), list(deal.distances), list(deal.given)
    what = rng.below(4 if given else 3)
    if what == 2 and distances:
        at = rng.below(len(distances))
        first, second, op, value = distances[at]
        distances[at] = Distance(first, second, op, max(1, value + rng.choice((-2, -1, 1, 2))))
    elif what == 3:
        at = rng.below(len(given))
        free = [place for place in range(1, len(cards) + 1) if place not in dict(given)]
        given[at] = (rng.choice(free), given[at][1])
    else:
        loose = list(cards)
        for _, card in given:
            loose.remove(card)
        if loose:
            cards.remove(old := rng.choice(loose))
            cards.append(max(1, old + rng.choice((-3, -2, -1, 1, 2, 3))))
    try:
        return Deal(tuple(sorted(cards)), tuple(distances), deal.ends, deal.pattern, given=tuple(sorted(given)))
    except ValueError:
        return deal


def nodes(question: str, deal: Deal, most: int) -> tuple[int, bool]:
    """Put the question to the exact method."""
    outcome = put(CARDS.problem(question), deal, "exact", Limits(nodes=most))
    return int(outcome.stats["nodes"]), outcome.status in (Status.SOLVED, Status.IMPOSSIBLE)


def write(deal: Deal) -> dict[str, Any]:
    """Write a deal."""
    return {
        "cards": list(deal.cards),
        "pattern": deal.pattern,
        "distances": [list(distance) for distance in deal.distances],
        "given": [list(pair) for pair in deal.given],
    }


def read(row: dict[str, Any]) -> Deal:
    """Read what `write` wrote."""
    distances = tuple(Distance(*distance) for distance in row["distances"])
    given = tuple((place, card) for place, card in row["given"])
    return Deal(tuple(row["cards"]), distances, "interior", row["pattern"], given=given)


def answer(question: str, method: str, said: Callable[[Any], Any], deal: Deal) -> tuple[Any, str]:
    """Answer by a method; None where it does not end."""
    return answered(CARDS.problem(question), deal, method, PATIENCE, said)


def possible(outcome: Outcome[Any]) -> Any:
    """Say that a sequence was found."""
    return "possible"


def counted(outcome: Outcome[Any]) -> Any:
    """Say the number of sequences, as text: it may be long."""
    return str(outcome.answer.sequences)


def climb(
    question: str, method: str, said: Callable[[Any], Any], number: int, pattern: str, given: int = 0
) -> Climb[Deal]:
    """Make the climb of one question."""
    return Climb(
        partial(start, number, pattern, given),
        change,
        partial(nodes, question),
        write,
        read,
        partial(answer, question, method, said),
        partial(answer, question, "exact", said),
    )


def start_heaps(rng: Random) -> Heaps:
    """Make some heaps of values, narrow and wide."""
    number = rng.in_range(1, 12)
    return tuple((rng.below(WIDEST), 1 << rng.below(40), HEAPED // number) for _ in range(number))


def change_heaps(rng: Random, heaps: Heaps) -> Heaps:
    """Move a heap, or make it wider or narrower, or move cards from one to another."""
    changed = [list(heap) for heap in heaps]
    at, to = rng.below(len(heaps)), rng.below(len(heaps))
    what = rng.below(3)
    if what == 0:
        changed[at][0] = rng.below(WIDEST)
    elif what == 1:
        changed[at][1] = max(1, min(WIDEST, changed[at][1] * 2 if rng.below(2) else changed[at][1] // 2))
    else:
        moved = changed[at][2] // 2
        changed[at][2] -= moved
        changed[to][2] += moved
    return tuple((low, width, number) for low, width, number in changed)


def heaped(heaps: Heaps) -> array[int]:
    """Draw the cards of heaps, always the same."""
    rng = Random(1, "heaps", *map(str, heaps))
    return array("q", [low + rng.below(width) for low, width, number in heaps for _ in range(number)])


def microseconds(heaps: Heaps, most: int) -> tuple[int, bool]:
    """Decide the cards five times: microseconds of the processor in place of nodes, the least of them."""
    cards = heaped(heaps)
    spent = []
    for _ in range(5):
        began = time.process_time()
        interval(cards)
        spent.append(time.process_time() - began)
    return int(min(spent) * 1e6), True


def interval_of(heaps: Heaps) -> tuple[Any, str]:
    """Find the interval in plain Python."""
    values, copies = multiplicities(tuple(heaped(heaps)))
    found = closed_form.interval(values, copies, free=False)
    return ([found.low, found.high] if found.low <= found.high else "impossible"), "reference"


def own_interval(heaps: Heaps) -> tuple[Any, str]:
    """Find the interval by the kernel."""
    found = interval(heaped(heaps))
    return ("impossible" if found is None else list(found)), "exact"


def write_heaps(heaps: Heaps) -> dict[str, Any]:
    """Write heaps."""
    return {"heaps": [list(heap) for heap in heaps]}


def read_heaps(row: dict[str, Any]) -> Heaps:
    """Read what `write_heaps` wrote."""
    return tuple((low, width, number) for low, width, number in row["heaps"])


QUESTIONS: dict[str, Climb[Any]] = {
    "decide-heaps": Climb(start_heaps, change_heaps, microseconds, write_heaps, read_heaps, interval_of, own_interval),
    "order-6-runs": climb("order", "cpsat", possible, 30, "UDUDUD"),
    "order-8-runs": climb("order", "cpsat", possible, 40, "UDUDUDUD"),
    "order-given": climb("order", "cpsat", possible, 16, "UDUD", given=4),
    "count-4-runs": climb("count", "reference", counted, 11, "DUDU"),
    "count-6-runs": climb("count", "reference", counted, 11, "UDUDUD"),
    "count-given": climb("count", "reference", counted, 12, "UDUD", given=3),
}
