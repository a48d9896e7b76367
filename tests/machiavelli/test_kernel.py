"""The kernel against brute force: exact cover over all legal melds, written apart from the package.

Tests: reference/search.py
"""

import random
from collections import Counter
from functools import cache
from itertools import combinations, product

import pytest

from passatempo.machiavelli.reference import search as reference

from .heaps import LINES
from .turn import plain_search

kernel = pytest.importorskip("passatempo.machiavelli._kernel", reason="the kernel is not built")

ACES = range(len(LINES))
NO_LIMIT = (1e9, 2**63, None)


def cards(text: str) -> list[int]:
    return [13 * "SHDC".index(word[1]) + "A23456789TJQK".index(word[0]) for word in text.split()]


def counts(text_or_cards: str | list[int]) -> bytes:
    held = cards(text_or_cards) if isinstance(text_or_cards, str) else text_or_cards
    number = Counter(held)
    return bytes(number[card] for card in range(52))


@cache
def melds(ace: int) -> dict[tuple[int, ...], int]:
    """All legal melds as sorted tuples: a run is a window of ranks that meets the ace as the rule allows."""
    found = {
        tuple(sorted(13 * s + rank for s in range(4) if s != left_out)) for rank in range(13) for left_out in range(5)
    }
    rows = {0: "A23456789TJQK", 1: "A23456789TJQKA", 2: "23456789TJQKA", 3: "A23456789TJQK" * 2}
    rows |= {4: "23456789TJQK", 5: "456789TJQ", 6: "6789TJQKA23456"}
    for size in range(3, 14):
        for start in range(len(rows[ace]) - size + 1):
            window = rows[ace][start : start + size]
            if len(set(window)) == size:
                found |= {tuple(sorted(cards(" ".join(rank + suit for rank in window)))) for suit in "SHDC"}
    return {meld: k for k, meld in enumerate(sorted(found))}


@cache
def melds_from(ace: int) -> dict[int, list[tuple[int, ...]]]:
    return {card: [meld for meld in melds(ace) if meld[0] == card] for card in range(52)}


@cache
def melds_with(ace: int) -> dict[int, list[tuple[int, ...]]]:
    return {card: [meld for meld in melds(ace) if card in meld] for card in range(52)}


def can_be_covered(table: bytes, ace: int) -> bool:
    seen: set[bytes] = set()

    def cover(left: bytes) -> bool:
        first = next((card for card in range(52) if left[card]), None)
        if first is None:
            return True
        if left in seen:
            return False
        seen.add(left)
        for meld in melds_from(ace)[first]:
            if all(left[card] for card in meld):
                rest = bytearray(left)
                for card in meld:
                    rest[card] -= 1
                if cover(bytes(rest)):
                    return True
        return False

    return cover(table)


def can_be_covered_with_jokers(table: bytes, ace: int, jokers: int) -> bool:
    """Try every meld with the first card, jokers for whatever it lacks; three jokers are a meld of their own."""
    seen: set[tuple[bytes, int]] = set()

    def cover(left: bytes, wild: int) -> bool:
        first = next((card for card in range(52) if left[card]), None)
        if first is None:
            return wild not in (1, 2)
        if (left, wild) in seen:
            return False
        seen.add((left, wild))
        for meld in melds_with(ace)[first]:
            lacking = sum(not left[card] for card in meld)
            if lacking <= wild:
                rest = bytes(copies - (card in meld and copies > 0) for card, copies in enumerate(left))
                if cover(rest, wild - lacking):
                    return True
        return False

    return cover(table, jokers)


def plus(table: bytes, more: bytes) -> bytes:
    return bytes(a + b for a, b in zip(table, more, strict=True))


Position = tuple[bytes, bytes, int, int]


def some_position(rng: random.Random, ace: int, jokers: int) -> Position:
    """Return table, hand and jokers on both: melds cut in two at random, a few stray cards in the hand."""
    table, hand = bytearray(52), bytearray(52)
    for _ in range(rng.randint(0, 4)):
        meld = rng.choice([meld for meld in melds(ace) if len(meld) <= 5])
        laid = rng.randint(0, len(meld)) if rng.random() < 0.5 else len(meld)
        for k, card in enumerate(rng.sample(meld, len(meld))):
            (table if k < laid or sum(hand) > 5 else hand)[card] += 1
    for _ in range(rng.randint(0, 2)):
        hand[rng.randrange(52)] += 1
    return bytes(table), bytes(hand), rng.randint(0, jokers), rng.randint(0, jokers)


def best_play(position: Position, ace: int, weights: list[int]) -> tuple[int, bool, int] | None:
    """Return value, whether all goes, and jokers of the hand less than none, of the best of all choices."""
    table, hand, table_jokers, hand_jokers = position
    best = None
    for taken in product(*(range(copies + 1) for copies in hand)):
        value = sum(weight * k for weight, k in zip(weights, taken, strict=True))
        for jokers in range(hand_jokers + 1):
            key = (value, (bytes(taken), jokers) == (hand, hand_jokers), -jokers)
            if best is None or key > best:
                laid = plus(table, bytes(taken))
                if can_be_covered_with_jokers(laid, ace, table_jokers + jokers):
                    best = key
    return best


def assert_played(play, position: Position, ace: int, weights: list[int]) -> tuple[int, bool, int]:  # type: ignore[no-untyped-def]
    table, hand, table_jokers, hand_jokers = position
    value, _, laid, arrangement = play
    assert all(tuple(sorted(card % 64 for card in meld)) in melds(ace) for meld in arrangement)
    on_table = Counter(card for meld in arrangement for card in meld)
    from_hand = Counter(laid)
    jokers = sum(k for card, k in from_hand.items() if card >= 64)
    assert all(on_table[card] == table[card] + from_hand[card] for card in range(52))
    assert all(from_hand[card] <= (hand[card] if card < 52 else on_table[card]) for card in from_hand)
    assert sum(k for card, k in on_table.items() if card >= 64) == table_jokers + jokers
    assert jokers <= hand_jokers
    assert value == sum(weights[card] for card in laid if card < 52)
    return value, (sum(hand) + hand_jokers == len(laid)), -jokers


def assert_arranged(arrangement: tuple[tuple[int, ...], ...], table: bytes, ace: int) -> None:
    assert all(tuple(sorted(meld)) in melds(ace) for meld in arrangement)
    assert counts([card for meld in arrangement for card in meld]) == table


def some_table(rng: random.Random, decks: int, ace: int) -> bytes:
    """Return melds put together, melds with a card or two exchanged, or a dense block of ranks."""
    held = [0] * 52
    if rng.random() < 0.3:
        low, wide = rng.randrange(13), rng.randint(3, 6)
        for suit in rng.sample(range(4), rng.randint(1, 4)):
            for step in range(wide):
                held[13 * suit + (low + step) % 13] = rng.randint(0, decks)
        return bytes(held)
    for _ in range(rng.randint(1, 6)):
        meld = rng.choice(list(melds(ace)))
        if all(held[card] < decks for card in meld):
            for card in meld:
                held[card] += 1
    for _ in range(rng.randint(0, 2)):
        gone = rng.choice([card for card in range(52) if held[card]])
        come = rng.choice([card for card in range(52) if held[card] < decks])
        held[gone] -= 1
        held[come] += 1
    return bytes(held)


@pytest.mark.quick(2)
@pytest.mark.parametrize("tables", [500, pytest.param(25_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("ace", ACES)
def test_arrange_agrees_with_brute_force(ace: int, tables: int) -> None:
    rng = random.Random(ace)
    feasible = 0
    for _ in range(tables):
        table = some_table(rng, rng.randint(1, 3), ace)
        stop, _, arrangement = kernel.arrange(table, LINES[ace], *NO_LIMIT)
        assert stop == 0
        assert (arrangement is not None) == can_be_covered(table, ace)
        if arrangement is not None:
            assert_arranged(arrangement, table, ace)
            feasible += 1
    assert 0.24 < feasible / tables < 0.76  # the mix tests both answers


@pytest.mark.quick(1)
@pytest.mark.parametrize("ace", ACES)
def test_reference_agrees_with_brute_force(ace: int) -> None:
    rng = random.Random(100 + ace)
    for _ in range(100):
        table = some_table(rng, rng.randint(1, 2), ace)
        arrangement = reference.arrange(tuple(table), LINES[ace])
        assert (arrangement is not None) == can_be_covered(table, ace)
        if arrangement is not None:
            assert_arranged(arrangement, table, ace)


@pytest.mark.parametrize("ace", range(4))
def test_five_melds_in_an_odd_ring_are_found(ace: int) -> None:
    # Two planes of runs and two of sets, each card once in a pair, cannot hold them: the melds conflict in a 5-cycle.
    table = counts("5S 5H 5D 5H 5D 5C 4S 5S 6S 5C 6C 7C 6S 6C 6H")
    assert kernel.arrange(table, LINES[ace], *NO_LIMIT)[-1] is not None


@pytest.mark.parametrize(("ace", "possible"), [(0, False), (1, False), (2, False), (3, True)])
def test_five_runs_round_the_circle_need_the_wrap(ace: int, possible: bool) -> None:
    table = counts("KH AH 2H 2H 3H 4H 4H 5H 6H 7H 7H 8H 9H TH TH JH QH KH")
    assert (kernel.arrange(table, LINES[ace], *NO_LIMIT)[-1] is not None) == possible


@pytest.mark.parametrize(
    ("text", "possible"),
    [
        ("AS 2S 3S", (1, 1, 0, 1)),
        ("QS KS AS", (0, 1, 1, 1)),
        ("KS AS 2S", (0, 0, 0, 1)),
        ("AS KS QS JS 2S", (0, 0, 0, 1)),
    ],
)
def test_each_ace_rule_allows_its_runs(text: str, possible: tuple[int, ...]) -> None:
    assert tuple(kernel.arrange_many(counts(text), LINES[ace], *NO_LIMIT)[1][0] for ace in range(4)) == possible


@pytest.mark.parametrize("decks", [1, 2, 7, 255])
@pytest.mark.parametrize("ace", ACES)
def test_all_the_cards_of_any_number_of_decks_are_arranged(decks: int, ace: int) -> None:
    table = bytes([decks] * 52)
    assert_arranged(kernel.arrange(table, LINES[ace], *NO_LIMIT)[-1], table, ace)


def test_runs_and_sets_are_written_in_order_of_play() -> None:
    table = counts("AS QS KS 7C 7D 7S 2H 3H 4H")
    assert kernel.arrange(table, LINES[1], *NO_LIMIT)[-1] == ((11, 12, 0), (14, 15, 16), (6, 32, 45))
    assert kernel.arrange(bytes(52), LINES[1], *NO_LIMIT)[-1] == ()


def test_many_tables_are_judged_as_one_by_one() -> None:
    rng = random.Random(7)
    tables = [some_table(rng, 2, 3) for _ in range(200)]
    stop, flags = kernel.arrange_many(b"".join(tables), LINES[3], *NO_LIMIT)
    assert stop == 0
    assert list(flags) == [kernel.arrange(table, LINES[3], *NO_LIMIT)[-1] is not None for table in tables]
    assert kernel.arrange_many(b"", LINES[0], *NO_LIMIT) == (0, b"")


def test_a_search_keeps_to_its_limits() -> None:
    table = counts("AS 2S 3S 4S 5S 6S")
    assert kernel.arrange(table, LINES[0], 1e9, 0, None) == (2, 1, None)
    assert kernel.arrange(table, LINES[0], 1e9, 100, bytearray(1))[-1] is not None


@pytest.mark.parametrize(
    ("table", "line", "words"), [(bytes(51), LINES[0], "52 bytes"), (bytes(52), (13, 13, 0), "line")]
)
def test_bad_input_is_refused(table: bytes, line: tuple[int, int, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        kernel.arrange(table, line, *NO_LIMIT)


POINTS = [11 if card % 13 == 0 else min(10, card % 13 + 1) for card in range(52)]


@pytest.mark.quick(4)
@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("jokers", [0, 2])
def test_lay_agrees_with_trying_every_choice(ace: int, jokers: int) -> None:
    rng = random.Random(10 * ace + jokers)
    possible = 0
    for _ in range(60 if jokers == 0 else 25):
        position = some_position(rng, ace, jokers)
        weights = rng.choice([[1] * 52, POINTS, [rng.randint(0, 4) for _ in range(52)]])
        table, hand, table_jokers, hand_jokers = position
        stop, _, play, bound, _ = kernel.lay(table, hand, LINES[ace], weights, table_jokers, hand_jokers, *NO_LIMIT)
        best = best_play(position, ace, weights)
        assert stop == 0
        assert (play and assert_played(play, position, ace, weights)) == best
        if best is not None:
            assert bound == best[0]
            possible += 1
    assert possible > 10


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("jokers", [0, 2])
def test_no_play_is_worth_more_than_the_bound_however_early_a_limit_comes(ace: int, jokers: int) -> None:
    """Also where no play was found yet, and whatever was asked before."""
    rng = random.Random(70 + 10 * ace + jokers)
    early = 0
    for _ in range(30 if jokers == 0 else 12):
        position = some_position(rng, ace, jokers)
        table, hand, table_jokers, hand_jokers = position
        best = best_play(position, ace, POINTS)
        for nodes in (0, 1, 2, 5, 20, 100):
            _, _, play, bound, _ = kernel.lay(
                table, hand, LINES[ace], POINTS, table_jokers, hand_jokers, 1e9, nodes, None
            )
            assert best is None or bound >= best[0]
            early += best is not None and play is None
    assert early > 10


@pytest.mark.quick(1)
@pytest.mark.parametrize("ace", ACES)
def test_reference_lays_as_trying_every_choice(ace: int) -> None:
    rng = random.Random(50 + ace)
    for _ in range(8):
        position = some_position(rng, ace, 1)
        table, hand, table_jokers, hand_jokers = position
        play = plain_search.lay(tuple(table), tuple(hand), LINES[ace], tuple(POINTS), table_jokers, hand_jokers)
        best = best_play(position, ace, POINTS)
        assert (play and (play[0], -play[2])) == (best and (best[0], best[2]))


@pytest.mark.parametrize(
    ("table", "table_jokers", "hand", "hand_jokers", "value", "laid"),
    [
        ("", 1, "7S 7H 7D 7C", 0, 3, 3),  # a set of four has no room: the joker plays one of the cards
        ("", 2, "", 1, 0, 1),  # three jokers are a meld
        ("7S 7H 7D", 0, "", 2, 0, 0),  # jokers of the hand are not laid for nothing ...
        ("7S 7H 7D", 0, "", 1, 0, 1),  # ... unless that closes the hand
        ("7S 7H", 0, "7D", 1, 1, 2),
        ("4S 5S", 0, "7S 8S", 1, 2, 3),
    ],
)
def test_jokers_play_what_is_lacking(
    table: str, table_jokers: int, hand: str, hand_jokers: int, value: int, laid: int
) -> None:
    _, _, play, *_ = kernel.lay(counts(table), counts(hand), LINES[0], None, table_jokers, hand_jokers, *NO_LIMIT)
    assert (play[0], len(play[2])) == (value, laid)


def test_a_table_that_nothing_can_mend_is_impossible() -> None:
    assert kernel.lay(counts("2S 9H"), counts("3S 5C"), LINES[1], None, 0, 0, *NO_LIMIT)[2] is None
    assert kernel.lay(counts("2S 9H"), counts("3S 5C"), LINES[1], None, 0, 1, *NO_LIMIT)[2] is None


@pytest.mark.quick(6)
@pytest.mark.parametrize("jokers", [0, 1])
@pytest.mark.parametrize("ace", ACES)
def test_unlock_agrees_with_brute_force(ace: int, jokers: int) -> None:
    rng = random.Random(70 + ace)
    for _ in range(4):
        table, hand, *_ = some_position(rng, ace, 0)
        *_, now, flags = kernel.unlock(table, hand, LINES[ace], jokers, False, *NO_LIMIT)
        everything = plus(table, hand)
        assert now == can_be_covered_with_jokers(everything, ace, jokers)
        for card in range(52):
            assert flags[card] == can_be_covered_with_jokers(plus(everything, counts([card])), ace, jokers)


def test_pairs_unlock_where_no_single_card_does() -> None:
    table, hand = counts("3S 4S 5S"), counts("9H")
    assert not any(kernel.unlock(table, hand, LINES[0], 0, False, *NO_LIMIT)[-1])
    flags = kernel.unlock(table, hand, LINES[0], 0, True, *NO_LIMIT)[-1]
    pairs = {tuple(sorted(divmod(k, 52))) for k in range(52 * 52) if flags[k]}
    wanted = ["7H 8H", "8H TH", "TH JH", "9S 9D", "9S 9C", "9D 9C"]
    assert pairs == {tuple(sorted(cards(pair))) for pair in wanted}


@pytest.mark.parametrize("ace", ACES)
def test_all_arrangements_are_counted_and_listed_once(ace: int) -> None:
    rng = random.Random(90 + ace)
    for _ in range(25):
        table = some_table(rng, 2, ace)
        if sum(table) > 18:
            continue
        expected = {tuple(sorted(tuple(sorted(meld)) for meld in a)) for a in reference_arrangements(table, ace)}
        assert kernel.count(table, LINES[ace], *NO_LIMIT)[-1] == len(expected)
        listed = kernel.arrangements(table, LINES[ace], 10**6, *NO_LIMIT)[-1]
        assert len(listed) == len(expected)
        assert {tuple(sorted(tuple(sorted(meld)) for meld in a)) for a in listed} == expected
        assert kernel.arrangements(table, LINES[ace], 1, *NO_LIMIT)[-1] == listed[:1]


def reference_arrangements(table: bytes, ace: int) -> list[tuple[tuple[int, ...], ...]]:
    """List all multisets of melds: each meld in turn, as often as it fits."""
    every = list(melds(ace))

    def choose(left: tuple[int, ...], k: int) -> list[tuple[tuple[int, ...], ...]]:
        first = next((card for card in range(52) if left[card]), None)
        if first is None:
            return [()]
        found = []
        for m in range(k, len(every)):
            if every[m][0] > first:
                break
            if every[m][0] == first and all(left[card] for card in every[m]):
                rest = tuple(copies - (card in every[m]) for card, copies in enumerate(left))
                found += [(every[m], *others) for others in choose(rest, m)]
        return found

    return choose(tuple(table), 0)


@pytest.mark.parametrize("n", [20, pytest.param(40, marks=pytest.mark.long)])
def test_counts_of_any_size_are_exact(n: int) -> None:
    # n copies of A-6 of one suit: m copies as runs of six and n - m as two runs of three, so n + 1 ways a suit.
    table = bytes([n if card % 13 < 6 and card < 26 else 0 for card in range(52)])
    assert kernel.count(table, LINES[0], *NO_LIMIT)[-1] == (n + 1) ** 2


@pytest.mark.quick(2)
@pytest.mark.parametrize("ace", ACES)
def test_keep_agrees_with_trying_every_part_of_the_groups(ace: int) -> None:
    rng = random.Random(30 + ace)
    for _ in range(12):
        short = [meld for meld in melds(ace) if len(meld) <= 5]
        groups = tuple(rng.choice(short) for _ in range(rng.randint(1, 4)))
        near = [(card + step) % 52 for group in groups for card in group for step in (1, 13)]
        hand = counts(rng.sample(near, min(len(near), 4)))
        stop, _, play, bound = kernel.keep(groups, hand, LINES[ace], None, 0, *NO_LIMIT)
        assert stop == 0
        value, kept, _, arrangement = play
        table = counts([card for group in groups for card in group])
        assert assert_played(play, (table, hand, 0, 0), ace, [1] * 52)[0] == value
        assert arrangement[: len(kept)] == tuple(groups[k] for k in kept)
        assert bound == len(kept)
        assert (value, len(kept)) == most_kept(groups, hand, ace)


def most_kept(groups: tuple[tuple[int, ...], ...], hand: bytes, ace: int) -> tuple[int, int]:
    values = {}
    for size in range(len(groups) + 1):
        for stay in combinations(range(len(groups)), size):
            rest = counts([card for k, group in enumerate(groups) if k not in stay for card in group])
            best = best_play((rest, hand, 0, 0), ace, [1] * 52)
            values[stay] = -1 if best is None else best[0]
    return max((value, len(stay)) for stay, value in values.items())


def test_a_group_that_is_no_meld_cannot_stay() -> None:
    groups = ((1, 2), (16, 17, 18), (3, 4, 5))
    _, _, play, _ = kernel.keep(groups, bytes(52), LINES[0], None, 0, *NO_LIMIT)
    assert play[:3] == (0, (1,), ())


def test_a_group_with_a_joker_stays_as_it_is() -> None:
    groups = ((1, 64 + 2, 3), (6, 52, 32))
    _, _, (value, kept, _, melds), _ = kernel.keep(groups, counts("5S"), LINES[0], None, 0, *NO_LIMIT)
    assert (value, kept) == (1, (1,))
    assert melds == ((6, 52, 32), (1, 66, 3, 4))
