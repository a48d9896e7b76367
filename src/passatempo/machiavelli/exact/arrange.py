"""Finds, counts and lists arrangements of a table: the Python side of the kernel's algorithms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.buffers import octets
from passatempo.core.errors import UsageError
from passatempo.core.interface import Interface
from passatempo.core.interrupt import OpenToInterrupt
from passatempo.core.limits import Deadline, Limits, Report, silent
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.groups import table_record
from passatempo.machiavelli.model import JOKER, Arrangement, Count, EnumerateAsk, Listing, Meld, Turn
from passatempo.machiavelli.reference.arrangements import listable
from passatempo.machiavelli.rules import LINES, USUAL, Ace

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from passatempo.core.pastime import Question


NO_HAND = bytes(JOKER)
FREE = 64  # arrangements that are returned even after a limit


def arrange(turn: Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Arrangement]:
    """Arrange all cards of the table in sets and runs, or prove that this is impossible.

    A suit splits into runs of three or more exactly if r[j+1] >= p(r[j] - r[j-1]) + p(r[j-1] - r[j-2]) at every rank j,
    with run cards r and p(x) = max(0, x). The N set cards of a rank, with g copies per suit, split into sets exactly if
    max(max g, ceil(N/4)) <= floor(N/3). The search therefore only chooses how many cards of each rank are in runs.

    Parameters
    ----------
    turn
        The table and the rules. The hand is ignored.
    limits
        `nodes` counts states of the search (one per rank and choice), then steps of the simplex method.

    Returns
    -------
    Outcome
        The melds, or `IMPOSSIBLE`.

    Notes
    -----
    Two decks take microseconds. A table that is undecided after some hundred states goes to an integer program, which
    takes milliseconds for ten decks and is exponential at worst.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> arrange(read("3S 4S 5S 6S 6H 6D")).answer
    Arrangement(melds=((2, 3, 4), (5, 18, 31)))
    >>> arrange(read("3S 4S 6S")).status.value
    'impossible'
    """
    line = turn.rules.line
    jokers = turn.table_counts[JOKER]
    melds: tuple[Meld, ...] | None
    if not turn.rules.plain:
        arrange_answer = Interface.of("machiavelli").ask("arrange", limits, table=table_record(turn))
        stop, nodes = STOPS.index(arrange_answer.stop), arrange_answer.node_count
        melds = tuple(map(tuple, arrange_answer.reply["melds"])) if arrange_answer.reply["found"] else None
    elif jokers:
        stop, nodes, play, *_ = _kernel.lay(turn.table_counts[:JOKER], NO_HAND, line, None, jokers, 0, *limits.kernel)
        melds = None if play is None else play[-1]
    else:
        stop, nodes, melds = _kernel.arrange(turn.table_counts[:JOKER], line, *limits.kernel)
    stats = {"nodes": nodes}
    if melds is not None:
        return Outcome(Status.SOLVED, Arrangement(melds), stats=stats)
    if stop:
        return Outcome(Status.UNKNOWN, stopped=STOPS[stop], stats=stats)
    return Outcome(Status.IMPOSSIBLE, reason=turn.stuck, stats=stats)


def arrange_many(counts: Buffer, ace: Ace = USUAL, limits: Limits = Limits()) -> bytes:
    r"""Decide for many tables which can be arranged.

    Parameters
    ----------
    counts
        52 bytes per table: the copies of each card, suit by suit, as in `Turn.table_counts` without the jokers. Any
        buffer of single bytes, or an array of bytes whose last dimension is 52.
    ace
        The ace rule of all tables.
    limits
        `nodes` counts states of the search over all tables.

    Returns
    -------
    bytes
        One byte per table, 1 if it can be arranged. A limit shortens the result.

    Raises
    ------
    UsageError
        If the items are not single bytes, if the length or the last dimension is not a multiple of 52, or if a table
        has more than 100 copies of a card.

    Notes
    -----
    One to two microseconds per table of two decks, without a Python object per table.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> arrange_many(read("3S 4S 5S").table_counts[:52] + read("3S 4S 6S").table_counts[:52])
    b'\x01\x00'
    """
    try:
        with OpenToInterrupt(limits) as limits:
            return _kernel.arrange_many(octets(counts, JOKER, "counts"), LINES[ace], *limits.kernel)[1]
    except ValueError as error:
        raise UsageError(str(error)) from error


def count(turn: Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Count]:
    """Count the arrangements of a table.

    An arrangement is a multiset of melds, where a meld is a set of cards. A run of six cards and the same cards as two
    runs of three are different arrangements. A full circle of one suit is one meld, however it is written. A joker
    counts together with the card for which it stands, so jokers in other places make another arrangement.

    Parameters
    ----------
    turn
        The table and the rules. The hand is ignored.
    limits
        `nodes` counts the different sets of remaining cards.

    Notes
    -----
    Memory grows with the number of these sets, up to some 250 MB.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> count(read("3S 4S 5S 6S 7S 8S")).answer
    Count(arrangements=2)
    """
    if turn.table_counts[JOKER] or not turn.rules.plain:
        from passatempo.machiavelli.reference.arrangements import count as count_with_jokers

        return count_with_jokers(turn, limits)
    stop, nodes, number = _kernel.count(turn.table_counts[:JOKER], turn.rules.line, *limits.kernel)
    stats = {"nodes": nodes}
    if number is None:
        return Outcome(Status.UNKNOWN, stopped=STOPS[stop], stats=stats)
    return Outcome(Status.SOLVED, Count(number), stats=stats)


def enumerate_arrangements(
    question: Question | Turn, /, limits: Limits = Limits(), report: Report = silent
) -> Outcome[Listing]:
    """List the arrangements of a table, each once, in a fixed order.

    Parameters
    ----------
    question
        A turn with an `EnumerateAsk`. A turn alone means at most a hundred arrangements.
    limits
        `nodes` counts the different sets of remaining cards.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> enumerate_arrangements(read("3S 4S 5S 6S 7S 8S")).answer.arrangements
    (((2, 3, 4), (5, 6, 7)), ((2, 3, 4, 5, 6, 7),))
    """
    turn, question_options = (
        (question, EnumerateAsk()) if isinstance(question, Turn) else (question.instance, question.ask)
    )
    arrangement_limit = max(0, question_options.limit)
    deadline = Deadline(limits)
    if turn.table_counts[JOKER] or not turn.rules.plain:
        from passatempo.machiavelli.reference.arrangements import enumerate_arrangements as enumerate_with_jokers

        return enumerate_with_jokers(turn, arrangement_limit, limits)
    # Checking and printing take a minute for what one second of search finds, so half the time is reserved for them.
    room = (
        arrangement_limit + 1
        if limits.seconds is None
        else min(arrangement_limit + 1, 1 + listable(limits.seconds / 2, turn))
    )
    stop, nodes, first_arrangements = _kernel.arrangements(
        turn.table_counts[:JOKER], turn.rules.line, room, *limits.kernel
    )
    stop_reason = STOPS[stop]
    if limits.seconds is not None and len(first_arrangements) <= arrangement_limit:
        listable_count = listable(deadline.seconds_left or 0.0, turn)
        if len(first_arrangements) == room or len(first_arrangements) > listable_count + FREE:
            stop_reason, first_arrangements = StopReason.SECONDS, first_arrangements[: max(listable_count, FREE)]
    is_done = stop_reason is StopReason.DONE
    listing = Listing(
        first_arrangements[:arrangement_limit], complete=is_done and len(first_arrangements) <= arrangement_limit
    )
    status = Status.SOLVED if is_done or len(first_arrangements) > arrangement_limit else Status.FEASIBLE
    return Outcome(status, listing, stopped=stop_reason, stats={"nodes": nodes})
