"""The hardest deals known of each question of cards: where limits, Ctrl-C and memory are tried."""

import json
from functools import cache
from itertools import chain
from pathlib import Path

from passatempo.cards.answers import ListAsk, RankAsk, SampleAsk, UnrankAsk
from passatempo.cards.generate import family_deal
from passatempo.cards.model import Deal, Distance
from passatempo.cards.settings import AuditAsk, EncodeAsk
from passatempo.core.pastime import Question

CLIMBED = Path(__file__).parents[1] / "data" / "cards" / "hardest.json"
MILLION = 1_000_001
STRIDE = 1009  # a prime


@cache
def pairs(number, distance=None):
    """Make 1, 1, 2, 2, ..., k, k, k + 1, with the maxima half of the cards apart or as said; 0: anyhow."""
    deal = family_deal("pairs", number)
    wanted = number // 2 if distance is None else distance
    return Deal(deal.cards, (Distance(1, 3, "=", wanted),) if wanted else ())


@cache
def mixed():
    """Mix a million cards as well as a shuffle would for reading and sorting, and at once."""
    cards = family_deal("pairs", MILLION).cards
    return tuple(chain.from_iterable(cards[start::STRIDE] for start in range(STRIDE)))


@cache
def million(*, distance=MILLION // 2, wide=False):
    """Make a million cards in no order, close together or far apart."""
    conditions = (Distance(1, 3, "=", distance),) if distance else ()
    return Deal(tuple(card * 7_000_003 for card in mixed()) if wide else mixed(), conditions)


@cache
def quads(number):
    """Make three 1s, four of each value and two of the greatest, one below the least distance."""
    return family_deal("quads", number)


@cache
def many_runs():
    """Make 12 copies of each value for 64 runs: the states of the scan and their moves are without end."""
    return Deal(
        tuple(value for value in range(1, 60) for _ in range(12)), (Distance(5, 41, "=", 200),), pattern="UD" * 32
    )


@cache
def copies_of_a_run():
    """Make 32 copies of one value in 64 runs: the choices of the runs of a single move are without end."""
    return Deal((1,) * 30 + (2,) * 32 + (3,) * 30, (), "open", "UD" * 32)


@cache
def two_axes(number=1001):
    """Make conditions on both distances and a fixed point: tables with several axes."""
    conditions = (Distance(1, 2, ">=", number // 5), Distance(2, 3, "<=", number // 3), Distance(1, 3, ">=", 3))
    return Deal(family_deal("pairs", number).cards, conditions, fixed=((2, number // 2),))


@cache
def many_conditions():
    """Make the most conditions on distances that are read."""
    return Deal(family_deal("pairs", 401).cards, tuple(Distance(1, 3, ">=", 1 + k % 100) for k in range(9_999)))


@cache
def gap(number=2001):
    """Make a difference of the maxima, which the closed form does not know."""
    return Deal(tuple(sorted([*range(1, number // 2)] * 2 + [number, 2 * number])), peak_gap=number)


def climbed():
    """Return the deals that `contrib/hardest/hardest.py` found, by question and nodes."""
    rows = json.loads(CLIMBED.read_text(encoding="utf-8"))["rows"]
    rows = [row for row in rows if "cards" in row["instance"]]  # the others say how to draw them
    return [(f"{row['question']}, {row['nodes']} nodes", lambda row=row: deal_of(row["instance"])) for row in rows]


def deal_of(row):
    """Read a deal as the climbs write it."""
    distances = tuple(Distance(*distance) for distance in row["distances"])
    given = tuple(tuple(pair) for pair in row["given"])
    return Deal(tuple(row["cards"]), distances, "interior", row["pattern"], given=given)


DEALS = [
    ("a million cards: reading and checking take as long as laying", million),
    ("a million cards far apart: sorting by digits", lambda: million(wide=True)),
    ("2,000 pairs: models larger than the memory", lambda: pairs(4001)),
    ("300 pairs: models that are long to build", lambda: pairs(601)),
    ("50 pairs: models that are long to solve", lambda: pairs(101)),
    ("20 quads: impossible, no proof in a minute by the published encoding", lambda: quads(21)),
    ("64 runs of many copies: states without end", many_runs),
    ("32 copies in 64 runs: moves without end", copies_of_a_run),
    ("tables of several axes", two_axes),
    ("ten thousand conditions", many_conditions),
    ("a difference of the maxima", gap),
    *climbed(),
    (
        "no distance that is asked is possible, of a million cards: the reason is long",
        lambda: million(distance=MILLION),
    ),
]


def asked(ask, *more):
    """Put every deal to a question with inputs of its own."""
    return [(name, lambda make=make: Question(make(), ask)) for name, make in [*DEALS, *more]]


def ranked(make):
    """Ask for the number of a sequence of the deal, so that it must be counted."""
    from passatempo.cards.exact.methods import arrange

    deal = make()
    distance = deal.distances[0].value if deal.distances else None
    return Question(deal, RankAsk(list(arrange(deal.cards, distance).sequence)))


COUNTS = [
    ("50,000 cards: half a gigabyte a table", lambda: pairs(50_001)),
    ("100,000 cards: more than the memory", lambda: pairs(100_001)),
    ("200,000 cards: a power for each distance to 150,000", lambda: pairs(200_001, 150_000)),
    ("10,000 cards and a distance: a minute of additions", lambda: pairs(10_001)),
    ("a million cards, any distance: numbers of a million bits", lambda: million(distance=0)),
    ("20,000 cards, any distance", lambda: pairs(20_001, 0)),
]

HARDEST = {
    "order": DEALS,
    "count": DEALS + COUNTS,
    "distances": [*DEALS, ("the most cards that are counted", lambda: pairs(2001))],
    "sample": asked(SampleAsk(1_000_000), ("ten million of a few cards", lambda: pairs(9, 3))),
    "enumerate": asked(ListAsk(10_000_000), ("all of 31 cards", lambda: pairs(31))),
    "rank": [
        ("a sequence of a million cards", lambda: ranked(million)),
        ("a sequence of 4,001 cards", lambda: ranked(lambda: pairs(4001))),
        ("a sequence of 401 cards", lambda: ranked(lambda: pairs(401))),
        ("a sequence of 401 cards, any distance", lambda: ranked(lambda: pairs(401, 0))),
    ],
    "unrank": asked(UnrankAsk("1" + "0" * 50)),
    "encode": [
        (f"{name}, {encoding} with {amo}", lambda make=make, ask=EncodeAsk(encoding, amo): Question(make(), ask))
        for name, make, encoding, amo in (
            ("a million cards", million, "published", "pairwise"),
            ("a million cards far apart", lambda: million(wide=True), "run", "product"),
            ("a million cards: a family for each value", million, "position", "pairwise"),
            ("a difference of the maxima", gap, "published", "ladder"),
            ("300 pairs: built", lambda: pairs(601), "position", "pairwise"),
            ("30 cards: built", lambda: pairs(31), "published", "sequential"),
            ("1,000 pairs: built", lambda: pairs(2001), "run", "bitwise"),
            ("ten thousand conditions", many_conditions, "run", "pairwise"),
            ("64 runs", many_runs, "published", "pairwise"),
        )
    ],
    "audit": [
        (f"{name}, {encoding}", lambda make=make, ask=AuditAsk(encoding): Question(make(), ask))
        for name, make, encoding in (
            ("a million cards", million, "run"),
            ("13 cards: a search that is long", lambda: pairs(13), "published"),
            ("21 cards: millions of models", lambda: pairs(21), "run"),
            ("50 pairs: more letters than a recursion is deep", lambda: pairs(101), "position"),
            ("300 pairs", lambda: pairs(601), "position"),
            ("64 runs", many_runs, "run"),
            ("tables of several axes", two_axes, "run"),
        )
    ],
}
