"""The hardest instances known of each question of machiavelli, with the reason why.

Tables and hands come from the seeds of `new`, so that they are quick to make and the same everywhere.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.machiavelli.generate import Params, generate
from passatempo.machiavelli.model import JOKER, EnumerateAsk, LayAsk, Rules, Turn, UnlockAsk

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES = Path(__file__).parents[1] / "data" / "machiavelli" / "hardest_tables.json"


def made(cards: int, hand: int, decks: int, *, kind: str = "groups", ace: str = "both", seed: int = 1) -> Turn:
    """Make a turn by `new`."""
    return generate(Params(cards, hand, kind, decks, ace), Random(seed))


def full(decks: int, ace: str = "both", jokers: int = 0) -> Turn:
    """All cards of some decks in one heap."""
    return Turn((tuple(range(JOKER)) * decks + (JOKER,) * jokers,), (), Rules(decks, ace, jokers))


def table_of(counts: list[int], ace: str) -> Turn:
    """A heap of so many copies of each card."""
    cards = tuple(card for card, copies in enumerate(counts) for _ in range(copies))
    return Turn((cards,), (), Rules(max(counts), ace))


def hardest_tables() -> list[tuple[str, Turn, int]]:
    """The tables that took `arrange` most nodes of all that were searched for: name, table, and nodes."""
    rows = json.loads(TABLES.read_text(encoding="utf-8"))["tables"]
    return [(row["name"], table_of(row["counts"], row["ace"]), row["nodes"]) for row in rows]


def wild_table(jokers: int, ace: str = "wrap") -> Turn:
    """Groups of three decks with jokers on the table, two of which stand alone."""
    turn = made(60, 0, 3, ace=ace, seed=5)
    return Turn((turn.cards + (JOKER,) * jokers,), (), Rules(3, ace, jokers))


def wild_hand(decks: int, hand: int, jokers: int, ace: str = "both", cards: int = 60) -> Turn:
    """Groups, and a hand with all the jokers."""
    turn = made(cards, hand, decks, ace=ace, seed=3)
    return Turn(turn.table, turn.hand + (JOKER,) * jokers, Rules(decks, ace, jokers))


def closing(turn: Turn) -> Turn:
    """Take the first cards of the table's groups into the hand, so that all of it can go."""
    return Turn(tuple(group[1:] for group in turn.table), tuple(group[0] for group in turn.table), turn.rules)


def ask_lay(turn: Turn, prefer: str = "cards") -> Question:
    """Ask for a play with its steps."""
    return Question(turn, LayAsk(prefer))


ARRANGE: list[tuple[str, Callable[[], Any]]] = [
    ("260 cards of six decks, every model is large", lambda: made(240, 0, 6)),
    ("a hundred decks: 5,200 cards, recursion and models by decks", lambda: full(100)),
    ("ten decks half full at random, impossible: the search is exponential", lambda: made(200, 0, 10, kind="random")),
    ("a hundred decks swapped: loops over copies between two nodes", lambda: made(3000, 0, 100, kind="swapped")),
    ("sixty jokers round the circle", lambda: wild_table(60)),
    ("the table that takes the search most nodes", lambda: hardest_tables()[0][1]),
    ("published: a hundred decks round the circle are 18,252 rows", lambda: full(100, "wrap")),
    ("published: a hundred decks, ace low", lambda: full(100, "low")),
]
LAY: list[tuple[str, Callable[[], Any]]] = [
    ("240 + 20 cards of six decks", lambda: ask_lay(made(240, 20, 6))),
    ("the same, with least change", lambda: ask_lay(made(240, 20, 6), "least-change")),
    ("the same, by points", lambda: ask_lay(made(240, 20, 6), "points")),
    ("a heap of 300 cards, wrap, 60 in the hand", lambda: ask_lay(made(300, 60, 10, kind="swapped", ace="wrap"))),
    ("a hand of eight jokers: many plays of equal value", lambda: ask_lay(wild_hand(3, 12, 8), "least-change")),
    ("a hundred jokers: 200^4 choices between two nodes", lambda: ask_lay(wild_hand(100, 40, 100, "wrap", 400))),
    ("all groups change: the steps are an assignment problem", lambda: ask_lay(closing(made(900, 0, 30)))),
    ("600 groups with least change", lambda: ask_lay(made(2400, 20, 100), "least-change")),
]
UNLOCK: list[tuple[str, Callable[[], Any]]] = [
    ("240 + 20 cards of six decks, pairs", lambda: Question(made(240, 20, 6), UnlockAsk(pairs=True))),
    ("jokers unseen and in the hand, pairs", lambda: Question(wild_hand(6, 6, 3), UnlockAsk(pairs=True))),
    ("two hundred cards of ten decks at random", lambda: Question(made(200, 5, 10, kind="random"), UnlockAsk())),
    ("a hundred decks", lambda: Question(made(3000, 20, 100), UnlockAsk(pairs=True))),
]
COUNT: list[tuple[str, Callable[[], Any]]] = [
    ("ten decks: the loop over multiplicities is exponential", lambda: full(10)),
    ("eight decks", lambda: full(8)),
    ("fifteen decks", lambda: full(15)),
    ("a hundred decks round the circle", lambda: full(100, "wrap")),
    ("240 cards of six decks", lambda: made(240, 0, 6)),
    ("twenty jokers: half a million melds", lambda: wild_table(20)),
]
ENUMERATE: list[tuple[str, Callable[[], Any]]] = [
    ("ten decks, a million wanted", lambda: Question(full(10), EnumerateAsk(10**6))),
    ("240 cards of six decks, a million wanted", lambda: Question(made(240, 0, 6), EnumerateAsk(10**6))),
    ("a hundred decks", lambda: Question(full(100), EnumerateAsk(10**9))),
    ("twenty jokers: half a million melds", lambda: Question(wild_table(20), EnumerateAsk(10**6))),
]

HARDEST = {"arrange": ARRANGE, "lay": LAY, "unlock": UNLOCK, "count": COUNT, "enumerate": ENUMERATE}
