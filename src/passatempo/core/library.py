"""Questions as functions: what a pastime exports runs the whole way of `passatempo.core.asking`, checks included."""

from __future__ import annotations

import sys
from functools import cache, wraps
from typing import TYPE_CHECKING, Any

from passatempo.core.methods import resolve

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.limits import Limits
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Problem
    from passatempo.core.progress import Report


@cache
def exported(package: str, ref: str) -> Any:
    """Return what a pastime exports under a reference.

    The default method of a question becomes a function that asks: checked, named and timed. All else is as it is.

    >>> from passatempo import machiavelli
    >>> machiavelli.arrange(machiavelli.read("3S 4S 5S")).checked
    True
    """
    for problem in sys.modules[package].PASTIME.problems:
        if problem.methods[0].where == ref:
            return question_function(problem)
    return resolve(ref)


def question_function(problem: Problem) -> Callable[..., Outcome[Any]]:
    """Make the function of a question; with ``check=False`` it leaves the checker out."""
    from passatempo.core.asking import ask
    from passatempo.core.limits import Limits
    from passatempo.core.progress import silent

    @wraps(resolve(problem.methods[0].where))
    def asked(
        question: Any, /, limits: Limits = Limits(), report: Report = silent, *, check: bool = True
    ) -> Outcome[Any]:
        return ask(problem, question, limits=limits, report=report, check=check)

    return asked
