"""Exit codes, and the notes on standard error (warnings, remarks, progress), which `--quiet` turns off."""

import sys
from collections.abc import Callable
from typing import Any

NO = 1  # proved impossible, or a checked answer breaks a rule
BAD_INPUT = 2
STOPPED = 3  # a limit was reached, or Ctrl-C was pressed
OUR_BUG = 4

# The meanings in the reference and on the man page.
MEANINGS = {
    0: "solved or feasible",
    NO: "proved impossible",
    BAD_INPUT: "bad input or usage",
    STOPPED: "unknown: a limit stopped the run",
    OUR_BUG: "internal error, with the instance saved for a report",
}
QUIET = ("--quiet", "-q")


class _Loudness:
    """Whether notes are written, set once per command line."""

    quiet = False


def hush(arguments: list[str]) -> list[str]:
    """Remove `--quiet` from a command line, and turn notes off if it was there.

    Words after ``--`` stay.

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
    """Return whether notes are turned off."""
    return _Loudness.quiet


def note(text: str) -> None:
    """Write a line to standard error, unless notes are turned off."""
    if not is_quiet():
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def print_lines(command_output: Any, before: Callable[[], None] = lambda: None) -> int:
    """Print the text that a command returns or yields. A function that prints by itself returns its exit code."""
    if isinstance(command_output, int):
        return command_output
    for text in (command_output,) if isinstance(command_output, str) else command_output or ():
        before()
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
        sys.stdout.flush()
    return 0
