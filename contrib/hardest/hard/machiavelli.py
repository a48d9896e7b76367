"""Hard instances of Machiavelli: tables, hands, groups on the table, jokers, of two to ten decks, all ace rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from hard import Climb, answered, put
from passatempo.core.limits import Limits
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Question
from passatempo.core.registry import pastime
from passatempo.machiavelli.generate import Params, generate
from passatempo.machiavelli.model import JOKER, LayAsk, Rules, Turn, UnlockAsk

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.random import Random

KINDS = ("swapped", "random", "heap", "groups")
PATIENCE = Limits(seconds=120)  # of the second method
MACHIAVELLI = pastime("machiavelli")


def start(decks: int, ace: Any, jokers: int, hand: int, most: int, lying: bool, rng: Random) -> Turn:
    """Make a table of any filling, or one of groups; the jokers lie on the table first, then in the hand."""
    kind = "groups" if lying else rng.choice(KINDS[:3])
    cards = rng.in_range(min(15, most), most)
    turn = generate(Params(cards, hand, kind, decks, ace), rng)
    on_table = rng.below(jokers + 1) if hand else jokers
    table = turn.table if lying else (turn.cards,)
    if on_table:
        table = (*table[:-1], (*table[-1], *(JOKER,) * on_table))
    return Turn(table, turn.hand + (JOKER,) * (jokers - on_table), Rules(decks, ace, jokers))


def another(rng: Random, turn: Turn, near: int) -> int | None:
    """Draw a card that is not all used, next to a given one half of the time; None where there is none."""
    held = [table + hand for table, hand in zip(turn.table_counts[:JOKER], turn.hand_counts[:JOKER], strict=True)]
    free = [card for card in range(JOKER) if held[card] < turn.rules.decks]
    close = [card for card in free if card % 13 == near % 13 or abs(card - near) <= 2]
    return rng.choice(close if close and rng.below(2) else free) if free else None


def change(most: int, rng: Random, turn: Turn) -> Turn:
    """Add, take or exchange a card of table or hand; the number of cards in the hand stays."""
    table, hand = [list(group) for group in turn.table], list(turn.hand)
    plain = [(group, k) for group in table for k, card in enumerate(group) if card < JOKER]
    what = rng.below(4)
    if hand and any(card < JOKER for card in hand) and (what == 0 or not plain):
        k = rng.choice([k for k, card in enumerate(hand) if card < JOKER])
        new = another(rng, turn, hand[k])
        hand[k] = hand[k] if new is None else new
    elif plain:
        group, k = rng.choice(plain)
        new = another(rng, turn, group[k])
        if what == 1 and len(plain) > 3:
            group.pop(k)
        elif what == 2 and new is not None and len(plain) < most:
            group.append(new)
        elif new is not None:
            group[k] = new
    return Turn(tuple(tuple(sorted(group)) for group in table if group), tuple(sorted(hand)), turn.rules)


def regroup(most: int, rng: Random, turn: Turn) -> Turn:
    """Exchange one or two groups of a table for others that are legal, or a card of the hand."""
    if turn.hand and rng.below(3) == 0:
        hand = list(turn.hand)
        k = rng.below(len(hand))
        new = another(rng, turn, hand[k])
        hand[k] = hand[k] if new is None else new
        return Turn(turn.table, tuple(sorted(hand)), turn.rules)
    table = list(rng.shuffle_copy(turn.table))
    for _ in range(min(len(table), rng.below(3))):
        table.pop()
    decks, ace = turn.rules.decks, turn.rules.ace
    for _ in range(20):
        room = most - sum(map(len, table))
        more = generate(Params(rng.in_range(3, 5), 0, "groups", decks, ace), rng).table
        cards = sum(map(len, more))
        try:
            other = Turn((*table, *more), turn.hand, turn.rules)
        except ValueError:
            continue
        if cards <= room and len(other.table) <= most // 3:
            return other
    return turn


def nodes(question: str, ask: object, turn: Turn, most: int) -> tuple[int, bool]:
    """Put the question to the kernel."""
    outcome = put(MACHIAVELLI.problem(question), asked(ask, turn), "exact", Limits(nodes=most))
    return int(outcome.stats["nodes"]), outcome.status in (Status.SOLVED, Status.IMPOSSIBLE)


def asked(ask: object, turn: Turn) -> Turn | Question:
    """Return what a method takes: a turn, with the question's own inputs if it has any."""
    return turn if ask is None else Question(turn, ask)


def write(turn: Turn) -> dict[str, Any]:
    """Write a turn: the groups as they lie, in order."""
    table = [sorted(group) for group in turn.table]
    rules = turn.rules
    return {"table": table, "hand": sorted(turn.hand), "decks": rules.decks, "ace": rules.ace, "jokers": rules.jokers}


def read(row: dict[str, Any]) -> Turn:
    """Read what `write` wrote."""
    table = tuple(map(tuple, row["table"]))
    return Turn(table, tuple(row["hand"]), Rules(row["decks"], row["ace"], row["jokers"]))


def answer(question: str, ask: object, method: str, said: Callable[[Any], Any], turn: Turn) -> tuple[Any, str]:
    """Answer by another method."""
    return answered(MACHIAVELLI.problem(question), asked(ask, turn), method, PATIENCE, said)


def climb(question: str, method: str, said: Callable[[Any], Any], ask: object = None, **size: Any) -> Climb[Turn]:
    """Make the climb of one question."""
    lying = size.get("lying", False)
    most = size.get("most", 52 * size["decks"] * 24 // 25)
    begin = partial(start, size["decks"], size["ace"], size.get("jokers", 0), size.get("hand", 0), most, lying)
    step = partial(regroup if lying else change, most)
    other = partial(answer, question, size.get("second", ask), method, said)
    own = partial(answer, question, ask, "exact", said)
    return Climb(begin, step, partial(nodes, question, ask), write, read, other, own)


def value_of(outcome: Outcome[Any]) -> Any:
    """Say the value of a play."""
    return outcome.value


def kept_of(outcome: Outcome[Any]) -> Any:
    """Say the value of a play, and the groups kept."""
    return [outcome.value, outcome.answer.groups_kept]


def possible(outcome: Outcome[Any]) -> Any:
    """Say that an arrangement was found."""
    return "possible"


def unlocked(outcome: Outcome[Any]) -> Any:
    """Say the cards that unlock, the number of pairs, and whether the hand closes."""
    found = outcome.answer
    return [
        [list(cards) for cards, _ in found.single.cards],
        None if found.pairs is None else len(found.pairs.cards),
        found.closes_now,
    ]


def counted(outcome: Outcome[Any]) -> Any:
    """Say the number of arrangements, as text: it may be long."""
    return str(outcome.answer.arrangements)


BRIEF, LEAST = LayAsk(brief=True), LayAsk("least-change", brief=True)
QUESTIONS: dict[str, Climb[Turn]] = {}
for _ace in ("low", "both", "high", "wrap"):  # of a new rule nobody has looked for the hardest
    for _decks in (2, 3, 6, 10):
        QUESTIONS[f"arrange-{_decks}-{_ace}"] = climb("arrange", "cpsat", possible, decks=_decks, ace=_ace)
    QUESTIONS[f"arrange-2-{_ace}-jokers"] = climb("arrange", "cpsat", possible, decks=2, ace=_ace, jokers=2)
    QUESTIONS[f"lay-2-{_ace}"] = climb("lay", "cpsat", value_of, BRIEF, decks=2, ace=_ace, hand=13, most=70)
    QUESTIONS[f"lay-2-{_ace}-jokers"] = climb(
        "lay", "cpsat", value_of, BRIEF, decks=2, ace=_ace, hand=13, jokers=2, most=70
    )
    QUESTIONS[f"least-2-{_ace}"] = climb("lay", "cpsat", kept_of, LEAST, decks=2, ace=_ace, hand=9, most=42, lying=True)
    QUESTIONS[f"stay-2-{_ace}"] = climb(
        "lay", "cpsat", kept_of, BRIEF, decks=2, ace=_ace, hand=13, most=70, lying=True, second=LEAST
    )
    QUESTIONS[f"unlock-2-{_ace}-jokers"] = climb(
        "unlock", "cpsat", unlocked, UnlockAsk(), decks=2, ace=_ace, hand=5, jokers=2, most=60
    )
    QUESTIONS[f"unlock-2-{_ace}-pairs"] = climb(
        "unlock", "cpsat", unlocked, UnlockAsk(pairs=True), decks=2, ace=_ace, hand=5, most=60
    )
    QUESTIONS[f"count-2-{_ace}"] = climb("count", "reference", counted, decks=2, ace=_ace, most=60)
