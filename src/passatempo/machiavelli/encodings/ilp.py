"""Integer linear programs that rearrange the table: as published, corrected, and by covering with melds.

Source: "Machiavelli" come CSP (prima parte), 14 November 2011, section Riepilogo. Its indices are suit i = 0..3 and
rank j = 0..12, with c[i, j] cards (i, j) on the table.

`published`
    The published program, unchanged: d run planes and d set planes for d decks. It is incomplete.
`solve`
    The same idea with counts instead of planes. It is exact for any number of decks, any ace rule, and jokers.
`solve_sets`
    A variable for each possible meld, and constraints that cover each card as often as it is on the table. It is exact,
    and independent of the counts.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from ortools.math_opt.python import mathopt

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.machiavelli.encodings.covering import Task, crosses_of, melds_of, rows_of_rules, task_of_table
from passatempo.machiavelli.encodings.melds import deal_sets, find_blocks, lay_runs, place_jokers
from passatempo.machiavelli.model import JOKER, Arrangement, CardId, Meld, Turn, name
from passatempo.machiavelli.rules import RULE6
from passatempo.machiavelli.settings import Indices, PublishedSettings, Settings
from passatempo.machiavelli.steps import never
from passatempo.solvers import milp
from passatempo.solvers.runs import Values

SUITS, RANKS = range(4), range(13)

Variables: TypeAlias = dict[tuple[int, ...], mathopt.Variable]


def published(
    turn: Turn, /, limits: Limits = Limits(), report: Report = silent, settings: PublishedSettings = PublishedSettings()
) -> Outcome[Arrangement]:
    """Decide with the published program, including its faults, whether the table can be arranged.

    It rejects some tables that can be arranged. With rule 6 as printed (j % 12) it also accepts some that cannot.

    Raises
    ------
    UsageError
        If the ace rule is not in `RULE6`, or if there are jokers, because the program does not support them.

    Examples
    --------
    >>> from passatempo.machiavelli.text import read
    >>> low = RULE6[False]
    >>> published(read("AS 2S 3S 3H 3D 3C", ace=low)).answer.melds
    ((0, 1, 2), (15, 28, 41))
    >>> published(read("5S5H5D 5H5D5C 4S5S6S 5C6C7C 6S6C6H", ace=low)).status.value  # it can, see `solve`
    'impossible'
    """
    deadline = Deadline(limits)
    try:
        program = encode_planes(turn, settings.modulus, settings.indices, deadline.check)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    return _solve_program(program.model, lambda solution: decode_planes(program, solution), deadline, report, settings)


def solve(
    turn: Turn, /, limits: Limits = Limits(), report: Report = silent, settings: Settings = Settings()
) -> Outcome[Arrangement]:
    """Decide with the corrected program by counts whether the table can be arranged.

    Examples
    --------
    >>> from passatempo.machiavelli.text import read
    >>> solve(read("5S5H5D 5H5D5C 4S5S6S 5C6C7C 6S6C6H")).status.value
    'solved'
    """
    deadline = Deadline(limits)
    program = encode_counts(turn)
    return _solve_program(
        program.model, lambda solution: decode_counts(turn, program, solution), deadline, report, settings
    )


def _solve_program(
    model: mathopt.Model,
    decode: Callable[[Values], tuple[Meld, ...]],
    deadline: Deadline,
    report: Report,
    settings: Settings,
) -> Outcome[Arrangement]:
    """Solve a program within the limits, and convert its solution to melds."""
    run = milp.solve(model, deadline.remaining_limits, report, solver=settings.solver)
    answer = None if run.value_of is None else Arrangement(decode(run.value_of))
    return Outcome(run.status, answer, stopped=run.stop_reason, stats=run.stats)


@dataclass(frozen=True, slots=True)
class PlaneProgram:
    """The published program and its card variables; `circular` if its runs continue past the ace."""

    model: mathopt.Model
    x: Variables
    circular: bool


def encode_planes(
    turn: Turn, modulus: int = 12, indices: Indices = "outside", check: Callable[[], None] = never
) -> PlaneProgram:
    """Build the published program.

    Each deck has two planes: the even one, 2d, holds runs, and the odd one, 2d + 1, holds sets::

        x[i, j, k] = 1   card (i, j) is used in plane k
        y[j, k]    = 1   a set of rank j is in set plane k

    In rule 3 the text has y[i, j], which does not exist and must be y[j, k]. Its rule 6 allows runs past the ace by
    writing x[i, j % 12, k] for x[i, j, k], which makes the 2 the neighbour of the king. The intended `modulus` is 13.
    Without rule 6 the text uses zeros "if j < 0 or j > 12". It is not clear whether rule 6 has the same condition. If
    it does (`indices` ``outside``), only such j are replaced. If not (``every``), each j of rule 4 is. Then 12 % 12 =
    0, so the king of a run plane is the ace, and x[i, 12, k] itself is unconstrained.

    117 d variables and 182 d + 52 rows for d decks. `check` is called often, and stops the work by an exception.
    """
    refuse_unknown_rules(turn)
    wrap = turn.rules.line.circular
    decks = range(turn.rules.decks)
    planes, runs, sets = range(2 * len(decks)), [2 * d for d in decks], [2 * d + 1 for d in decks]

    m = mathopt.Model(name="machiavelli published")
    x: Variables = {}
    for i, j, k in product(SUITS, RANKS, planes):
        check()
        x[i, j, k] = m.add_binary_variable(name=f"x({i},{j},{k})")
    y = {(j, k): m.add_binary_variable(name=f"y({j},{k})") for j, k in product(RANKS, sets)}

    def at(i: int, j: int, k: int) -> mathopt.LinearTypes:
        """Return x[i, j, k], continued past the ends of the line by zeros or by rule 6."""
        if j in RANKS and not (wrap and indices == "every"):
            return x[i, j, k]
        return x[i, j % modulus, k] if wrap else 0

    # Rule 2: within one deck a card is in a run or in a set, not in both.
    for i, j, d in product(SUITS, RANKS, decks):
        check()
        m.add_linear_constraint(x[i, j, 2 * d] + x[i, j, 2 * d + 1] <= 1, name=f"rule2({i},{j},{d})")

    # Rule 3: a set plane holds 0, 3 or 4 cards of each rank.
    for j, k in product(RANKS, sets):
        check()
        column = mathopt.fast_sum(x[i, j, k] for i in SUITS)
        m.add_linear_constraint(column <= 4 * y[j, k], name=f"rule3_most({j},{k})")
        m.add_linear_constraint(column >= 3 * y[j, k], name=f"rule3_least({j},{k})")

    # Rule 4: in a run plane no card (010) and no pair (0110) is isolated.
    for i, j, k in product(SUITS, RANKS, runs):
        check()
        before, current, after, after_next = (at(i, j + step, k) for step in (-1, 0, 1, 2))
        m.add_linear_constraint(current - before - after <= 0, name=f"rule4_one({i},{j},{k})")
        m.add_linear_constraint(current + after - before - after_next <= 1, name=f"rule4_two({i},{j},{k})")

    # Consistency: the planes together hold exactly the cards of the table.
    for i, j in product(SUITS, RANKS):
        check()
        copies = mathopt.fast_sum(x[i, j, k] for k in planes)
        m.add_linear_constraint(copies == turn.table_counts[13 * i + j], name=f"table({i},{j})")

    return PlaneProgram(m, x, wrap and modulus == 13)


def refuse_unknown_rules(turn: Turn) -> None:
    """Raise `UsageError` for a table with rules that the published program does not support."""
    if turn.rules.ace not in RULE6.values():
        raise UsageError(
            f"the published program knows the ace rules {RULE6[False]} and (rule 6) {RULE6[True]}, not "
            f"{turn.rules.ace}: choose one of them"
        )
    if turn.table_counts[JOKER]:
        raise UsageError("the published program does not support jokers")
    refuse_rules_of_a_turn(turn, "the published program")


def refuse_rules_of_a_turn(turn: Turn, program: str) -> None:
    """Raise `UsageError` if a rule applies to the table that only the programs by melds support."""
    if turn.rules.joker != "free" and turn.table_counts[JOKER]:
        raise UsageError(f"{program} does not support joker: {turn.rules.joker}: use ilp-sets")
    if crosses_of(turn.rules, turn.table):
        raise UsageError(f"{program} does not support crosses: {turn.rules.crosses}: use ilp-sets")


def decode_planes(program: PlaneProgram, solution: Values) -> tuple[Meld, ...]:
    """Read melds from the planes: blocks of rows are runs, columns are sets."""
    melds: list[Meld] = []
    for k in sorted({k for _, _, k in program.x}):
        plane_cells = [[bool(solution(program.x[i, j, k])) for j in RANKS] for i in SUITS]
        if k % 2 == 0:
            for i in SUITS:
                melds += [
                    tuple(13 * i + j for j in block) for block in find_blocks(plane_cells[i], circular=program.circular)
                ]
        else:
            melds += [tuple(13 * i + j for i in SUITS if plane_cells[i][j]) for j in RANKS]
    return tuple(filter(None, melds))


def plane_program_size(decks: int) -> tuple[int, int]:
    """Return the variables and rows of the published program.

    >>> plane_program_size(2), plane_program_size(3)
    ((234, 416), (351, 598))
    """
    return 117 * decks, 182 * decks + 52


def planes_of(
    turn: Turn, modulus: int = 12, indices: Indices = "outside", limits: Limits = Limits()
) -> list[list[list[bool]]] | None:
    """Solve the published program and return its planes, suit by suit, or None if it has no solution.

    Raises
    ------
    Stopped
        If a limit ends the search.
    """
    deadline = Deadline(limits)
    program = encode_planes(turn, modulus, indices, deadline.check)
    run = milp.solve(program.model, deadline.remaining_limits)
    if run.status is Status.UNKNOWN:
        raise Stopped
    if run.value_of is None:
        return None
    solution = run.value_of
    return [[[bool(solution(program.x[i, j, k])) for j in RANKS] for i in SUITS] for k in range(2 * turn.rules.decks)]


@dataclass(frozen=True, slots=True)
class CountProgram:
    """The corrected program, with its run variables and its jokers."""

    model: mathopt.Model
    r: Variables
    w: Variables


def encode_counts(turn: Turn) -> CountProgram:
    """Build the corrected program, which decides how many cards are in runs and how many in sets.

    Places p of ranks are on a line or, if runs continue past the ace, on a circle (`rules.Line`)::

        r[i, p]   run cards of suit i at place p; 0 past the ends of a line
        s[i, p]   runs of suit i that start at place p
        z[j]      sets of rank j
        w[i, j]   jokers that stand for card (i, j)
        g[i, j] = c[i, j] + w[i, j] - sum of r[i, p] over the places p of rank j: the set cards

    The run cards of a suit split into runs of three or more if and only if ::

        r[i, p] - s[i, p] <= r[i, p-1]                  a card that starts no run continues one
        s[i, p] + s[i, p-1] + s[i, p-2] <= r[i, p]      a run has a second and a third card

    (start as few runs as possible and end the oldest first). The set cards of a rank split into sets if and only if ::

        0 <= g[i, j] <= z[j]                            a set has no card twice
        3 z[j] <= sum over i of g[i, j] <= 4 z[j]       a set has three or four cards
    """
    refuse_rules_of_a_turn(turn, "the program by counts")
    c, jokers = turn.table_counts, turn.table_counts[JOKER]
    rank = turn.rules.line.ranks
    m = mathopt.Model(name="machiavelli")
    r: Variables = {}
    s: Variables = {}
    for i, p in product(SUITS, range(len(rank))):
        upper_bound = c[13 * i + rank[p]] + jokers
        r[i, p] = m.add_integer_variable(lb=0, ub=upper_bound, name=f"r({i},{p})")
        s[i, p] = m.add_integer_variable(lb=0, ub=upper_bound, name=f"s({i},{p})")
    w = add_jokers(m, jokers)

    add_runs(m, r, s, size=len(rank), circular=turn.rules.line.circular)
    for j in RANKS:
        z = m.add_integer_variable(lb=0, ub=(sum(c[j:JOKER:13]) + jokers) // 3, name=f"z({j})")
        at = [p for p in range(len(rank)) if rank[p] == j]
        g = [c[13 * i + j] + w.get((i, j), 0) - mathopt.fast_sum(r[i, p] for p in at) for i in SUITS]
        for i in SUITS:
            m.add_linear_constraint(g[i] >= 0, name=f"set_card({i},{j})")
            m.add_linear_constraint(g[i] <= z, name=f"not_twice({i},{j})")
        m.add_linear_constraint(3 * z <= mathopt.fast_sum(g), name=f"set_least({j})")
        m.add_linear_constraint(mathopt.fast_sum(g) <= 4 * z, name=f"set_most({j})")
    return CountProgram(m, r, w)


def add_runs(m: mathopt.Model, r: Variables, s: Variables, *, size: int, circular: bool) -> None:
    """Add the constraints that let run cards r split into runs with starts s, on a line or a circle of places."""

    def at(row: Variables, i: int, p: int) -> mathopt.LinearTypes:
        """Return row[i, p], continued past the ends around the circle or by zeros."""
        return row[i, p % size] if circular else row.get((i, p), 0)

    for i, p in product(SUITS, range(size)):
        m.add_linear_constraint(r[i, p] - s[i, p] <= at(r, i, p - 1), name=f"goes_on({i},{p})")
    for i, p in product(SUITS, range(size if circular else size + 1)):
        young = at(s, i, p) + at(s, i, p - 1) + at(s, i, p - 2)
        m.add_linear_constraint(young <= at(r, i, p), name=f"run_least({i},{p})")


def add_jokers(m: mathopt.Model, jokers: int) -> Variables:
    """Add w[i, j], the jokers that stand for card (i, j), or nothing without jokers."""
    if not jokers:
        return {}
    w: Variables = {
        (i, j): m.add_integer_variable(lb=0, ub=jokers, name=f"w({i},{j})") for i, j in product(SUITS, RANKS)
    }
    m.add_linear_constraint(mathopt.fast_sum(w.values()) == jokers, name="jokers")
    return w


def decode_counts(turn: Turn, program: CountProgram, solution: Values) -> tuple[Meld, ...]:
    """Rebuild the melds from r and w alone."""
    line, rank = turn.rules.line, turn.rules.line.ranks
    wild = {13 * i + j: solution(variable) for (i, j), variable in program.w.items()}
    in_sets = [turn.table_counts[card] + wild.get(card, 0) for card in range(JOKER)]
    melds: list[Meld] = []
    for i in SUITS:
        row = [solution(program.r[i, p]) for p in range(len(rank))]
        melds += lay_runs(i, row, line)
        for p, number in enumerate(row):
            in_sets[13 * i + rank[p]] -= number
    for j in RANKS:
        melds += deal_sets([card for card in range(j, JOKER, 13) for _ in range(in_sets[card])])
    return place_jokers(melds, wild)


def export_published(turn: Turn, format: str) -> str:  # noqa: A002  the word of the command line
    """Write the published program of a table as ``lp`` or ``mps``."""
    return milp.export(encode_planes(turn).model, format)


def export(turn: Turn, format: str) -> str:  # noqa: A002
    """Write the corrected program of a table as ``lp`` or ``mps``.

    >>> from passatempo.machiavelli.text import read
    >>> export(read("AS 2S 3S"), "mps").splitlines()[1]
    '*   Name             : machiavelli'
    """
    return milp.export(encode_counts(turn).model, format)


# ---- By melds ----


def solve_sets(
    turn: Turn, /, limits: Limits = Limits(), report: Report = silent, settings: Settings = Settings()
) -> Outcome[Arrangement]:
    """Decide whether the table can be arranged by covering it with melds.

    Examples
    --------
    >>> from passatempo.machiavelli.text import read
    >>> solve_sets(read("QH KH JK", jokers=1)).answer.melds
    ((87, 24, 25),)
    """
    deadline = Deadline(limits)
    program = encode_sets(turn)
    return _solve_program(program.model, lambda solution: melds_of(program, solution), deadline, report, settings)


@dataclass(frozen=True, slots=True)
class CoverProgram:
    """The program by melds: how often each is used, and the jokers, without a hand."""

    task: Task
    model: mathopt.Model
    n: dict[Meld, mathopt.Variable]
    w: dict[CardId, mathopt.Variable]
    x: dict[CardId, mathopt.Variable] = field(default_factory=dict)
    k: tuple[mathopt.Variable, ...] = ()


def encode_sets(turn: Turn) -> CoverProgram:
    """Build the program by melds: all sets, and all runs of three to five cards (longer ones split into these).

    ::

        n[q]      how often meld q is used
        w[i, j]   jokers that stand for card (i, j)

        sum of n[q] over the melds q with card (i, j) = c[i, j] + w[i, j]
        sum of w = jokers on the table

    No meld has a card twice, so it does not matter which copy of a card is the joker. The rules of a turn add the
    constraints of `covering`.
    """
    task = task_of_table(turn)
    m = mathopt.Model(name="machiavelli by groups")
    n: dict[Meld, mathopt.Variable] = {}
    holders: list[list[mathopt.Variable]] = [[] for _ in range(JOKER)]
    for group in task.cover_groups:
        n[group] = m.add_integer_variable(lb=0, ub=task.group_limit(group), name=f"n({_group_label(group)})")
        for card in group:
            holders[card].append(n[group])
    w = {13 * i + j: variable for (i, j), variable in add_jokers(m, task.table_counts[JOKER]).items()}
    for i, j in product(SUITS, RANKS):
        card = 13 * i + j
        cover_sum = mathopt.fast_sum(holders[card])
        m.add_linear_constraint(cover_sum == task.table_counts[card] + w.get(card, 0), name=f"table({i},{j})")
    program = CoverProgram(task, m, n, w)
    for number, row in enumerate(
        rows_of_rules(program, lambda upper_bound: m.add_integer_variable(lb=0, ub=upper_bound))
    ):
        terms = mathopt.fast_sum(factor * column for column, factor in row.linear_terms)
        m.add_linear_constraint(terms >= row.lower_bound, name=f"rule({number})")
    return program


def _group_label(group: Meld) -> str:
    """Name a group in a file, without blanks and brackets, which are not allowed there.

    >>> _group_label((0, 1, 2))
    'AS,2S,3S'
    """
    return ",".join(map(name, group))


def export_sets(turn: Turn, format: str) -> str:  # noqa: A002
    """Write the program by melds of a table as ``lp`` or ``mps``."""
    return milp.export(encode_sets(turn).model, format)
