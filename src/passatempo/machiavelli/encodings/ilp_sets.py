"""Rearranging the table as an integer linear program with a variable a group: a covering of the cards by groups."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from ortools.math_opt.python import mathopt

from passatempo.core.limits import Deadline, Limits
from passatempo.core.progress import Report, silent
from passatempo.machiavelli.encodings.ilp import RANKS, SUITS, Variables, _answer, add_jokers
from passatempo.machiavelli.encodings.melds import groups, place_jokers
from passatempo.machiavelli.model import JOKER, Arrangement, Meld, Turn, name
from passatempo.machiavelli.presets import require_known
from passatempo.machiavelli.settings import Settings
from passatempo.solvers import milp

if TYPE_CHECKING:
    from passatempo.core.outcome import Outcome
    from passatempo.solvers.runs import Values


def solve_sets(
    turn: Turn, /, limits: Limits = Limits(), report: Report = silent, settings: Settings = Settings()
) -> Outcome[Arrangement]:
    """Can all these cards be laid out? Answered by covering them with groups.

    Examples
    --------
    >>> from passatempo.machiavelli.text import read
    >>> solve_sets(read("QH KH JK", jokers=1)).answer.melds
    ((87, 24, 25),)
    """
    deadline = Deadline(limits)
    program = encode_sets(turn)
    return _answer(program.model, lambda value: decode_sets(program, value), deadline, report, settings)


@dataclass(frozen=True, slots=True)
class Cover:
    """The program by groups: how often each is laid, and the jokers."""

    model: mathopt.Model
    n: dict[Meld, mathopt.Variable]
    w: Variables


def encode_sets(turn: Turn) -> Cover:
    """Write the program by groups: all sets, and all runs of three to five cards (longer ones split into these).

    ::

        n[q]      how often group q is laid
        w[i, j]   jokers that stand for card (i, j)

        sum of n[q] over the groups q with card (i, j) = c[i, j] + w[i, j]
        sum of w = jokers on the table

    No group has a card twice, so it does not matter which of the copies of a card is the joker.
    """
    c, jokers = turn.table_counts, turn.table_counts[JOKER]
    m = mathopt.Model(name="machiavelli by groups")
    n: dict[Meld, mathopt.Variable] = {}
    holders: list[list[mathopt.Variable]] = [[] for _ in range(JOKER)]
    for group in groups(turn.rules.line):
        most = min(c[card] for card in group) + jokers
        n[group] = m.add_integer_variable(lb=0, ub=most, name=f"n({_label(group)})")
        for card in group:
            holders[card].append(n[group])
    w = add_jokers(m, jokers)
    for i, j in product(SUITS, RANKS):
        card = 13 * i + j
        laid = mathopt.fast_sum(holders[card])
        m.add_linear_constraint(laid == c[card] + w.get((i, j), 0), name=f"table({i},{j})")
    return Cover(m, n, w)


def _label(group: Meld) -> str:
    """Name a group in a file, where blanks and brackets are not allowed.

    >>> _label((0, 1, 2))
    'AS,2S,3S'
    """
    return ",".join(map(name, group))


def decode_sets(program: Cover, value: Values) -> tuple[Meld, ...]:
    """Lay each group as often as the solution says."""
    melds = [group for group, variable in program.n.items() for _ in range(value(variable))]
    return place_jokers(melds, {13 * i + j: value(variable) for (i, j), variable in program.w.items()})


def export_sets(turn: Turn, format: str) -> str:  # noqa: A002
    """Write the program by groups of a table as ``lp`` or ``mps``."""
    require_known("export", turn)
    return milp.export(encode_sets(turn).model, format)
