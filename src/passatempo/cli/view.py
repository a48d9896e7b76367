"""How outcomes look as text, JSON and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.json import encode
from passatempo.core.outcome import Status

if TYPE_CHECKING:
    from passatempo.core.limits import Cancel
    from passatempo.core.outcome import Outcome

EXIT_CODES = {Status.SOLVED: 0, Status.FEASIBLE: 0, Status.IMPOSSIBLE: 1, Status.UNKNOWN: 3}


def exit_code(outcome: Outcome[Any], cancel: Cancel) -> int:
    """Return the exit code of the contract; that a published program is refuted is a result like another."""
    if cancel.thrown:
        return EXIT_CODES[Status.UNKNOWN]
    return 0 if outcome.refuted_by else EXIT_CODES[outcome.status]


def view(outcome: Outcome[Any], form: str) -> str:
    """Write an outcome as text, JSON or SVG."""
    if form == "json":
        return encode(outcome.to_json(), indent=2)
    return outcome.svg() if form == "svg" else str(outcome)
