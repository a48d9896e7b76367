"""Functions that the integer programs share: all possible melds, and melds from the counts of a solution.

This module has no solver and no search. A *place* is a position on a line or a circle of ranks (`rules.Line`).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from passatempo.machiavelli.model import WILD, CardId, Meld
from passatempo.machiavelli.rules import Line

SHORTEST, LONGEST = 3, 13  # cards in a run; a longer one would hold a card twice


def groups(line: Line, longest: int = 5) -> tuple[Meld, ...]:
    """Return all sets, and all runs up to a length; runs of more than five cards split into shorter ones.

    >>> from passatempo.machiavelli.rules import Line
    >>> [len(groups(line)) for line in (Line(0, 13), Line(0, 14), Line(0, 13, circular=True))]
    [185, 197, 221]
    >>> [len(groups(line, LONGEST)) for line in (Line(0, 13), Line(0, 14), Line(0, 13, circular=True))]
    [329, 369, 589]
    """
    ranks = line.ranks
    sets = [
        tuple(13 * suit + rank for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    runs = [
        tuple(13 * suit + ranks[(start + step) % len(ranks)] for step in range(length))
        for suit in range(4)
        for start in range(len(ranks))
        for length in range(3, longest + 1)
        if (line.circular or start + length <= len(ranks)) and (length < LONGEST or start == 0)
    ]
    return (*sets, *runs)


def deal_sets(cards: Sequence[CardId]) -> list[Meld]:
    """Split set cards of one rank, ordered by suit, into as few sets as possible.

    Let z be the number of sets, with max(most copies of a card, ceil(N / 4)) <= z <= floor(N / 3). Each set gets every
    z-th card, which makes three or four different cards.

    >>> deal_sets([4, 4, 17, 17, 30, 30, 43])
    [(4, 17, 30, 43), (4, 17, 30)]
    """
    number = max((cards.count(card) for card in set(cards)), default=0)
    number = max(number, -(-len(cards) // 4))
    return [tuple(cards[first::number]) for first in range(number)]


def split_runs(counts: Sequence[int], *, circular: bool) -> list[tuple[int, int]]:
    """Split the run cards of one suit, counted by place, into runs, as (first place, length).

    As few runs as possible start, and the oldest ends first, so all runs have three cards if that is possible. On a
    circle the first ends close the runs that started in the lap before place 0. Runs of more than thirteen cards are
    cut.

    >>> split_runs([1, 2, 2, 2, 1], circular=False)
    [(0, 4), (1, 4)]
    >>> split_runs([1, 1] + [0] * 9 + [1, 1], circular=True)
    [(11, 4)]
    """
    size = len(counts)
    steps = [counts[place] - (counts[place - 1] if place or circular else 0) for place in range(size)]
    starts = [place for place in range(size) for _ in range(steps[place])]
    ends = [place for place in range(size) for _ in range(-steps[place])]
    if not circular:
        ends += [size] * counts[-1]
    if not starts:  # no cards, or full circles
        return [(0, size)] * counts[0]
    open_before = counts[-1] if circular else 0
    runs = []
    for number, start in enumerate(starts):
        laps, index = divmod(number + open_before, len(ends))
        runs += cut_run(start, ends[index] + laps * size - start, size)
    return runs


def cut_run(start: int, length: int, size: int) -> list[tuple[int, int]]:
    """Cut a run into runs of at most thirteen cards.

    >>> cut_run(5, 14, 13)
    [(5, 10), (2, 4)]
    """
    runs = []
    while length > LONGEST:
        runs.append((start % size, LONGEST - SHORTEST))  # at least four cards remain
        start, length = start + LONGEST - SHORTEST, length - LONGEST + SHORTEST
    return [*runs, (start % size, length)]


def lay_runs(suit: int, counts: Sequence[int], line: Line) -> list[Meld]:
    """Split the run cards of one suit, counted by place, into melds."""
    ranks = line.ranks
    return [
        tuple(13 * suit + ranks[(start + step) % len(ranks)] for step in range(length))
        for start, length in split_runs(counts, circular=line.circular)
    ]


def place_jokers(melds: Iterable[Meld], jokers: Mapping[CardId, int]) -> tuple[Meld, ...]:
    """Put jokers in the place of the first copies of each card, as many as `jokers` gives.

    >>> place_jokers([(0, 1, 2), (2, 3, 4)], {2: 1})
    ((0, 1, 66), (2, 3, 4))
    """
    left = dict(jokers)
    joker_melds = []
    for meld in melds:
        cards = []
        for card in meld:
            wild = left.get(card, 0) > 0
            left[card] = left.get(card, 0) - wild
            cards.append(card + WILD if wild else card)
        joker_melds.append(tuple(cards))
    return tuple(joker_melds)


def find_blocks(row: Sequence[bool], *, circular: bool) -> list[tuple[int, ...]]:
    """Return the maximal blocks of occupied places.

    >>> find_blocks([True, False, True, True], circular=False), find_blocks([True, False, True, True], circular=True)
    ([(0,), (2, 3)], [(2, 3, 0)])
    """
    place_blocks: list[tuple[int, ...]] = []
    for place, is_used in enumerate(row):
        if is_used and place_blocks and place_blocks[-1][-1] == place - 1:
            place_blocks[-1] += (place,)
        elif is_used:
            place_blocks.append((place,))
    if circular and len(place_blocks) > 1 and place_blocks[0][0] == 0 and place_blocks[-1][-1] == len(row) - 1:
        place_blocks[0] = place_blocks.pop() + place_blocks[0]
    return place_blocks
