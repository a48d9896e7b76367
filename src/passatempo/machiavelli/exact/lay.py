"""Finds the best play of a hand exactly: the Python side of the kernel's algorithms."""

from collections import Counter
from itertools import chain

from passatempo.core.interface import Interface
from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.groups import is_heap, named, require_melds, table_record, weights
from passatempo.machiavelli.model import JOKER, CardId, LayAsk, Meld, Play, Turn
from passatempo.machiavelli.steps import count_moves, describe_play, no_play_outcome

BRIEF = LayAsk(brief=True)
EFFORT = 20_000  # nodes to minimise the cards moved; 12 groups rarely need as many, 25 usually need more


def lay(question: Question | Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Play]:
    r"""Find the most valuable cards of the hand that can be arranged with the complete table.

    Parameters
    ----------
    question
        A turn with a `LayAsk`. A turn alone means most cards, without steps.
    limits
        `nodes` counts states of the search.

    Returns
    -------
    Outcome
        `value` is the number of cards played, or their points. Ties prefer a play that closes the hand, then the fewest
        jokers, then the most unchanged groups that a short second search finds. With ``least-change`` the groups come
        first. ``stats["groups_kept_proved"]`` is 1 if no such play keeps more groups unchanged, else 0. `IMPOSSIBLE`
        means that the table cannot be arranged with any choice. A limit may leave out the steps.

    Raises
    ------
    InvalidInstance
        With ``least-change``, if the table has groups and one of them is no meld.

    Notes
    -----
    Depth-first search over thirteen ranks with a bound for each suit. It takes about 15 microseconds for 13 cards at a
    table of two decks, and is exponential in the number of decks at worst. The second search has 3,000 nodes, and fewer
    for more than two decks. It first tries to keep each moved group besides those that stay, then looks for groups that
    cannot stay together.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> outcome = lay(read("3S 4S 5S | 9H 9D 9C\nhand: 6S 9S KD"))
    >>> outcome.value, outcome.answer.laid, outcome.answer.kept_in_hand
    (2, (5, 8), (38,))
    """
    turn, lay_options = (question, BRIEF) if isinstance(question, Turn) else (question.instance, question.ask)
    if not turn.plain:
        return lay_by_rules(turn, lay_options, limits)
    if lay_options.prefer == "least-change":
        require_melds(turn)
        if not is_heap(turn):
            return lay_minimal_change(turn, lay_options, limits)
    card_weights = (
        None
        if lay_options.prefer != "points" and lay_options.weights is None
        else weights(turn.rules, lay_options.prefer, lay_options.weights)
    )
    table, hand = turn.table_counts, turn.hand_counts
    deadline = Deadline(limits)
    stop, nodes, best, bound, is_proved = _kernel.lay(
        table[:JOKER],
        hand[:JOKER],
        turn.rules.line,
        card_weights,
        table[JOKER],
        hand[JOKER],
        *limits.kernel,
        turn.table,
    )
    stats = {"nodes": nodes}
    if best is None:
        return no_play_outcome(turn, stop, stats)
    play_value, _, new_cards, melds = best
    play, late = describe_play(turn, new_cards, melds, is_proved=is_proved, brief=lay_options.brief, deadline=deadline)
    stats["groups_kept_proved"] = int(play.groups_kept_proved)
    status = Status.FEASIBLE if stop else Status.SOLVED
    return Outcome(status, play, play_value, max(bound, play_value), STOPS[stop] if stop else late, stats=stats)


# ---- Rules with conditions beyond cards and melds ----

PREFER = {"cards": 0, "points": 1, "least-change": 2}


def lay_by_rules(turn: Turn, lay_options: LayAsk, limits: Limits) -> Outcome[Play]:
    """Find the best play under all rules of a turn: freed jokers, an opening, a limit of new cards, crosses."""
    deadline = Deadline(limits)
    card_weights = () if lay_options.weights is None else weights(turn.rules, lay_options.prefer, lay_options.weights)
    table, kernel = table_record(turn), Interface.of("machiavelli")
    kernel_answer = kernel.ask("lay", limits, table=table, prefer=PREFER[lay_options.prefer], weights=card_weights)
    lay_reply, stats = kernel_answer.reply, {"nodes": kernel_answer.node_count}
    if not lay_reply["found"]:
        return no_play_outcome(turn, STOPS.index(kernel_answer.stop), stats)
    melds = tuple(map(tuple, lay_reply["melds"]))
    is_proved = lay_options.prefer == "least-change" and kernel_answer.stop is StopReason.DONE
    play, late = describe_play(
        turn, tuple(lay_reply["laid"]), melds, is_proved=is_proved, brief=lay_options.brief, deadline=deadline
    )
    stats["groups_kept_proved"] = int(play.groups_kept_proved)
    stop_reason = late if kernel_answer.stop is StopReason.DONE else kernel_answer.stop
    status = Status.SOLVED if kernel_answer.stop is StopReason.DONE else Status.FEASIBLE
    return Outcome(
        status, play, lay_reply["value"], max(lay_reply["bound"], lay_reply["value"]), stop_reason, stats=stats
    )


# ---- Least change: keep the most groups, then move the fewest cards ----


def lay_minimal_change(turn: Turn, lay_options: LayAsk, limits: Limits) -> Outcome[Play]:
    """Find the most cards, and among such plays one that keeps the most groups of the table unchanged.

    Every subset of groups that can stay can stay too, so a play breaks one group of each set that cannot stay together.
    The method breaks the fewest groups that hit all such conflicts found so far, until the rest can stay. Ties prefer a
    play that closes the hand, then the fewest jokers, then the fewest cards of the table moved. `stats` has this number
    (`cards_moved`) and whether it is proved to be the minimum (`fewest_proved`).
    """
    deadline = Deadline(limits)
    groups = [group for group in turn.table if named(group, turn.rules.ace) is not None]
    hand = turn.hand_counts
    stop, nodes, best, _ = _kernel.keep(groups, hand[:JOKER], turn.rules.line, None, hand[JOKER], *limits.kernel)
    stats = {"nodes": nodes}
    if best is None:
        return no_play_outcome(turn, stop, stats)
    play_value, fixed_groups, new_cards, melds = best
    try:
        move_count, is_proved = count_moves(turn.table, melds, deadline), False
        if not stop:
            node_count, move_count, is_proved, melds = move_fewest(
                turn, play_value, len(fixed_groups), move_count, melds, deadline
            )
            stats["nodes"] += node_count
            new_cards = new_cards if turn.table_counts[JOKER] or turn.hand_counts[JOKER] else new_cards_of(turn, melds)
        stats |= {"cards_moved": move_count, "fewest_proved": int(is_proved)}
    except Stopped:
        pass  # too many groups to count the cards moved in time
    play, late = describe_play(turn, new_cards, melds, is_proved=not stop, brief=lay_options.brief, deadline=deadline)
    stats["groups_kept_proved"] = int(play.groups_kept_proved)
    status = Status.FEASIBLE if stop else Status.SOLVED
    return Outcome(status, play, play_value, stopped=STOPS[stop] if stop else late, stats=stats)


def move_fewest(
    turn: Turn, hand_value: int, fixed_count: int, move_count: int, melds: tuple[Meld, ...], deadline: Deadline
) -> tuple[int, int, bool, tuple[Meld, ...]]:
    """Search up to `EFFORT` nodes for melds that move fewer cards of the table.

    Returns
    -------
    tuple
        The nodes used, the cards moved, whether this is proved to be the minimum, and the melds.
    """
    if move_count == 0:
        return 0, 0, True, melds
    if turn.table_counts[JOKER] or turn.hand_counts[JOKER]:
        return 0, move_count, False, melds  # the search does not support jokers, whose cards may change
    seconds, nodes, cancel = deadline.limits.kernel
    seconds = seconds if deadline.seconds_left is None else deadline.seconds_left
    line, hand = turn.rules.line, turn.hand_counts[:JOKER]
    node_limit = min(nodes, EFFORT)
    stop, node_count, better_play = _kernel.fewest_moves(
        turn.table, hand, line, hand_value, fixed_count, move_count, seconds, node_limit, cancel
    )
    return node_count, *(
        (move_count, not stop, melds) if better_play is None else (better_play[0], not stop, better_play[1])
    )


def new_cards_of(turn: Turn, melds: tuple[Meld, ...]) -> tuple[CardId, ...]:
    """List the cards of the melds that are not on the table.

    >>> new_cards_of(Turn(((0, 1, 2),), (3,)), ((0, 1, 2, 3),))
    (3,)
    """
    extra_cards = Counter(chain.from_iterable(melds))
    extra_cards.subtract(turn.cards)
    return tuple(sorted(extra_cards.elements()))
