"""Presentation of outcomes as text, JSON and pictures."""

import os
import re
import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

from passatempo.core.errors import Violation
from passatempo.core.json import dump_outcome, encode
from passatempo.core.limits import Cancel
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Pastime, Problem

EXIT_CODES = {Status.SOLVED: 0, Status.FEASIBLE: 0, Status.IMPOSSIBLE: 1, Status.UNKNOWN: 3}


def exit_code(outcome: Outcome[Any], cancel: Cancel) -> int:
    """Return the exit code of the contract. The refutation of a published program is an ordinary result."""
    if cancel.cancelled:
        return EXIT_CODES[Status.UNKNOWN]
    return 0 if outcome.refuted_by else EXIT_CODES[outcome.status]


PICTURES = ("svg", "print")  # formats that are pictures; the second is in greys, for paper
COLOURS = {"red": "31", "green": "32", "yellow": "33", "blue": "34"}


def for_terminal(game: Pastime, text: str) -> str:
    """Wrap a text to the width of a terminal and colour the pastime's pieces; elsewhere it stays as it is.

    ``NO_COLOR`` turns colours off. Colours and line breaks are the only changes.
    """
    if not sys.stdout.isatty():
        return text
    text = wrap_text(text, get_terminal_size().columns)
    if os.environ.get("NO_COLOR"):
        return text
    for colour, pieces in game.colours.items():
        text = re.sub(pieces, lambda match, code=COLOURS[colour]: f"\033[{code}m{match[0]}\033[0m", text)  # type: ignore[misc]
    return text


def wrap_text(text: str, width: int) -> str:
    r"""Wrap long lines between words to the width of the terminal. Continuation lines keep the indent of their line.

    >>> wrap_text("  one two three\nfour", 9)
    '  one two\n  three\nfour'
    """
    return "\n".join([_wrap_line(line, width) for line in text.split("\n")])


def _wrap_line(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    margin = line[: len(line) - len(line.lstrip())]
    pieces = wrap(
        line, width, subsequent_indent=margin, replace_whitespace=False, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(pieces)


def verdict_text(violations: Sequence[Violation], sound: str) -> str:
    r"""List each broken rule on a line, or return the given sentence if there is none.

    >>> verdict_text([], "Solved.")
    'Solved.\n'
    """
    return "".join(f"{violation.rule}: {violation.text}\n" for violation in violations) or f"{sound}\n"


def write_outcome(problem: Problem, outcome: Outcome[Any], form: str) -> str:
    """Write an outcome as text, JSON or a picture."""
    if form == "json":
        return encode(dump_outcome(problem, outcome), indent=2)
    return picture(outcome.svg(), form) if form in PICTURES else str(outcome)


def picture(drawing: str, form: str) -> str:
    """Return a drawing in colour for the screen, or in greys."""
    if form != "print":
        return drawing
    from passatempo.render.print_style import in_greys

    return in_greys(drawing)
