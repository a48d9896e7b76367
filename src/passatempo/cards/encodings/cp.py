"""The method `cpsat`: two constraint programs for OR-Tools CP-SAT, by runs and by positions."""

from collections.abc import Callable

from ortools.sat.python import cp_model

from passatempo.cards.answers import Ordering
from passatempo.cards.model import Deal, multiplicities, run_conditions
from passatempo.cards.settings import CpSettings
from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.solvers import cpsat
from passatempo.solvers.runs import Values

FAR = 2**40  # greater than any distance, and within CP-SAT's limit of 2^63
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
        distinct_cards, copies = multiplicities(deal.cards, deadline.check)
        if not deadline.room_for(term_count(deal, len(distinct_cards), settings) * BYTES_A_TERM):
            raise Stopped
        if settings.model == "runs":
            decode = by_runs(deal, model, distinct_cards, copies, deadline.check)
        else:
            decode = by_elements(deal, model, distinct_cards[::-1], deadline.check)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    run = cpsat.solve(model, deadline.remaining_limits, report)
    if run.value_of is not None:
        return Outcome(Status.SOLVED, decode(run.value_of), stats=run.stats)
    if run.status is Status.IMPOSSIBLE:
        return Outcome(Status.IMPOSSIBLE, reason="the constraint program has no solution", stats=run.stats)
    return Outcome(Status.UNKNOWN, stopped=run.stop_reason, stats=run.stats)


def term_count(deal: Deal, value_count: int, settings: CpSettings) -> int:
    """Estimate the number of terms of a program before it is built."""
    n, runs, points = len(deal.cards), len(deal.pattern), deal.points
    if settings.model == "runs":
        conditions = 2 * len(deal.distances) * runs * value_count
        return (2 * points + max(0, runs - 2)) * value_count * value_count + 10 * value_count * runs + conditions
    return n * n + n * runs * points + (value_count * value_count if deal.peak_gap is not None else 0)


def by_runs(
    deal: Deal, model: cp_model.CpModel, distinct_cards: list[int], copies: list[int], poll: Callable[[], object]
) -> Callable[[Values], Ordering]:
    """Build the program by runs: y[i, j], value i is inside run j; e[k, i], point k has value i."""
    rows, runs, points = range(len(distinct_cards)), range(1, len(deal.pattern) + 1), range(1, deal.points + 1)
    y = {(i, j): model.new_bool_var(f"y[{i},{j}]") for i in poll_stream(rows, poll, 64) for j in runs}
    e = {(k, i): model.new_bool_var(f"e[{k},{i}]") for k in points for i in poll_stream(rows, poll, 64)}
    layers = poll_stream([(k, i) for k in points for i in range(len(distinct_cards) + 1)], poll)
    point_prefix = {(k, i): sum(e[k, other] for other in range(i)) for k, i in layers}
    for k in points:
        model.add_exactly_one(e[k, i] for i in rows)
    for i in rows:
        model.add(sum(y[i, j] for j in runs) + sum(e[k, i] for k in points) == copies[i])
        for j in poll_stream(runs, poll):
            upper, lower = (j, j - 1) if deal.pattern[j - 1] == "U" else (j - 1, j)
            if upper in points:
                model.add(y[i, j] <= point_prefix[upper, i])
            if lower in points:
                model.add(y[i, j] + point_prefix[lower, i + 1] <= 1)
            if upper in points and lower in points:
                model.add(point_prefix[lower, i + 1] <= point_prefix[upper, i])
    inside = {j: sum(y[i, j] for i in rows) for j in runs}
    for form_runs, low, high in poll_stream(run_conditions(deal), poll):
        cards = sum(inside[j] for j in form_runs)
        model.add(cards >= min(low, FAR))
        model.add(cards <= max(-1, min(high, FAR)))
    if not deal.open:
        for j in {1, len(deal.pattern)}:
            model.add(inside[j] >= (1 if deal.points else 2))
    _run_ends(deal, model, distinct_cards, y, e)
    for position, card in poll_stream(deal.given, poll):
        _run_preset(deal, model, (position, distinct_cards.index(card)), y, e)

    def decode(assignment: Values) -> Ordering:
        sequence: list[int] = []
        stationary = []
        for j in runs:
            cards = [distinct_cards[i] for i in rows if assignment(y[i, j])]
            sequence += cards[::-1] if deal.pattern[j - 1] == "U" else cards
            if j in points:
                sequence.append(next(distinct_cards[i] for i in rows if assignment(e[j, i])))
                stationary.append(len(sequence))
        return Ordering(tuple(sequence), tuple(stationary))

    return decode


def _run_preset(
    deal: Deal,
    model: cp_model.CpModel,
    preset_place: tuple[int, int],
    y: dict[tuple[int, int], cp_model.IntVar],
    e: dict[tuple[int, int], cp_model.IntVar],
) -> None:
    """Fix the value at a position in the program by runs: some card of it has `position - 1` cards before it."""
    position, at = preset_place
    value_count = 1 + max(i for i, _ in y)
    place_choices = []
    for place, card in [
        *((("run", j), y[at, j]) for j in range(1, len(deal.pattern) + 1)),
        *((("point", k), e[k, at]) for k in range(1, deal.points + 1)),
    ]:
        kind, k = place
        before = [y[i, j] for j in range(1, k + (kind == "point")) for i in range(value_count)]
        if kind == "run":
            lower_first = deal.pattern[k - 1] == "U"
            before += [y[i, k] for i in (range(at + 1, value_count) if lower_first else range(at))]
        choice_variable = model.new_bool_var(f"given[{position},{kind},{k}]")
        model.add_implication(choice_variable, card)
        model.add(sum(before) + k == position).only_enforce_if(choice_variable)
        place_choices.append(choice_variable)
    model.add_bool_or(place_choices)


def _run_ends(
    deal: Deal,
    model: cp_model.CpModel,
    distinct_cards: list[int],
    y: dict[tuple[int, int], cp_model.IntVar],
    e: dict[tuple[int, int], cp_model.IntVar],
) -> None:
    """Constrain the first card, the last card and the peaks in the program by runs."""
    for card, run, point, inward in (
        (deal.first, 1, 1, deal.pattern[0] == "U"),
        (deal.last, len(deal.pattern), deal.points, deal.pattern[-1] == "D"),
    ):
        if card is None:
            continue
        if card not in distinct_cards:
            model.add_bool_or([])
            continue
        at = distinct_cards.index(card)
        model.add_bool_or([y[at, run], *([e[point, at]] if deal.points else [])])
        for i in range(at + 1, len(distinct_cards)) if inward else range(at):
            model.add(y[i, run] == 0)
    if deal.peak_gap is not None:
        heights = [
            sum(e[k, i] * (card_height - distinct_cards[-1]) for i, card_height in enumerate(distinct_cards))
            for k in (1, 3)
        ]
        first_is_greater = model.new_bool_var("the first maximum is the greater one")
        gap = min(deal.peak_gap, 2 * (distinct_cards[0] - distinct_cards[-1]) + 1)
        model.add(heights[0] - heights[1] == gap).only_enforce_if(first_is_greater)
        model.add(heights[1] - heights[0] == gap).only_enforce_if(first_is_greater.negated())


def by_elements(
    deal: Deal, model: cp_model.CpModel, distinct_cards: list[int], poll: Callable[[], object]
) -> Callable[[Values], Ordering]:
    """Build the direct program: the card at each position, with its value by an element constraint."""
    place = {magnitude: i for i, magnitude in enumerate(distinct_cards)}
    numbers = [place[card] for card in deal.cards]
    n, positions, points = len(deal.cards), range(1, len(deal.cards) + 1), range(1, deal.points + 1)
    card = {p: model.new_int_var(0, n - 1, f"card[{p}]") for p in positions}
    height = {p: model.new_int_var(0, len(distinct_cards) - 1, f"value[{p}]") for p in positions}
    at = {k: model.new_int_var(1, n, f"S[{k}]") for k in points}
    model.add_all_different(card.values())
    for p in poll_stream(positions, poll):
        model.add_element(card[p], numbers, height[p])
    for k in points[:-1]:
        model.add(at[k] < at[k + 1])
    is_passed = {(k, q): model.new_bool_var(f"passed[{k},{q}]") for k in points for q in positions}
    for (k, q), bool_var in poll_stream(is_passed.items(), poll, 64):
        model.add(at[k] <= q).only_enforce_if(bool_var)
        model.add(at[k] > q).only_enforce_if(bool_var.negated())
    for j, letter in enumerate(deal.pattern, 1):
        for q in poll_stream(positions[:-1], poll, 64):
            run_literals = ([is_passed[j - 1, q]] if j > 1 else []) + (
                [is_passed[j, q].negated()] if j in points else []
            )
            low, high = (q, q + 1) if letter == "U" else (q + 1, q)
            model.add(height[low] < height[high]).only_enforce_if(run_literals)
    if not deal.open and deal.points:
        model.add(at[1] >= 2)
        model.add(at[deal.points] <= n - 1)
    elif not deal.open and n < 2:
        model.add_bool_or([])
    for first, second, op, distance in poll_stream(deal.distances, poll, 16):
        point_gap, magnitude = at[second] - at[first], min(distance, FAR)
        model.add(
            point_gap == magnitude if op == "=" else point_gap <= magnitude if op == "<=" else point_gap >= magnitude
        )
    for k, p in deal.fixed:
        model.add(at[k] == min(p, FAR))
    for p, preset_card in deal.given:
        model.add(height[p] == place[preset_card])
    for end_card, p in ((deal.first, 1), (deal.last, n)):
        if end_card is not None:
            model.add(height[p] == (distinct_cards.index(end_card) if end_card in distinct_cards else -1))
    if deal.peak_gap is not None:
        _element_gap(deal, model, distinct_cards, [height[p] for p in positions], at, poll)

    def decode(assignment: Values) -> Ordering:
        sequence = tuple(distinct_cards[assignment(height[p])] for p in positions)
        return Ordering(sequence, tuple(assignment(at[k]) for k in points))

    return decode


def _element_gap(
    deal: Deal,
    model: cp_model.CpModel,
    distinct_cards: list[int],
    heights: list[cp_model.IntVar],
    at: dict[int, cp_model.IntVar],
    poll: Callable[[], object],
) -> None:
    """Constrain the gap of the peaks in the program by positions, by a table of value pairs."""
    peaks = []
    for k in (1, 3):
        peak = model.new_int_var(0, len(distinct_cards) - 1, f"peak[{k}]")
        model.add_element(at[k] - 1, heights, peak)
        peaks.append(peak)
    rows = poll_stream(enumerate(distinct_cards), poll)
    pairs = [(i, j) for i, a in rows for j, b in enumerate(distinct_cards) if abs(a - b) == deal.peak_gap]
    model.add_allowed_assignments(peaks, pairs)
