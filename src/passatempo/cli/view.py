"""How outcomes look as text, JSON and pictures."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any

from passatempo.core.json import dump_outcome, encode
from passatempo.core.outcome import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.errors import Violation
    from passatempo.core.limits import Cancel
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Pastime, Problem

EXIT_CODES = {Status.SOLVED: 0, Status.FEASIBLE: 0, Status.IMPOSSIBLE: 1, Status.UNKNOWN: 3}


def exit_code(outcome: Outcome[Any], cancel: Cancel) -> int:
    """Return the exit code of the contract; that a published program is refuted is a result like another."""
    if cancel.thrown:
        return EXIT_CODES[Status.UNKNOWN]
    return 0 if outcome.refuted_by else EXIT_CODES[outcome.status]


COLOURS = {"red": "31", "green": "32", "yellow": "33", "blue": "34"}


def coloured(game: Pastime, text: str) -> str:
    """Colour what the pastime names, on a terminal only; ``NO_COLOR`` is heard.

    Nothing else of the text is changed: without its colours it is the same.
    """
    if not game.colours or os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return text
    for colour, pieces in game.colours.items():
        text = re.sub(pieces, lambda match, code=COLOURS[colour]: f"\033[{code}m{match[0]}\033[0m", text)  # type: ignore[misc]
    return text


def told(violations: Sequence[Violation], sound: str) -> str:
    r"""List each broken rule on a line, or say that there is none.

    >>> told([], "Solved.")
    'Solved.\n'
    """
    return "".join(f"{violation.rule}: {violation.text}\n" for violation in violations) or f"{sound}\n"


def view(problem: Problem, outcome: Outcome[Any], form: str) -> str:
    """Write an outcome as text, JSON or SVG."""
    if form == "json":
        return encode(dump_outcome(problem, outcome), indent=2)
    return outcome.svg() if form == "svg" else str(outcome)
