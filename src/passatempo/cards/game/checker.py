"""The independent checker of game records: it deals again, and replays every move in a row of its own."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from passatempo.cards.answers import Ordering
from passatempo.cards.checker import check_ordering, find_stationary
from passatempo.cards.game.rules import PRESETS, GameRules
from passatempo.cards.json import DealJson, load_deal
from passatempo.cards.model import Deal, Distance
from passatempo.core.errors import FormatError, InvalidInstance, quote
from passatempo.core.json import convert
from passatempo.core.random import Random
from passatempo.games.records import Head, Record, TurnLine, rules_in, wrong_result

ROWS = 20_000  # the most that the dealer draws


def check(record: Record) -> tuple[str, ...]:
    """List the faults of a record, one sentence each, with its turn.

    >>> from passatempo.games.records import Head, Record, TurnLine
    >>> head = Head(1, "cards", "0", {"preset": "mountains"}, [{"name": "you"}], "7")
    >>> check(Record(head, (TurnLine(1, 1, {"put": [1, 1]}), TurnLine(2, 1, {"take": 2}))))
    ('turn 2, seat 1: position 2 has no card of the person',)
    """
    return tuple(_record_faults(record))


def _record_faults(record: Record) -> Iterator[str]:
    try:
        deal = _deal_cards(record.head)
    except (FormatError, InvalidInstance) as error:
        yield f"the head: {error}"
        return
    if len(record.head.seats) != 1:
        yield f"the head: {len(record.head.seats)} seats, but one person plays"
    row, how = dict(deal.given), ""
    for line in record.turns:
        fault = "the game was over" if how else _move_fault(deal, row, line)
        if fault:
            yield f"turn {line.turn}, seat {line.seat}: {fault}"
            return
        (move_kind, move_argument), *_ = line.move.items()
        if move_kind == "put":
            row[move_argument[0]] = move_argument[1]
        elif move_kind == "take":
            del row[move_argument]
        how = "won" if _is_right(deal, row) else "finished" if move_kind == "stop" else ""
    if record.end is not None:
        won = how == "won"
        right = {"winners": [1] if won else [], "scores": [int(won)], "how": how}
        yield from wrong_result(record.end.result, right if how else None)


def _deal_cards(head: Head) -> Deal:
    """Return the cards dealt: those of the record, or those of a row that is drawn again and shuffled."""
    rules: GameRules = rules_in(head, GameRules, PRESETS, "mountains")
    if head.deal is None:
        return _draw_deal(rules, Random(int(head.seed or 0), "cards", "deal"))
    deal = load_deal(convert(head.deal, DealJson, "the deal"))
    if (len(deal.cards), deal.largest, deal.ends, deal.pattern) != (rules.N, rules.M, rules.ends, rules.pattern):
        raise FormatError("the cards dealt are of other rules")
    return deal


def _draw_deal(rules: GameRules, random: Random) -> Deal:
    for _ in range(ROWS if len(rules.pattern) < rules.N else 0):
        turns = sorted(random.sample(range(2, rules.N), len(rules.pattern) - 1))
        edges, card, row = [1, *turns, rules.N], 0, [0]
        for run, direction in enumerate(rules.pattern):
            for _ in range(edges[run], edges[run + 1]):
                step = 1 + random.below(2)
                card += step if direction == "U" else -step
                row.append(card)
        peak_distance = turns[2] - turns[0] if rules.pattern == "UDUD" else None
        row = [card - min(row) + 1 for card in row]
        if (rules.D is None or peak_distance == rules.D) and (rules.M is None or max(row) <= rules.M):
            distance_conditions = (Distance(1, 3, "=", peak_distance),) if peak_distance else ()
            return Deal(
                tuple(random.shuffle_copy(row)), distance_conditions, rules.ends, rules.pattern, largest=rules.M
            )
    raise FormatError("no cards can be dealt by these rules")


def _move_fault(deal: Deal, row: dict[int, int], line: TurnLine) -> str:
    """Describe the fault of a turn."""
    if line.seat != 1:
        return "seat 1 is to move"
    raw: Any = line.move
    move_kind, move_argument = next(iter(raw.items())) if isinstance(raw, dict) and len(raw) == 1 else ("", None)
    if move_kind == "stop" and move_argument is True:
        return ""
    if move_kind == "take" and type(move_argument) is int:
        mine = move_argument in row and move_argument not in dict(deal.given)
        return "" if mine else f"position {move_argument} has no card of the person"
    if (
        move_kind != "put"
        or not isinstance(move_argument, list)
        or [type(part) for part in move_argument] != [int, int]
    ):
        return f"{quote(raw)} is no move"
    position, card = move_argument
    if not 1 <= position <= len(deal.cards) or position in row:
        return f"position {position} is not free"
    left = Counter(deal.cards) - Counter(row.values())
    return "" if left[card] else f"no card {card} is left"


def _is_right(deal: Deal, row: dict[int, int]) -> bool:
    """Return whether a row is full and fulfils all demands."""
    if len(row) < len(deal.cards):
        return False
    sequence = tuple([row[position] for position in sorted(row)])
    points = find_stationary(sequence, deal.pattern, deal.ends)
    return points is not None and not check_ordering(deal, Ordering(sequence, points))
