"""The exact answers of Machiavelli: the Python side, which calls the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.buffers import octets
from passatempo.core.interrupt import OpenToInterrupt
from passatempo.core.limits import Limits
from passatempo.core.outcome import STOPS, Outcome, Status
from passatempo.core.progress import Report, silent
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.model import JOKER, Arrangement, Turn
from passatempo.machiavelli.rules import LINES, USUAL, Ace

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from passatempo.machiavelli.model import Meld

NO_HAND = bytes(JOKER)


def arrange(turn: Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Arrangement]:
    """Lay all cards of the table in sets and runs, or prove that it cannot be done.

    A suit splits into runs of three or more exactly if r[j+1] >= p(r[j] - r[j-1]) + p(r[j-1] - r[j-2]) at every rank
    j, with r the run cards and p(x) = max(0, x); cards g of one rank split into sets exactly if
    max(max g, ceil(N/4)) <= floor(N/3) with N their number. So the search only says how many cards of each rank stand
    in runs.

    Parameters
    ----------
    turn
        The table and the rules; the hand is left alone.
    limits
        `nodes` counts states of the search (one a rank and choice), then steps of the simplex method.

    Returns
    -------
    Outcome
        The melds, or `IMPOSSIBLE`.

    Notes
    -----
    Microseconds for two decks; what is not decided after some hundred states goes to an integer program, which takes
    milliseconds for ten decks and is exponential at worst.

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
    found: _kernel.FoundPlay | _kernel.Found[tuple[Meld, ...] | None]
    if jokers:
        found = _kernel.lay(turn.table_counts[:JOKER], NO_HAND, line, None, jokers, 0, *limits.kernel)
        melds = None if found.play is None else found.play.melds
    else:
        found = _kernel.arrange(turn.table_counts[:JOKER], line, *limits.kernel)
        melds = found.answer
    stats = {"nodes": found.nodes}
    if melds is not None:
        return Outcome(Status.SOLVED, Arrangement(melds), stats=stats)
    if found.stop:
        return Outcome(Status.UNKNOWN, stopped=STOPS[found.stop], stats=stats)
    return Outcome(Status.IMPOSSIBLE, reason=turn.stuck, stats=stats)


def arrange_many(counts: Buffer, ace: Ace = USUAL, limits: Limits = Limits()) -> bytes:
    r"""Tell of many tables which can be arranged.

    Parameters
    ----------
    counts
        52 bytes a table: the copies of each card, suit by suit, as in `Turn.table_counts` without the jokers. Any
        buffer of single bytes, or an array of them whose last dimension is 52.
    ace
        The ace rule of all of them.
    limits
        `nodes` counts states of the search, of all tables together.

    Returns
    -------
    bytes
        One byte a table, 1 where it can be arranged; fewer of them where a limit came first.

    Raises
    ------
    TypeError
        If the items are no single bytes, or the last dimension is not 52.
    ValueError
        If the length is no multiple of 52, or a table has more than 100 copies of a card.

    Notes
    -----
    One to two microseconds a table of two decks; no Python object is made for a table.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> arrange_many(read("3S 4S 5S").table_counts[:52] + read("3S 4S 6S").table_counts[:52])
    b'\x01\x00'
    """
    with OpenToInterrupt(limits) as limits:
        return _kernel.arrange_many(octets(counts, JOKER, "counts"), LINES[ace], *limits.kernel)[1]
