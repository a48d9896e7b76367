"""The methods that use a SAT solver, and the audit of encodings."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from passatempo.cards.answers import Audit, Ordering, naming_count
from passatempo.cards.encodings import drat
from passatempo.cards.encodings.encoding import build_formula, encoding, formula_title, refuse_presets
from passatempo.cards.exact.placements import number_rows
from passatempo.cards.model import Deal
from passatempo.cards.reference import closed_form as closed
from passatempo.cards.settings import SatSettings
from passatempo.core.limits import Deadline, Limits, Progress, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.output import atomic_file, collect_write_faults
from passatempo.core.pastime import Question
from passatempo.solvers import sat
from passatempo.solvers.cnf import Formula, check_solver


def _solve_order(deal: Deal, limits: Limits, report: Report, settings: SatSettings, name: str) -> Outcome[Ordering]:
    """Build the formula, solve it and decode the model."""
    deadline = Deadline(limits)
    refuse_presets(name, deal)
    if limits.proof is not None:
        check_solver(settings.solver, proof=True)
    try:
        deadline.check()
        formula, decode = build_formula(encoding(name), deal, settings.amo, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    stats: dict[str, int | float] = {"variables": len(formula.letter_names), "clauses": len(formula.clauses)}
    report(Progress(deadline.run_seconds, text=f"{stats['variables']} variables, {stats['clauses']} clauses"))
    run = sat.solve(
        formula.clauses, deadline.remaining_limits, report, solver=settings.solver, proof=limits.proof is not None
    )
    stats |= run.stats
    if run.status is Status.SOLVED:
        return Outcome(Status.SOLVED, decode(run.model), stats=stats)
    if run.status is not Status.IMPOSSIBLE:
        return Outcome(Status.UNKNOWN, stopped=run.stop_reason, stats=stats)
    reason = closed.impossibility_reason(deal, deadline) if deal.between is not None and name != "published" else ""
    reason = reason or f"the formula of {len(formula.clauses)} clauses has no model"
    proof, warnings = None, list[str]()
    if limits.proof is not None:
        stats["proof_lines"] = len(run.proof)
        try:
            first = formula_title(name, settings.amo, formula, deadline.check)
            lines = _verify_proof(formula, run.proof, deadline)
            with collect_write_faults(limits.proof) as warnings, atomic_file(limits.proof) as file:
                file.writelines(f"{line}\n" for line in (first, *lines))
            proof = None if warnings else limits.proof
        except Stopped:
            reason += " (a limit was reached before the proof was checked, so none is written)"
    return Outcome(Status.IMPOSSIBLE, reason=reason, stats=stats, proof=proof, warnings=tuple(warnings))


def _verify_proof(formula: Formula, lines: tuple[str, ...], deadline: Deadline) -> tuple[str, ...]:
    """Return a complete, checked proof. A wrong proof is a bug of the solver.

    Raises
    ------
    RuntimeError
        If the proof does not hold.
    """
    if not any(line.split()[:1] == ["0"] for line in poll_stream(lines, deadline.check, 4096)):
        lines = (*lines, "0")  # some solvers leave the empty clause out when propagation alone refutes the formula
    verdict = drat.check(formula.clauses, lines, deadline.check)
    if not verdict.is_accepted:
        raise RuntimeError(f"the solver's proof does not hold: line {verdict.line}: {verdict.reason}")
    return lines


def published(
    deal: Deal, /, limits: Limits = Limits(), report: Report = silent, settings: SatSettings = SatSettings()
) -> Outcome[Ordering]:
    """Solve the encoding as published, including its faults, so the answer may be wrong.

    >>> from passatempo.cards.model import Deal
    >>> published(Deal((1, 1, 2, 2, 3, 3, 4))).status.value
    'solved'
    """
    outcome = _solve_order(deal, limits, report, settings, "published")
    if outcome.status is Status.IMPOSSIBLE:
        return replace(outcome, reason="the published formula has no model")
    return outcome


def corrected(
    deal: Deal, /, limits: Limits = Limits(), report: Report = silent, settings: SatSettings = SatSettings()
) -> Outcome[Ordering]:
    """Solve the published encoding with the distance corrected.

    >>> from passatempo.cards.model import Deal
    >>> corrected(Deal((1, 1, 1, 2, 2))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    return _solve_order(deal, limits, report, settings, "corrected")


def by_runs(
    deal: Deal, /, limits: Limits = Limits(), report: Report = silent, settings: SatSettings = SatSettings()
) -> Outcome[Ordering]:
    """Solve the encoding by runs.

    >>> from passatempo.cards.model import Deal
    >>> by_runs(Deal((1, 1, 1, 2, 2))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    return _solve_order(deal, limits, report, settings, "run")


def by_positions(
    deal: Deal, /, limits: Limits = Limits(), report: Report = silent, settings: SatSettings = SatSettings()
) -> Outcome[Ordering]:
    """Solve the encoding by positions.

    >>> from passatempo.cards.model import Deal
    >>> by_positions(Deal((1, 1, 1, 2, 2))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    return _solve_order(deal, limits, report, settings, "position")


def another(deal: Deal, sequence: Sequence[int], limits: Limits = Limits()) -> tuple[Ordering | None, StopReason]:
    """Look for another sequence than a known one, by the encoding by positions with the known one blocked.

    Returns
    -------
    tuple
        The other sequence, or None if none exists or a limit ended the search, and that limit.

    Examples
    --------
    >>> from passatempo.cards.model import Deal
    >>> another(Deal((1, 1, 1, 2, 2)), (1, 2, 1, 2, 1))[0] is None
    True
    """
    deadline = Deadline(limits)
    try:
        deadline.check()
        formula, decode = build_formula(encoding("position"), deal, "pairwise", deadline)
    except Stopped:
        return None, deadline.stop_reason
    place = {card_height: i for i, card_height in enumerate(sorted(set(deal.cards)))}
    row = len(place) - 1
    clauses = [*formula.clauses]
    # Some position has another value, which is either less than the known value or at least the next greater one.
    clauses.append(
        tuple(
            literal
            for p, card in enumerate(sequence)
            for literal in ([-(p * row + place[card])] if place[card] else [])
            + ([p * row + place[card] + 1] if place[card] < row else [])
        )
    )
    run = sat.solve(clauses, deadline.remaining_limits)
    return (decode(run.model), run.stop_reason) if run.status is Status.SOLVED else (None, run.stop_reason)


def audit(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Audit]:
    """Enumerate the models of an encoding and compare them with the sequences of the definition.

    Encodings with letters for the cards have a model for every naming of equal cards. Both numbers count these.

    Parameters
    ----------
    question
        The deal and the name of the encoding.
    limits
        `nodes` counts conflicts.

    Examples
    --------
    >>> from passatempo.cards.settings import AuditAsk
    >>> from passatempo.cards.text import read
    >>> from passatempo.core.pastime import Question
    >>> found = audit(Question(read("1 1 2 2 3 3 4", D=4), AuditAsk("published"))).answer
    >>> found.models, found.true_models, [ordering.sequence for ordering in found.spurious]
    (112, 96, [(1, 2, 3, 4, 1, 3, 2), (1, 2, 3, 4, 2, 3, 1)])
    """
    deal, name = question.instance, question.ask.encoding
    deadline = Deadline(limits)
    refuse_presets(name, deal)
    model_counts: Counter[Ordering] = Counter()
    try:
        deadline.check()
        formula, decode = build_formula(encoding(name), deal, "pairwise", deadline)
        for model in sat.enumerate_models(formula.clauses, formula.visible_letters, deadline.remaining_limits):
            deadline.check()
            if isinstance(model, StopReason):
                return Outcome(Status.UNKNOWN, stopped=model)
            model_counts[decode(model)] += 1
        answer = compare_models(deal, name, model_counts, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    return Outcome(Status.SOLVED, answer, stats={"clauses": len(formula.clauses)})


def compare_models(deal: Deal, name: str, model_counts: Counter[Ordering], deadline: Deadline) -> Audit:
    """Compare the models found with the sequences of the scan."""
    scan = number_rows(deal, deadline)
    truth = {scan.nth(number) for number in poll_stream(range(scan.sequences), deadline.check, 16)}
    times = naming_count(deal.cards, deadline.check) if truth and name in ("published", "corrected") else 1
    spurious, missing = sorted(model_counts.keys() - truth), sorted(truth - model_counts.keys())
    return Audit(model_counts.total(), len(truth) * times, tuple(spurious), tuple(missing))
