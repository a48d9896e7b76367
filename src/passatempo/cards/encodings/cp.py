"""The method `cpsat`: two constraint programs, by runs and by positions, for OR-Tools CP-SAT."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from passatempo.cards.answers import Ordering
from passatempo.cards.model import Deal, forms_of, multiplicities
from passatempo.cards.settings import CpSettings
from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.solvers import cpsat

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.solvers.runs import Values

FAR = 2**40  # a distance that no sequence has; CP-SAT's numbers end at 2^63
BYTES_A_TERM = 60  # of a linear constraint, an element or a table, here and in the solver


def order(
    deal: Deal, /, limits: Limits = Limits(), report: Report = silent, settings: CpSettings = CpSettings()
) -> Outcome[Ordering]:
    """Solve a constraint program.

    >>> order(Deal((1, 1, 1, 2, 2))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    model, deadline = cp_model.CpModel(), Deadline(limits)
    try:
        deadline.check()
        values, copies = multiplicities(deal.cards, deadline.check)
        if not deadline.room_for(terms(deal, len(values), settings) * BYTES_A_TERM):
            raise Stopped
        if settings.model == "runs":
            decode = by_runs(deal, model, values, copies, deadline.check)
        else:
            decode = by_elements(deal, model, values[::-1], deadline.check)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    run = cpsat.solve(model, deadline.remaining_limits, report)
    if run.value_of is not None:
        return Outcome(Status.SOLVED, decode(run.value_of), stats=run.stats)
    if run.status is Status.IMPOSSIBLE:
        return Outcome(Status.IMPOSSIBLE, reason="the constraint program has no solution", stats=run.stats)
    return Outcome(Status.UNKNOWN, stopped=run.stop_reason, stats=run.stats)


def terms(deal: Deal, values: int, settings: CpSettings) -> int:
    """Return how many terms a program has, about, before it is built."""
    n, runs, points = len(deal.cards), len(deal.pattern), deal.points
    if settings.model == "runs":
        conditions = 2 * len(deal.distances) * runs * values
        return (2 * points + max(0, runs - 2)) * values * values + 10 * values * runs + conditions
    return n * n + n * runs * points + (values * values if deal.peak_gap is not None else 0)


def by_runs(
    deal: Deal, model: cp_model.CpModel, values: list[int], copies: list[int], poll: Callable[[], object]
) -> Callable[[Values], Ordering]:
    """Say which runs hold which values: y[i, j], value i lies inside run j; e[k, i], point k has value i."""
    rows, runs, points = range(len(values)), range(1, len(deal.pattern) + 1), range(1, deal.points + 1)
    y = {(i, j): model.new_bool_var(f"y[{i},{j}]") for i in poll_stream(rows, poll, 64) for j in runs}
    e = {(k, i): model.new_bool_var(f"e[{k},{i}]") for k in points for i in poll_stream(rows, poll, 64)}
    layers = poll_stream([(k, i) for k in points for i in range(len(values) + 1)], poll)
    placed = {(k, i): sum(e[k, other] for other in range(i)) for k, i in layers}
    for k in points:
        model.add_exactly_one(e[k, i] for i in rows)
    for i in rows:
        model.add(sum(y[i, j] for j in runs) + sum(e[k, i] for k in points) == copies[i])
        for j in poll_stream(runs, poll):
            upper, lower = (j, j - 1) if deal.pattern[j - 1] == "U" else (j - 1, j)
            if upper in points:
                model.add(y[i, j] <= placed[upper, i])
            if lower in points:
                model.add(y[i, j] + placed[lower, i + 1] <= 1)
            if upper in points and lower in points:
                model.add(placed[lower, i + 1] <= placed[upper, i])
    inside = {j: sum(y[i, j] for i in rows) for j in runs}
    for form_runs, low, high in poll_stream(forms_of(deal), poll):
        cards = sum(inside[j] for j in form_runs)
        model.add(cards >= min(low, FAR))
        model.add(cards <= max(-1, min(high, FAR)))
    if not deal.open:
        for j in {1, len(deal.pattern)}:
            model.add(inside[j] >= (1 if deal.points else 2))
    _run_ends(deal, model, values, y, e)
    for position, card in poll_stream(deal.given, poll):
        _run_given(deal, model, (position, values.index(card)), y, e)

    def decode(value: Values) -> Ordering:
        sequence: list[int] = []
        stationary = []
        for j in runs:
            cards = [values[i] for i in rows if value(y[i, j])]
            sequence += cards[::-1] if deal.pattern[j - 1] == "U" else cards
            if j in points:
                sequence.append(next(values[i] for i in rows if value(e[j, i])))
                stationary.append(len(sequence))
        return Ordering(tuple(sequence), tuple(stationary))

    return decode


def _run_given(
    deal: Deal,
    model: cp_model.CpModel,
    given: tuple[int, int],
    y: dict[tuple[int, int], cp_model.IntVar],
    e: dict[tuple[int, int], cp_model.IntVar],
) -> None:
    """Say which value lies at a position, in the program by runs: some card of it has so many cards before it."""
    position, at = given
    values = 1 + max(i for i, _ in y)
    here = []
    for place, card in [
        *((("run", j), y[at, j]) for j in range(1, len(deal.pattern) + 1)),
        *((("point", k), e[k, at]) for k in range(1, deal.points + 1)),
    ]:
        kind, k = place
        before = [y[i, j] for j in range(1, k + (kind == "point")) for i in range(values)]
        if kind == "run":
            lower_first = deal.pattern[k - 1] == "U"
            before += [y[i, k] for i in (range(at + 1, values) if lower_first else range(at))]
        chosen = model.new_bool_var(f"given[{position},{kind},{k}]")
        model.add_implication(chosen, card)
        model.add(sum(before) + k == position).only_enforce_if(chosen)
        here.append(chosen)
    model.add_bool_or(here)


def _run_ends(
    deal: Deal,
    model: cp_model.CpModel,
    values: list[int],
    y: dict[tuple[int, int], cp_model.IntVar],
    e: dict[tuple[int, int], cp_model.IntVar],
) -> None:
    """Say what the first and the last card and the peaks must be, in the program by runs."""
    for card, run, point, inward in (
        (deal.first, 1, 1, deal.pattern[0] == "U"),
        (deal.last, len(deal.pattern), deal.points, deal.pattern[-1] == "D"),
    ):
        if card is None:
            continue
        if card not in values:
            model.add_bool_or([])
            continue
        at = values.index(card)
        model.add_bool_or([y[at, run], *([e[point, at]] if deal.points else [])])
        for i in range(at + 1, len(values)) if inward else range(at):
            model.add(y[i, run] == 0)
    if deal.peak_gap is not None:
        heights = [sum(e[k, i] * (value - values[-1]) for i, value in enumerate(values)) for k in (1, 3)]
        apart = model.new_bool_var("the first maximum is the greater one")
        gap = min(deal.peak_gap, 2 * (values[0] - values[-1]) + 1)
        model.add(heights[0] - heights[1] == gap).only_enforce_if(apart)
        model.add(heights[1] - heights[0] == gap).only_enforce_if(apart.negated())


def by_elements(
    deal: Deal, model: cp_model.CpModel, values: list[int], poll: Callable[[], object]
) -> Callable[[Values], Ordering]:
    """Say which card is at which position, its value by an element constraint, as a person would at first."""
    place = {value: i for i, value in enumerate(values)}
    numbers = [place[card] for card in deal.cards]
    n, positions, points = len(deal.cards), range(1, len(deal.cards) + 1), range(1, deal.points + 1)
    card = {p: model.new_int_var(0, n - 1, f"card[{p}]") for p in positions}
    height = {p: model.new_int_var(0, len(values) - 1, f"value[{p}]") for p in positions}
    at = {k: model.new_int_var(1, n, f"S[{k}]") for k in points}
    model.add_all_different(card.values())
    for p in poll_stream(positions, poll):
        model.add_element(card[p], numbers, height[p])
    for k in points[:-1]:
        model.add(at[k] < at[k + 1])
    passed = {(k, q): model.new_bool_var(f"passed[{k},{q}]") for k in points for q in positions}
    for (k, q), bool_var in poll_stream(passed.items(), poll, 64):
        model.add(at[k] <= q).only_enforce_if(bool_var)
        model.add(at[k] > q).only_enforce_if(bool_var.negated())
    for j, letter in enumerate(deal.pattern, 1):
        for q in poll_stream(positions[:-1], poll, 64):
            here = ([passed[j - 1, q]] if j > 1 else []) + ([passed[j, q].negated()] if j in points else [])
            low, high = (q, q + 1) if letter == "U" else (q + 1, q)
            model.add(height[low] < height[high]).only_enforce_if(here)
    if not deal.open and deal.points:
        model.add(at[1] >= 2)
        model.add(at[deal.points] <= n - 1)
    elif not deal.open and n < 2:
        model.add_bool_or([])
    for first, second, op, far in poll_stream(deal.distances, poll, 16):
        apart, value = at[second] - at[first], min(far, FAR)
        model.add(apart == value if op == "=" else apart <= value if op == "<=" else apart >= value)
    for k, p in deal.fixed:
        model.add(at[k] == min(p, FAR))
    for p, given in deal.given:
        model.add(height[p] == place[given])
    for wanted, p in ((deal.first, 1), (deal.last, n)):
        if wanted is not None:
            model.add(height[p] == (values.index(wanted) if wanted in values else -1))
    if deal.peak_gap is not None:
        _element_gap(deal, model, values, [height[p] for p in positions], at, poll)

    def decode(value: Values) -> Ordering:
        sequence = tuple(values[value(height[p])] for p in positions)
        return Ordering(sequence, tuple(value(at[k]) for k in points))

    return decode


def _element_gap(
    deal: Deal,
    model: cp_model.CpModel,
    values: list[int],
    heights: list[cp_model.IntVar],
    at: dict[int, cp_model.IntVar],
    poll: Callable[[], object],
) -> None:
    """Say what the peaks differ by, in the program by positions: a table of the pairs of values that do."""
    peaks = []
    for k in (1, 3):
        peak = model.new_int_var(0, len(values) - 1, f"peak[{k}]")
        model.add_element(at[k] - 1, heights, peak)
        peaks.append(peak)
    rows = poll_stream(enumerate(values), poll)
    pairs = [(i, j) for i, a in rows for j, b in enumerate(values) if abs(a - b) == deal.peak_gap]
    model.add_allowed_assignments(peaks, pairs)
