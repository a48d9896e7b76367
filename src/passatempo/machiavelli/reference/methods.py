"""The methods `reference`: the plain Python algorithms with limits and the usual types of answers."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from heapq import merge
from itertools import combinations, islice, product, takewhile
from typing import TypeAlias

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Question
from passatempo.machiavelli.groups import (
    draw_pair,
    draw_single,
    is_heap,
    named,
    named_table,
    require_melds,
    unseen_cards,
    weights,
)
from passatempo.machiavelli.model import JOKER, Arrangement, CardId, Count, Listing, Meld, Play, Turn, Unlocking
from passatempo.machiavelli.reference import arrangements as wild
from passatempo.machiavelli.reference.search import gave_up
from passatempo.machiavelli.reference.turns import arrange_cards
from passatempo.machiavelli.steps import describe_play, no_play_outcome

AT_ONCE = 4096  # choices to sort between two checks of the clock, some milliseconds
Choice: TypeAlias = tuple[int, bool, int, bytes]  # value, whether the hand is empty, minus its jokers played, its cards


def arrange(turn: Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Arrangement]:
    """Arrange all cards of the table by trying every meld for the first remaining card.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> arrange(read("3S 4S 5S 6S 6H 6D")).answer
    Arrangement(melds=((2, 3, 4), (5, 18, 31)))
    """
    deadline = Deadline(limits)
    try:
        melds = arrange_cards(replace(turn, opened=True), named_table(turn), (), deadline)
    except (Stopped, RecursionError):
        return gave_up(deadline)
    stats = {"nodes": deadline.node_count}
    if melds is None:
        return Outcome(Status.IMPOSSIBLE, reason=turn.stuck, stats=stats)
    return Outcome(Status.SOLVED, Arrangement(melds), stats=stats)


def lay(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Play]:
    """Find the most valuable play of a hand by trying every choice, the best first.

    Every choice of groups that stay is tried too, the largest first. With ``least-change`` this applies to all plays of
    the best value, and otherwise only to those that close the hand or use the fewest jokers.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.machiavelli.model import LayAsk
    >>> lay(Question(Turn(((2, 3, 4),), (5, 20)), LayAsk())).answer.laid
    (5,)
    """
    turn, lay_options = question.instance, question.ask
    if lay_options.prefer == "least-change":
        require_melds(turn)
    deadline = Deadline(limits)
    card_weights, table = weights(turn.rules, lay_options.prefer, lay_options.weights), named_table(turn)
    try:
        sorted_choices = best_first(list_choices(turn, card_weights, deadline), deadline)
        best = next(
            (
                candidate
                for candidate in sorted_choices
                if arrange_cards(turn, table, cards_of(candidate), deadline) is not None
            ),
            None,
        )
        if best is None:
            return no_play_outcome(turn, 0, {"nodes": deadline.node_count})
        prefix_length = 1 if lay_options.prefer == "least-change" and not is_heap(turn) else 3
        equal = [
            best,
            *takewhile(
                lambda choice: choice[:prefix_length] == best[:prefix_length], with_deadline(sorted_choices, deadline)
            ),
        ]
        choice, fixed_groups, melds = best_of(turn, equal, deadline)
    except (Stopped, RecursionError):
        return gave_up(deadline)
    wild_cards = [card for meld in melds for card in meld if card >= JOKER]
    plain = tuple([card for card in cards_of(choice) if card < JOKER])
    new_cards = (*plain, *wild_cards[len(wild_cards) + choice[2] :])
    play, late = describe_play(
        turn, new_cards, (*fixed_groups, *melds), is_proved=True, brief=lay_options.brief, deadline=deadline
    )
    stats = {"nodes": deadline.node_count, "groups_kept_proved": 1}
    return Outcome(Status.SOLVED, play, choice[0], choice[0], late, stats=stats)


def with_deadline(choices: Iterable[Choice], deadline: Deadline) -> Iterator[Choice]:
    """Yield choices until a limit is reached."""
    for number, choice in enumerate(choices):
        if number % AT_ONCE == 0:
            deadline.check()
        yield choice


def best_first(choices: Iterable[Choice], deadline: Deadline) -> Iterator[Choice]:
    """Yield choices from the best to the worst, sorted in pieces to check the clock in between.

    >>> list(best_first([(1, False, 0, b"x"), (2, False, 0, b"y")], Deadline(Limits())))
    [(2, False, 0, b'y'), (1, False, 0, b'x')]
    """
    rest_choices, pieces = iter(choices), []
    while piece := sorted(islice(rest_choices, AT_ONCE), reverse=True):
        pieces.append(piece)
        deadline.check()
    return merge(*pieces, reverse=True)


def list_choices(turn: Turn, card_weights: tuple[int, ...], deadline: Deadline) -> Iterator[Choice]:
    """Yield every choice of cards and jokers from the hand."""
    hand, jokers = turn.hand_counts[:JOKER], turn.hand_counts[JOKER]
    for cards in product(*(range(copies + 1) for copies in hand)):
        deadline.tick()
        weight_sum = sum(card_weights[card] * copies for card, copies in enumerate(cards) if copies)
        for number in range(jokers + 1):
            yield weight_sum, bytes(cards) == hand and number == jokers, -number, bytes(cards)


def cards_of(choice: Choice) -> tuple[CardId, ...]:
    """List the cards of a choice, jokers last.

    >>> cards_of((2, False, -1, bytes([0, 2])))
    (1, 1, 52)
    """
    return tuple([card for card, number in enumerate(choice[3]) for _ in range(number)]) + (JOKER,) * -choice[2]


def best_of(turn: Turn, equal: list[Choice], deadline: Deadline) -> tuple[Choice, tuple[Meld, ...], tuple[Meld, ...]]:
    """Return the best of equally valuable choices, the groups that stay, and the melds of all other cards."""
    table = named_table(turn)
    legal = [k for k, group in enumerate(turn.table) if named(group, turn.rules.ace) is not None]
    if turn.must_open and turn.rules.opening_turn == "alone":
        legal = list(range(len(table)))
    for size in range(len(legal), -1, -1):
        for choice in equal:
            for fixed_indices in combinations(legal, size):
                rest = tuple(group for k, group in enumerate(table) if k not in fixed_indices)
                melds = arrange_cards(turn, rest, cards_of(choice), deadline)
                if melds is not None:
                    return choice, tuple(turn.table[k] for k in fixed_indices), melds
    raise AssertionError("the best choice was arranged before")


def unlock(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Unlocking]:
    """Find unlocking cards by arranging all cards with each of them."""
    turn: Turn = question.instance
    deadline, table = Deadline(limits), named_table(turn)

    def closes(*extra_cards: CardId) -> bool:
        return arrange_cards(turn, table, turn.hand + extra_cards, deadline) is not None

    unseen = unseen_cards(turn)
    try:
        can_close, single = closes(), draw_single(unseen, closes)
        pairs = draw_pair(unseen, closes) if question.ask.pairs else None
    except (Stopped, RecursionError):
        return gave_up(deadline)
    return Outcome(Status.SOLVED, Unlocking(single, pairs, can_close), stats={"nodes": deadline.node_count})


def count(turn: Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Count]:
    """Count the arrangements in plain Python."""
    return wild.count(turn, limits)


def enumerate_arrangements(
    question: Question, /, limits: Limits = Limits(), report: Report = silent
) -> Outcome[Listing]:
    """List the arrangements in plain Python."""
    return wild.enumerate_arrangements(question.instance, max(0, question.ask.limit), limits)
