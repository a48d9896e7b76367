"""What a search for hard instances needs to know of a pastime: a file each, with its `QUESTIONS`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from passatempo.core.outcome import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.limits import Limits
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Problem
    from passatempo.core.random import Random

T = TypeVar("T")


def put(problem: Problem, question: Any, method: str, limits: Limits) -> Outcome[Any]:
    """Put a question to one of its methods as the library does it, but for the checker."""
    found: Outcome[Any] = problem.choose(method).load_solver()(question, limits)
    return found


def answered(
    problem: Problem, question: Any, method: str, limits: Limits, said: Callable[[Any], Any]
) -> tuple[Any, str]:
    """Answer by a method, and name it; None where it does not end, and the name says so."""
    outcome = put(problem, question, method, limits)
    if outcome.status is Status.IMPOSSIBLE:
        return "impossible", method
    if outcome.status is not Status.SOLVED:
        return None, f"{method}: {outcome.status.value}"
    return said(outcome), method


@dataclass(frozen=True, slots=True)
class Climb(Generic[T]):
    """A question under one set of rules, of which hard instances are wanted.

    Parameters
    ----------
    start
        Makes a random instance.
    change
        Makes a neighbour: the instance with one small thing changed.
    nodes
        Solves it for at most so many nodes; the nodes that it took, and whether it was decided.
    write, read
        The instance as JSON, and back; the same JSON means the same instance.
    answer
        The answer by a method that shares no code with the one that is measured, and the words for that method. The
        answer is None where no such method finds one in reasonable time.
    own
        The answer of the program that is measured, in the same words.
    """

    start: Callable[[Random], T]
    change: Callable[[Random, T], T]
    nodes: Callable[[T, int], tuple[int, bool]]
    write: Callable[[T], dict[str, Any]]
    read: Callable[[dict[str, Any]], T]
    answer: Callable[[T], tuple[Any, str]]
    own: Callable[[T], Any] | None = None
