"""The kernel against brute force: exact cover over all legal melds, written apart from the package."""

import random
from collections import Counter
from functools import cache

import pytest

from passatempo.machiavelli import reference

kernel = pytest.importorskip("passatempo.machiavelli._kernel", reason="the kernel is not built")

ACES = range(4)
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
    for size in range(3, 14):
        for start in range(len(rows[ace]) - size + 1):
            window = rows[ace][start : start + size]
            if len(set(window)) == size:
                found |= {tuple(sorted(cards(" ".join(rank + suit for rank in window)))) for suit in "SHDC"}
    return {meld: k for k, meld in enumerate(sorted(found))}


@cache
def melds_from(ace: int) -> dict[int, list[tuple[int, ...]]]:
    return {card: [meld for meld in melds(ace) if meld[0] == card] for card in range(52)}


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


@pytest.mark.parametrize("tables", [500, pytest.param(25_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("ace", ACES)
def test_arrange_agrees_with_brute_force(ace: int, tables: int) -> None:
    rng = random.Random(ace)
    feasible = 0
    for _ in range(tables):
        table = some_table(rng, rng.randint(1, 3), ace)
        stop, _, arrangement = kernel.arrange(table, ace, *NO_LIMIT)
        assert stop == 0
        assert (arrangement is not None) == can_be_covered(table, ace)
        if arrangement is not None:
            assert_arranged(arrangement, table, ace)
            feasible += 1
    assert 0.24 < feasible / tables < 0.76  # the mix tests both answers


@pytest.mark.parametrize("ace", ACES)
def test_reference_agrees_with_brute_force(ace: int) -> None:
    rng = random.Random(100 + ace)
    for _ in range(100):
        table = some_table(rng, rng.randint(1, 2), ace)
        arrangement = reference.arrange(tuple(table), ace)
        assert (arrangement is not None) == can_be_covered(table, ace)
        if arrangement is not None:
            assert_arranged(arrangement, table, ace)


@pytest.mark.parametrize("ace", ACES)
def test_five_melds_in_an_odd_ring_are_found(ace: int) -> None:
    # Two planes of runs and two of sets, each card once in a pair, cannot hold them: the melds conflict in a 5-cycle.
    table = counts("5S 5H 5D 5H 5D 5C 4S 5S 6S 5C 6C 7C 6S 6C 6H")
    assert kernel.arrange(table, ace, *NO_LIMIT)[2] is not None


@pytest.mark.parametrize(("ace", "possible"), [(0, False), (1, False), (2, False), (3, True)])
def test_five_runs_round_the_circle_need_the_wrap(ace: int, possible: bool) -> None:
    table = counts("KH AH 2H 2H 3H 4H 4H 5H 6H 7H 7H 8H 9H TH TH JH QH KH")
    assert (kernel.arrange(table, ace, *NO_LIMIT)[2] is not None) == possible


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
    assert tuple(kernel.arrange_many(counts(text), ace)[0] for ace in ACES) == possible


@pytest.mark.parametrize("decks", [1, 2, 7, 255])
@pytest.mark.parametrize("ace", ACES)
def test_all_the_cards_of_any_number_of_decks_are_arranged(decks: int, ace: int) -> None:
    table = bytes([decks] * 52)
    assert_arranged(kernel.arrange(table, ace, *NO_LIMIT)[2], table, ace)


def test_runs_and_sets_are_written_in_order_of_play() -> None:
    table = counts("AS QS KS 7C 7D 7S 2H 3H 4H")
    assert kernel.arrange(table, 1, *NO_LIMIT)[2] == ((11, 12, 0), (14, 15, 16), (6, 32, 45))
    assert kernel.arrange(bytes(52), 1, *NO_LIMIT)[2] == ()


def test_many_tables_are_judged_as_one_by_one() -> None:
    rng = random.Random(7)
    tables = [some_table(rng, 2, 3) for _ in range(200)]
    flags = kernel.arrange_many(b"".join(tables), 3)
    assert list(flags) == [kernel.arrange(table, 3, *NO_LIMIT)[2] is not None for table in tables]
    assert kernel.arrange_many(b"", 0) == b""


def test_a_search_keeps_to_its_limits() -> None:
    table = counts("AS 2S 3S 4S 5S 6S")
    assert kernel.arrange(table, 0, 1e9, 0, None) == (2, 1, None)
    assert kernel.arrange(table, 0, 1e9, 100, bytearray(1))[2] is not None


@pytest.mark.parametrize(("table", "ace", "words"), [(bytes(51), 0, "52 bytes"), (bytes(52), 4, "ace")])
def test_bad_input_is_refused(table: bytes, ace: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        kernel.arrange(table, ace, *NO_LIMIT)
