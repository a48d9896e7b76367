"""The answer set program of ``order.lp`` with the facts of a deal; it imports no solver."""

from collections.abc import Callable, Iterator
from importlib.resources import files

from passatempo.cards.model import Deal, multiplicities
from passatempo.core.limits import poll_stream

OPS = {"=": "eq", "<=": "le", ">=": "ge"}
NOWHERE = 2**30  # clingo's numbers have 32 bits; greater distances and positions are impossible too


def write_facts(deal: Deal, poll: Callable[[], object] = bool) -> Iterator[str]:
    """Yield the facts of a deal; values are numbered from the least.

    >>> list(write_facts(Deal((5, 9), pattern="U", ends="open")))
    ['number(2)', 'value(0)', 'copies(0,1)', 'value(1)', 'copies(1,1)', 'run(1,up)']
    """
    descending, copies = multiplicities(deal.cards, poll)
    distinct_cards = descending[::-1]
    place = {peak_height: i for i, peak_height in enumerate(distinct_cards)}
    yield f"number({len(deal.cards)})"
    for i, number in enumerate(poll_stream(reversed(copies), poll, 1024)):
        yield f"value({i})"
        yield f"copies({i},{number})"
    for j, letter in enumerate(deal.pattern, 1):
        yield f"run({j},{'up' if letter == 'U' else 'down'})"
    for k in range(1, deal.points + 1):
        yield f"point({k})"
    if not deal.open:
        yield "interior"
    for distance in deal.distances:
        yield f"distance({distance.first},{distance.second},{OPS[distance.op]},{min(distance.value, NOWHERE)})"
    for point, position in deal.fixed:
        yield f"fixed({point},{min(position, NOWHERE)})"
    for position, preset_card in deal.given:
        yield f"given({position},{place[preset_card]})"
    for name, card in (("first", deal.first), ("last", deal.last)):
        if card is not None:
            yield f"{name}({place.get(card, -1)})"
    if deal.peak_gap is not None:
        yield "peaks(-1,-1)"  # the condition exists, even if no pair of values fulfils it
        for peak_height in poll_stream(distinct_cards, poll, 1024):
            for other in {peak_height - deal.peak_gap, peak_height + deal.peak_gap} & place.keys():
                yield f"peaks({place[peak_height]},{place[other]})"


def read_program() -> str:
    """Return the text of the program."""
    return (files("passatempo.cards.encodings") / "order.lp").read_text(encoding="utf-8")


def export(deal: Deal, form: str) -> str:
    """Write the program with the facts of a deal.

    >>> "copies(0,3)." in export(Deal((1, 1, 1, 2, 2)), "clingo")
    True
    """
    return read_program() + "\n" + "".join(f"{fact}.\n" for fact in write_facts(deal))
