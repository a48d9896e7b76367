"""What is told beside an answer: the exit code; on standard error warnings, remarks, progress, but with `--quiet`."""

from __future__ import annotations

import sys

NO = 1  # proved: there is none; or what was judged breaks a rule
BAD_INPUT = 2
STOPPED = 3  # a limit or Ctrl-C came first
OUR_BUG = 4

# As the reference and the page of man tell them.
MEANINGS = {
    0: "solved or feasible",
    NO: "proved impossible",
    BAD_INPUT: "bad input or usage",
    STOPPED: "unknown: a limit stopped the run",
    OUR_BUG: "internal error, with the instance saved for a report",
}
QUIET = ("--quiet", "-q")


class _Loudness:
    """Whether notes are written: chosen once for each command line."""

    quiet = False


def hush(arguments: list[str]) -> list[str]:
    """Take `--quiet` out of a command line, and be quiet from there on if it was in it.

    What follows ``--`` is left alone.

    >>> hush(["mnk", "move", "-q", "--", "-q"]), is_quiet()
    (['mnk', 'move', '--', '-q'], True)
    >>> hush(["mnk", "move"]), is_quiet()
    (['mnk', 'move'], False)
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    remaining_arguments = [word for word in arguments[:end] if word not in QUIET]
    _Loudness.quiet = len(remaining_arguments) < end
    return remaining_arguments + arguments[end:]


def is_quiet() -> bool:
    """Tell whether nothing is wanted beside the answer."""
    return _Loudness.quiet


def note(text: str) -> None:
    """Write a line to standard error, unless nobody wants it."""
    if not is_quiet():
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
